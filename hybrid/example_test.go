package hybrid_test

import (
	"crypto"
	"encoding/asn1"
	"fmt"
	"log"

	"github.com/cloudflare/circl/sign/mldsa/mldsa87"

	"github.com/saker-pq/saker/hybrid"
)

func Example() {
	public, private, err := hybrid.FNDSA512ECDSAP256().GenerateKey()
	if err != nil {
		log.Fatal(err)
	}
	message := []byte("signed twice, verified twice")
	signature, err := private.Sign(nil, message, crypto.Hash(0))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(public.Scheme().Name(), public.(*hybrid.PublicKey).Verify(message, signature, nil))
	signature[700] ^= 1 // a byte of the ECDSA half
	fmt.Println(public.(*hybrid.PublicKey).Verify(message, signature, nil))
	// Output:
	// FN-DSA-512-ECDSA-P256-SHA256 <nil>
	// hybrid: invalid signature
}

func ExampleNewComposite() {
	scheme, err := hybrid.NewComposite(hybrid.CompositeParameters{
		Name:      "ML-DSA-87-ECDSA-P384-SHA512",
		OID:       asn1.ObjectIdentifier{1, 3, 6, 1, 5, 5, 7, 6, 49},
		Label:     "COMPSIG-MLDSA87-ECDSA-P384-SHA512",
		PQ:        mldsa87.Scheme(),
		Classical: hybrid.ECDSAP384(),
		PreHash:   crypto.SHA512,
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(scheme.Name(), scheme.PublicKeySize(), scheme.PrivateKeySize(), scheme.SignatureSize())
	// Output: ML-DSA-87-ECDSA-P384-SHA512 2689 96 4731
}

func ExampleAll() {
	for _, scheme := range hybrid.All() {
		fmt.Printf("%-29s public %4d, private %4d, signature %4d\n",
			scheme.Name(), scheme.PublicKeySize(), scheme.PrivateKeySize(), scheme.SignatureSize())
	}
	// Output:
	// FN-DSA-512-ECDSA-P256-SHA256  public  962, private   83, signature  738
	// FN-DSA-512-Ed25519-SHA512     public  929, private   64, signature  730
	// FN-DSA-1024-ECDSA-P384-SHA512 public 1890, private   96, signature 1384
	// FN-DSA-1024-ECDSA-P521-SHA512 public 1926, private  114, signature 1419
	// P256-Falcon-512               public  966, private 2303, signature  828
	// RSA3072-Falcon-512            public 1299, private 3952, signature 1140
	// P521-Falcon-1024              public 1930, private 4325, signature 1605
	// P256-Falcon-padded-512        public  966, private 2303, signature  742
	// RSA3072-Falcon-padded-512     public 1299, private 3952, signature 1054
	// P521-Falcon-padded-1024       public 1930, private 4325, signature 1423
	// ML-DSA-44-ECDSA-P256-SHA256   public 1377, private   83, signature 2492
	// ML-DSA-65-ECDSA-P256-SHA512   public 2017, private   83, signature 3381
}
