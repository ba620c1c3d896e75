package fndsa_test

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// TestRound3KnownAnswers rebuilds the two official known-answer files of
// round 3 and compares their SHA-256. testdata keeps only what cannot be
// computed, the private key and the signature of each of the 100 entries;
// seeds and messages come from the generator the files were made with, public
// keys from the private keys. Every signature is verified.
func TestRound3KnownAnswers(t *testing.T) {
	for _, c := range []struct {
		file, title string
		params      fndsa.Parameters
		sha256      string
	}{
		{"falcon512-kat.bin.gz", "Falcon-512", fndsa.Falcon512(), "dd75c946fdedef4ec46a2bee7e10c65c9126f1a839b9ced6921fd45f7354b5cd"},
		{"falcon1024-kat.bin.gz", "Falcon-1024", fndsa.Falcon1024(), "036a0bf5260573cec44977284dfef756cd1143db9961b981bd1fb55828acb20d"},
	} {
		t.Run(c.title, func(t *testing.T) {
			t.Parallel()
			data := readGzip(t, c.file)
			var file bytes.Buffer
			fmt.Fprintf(&file, "# %s\n\n", c.title)
			drbg := newDRBG()
			for count := range 100 {
				seed, msg := drbg.read(48), drbg.read(33*(count+1))
				encoded := data[:c.params.PrivateKeySize()]
				data = data[len(encoded):]
				size := int(binary.BigEndian.Uint16(data))
				nonce, body := data[2:42], data[42:42+size]
				data = data[42+size:]

				key, err := fndsa.NewPrivateKey(c.params, encoded)
				if err != nil {
					t.Fatalf("count %d: %v", count, err)
				}
				if !bytes.Equal(key.Bytes(), encoded) {
					t.Errorf("count %d: the private key is written in other bytes", count)
				}
				logn := encoded[0] & 15
				sig := bytes.Join([][]byte{{0x30 | logn}, nonce, body}, nil)
				if err := fndsa.Verify(key.PublicKey(), msg, sig, nil); err != nil {
					t.Errorf("count %d: %v", count, err)
				}
				if err := fndsa.Verify(key.PublicKey(), append(msg, 0), sig, nil); err != fndsa.ErrInvalidSignature {
					t.Errorf("count %d: another message: %v", count, err)
				}
				sm := bytes.Join([][]byte{{byte((size + 1) >> 8), byte(size + 1)}, nonce, msg, {0x20 | logn}, body}, nil)
				fmt.Fprintf(&file, "count = %d\nseed = %X\nmlen = %d\nmsg = %X\npk = %X\nsk = %X\nsmlen = %d\nsm = %X\n\n",
					count, seed, len(msg), msg, key.PublicKey().Bytes(), encoded, len(sm), sm)
			}
			if len(data) != 0 {
				t.Errorf("%d bytes left", len(data))
			}
			if got := sha256.Sum256(file.Bytes()); hex.EncodeToString(got[:]) != c.sha256 {
				t.Errorf("rebuilt file has SHA-256 %x, want %s", got, c.sha256)
			}
		})
	}
}

// drbg is CTR_DRBG of NIST SP 800-90A over AES-256 without derivation
// function, seeded with the bytes 0 to 47 as in the NIST known-answer files.
type drbg struct {
	block cipher.Block
	v     [16]byte
}

func newDRBG() *drbg {
	d := new(drbg)
	d.block, _ = aes.NewCipher(make([]byte, 32))
	entropy := make([]byte, 48)
	for i := range entropy {
		entropy[i] = byte(i)
	}
	d.update(entropy)
	return d
}

func (d *drbg) blocks(n int) []byte {
	out := make([]byte, 0, n+16)
	for len(out) < n {
		for i := 15; i >= 0; i-- {
			if d.v[i]++; d.v[i] != 0 {
				break
			}
		}
		var b [16]byte
		d.block.Encrypt(b[:], d.v[:])
		out = append(out, b[:]...)
	}
	return out[:n]
}

func (d *drbg) update(provided []byte) {
	state := d.blocks(48)
	for i, b := range provided {
		state[i] ^= b
	}
	d.block, _ = aes.NewCipher(state[:32])
	copy(d.v[:], state[32:])
}

func (d *drbg) read(n int) []byte {
	out := d.blocks(n)
	d.update(nil)
	return out
}
