package hybrid

import "testing"

func TestSmoke(t *testing.T) {
	for _, s := range All() {
		pk, sk, err := s.GenerateKey()
		if err != nil {
			t.Fatal(err)
		}
		sig := s.Sign(sk, []byte("x"), nil)
		if !s.Verify(pk, []byte("x"), sig, nil) {
			t.Fatal("no")
		}
		b, _ := sk.MarshalBinary()
		sk2, err := s.UnmarshalBinaryPrivateKey(b)
		if err != nil || !sk2.Equal(sk) {
			t.Fatal(err)
		}
		t.Log(len(b), s.PrivateKeySize(), len(sig), s.SignatureSize())
	}
}
