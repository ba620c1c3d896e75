package fndsa_test

import (
	"bytes"
	"crypto/sha3"
	"errors"
	"strings"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

func shake256(size int, parts ...[]byte) []byte {
	return sha3.SumSHAKE256(bytes.Join(parts, nil), size)
}

// TestKeyEncodings holds the decoders of keys against every length, every
// header, and values out of range.
func TestKeyEncodings(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		t.Parallel()
		key := keyOf(t, p)
		pub, priv := key.PublicKey().Bytes(), key.Bytes()
		refusePublic := func(what string, at int, enc []byte) {
			t.Helper()
			if k, err := fndsa.NewPublicKey(p, enc); k != nil || !errors.Is(err, fndsa.ErrKeyEncoding) {
				t.Errorf("public key, %s %d: %v", what, at, err)
			}
		}
		refusePrivate := func(what string, at int, enc []byte) {
			t.Helper()
			if k, err := fndsa.NewPrivateKey(p, enc); k != nil || !errors.Is(err, fndsa.ErrKeyEncoding) {
				t.Errorf("private key, %s %d: %v", what, at, err)
			}
		}
		for n := range len(pub) + 3 {
			if n != len(pub) {
				refusePublic("length", n, append(bytes.Clone(pub), 0, 0)[:n])
			}
		}
		for n := range len(priv) + 3 {
			if n != len(priv) {
				refusePrivate("length", n, append(bytes.Clone(priv), 0, 0)[:n])
			}
		}
		for h := range 256 {
			if byte(h) != pub[0] {
				refusePublic("header", h, append([]byte{byte(h)}, pub[1:]...))
			}
			if byte(h) != priv[0] {
				refusePrivate("header", h, append([]byte{byte(h)}, priv[1:]...))
			}
		}
		for i := range p.N() {
			for _, v := range []int{12289, 12290, 16383} {
				bad := bytes.Clone(pub)
				for bit := range 14 { // bit 0 is the lowest of the coefficient
					at, set := 14*i+bit, v>>bit&1
					if p.IsFalcon() {
						at = 14*i + 13 - bit
						bad[1+at/8] = bad[1+at/8]&^(0x80>>(at%8)) | byte(set<<7>>(at%8))
					} else {
						bad[1+at/8] = bad[1+at/8]&^(1<<(at%8)) | byte(set<<(at%8))
					}
				}
				refusePublic("coefficient", i, bad)
			}
		}
		// A sample of the bits of the private key, which its proof binds.
		for bit := 8; bit < 8*len(priv); bit += 61 {
			bad := bytes.Clone(priv)
			bad[bit/8] ^= 1 << (bit % 8)
			refusePrivate("bit", bit, bad)
		}
		if _, err := fndsa.NewPrivateKeyFromSeed(p, make([]byte, 31)); !errors.Is(err, fndsa.ErrKeyEncoding) {
			t.Errorf("seed of 31 bytes: %v", err)
		}
		_, err := fndsa.NewPublicKey(p, pub[:10])
		if !strings.Contains(err.Error(), p.String()) || !strings.Contains(err.Error(), "10 bytes") {
			t.Errorf("the error does not say what was found: %v", err)
		}
	})
}

// FuzzVerify accepts the one signature that was made of each key, and no
// other bytes: not for another message, and not a second encoding.
func FuzzVerify(f *testing.F) {
	sigs := map[fndsa.Parameters][]byte{}
	for i, p := range fndsa.AllParameters() {
		key := keyOf(f, p)
		sig, err := key.SignMessage(&counter{left: 40}, []byte("m"), nil)
		if err != nil {
			f.Fatal(err)
		}
		sigs[p] = sig
		f.Add(uint8(i), []byte("m"), sig)
	}
	f.Fuzz(func(t *testing.T, i uint8, msg, sig []byte) {
		all := fndsa.AllParameters()
		p := all[int(i)%len(all)]
		genuine := bytes.Equal(msg, []byte("m")) && bytes.Equal(sig, sigs[p])
		if err := fndsa.Verify(keyOf(t, p).PublicKey(), msg, sig, nil); err == nil && !genuine {
			t.Errorf("%v: forged %x over %x", p, sig, msg)
		}
	})
}

func FuzzPublicKey(f *testing.F) {
	for i, p := range fndsa.AllParameters() {
		f.Add(uint8(i), keyOf(f, p).PublicKey().Bytes())
	}
	f.Fuzz(func(t *testing.T, i uint8, enc []byte) {
		all := fndsa.AllParameters()
		if k, err := fndsa.NewPublicKey(all[int(i)%len(all)], enc); err == nil && !bytes.Equal(k.Bytes(), enc) {
			t.Errorf("accepted %x, written again as %x", enc, k.Bytes())
		}
	})
}

func FuzzPrivateKey(f *testing.F) {
	for i, p := range fndsa.AllParameters() {
		f.Add(uint8(i), keyOf(f, p).Bytes())
	}
	f.Fuzz(func(t *testing.T, i uint8, enc []byte) {
		all := fndsa.AllParameters()
		if k, err := fndsa.NewPrivateKey(all[int(i)%len(all)], enc); err == nil && !bytes.Equal(k.Bytes(), enc) {
			t.Error("an accepted private key is written again in other bytes")
		}
	})
}
