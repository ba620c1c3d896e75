package ct

import (
	"math"
	"testing"
)

var edges = []uint64{0, 1, 2, 1<<31 - 1, 1 << 31, 1<<31 + 1, math.MaxUint32 - 1, math.MaxUint32, 1 << 32,
	1<<63 - 1, 1 << 63, 1<<63 + 1, math.MaxUint64 - 1, math.MaxUint64}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func TestMasks(t *testing.T) {
	equal := func(what string, x, y, got, want uint64) {
		t.Helper()
		if got != want {
			t.Errorf("%s(%#x, %#x) = %#x, want %#x", what, x, y, got, want)
		}
	}
	for _, x := range edges {
		x32 := uint32(x)
		equal("NonZero64", x, 0, NonZero64(x), bit(x != 0))
		equal("NonZero32", x, 0, uint64(NonZero32(x32)), bit(x32 != 0))
		equal("Negative64", x, 0, Negative64(int64(x)), -bit(int64(x) < 0))
		equal("Negative32", x, 0, uint64(Negative32(int32(x32))), uint64(uint32(-bit(int32(x32) < 0))))
		for _, y := range edges {
			y32 := uint32(y)
			equal("Less64", x, y, Less64(x, y), bit(x < y))
			equal("Less32", x, y, uint64(Less32(x32, y32)), bit(x32 < y32))
			equal("Select64", x, y, Select64(Mask64(1), x, y), x)
			equal("Select64", x, y, Select64(Mask64(0), x, y), y)
			equal("Select32", x, y, uint64(Select32(Mask32(1), x32, y32)), uint64(x32))
			equal("Select32", x, y, uint64(Select32(Mask32(0), x32, y32)), uint64(y32))
		}
	}
}

func TestWipe(t *testing.T) {
	type secret []uint16
	s := secret{1, 2, 3, 4, 5}
	Wipe(s[1:4])
	for i, want := range []uint16{1, 0, 0, 0, 5} {
		if s[i] != want {
			t.Errorf("entry %d is %d, want %d", i, s[i], want)
		}
	}
	Wipe(secret(nil))

	v := struct {
		a [3]float64
		b []byte
		c int
	}{[3]float64{1, 2, 3}, []byte{1}, 7}
	WipeValue(&v)
	if v.a != [3]float64{} || v.b != nil || v.c != 0 {
		t.Errorf("WipeValue left %v", v)
	}
}

func TestWipeDoesNotAllocate(t *testing.T) {
	if got := testing.AllocsPerRun(10, func() {
		var buf [512]uint32
		var array [25]uint64
		buf[7], array[3] = 1, 2
		Wipe(buf[:])
		WipeValue(&array)
	}); got != 0 {
		t.Errorf("%v allocations: wiping must not move the wiped to the heap", got)
	}
}
