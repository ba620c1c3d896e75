package provider_test

import (
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/provider"
)

// Make a key, store it as PEM, read it back.
func Example() {
	if err := provider.Init(); err != nil { // SAKER_BACKEND names no backend
		fmt.Println(err)
		return
	}
	s := provider.ByName("fndsa512")
	_, key, err := s.GenerateKey()
	if err != nil {
		fmt.Println(err)
		return
	}
	text, err := provider.MarshalPrivateKeyPEM(key)
	if err != nil {
		fmt.Println(err)
		return
	}
	parsed, err := provider.ParsePrivateKeyPEM(text)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(parsed.(sign.PrivateKey).Scheme().Name(), key.Equal(parsed))
	// Output: FN-DSA-512 true
}

func ExampleDescribe() {
	info, ok := provider.Describe(provider.ByName("Falcon-512"))
	fmt.Println(ok, info.OID, info.LegacyOIDs, info.Experimental)
	fmt.Printf("%#x\n", info.TLSIdentifier)
	// Output:
	// true 1.3.9999.3.11 [1.3.9999.3.6 1.3.9999.3.1] true
	// 0xfed7
}

// Read a Falcon key in whatever form it is, and write it in Bouncy Castle's.
func ExampleMarshalPKCS8PrivateKeyForm() {
	_, key := provider.ByName("falcon512").DeriveKey(make([]byte, 32))
	der, err := provider.MarshalPKCS8PrivateKeyForm(key, provider.FormBC)
	if err != nil {
		fmt.Println(err)
		return
	}
	_, layout, err := provider.ParsePKCS8PrivateKeyLayout(der)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(len(der), layout.Form, layout.OID)
	// Output: 2223 bc 1.3.9999.3.11
}
