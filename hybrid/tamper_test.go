package hybrid

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTamperedSignatures changes everything about a signature that has a name
// and asks for one and the same error each time.
func TestTamperedSignatures(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		k, other := testKey(t, s, 1), testKey(t, s, 2)
		message := []byte("the message")
		opts := &Options{}
		if s.SupportsContext() {
			opts.Context = "context"
		}
		signature := mustSign(t, k.private, message, opts)
		foreign := mustSign(t, other.private, message, opts)
		elsewhere := mustSign(t, k.private, []byte("another message"), opts)
		if err := k.public.Verify(message, signature, opts); err != nil {
			t.Fatal(err)
		}
		pq, classical := split(t, s, signature, s.pq.SignatureSize())
		foreignPQ, foreignClassical := split(t, s, foreign, s.pq.SignatureSize())
		elsewherePQ, elsewhereClassical := split(t, s, elsewhere, s.pq.SignatureSize())
		join := s.construct.join

		cases := map[string][]byte{
			"empty":                          nil,
			"one byte":                       {0},
			"post-quantum half alone":        pq,
			"classical half alone":           classical,
			"classical half empty":           join(pq, nil),
			"post-quantum half empty":        join(nil, classical),
			"both halves empty":              join(nil, nil),
			"halves exchanged":               join(classical, pq),
			"post-quantum half twice":        join(pq, pq),
			"classical half twice":           join(classical, classical),
			"post-quantum half of other key": join(foreignPQ, classical),
			"classical half of other key":    join(pq, foreignClassical),
			"signature of other key":         foreign,
			"post-quantum half of elsewhere": join(elsewherePQ, classical),
			"classical half of elsewhere":    join(pq, elsewhereClassical),
			"byte behind":                    append(bytes.Clone(signature), 0),
			"byte before":                    append([]byte{0}, signature...),
			"byte after post-quantum half":   join(append(bytes.Clone(pq), 0), classical),
			"byte after classical half":      join(pq, append(bytes.Clone(classical), 0)),
			"post-quantum half shortened":    join(pq[:len(pq)-1], classical),
			"classical half shortened":       join(pq, classical[:len(classical)-1]),
			"post-quantum half zero":         join(make([]byte, len(pq)), classical),
			"classical half zero":            join(pq, make([]byte, len(classical))),
			"both halves zero":               make([]byte, len(signature)),
			"doubled":                        append(bytes.Clone(signature), signature...),
		}
		if _, isOQS := s.construct.(oqs); isOQS {
			n := uint32(len(classical))
			for _, length := range []uint32{0, n - 1, n + 1, uint32(len(signature)) - 4, uint32(len(signature)) - 3, 1 << 31, 1<<32 - 1, n << 8, n << 16, n << 24} {
				cases[fmt.Sprintf("length %#x", length)] = append(binary.BigEndian.AppendUint32(nil, length), signature[4:]...)
			}
			cases["little-endian length"] = append(binary.LittleEndian.AppendUint32(nil, n), signature[4:]...)
			cases["without length"] = signature[4:]
		}
		for _, n := range []int{1, 2, 3, 4, 5, 70, 71, 72, 73, 74, len(signature) / 2, len(signature) - 2, len(signature) - 1} {
			cases[fmt.Sprintf("first %d bytes", n)] = signature[:n]
		}
		for name, bad := range cases {
			if err := k.public.Verify(message, bad, opts); err != ErrInvalidSignature {
				t.Errorf("%s: %v", name, err)
			}
		}

		// One bit in each of the first eight bytes of either half, in the
		// length before it, and in every 61st byte.
		random := rand.New(rand.NewPCG(1, 2))
		start := bytes.Index(signature, classical)
		pqStart := bytes.Index(signature, pq)
		for i := range signature {
			if i%61 != 0 && !(i >= start-s.construct.overhead() && i < start+8) && !(i >= pqStart && i < pqStart+8) {
				continue
			}
			bad := bytes.Clone(signature)
			bit := random.IntN(8)
			bad[i] ^= 1 << bit
			if err := k.public.Verify(message, bad, opts); err != ErrInvalidSignature {
				t.Errorf("byte %d, bit %d flipped: %v", i, bit, err)
			}
		}

		for name, changed := range map[string][]byte{"empty": nil, "longer": append(bytes.Clone(message), 0), "other": []byte("The message")} {
			if err := k.public.Verify(changed, signature, opts); err != ErrInvalidSignature {
				t.Errorf("%s message: %v", name, err)
			}
		}
		if err := other.public.Verify(message, signature, opts); err != ErrInvalidSignature {
			t.Errorf("other key: %v", err)
		}
		if s.SupportsContext() {
			for _, context := range []string{"", "contexT", "context\x00", "contex"} {
				if err := k.public.Verify(message, signature, &Options{Context: context}); err != ErrInvalidSignature {
					t.Errorf("context %q: %v", context, err)
				}
			}
		}
	})
}

// TestSwappedKeyHalves: a public key with a half of another key verifies
// nothing that either key signed.
func TestSwappedKeyHalves(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		k, other := testKey(t, s, 1), testKey(t, s, 2)
		pq, classical := split(t, s, encodePublic(t, k.public), s.pq.PublicKeySize())
		otherPQ, otherClassical := split(t, s, encodePublic(t, other.public), s.pq.PublicKeySize())
		message := []byte("swapped halves")
		for name, data := range map[string][]byte{
			"post-quantum half": s.construct.join(otherPQ, classical),
			"classical half":    s.construct.join(pq, otherClassical),
		} {
			mixed, err := s.UnmarshalBinaryPublicKey(data)
			if err != nil {
				t.Fatal(err)
			}
			for i, signer := range []keyPair{k, other} {
				if err := mixed.(*PublicKey).Verify(message, mustSign(t, signer.private, message, nil), nil); err != ErrInvalidSignature {
					t.Errorf("%s of other key, signer %d: %v", name, i+1, err)
				}
			}
		}
	})
}

// TestTamperedPublicKeys: what is not the encoding of a key is refused.
func TestTamperedPublicKeys(t *testing.T) {
	eachScheme(t, func(t *testing.T, s *Scheme) {
		good := encodePublic(t, testKey(t, s, 1).public)
		pq, classical := split(t, s, good, s.pq.PublicKeySize())
		join := s.construct.join
		cases := map[string][]byte{
			"empty":                   nil,
			"post-quantum half alone": pq,
			"classical half alone":    classical,
			"classical half empty":    join(pq, nil),
			"post-quantum half empty": join(nil, classical),
			"halves exchanged":        join(classical, pq),
			"other order":             slices.Concat(classical, pq),
			"byte behind":             append(bytes.Clone(good), 0),
			"byte before":             append([]byte{0}, good...),
			"shortened":               good[:len(good)-1],
			"moved boundary":          join(pq[:len(pq)-1], append(bytes.Clone(classical), 0)),
		}
		if _, isECDSA := s.classical.(*ecdsaHalf); isECDSA {
			n := len(classical) / 2
			compressed := append([]byte{2 | classical[2*n]&1}, classical[1:1+n]...)
			hybridForm := append([]byte{6 | classical[2*n]&1}, classical[1:]...)
			offCurve := bytes.Clone(classical)
			offCurve[2*n] ^= 1
			cases["compressed point"] = join(pq, compressed)
			cases["compressed point, padded"] = join(pq, append(compressed, make([]byte, n)...))
			cases["point in hybrid form"] = join(pq, hybridForm)
			cases["point off the curve"] = join(pq, offCurve)
			cases["point at infinity"] = join(pq, make([]byte, len(classical)))
			cases["x and y zero"] = join(pq, append([]byte{4}, make([]byte, 2*n)...))
			cases["x and y too large"] = join(pq, append([]byte{4}, bytes.Repeat([]byte{0xff}, 2*n)...))
		}
		for name, bad := range cases {
			if key, err := s.UnmarshalBinaryPublicKey(bad); err == nil || key != nil {
				t.Errorf("%s: accepted", name)
			}
		}
	})
}
