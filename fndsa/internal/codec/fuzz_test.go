package codec

import (
	"bytes"
	"testing"
)

func FuzzDecompress(f *testing.F) {
	f.Add([]byte{1, 2, 3, 4, 5, 6, 7, 8, 9}, uint8(2), true)
	f.Add(bytes.Repeat([]byte{0x55}, 40), uint8(4), false)
	f.Fuzz(func(t *testing.T, src []byte, logn uint8, lsb bool) {
		dst := make([]int16, 1<<(2+logn%9))
		used, ok := Decompress(dst, src, 2047, Order(lsb))
		if !ok {
			return
		}
		again := make([]byte, len(src))
		n, ok := Compress(again, dst, Order(lsb))
		if !ok || n != used || !bytes.Equal(again, src) {
			t.Fatalf("accepted %x, written again as %x", src, again)
		}
	})
}

func FuzzDecodeModQ(f *testing.F) {
	f.Add(make([]byte, 14), true)
	f.Fuzz(func(t *testing.T, src []byte, lsb bool) {
		src = src[:len(src)/7*7]
		dst := make([]uint16, len(src)/7*4)
		if !DecodeModQ(dst, src, Order(lsb)) {
			return
		}
		again := make([]byte, len(src))
		EncodeModQ(again, dst, Order(lsb))
		if !bytes.Equal(again, src) {
			t.Fatalf("accepted %x, written again as %x", src, again)
		}
	})
}

func FuzzDecodeSmall(f *testing.F) {
	f.Add(make([]byte, 12), uint8(6), true)
	f.Fuzz(func(t *testing.T, src []byte, w uint8, lsb bool) {
		width := uint(5 + w%4)
		n := len(src) / int(width) * 8
		src = src[:SmallSize(n, width)]
		dst := make([]int8, n)
		if !DecodeSmall(dst, src, width, Order(lsb)) {
			return
		}
		again := make([]byte, len(src))
		EncodeSmall(again, dst, width, Order(lsb))
		if !bytes.Equal(again, src) {
			t.Fatalf("accepted %x, written again as %x", src, again)
		}
	})
}
