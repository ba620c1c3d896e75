package zq

import (
	"math"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

func modRef(x int64) uint16 { return uint16((x%Q + Q) % Q) }

func TestFromSigned8(t *testing.T) {
	src, dst := make([]int8, 256), make(Poly, 256)
	for i := range src {
		src[i] = int8(i - 128)
	}
	FromSigned8(dst, src)
	for i, v := range src {
		if dst[i] != modRef(int64(v)) {
			t.Fatalf("FromSigned8(%d) = %d, want %d", v, dst[i], modRef(int64(v)))
		}
	}
}

func TestFromSigned16(t *testing.T) {
	src, dst := make([]int16, 1<<16), make(Poly, 1<<16)
	for i := range src {
		src[i] = int16(i - 1<<15)
	}
	FromSigned16(dst, src)
	for i, v := range src {
		if dst[i] != modRef(int64(v)) {
			t.Fatalf("FromSigned16(%d) = %d, want %d", v, dst[i], modRef(int64(v)))
		}
	}
}

func TestFromSigned32(t *testing.T) {
	r := newRand(t)
	var src []int32
	for d := range int32(1 << 15) {
		src = append(src, math.MinInt32+d, math.MaxInt32-d, d, -d, math.MaxInt32/Q*Q-d, math.MinInt32/Q*Q+d, int32(r.Uint32()))
	}
	dst := make(Poly, len(src))
	FromSigned32(dst, src)
	for i, v := range src {
		if dst[i] != modRef(int64(v)) {
			t.Fatalf("FromSigned32(%d) = %d, want %d", v, dst[i], modRef(int64(v)))
		}
	}
}

func TestCentered(t *testing.T) {
	src, dst := make(Poly, Q), make([]int16, Q)
	for i := range src {
		src[i] = uint16(i)
	}
	Centered(dst, src)
	for i, got := range dst {
		want := int16(i)
		if i > Q/2 {
			want = int16(i - Q)
		}
		if got != want {
			t.Fatalf("Centered(%d) = %d, want %d", i, got, want)
		}
	}
}

func TestSquaredNorm(t *testing.T) {
	const low, high = math.MinInt16, math.MaxInt16
	for _, test := range []struct {
		a    []int16
		want uint32
	}{
		{nil, 0},
		{[]int16{0, 3, -4}, 25},
		{[]int16{low}, 1 << 30},
		{[]int16{low, low, low, high, 255, 22, 4, -2, 2}, math.MaxUint32 - 1},
		{[]int16{low, low, low, high, -255, 22, 5}, math.MaxUint32},
		{[]int16{low, low, low, high, -255, 22, 5, 1}, math.MaxUint32},
		{[]int16{low, low, low, low}, math.MaxUint32},
		{[]int16{low, low, low, low, 1}, math.MaxUint32},
		{make1024(low), math.MaxUint32},
		{make1024(high), math.MaxUint32},
		{make1024(2047), 1024 * 2047 * 2047},
	} {
		if got := SquaredNorm(test.a); got != test.want {
			t.Errorf("SquaredNorm(%d entries, %v) = %d, want %d", len(test.a), test.a[:min(4, len(test.a))], got, test.want)
		}
	}
	for _, x := range []uint64{0, 1, math.MaxUint32 - 1, math.MaxUint32, math.MaxUint32 + 1, 1 << 40, 3<<40 + 5, math.MaxUint64} {
		if got, want := saturate(x), uint32(min(x, math.MaxUint32)); got != want {
			t.Errorf("saturate(%d) = %d, want %d", x, got, want)
		}
	}
}

func make1024(v int16) []int16 {
	a := make([]int16, 1024)
	for i := range a {
		a[i] = v
	}
	return a
}

func TestSubNorm(t *testing.T) {
	impltest.Run(t, "zq", func(t *testing.T) {
		for _, n := range []int{2, 4, 64, 1024} {
			dst, want := make([]int16, n), make([]int16, n)
			pairs(n, func(a, b []uint16) {
				norm := uint64(0)
				for i := range want {
					d := (int(a[i]) + Q - int(b[i])) % Q
					if d > Q/2 {
						d -= Q
					}
					want[i] = int16(d)
					norm += uint64(d * d)
				}
				got := SubNorm(dst, a, b)
				check(t, "SubNorm", dst, want)
				if want := uint32(min(norm, math.MaxUint32)); got != want {
					t.Fatalf("n %d: SubNorm = %d, want %d", n, got, want)
				}
			})
		}
	})
}

func TestMaxAbs(t *testing.T) {
	r := newRand(t)
	for _, test := range []struct {
		a    []int16
		want uint16
	}{
		{nil, 0},
		{[]int16{0}, 0},
		{[]int16{-840, 839}, 840},
		{[]int16{840, -841, 5}, 841},
		{[]int16{math.MinInt16, math.MaxInt16}, 1 << 15},
		{[]int16{math.MaxInt16, -math.MaxInt16}, math.MaxInt16},
	} {
		if got := MaxAbs(test.a); got != test.want {
			t.Errorf("MaxAbs(%v) = %d, want %d", test.a, got, test.want)
		}
	}
	for range 1000 {
		a, want := make([]int16, 16), uint16(0)
		for i := range a {
			a[i] = int16(r.Uint32()) >> r.IntN(16)
			want = max(want, uint16(max(int(a[i]), -int(a[i]))))
		}
		if got := MaxAbs(a); got != want {
			t.Fatalf("MaxAbs(%v) = %d, want %d", a, got, want)
		}
	}
}
