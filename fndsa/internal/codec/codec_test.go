package codec

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"
)

var orders = map[string]Order{"msb": MSBFirst, "lsb": LSBFirst}

func TestModQRoundTripAndRange(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, order := range orders {
		for n := 4; n <= 1024; n *= 2 {
			src, dst := make([]uint16, n), make([]uint16, n)
			for i := range src {
				src[i] = uint16(rng.IntN(q))
			}
			src[0], src[n-1] = 0, q-1
			enc := make([]byte, ModQSize(n))
			EncodeModQ(enc, src, order)
			if !DecodeModQ(dst, enc, order) || !slices.Equal(src, dst) {
				t.Fatalf("%s n=%d: round trip failed", name, n)
			}
			for _, bad := range []uint16{q, q + 1, 16383} {
				for _, i := range []int{0, 1, 2, 3, n - 1} {
					broken := slices.Clone(src)
					broken[i] = bad
					EncodeModQ(enc, broken, order)
					if DecodeModQ(dst, enc, order) {
						t.Errorf("%s n=%d: accepted coefficient %d at %d", name, n, bad, i)
					}
				}
			}
		}
	}
}

// TestBitOrder pins both orders on bytes worked out by hand.
func TestBitOrder(t *testing.T) {
	modq := []uint16{1, 2, 3, 4}
	enc := make([]byte, 7)
	EncodeModQ(enc, modq, LSBFirst)
	if want := []byte{0x01, 0x80, 0x00, 0x30, 0x00, 0x10, 0x00}; !bytes.Equal(enc, want) {
		t.Errorf("modq lsb: %x, want %x", enc, want)
	}
	EncodeModQ(enc, modq, MSBFirst)
	if want := []byte{0x00, 0x04, 0x00, 0x20, 0x00, 0xc0, 0x04}; !bytes.Equal(enc, want) {
		t.Errorf("modq msb: %x, want %x", enc, want)
	}
	small := []int8{1, -1, 2, -2, 0, 0, 0, 3}
	out := make([]byte, 5)
	EncodeSmall(out, small, 5, LSBFirst)
	if want := []byte{0xe1, 0x0b, 0x0f, 0x00, 0x18}; !bytes.Equal(out, want) {
		t.Errorf("small lsb: %x, want %x", out, want)
	}
	EncodeSmall(out, small, 5, MSBFirst)
	if want := []byte{0x0f, 0xc5, 0xe0, 0x00, 0x03}; !bytes.Equal(out, want) {
		t.Errorf("small msb: %x, want %x", out, want)
	}
	// +1 is 0 0000001 1, -129 is 1 0000001 01.
	sig := make([]byte, 3)
	Compress(sig, []int16{1, -129}, MSBFirst)
	if want := []byte{0x01, 0xc0, 0xa0}; !bytes.Equal(sig, want) {
		t.Errorf("compress msb: %x, want %x", sig, want)
	}
	// Lowest bit first: 0 1000000 1 then 1 1000000 01.
	Compress(sig, []int16{1, -129}, LSBFirst)
	if want := []byte{0x02, 0x07, 0x04}; !bytes.Equal(sig, want) {
		t.Errorf("compress lsb: %x, want %x", sig, want)
	}
}

func TestSmallEveryValue(t *testing.T) {
	for name, order := range orders {
		for width := uint(2); width <= 8; width++ {
			for n := 4; n <= 16; n += 4 {
				if n*int(width)%8 != 0 {
					continue
				}
				limit := 1<<(width-1) - 1
				for v := -limit; v <= limit; v++ {
					src, dst := make([]int8, n), make([]int8, n)
					for i := range src {
						src[i] = int8(v)
					}
					src[1] = int8(limit)
					enc := make([]byte, SmallSize(n, width))
					EncodeSmall(enc, src, width, order)
					if !DecodeSmall(dst, enc, width, order) || !slices.Equal(src, dst) {
						t.Fatalf("%s width %d value %d: got %v", name, width, v, dst)
					}
				}
				for i := range n {
					src := make([]int8, n)
					src[i] = int8(-limit - 1)
					enc := make([]byte, SmallSize(n, width))
					EncodeSmall(enc, src, width, order)
					if DecodeSmall(make([]int8, n), enc, width, order) {
						t.Errorf("%s width %d: accepted the most negative value at %d", name, width, i)
					}
				}
			}
		}
	}
}

func TestCompressRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for name, order := range orders {
		for range 200 {
			n := 4 << rng.IntN(9)
			src, dst := make([]int16, n), make([]int16, n)
			for i := range src {
				src[i] = int16(rng.NormFloat64() * 165)
				if rng.IntN(20) == 0 {
					src[i] = []int16{0, 1, -1, 127, 128, -128, 2047, -2047}[rng.IntN(8)]
				}
			}
			buf := make([]byte, 4*n)
			size, ok := Compress(buf, src, order)
			if !ok {
				t.Fatal("no room")
			}
			used, ok := Decompress(dst, buf, 2047, order)
			if !ok || used != size || !slices.Equal(src, dst) {
				t.Fatalf("%s n=%d: round trip: ok=%v used %d of %d", name, n, ok, used, size)
			}
			for short := range size {
				if _, ok := Compress(buf[:short], src, order); ok {
					t.Fatalf("%s n=%d: wrote %d bytes into %d", name, n, size, short)
				}
			}
			clear(buf)
			Compress(buf, src, order)
			for short := range size {
				if _, ok := Decompress(dst, buf[:short], 2047, order); ok {
					t.Fatalf("%s n=%d: accepted %d of %d bytes", name, n, short, size)
				}
			}
		}
	}
}

func TestDecompressRefuses(t *testing.T) {
	for name, order := range orders {
		s := []int16{5, 0, -3, 840}
		buf := make([]byte, 16)
		size, _ := Compress(buf, s, order)
		dst := make([]int16, 4)
		if _, ok := Decompress(dst, buf, 839, order); ok {
			t.Errorf("%s: coefficient above the bound accepted", name)
		}
		if _, ok := Decompress(dst, buf, 840, order); !ok {
			t.Errorf("%s: coefficient at the bound refused", name)
		}
		for bit := range 8 * len(buf) {
			flipped := bytes.Clone(buf)
			flipped[bit/8] ^= 1 << (bit % 8)
			if used, ok := Decompress(dst, flipped, 2047, order); ok {
				again := make([]byte, len(buf))
				n, _ := Compress(again, dst, order)
				if n != used || !bytes.Equal(again, flipped) {
					t.Errorf("%s: bit %d: two encodings of one vector", name, bit)
				}
				if bit >= 8*size {
					t.Errorf("%s: bit %d after the end accepted", name, bit)
				}
			}
		}
		// The sign bit of the zero coefficient makes a negative zero.
		zero := []int16{0, 1, 1, 1}
		clear(buf)
		Compress(buf, zero, order)
		if order == LSBFirst {
			buf[0] |= 1
		} else {
			buf[0] |= 0x80
		}
		if _, ok := Decompress(dst, buf, 2047, order); ok {
			t.Errorf("%s: negative zero accepted", name)
		}
	}
}
