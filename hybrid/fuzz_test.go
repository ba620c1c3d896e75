package hybrid

import (
	"bytes"
	"encoding/asn1"
	"math/big"
	"testing"
)

// Each decoder accepts only what its encoder writes.

// fuzzSchemes has one scheme per shape of encoding.
func fuzzSchemes() []*Scheme {
	return []*Scheme{mldsa44P256, p256Falcon512, p521FalconPadded1024, fndsa512Ed25519, rsa3072Falcon512}
}

func FuzzPublicKey(f *testing.F) {
	schemes := fuzzSchemes()
	for i, s := range schemes {
		f.Add(byte(i), encodePublic(f, testKey(f, s, 1).public))
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		s := schemes[int(which)%len(schemes)]
		key, err := s.UnmarshalBinaryPublicKey(data)
		if err != nil {
			if key != nil {
				t.Error("key and error")
			}
			return
		}
		if !bytes.Equal(encodePublic(t, key.(*PublicKey)), data) {
			t.Error("accepted, but encoded otherwise")
		}
	})
}

func FuzzPKCS8Content(f *testing.F) {
	schemes := fuzzSchemes()
	for i, s := range schemes {
		content, err := MarshalPKCS8Content(testKey(f, s, 1).private)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(byte(i), content)
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		s := schemes[int(which)%len(schemes)]
		key, err := ParsePKCS8Content(s, data)
		if err != nil {
			if key != nil {
				t.Error("key and error")
			}
			return
		}
		content, err := MarshalPKCS8Content(key)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(content, data) {
			t.Error("accepted, but encoded otherwise")
		}
		message := []byte("accepted keys work")
		if err := key.public.Verify(message, mustSign(t, key, message, nil), nil); err != nil {
			t.Error(err)
		}
	})
}

// FuzzSignature changes a good signature: no other byte string verifies, except
// a pair (r, s) replaced by (r, order-s), which the fuzzer does not find.
func FuzzSignature(f *testing.F) {
	schemes := fuzzSchemes()
	message := []byte("fuzz")
	good := make([][]byte, len(schemes))
	for i, s := range schemes {
		good[i] = mustSign(f, testKey(f, s, 1).private, message, nil)
		f.Add(byte(i), good[i])
	}
	f.Fuzz(func(t *testing.T, which byte, data []byte) {
		i := int(which) % len(schemes)
		s := schemes[i]
		err := testKey(t, s, 1).public.Verify(message, data, nil)
		if err != nil && err != ErrInvalidSignature {
			t.Errorf("error %v", err)
		}
		if pq, classical, splitErr := s.construct.split(data, s.pq.SignatureSize()); splitErr == nil {
			if !bytes.Equal(s.construct.join(pq, classical), data) {
				t.Error("split, but joined otherwise")
			}
		} else if err == nil {
			t.Error("verifies without two halves")
		}
	})
}

func FuzzECDSASignature(f *testing.F) {
	f.Add([]byte{0x30, 6, 2, 1, 1, 2, 1, 2})
	f.Add([]byte{0x30, 8, 2, 2, 0, 0xff, 2, 2, 0, 0x80})
	f.Fuzz(func(t *testing.T, data []byte) {
		if !isCanonicalECDSA(data) {
			return
		}
		var pair struct{ R, S *big.Int }
		if rest, err := asn1.Unmarshal(data, &pair); err != nil || len(rest) != 0 {
			t.Fatalf("accepted, but not two integers: %v, %d bytes behind", err, len(rest))
		}
		if again, err := asn1.Marshal(pair); err != nil || !bytes.Equal(again, data) {
			t.Errorf("accepted, but encoded otherwise: %x, %v", again, err)
		}
	})
}
