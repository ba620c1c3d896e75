package sampler

import (
	"bytes"
	"encoding/binary"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/fpr"
	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
	"github.com/saker-pq/saker/fndsa/internal/keccak"
)

// leaves returns both forms of a leaf for n = 512.
func leaves(deviation float64) (leafNative, leafEmulated) {
	return newLeafNative(1/deviation, sigmaMin[9]), newLeafEmulated(fpr.FromFloat64(1/deviation), sigmaMinEmulated[9])
}

// sample samples one integer as pair does.
func (l *leafNative) sample(src *Stream, base Base, centre float64) int64 {
	if useAVX2 {
		return l.trialsAhead(src, base, centre)
	}
	return l.trials(src, base, centre)
}

func (l *leafEmulated) sample(src *Stream, base Base, centre fpr.Float) int64 {
	return l.trials(src, base, centre)
}

// scripted returns a stream of the given bytes; what follows them is SHAKE256 of nothing.
func scripted(bytes ...byte) *Stream {
	s := new(Stream)
	s.end = copy(s.buf[:], bytes)
	return s
}

// standsAt reports whether a stream that began with script has been read up to a position, which moves it on.
func standsAt(s *Stream, script []byte, position int) bool {
	var next [24]byte
	s.Read(next[:])
	whole := append(append([]byte{}, script...), shake(100, nil)...)
	return bytes.Equal(next[:], whole[position:][:len(next)])
}

// TestForcedRejections scripts trials that must be rejected or accepted, at a centre of 7.25.
func TestForcedRejections(t *testing.T) { impltest.Run(t, "sampler", testForcedRejections) }

func testForcedRejections(t *testing.T) {
	native, emulated := leaves(1.5)
	// A trial of 79 one bits is z0 = 0. With bit 0 it stands for z = 0, with bit 1 for z = 1.
	trial := func(bit byte, decision ...byte) []byte {
		b := []byte{0xfe | bit, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
		return append(b, decision...)
	}
	// bound is what the trial with bit 0 is compared with.
	x, k := native.exponent(0, 0, 0.25)
	var bound [8]byte
	binary.BigEndian.PutUint64(bound[:], acceptance(x, native.scale, k))

	check := func(name string, want int64, consumed int, script []byte) {
		t.Helper()
		script = append(script, make([]byte, 2*reserve)...)
		s := scripted(script...)
		if got := native.sample(s, FNDSA, 7.25); got != want || !standsAt(s, script, consumed) {
			t.Errorf("%s: %d, want %d after %d bytes", name, got, want, consumed)
		}
		s = scripted(script...)
		if got := emulated.sample(s, FNDSA, fpr.FromFloat64(7.25)); got != want || !standsAt(s, script, consumed) {
			t.Errorf("%s, emulated: %d, want %d after %d bytes", name, got, want, consumed)
		}
	}
	check("accepted", 7, 11, trial(0, 0))
	check("accepted with bit 1", 8, 11, trial(1, 0))
	check("one rejection", 8, 22, append(trial(0, 0xff), trial(1, 0)...))
	check("two rejections", 7, 33, append(append(trial(1, 0xff), trial(0, 0xff)...), trial(0, 0)...))
	// Decisions that agree with the bound for a while: one lower byte accepts, one higher byte
	// rejects, full agreement rejects.
	for equal := 0; equal < 8; equal++ {
		if bound[equal] > 0 {
			lower := append(append([]byte{}, bound[:equal]...), bound[equal]-1)
			check("accepted late", 7, 10+equal+1, trial(0, lower...))
		}
		if bound[equal] < 0xff {
			higher := append(append([]byte{}, bound[:equal]...), bound[equal]+1)
			check("rejected late", 8, 10+equal+1+11, append(trial(0, higher...), trial(1, 0)...))
		}
	}
	check("all bytes equal", 8, 18+11, append(trial(0, bound[:]...), trial(1, 0)...))
}

// TestNegativeZeroCentre: a centre of -0 is an integer like +0, in both forms.
func TestNegativeZeroCentre(t *testing.T) {
	native, emulated := leaves(1.5)
	for _, zero := range []float64{0, math.Copysign(0, -1)} {
		script := make([]byte, 4*reserve)
		want := int64(18 * 0) // 18 is rejected with near certainty, so the bytes choose 0
		for i := range 10 {
			script[i] = 0xff
		}
		script[0] = 0xfe
		if got := native.sample(scripted(script...), FNDSA, zero); got != want {
			t.Errorf("centre %v: %d, want %d", zero, got, want)
		}
		if got := emulated.sample(scripted(script...), FNDSA, fpr.FromFloat64(zero)); got != want {
			t.Errorf("centre %v, emulated: %d, want %d", zero, got, want)
		}
	}
}

// started returns a stream over SHAKE256 of a label.
func started(label string) *Stream {
	var x keccak.SHAKE256
	x.Write([]byte(label))
	s := new(Stream)
	s.Start(&x)
	return s
}

// TestLeafFormsAgree samples many leaves with both forms from equal streams.
func TestLeafFormsAgree(t *testing.T) { impltest.Run(t, "sampler", testLeafFormsAgree) }

func testLeafFormsAgree(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 9))
	for _, base := range []Base{FNDSA, Falcon} {
		a, b := started("agree"), started("agree")
		for i := range 20_000 {
			native, emulated := leaves(1.28 + 0.5*r.Float64())
			centre := 1e5 * (r.Float64() - 0.5)
			if i%16 == 0 {
				centre = math.Round(centre)
			}
			x, y := native.sample(a, base, centre), emulated.sample(b, base, fpr.FromFloat64(centre))
			if x != y {
				t.Fatalf("base %d, centre %x: %d and %d", base, centre, x, y)
			}
			other := 1e5 * (r.Float64() - 0.5)
			re, im := native.pair(a, base, centre, other)
			reE, imE := emulated.pair(b, base, fpr.FromFloat64(centre), fpr.FromFloat64(other))
			if re != reE || im != imE {
				t.Fatalf("base %d, centres %x and %x: %d, %d and %d, %d", base, centre, other, re, im, reE, imE)
			}
		}
		var p, q [40]byte
		a.Read(p[:])
		b.Read(q[:])
		if p != q {
			t.Fatalf("base %d: different bytes after the last sample", base)
		}
	}
}

func TestOutOfRange(t *testing.T) {
	sigma := sigmaMin[9]
	for _, c := range []struct {
		inverse float64
		want    uint64
	}{
		{1 / 1.5, 0}, {1 / 1.8, 0}, {math.Nextafter(1/1.8205, 1), 0}, {1 / 1.8206, 1}, {1 / (sigma * (1 + 0x1p-40)), 0},
		{1 / (sigma * (1 - 0x1p-40)), 1}, {1 / 1.27, 1}, {1, 1}, {1e300, 1}, {1e-300, 1}, {0, 1}, {math.Copysign(0, -1), 1},
		{-1 / 1.5, 1}, {math.Inf(1), 1}, {math.Inf(-1), 1}, {math.NaN(), 1}, {math.Copysign(math.NaN(), -1), 1},
	} {
		if got := outOfRangeNative(c.inverse, sigma); got != c.want {
			t.Errorf("outOfRange(%v) = %d, want %d", c.inverse, got, c.want)
		}
		if got := outOfRangeEmulated(fpr.FromFloat64(c.inverse), fpr.FromFloat64(sigma)); got != c.want {
			t.Errorf("emulated outOfRange(%v) = %d, want %d", c.inverse, got, c.want)
		}
	}
}
