package scheme_test

import (
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/scheme"
)

func Example() {
	s := scheme.FNDSA512()
	pk, sk, err := s.GenerateKey()
	if err != nil {
		fmt.Println(err)
		return
	}
	opts := &sign.SignatureOpts{Context: "example"}
	signature := s.Sign(sk, []byte("message"), opts)
	fmt.Println(s.Name(), len(signature), s.Verify(pk, []byte("message"), signature, opts))
	fmt.Println(s.Verify(pk, []byte("another message"), signature, opts))
	// Output:
	// FN-DSA-512 666 true
	// false
}

func ExampleAll() {
	for _, s := range scheme.All() {
		fmt.Println(s.Name(), s.PublicKeySize(), s.PrivateKeySize(), s.SignatureSize())
	}
	// Output:
	// FN-DSA-512 897 1345 666
	// FN-DSA-1024 1793 2369 1280
	// Falcon-512 897 1281 752
	// Falcon-1024 1793 2305 1462
	// Falcon-padded-512 897 1281 666
	// Falcon-padded-1024 1793 2305 1280
}
