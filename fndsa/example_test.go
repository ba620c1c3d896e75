package fndsa_test

import (
	"context"
	"fmt"

	"github.com/saker-pq/saker/fndsa"
)

func Example() {
	key, err := fndsa.GenerateKey(fndsa.FNDSA512(), nil)
	if err != nil {
		panic(err)
	}
	message := []byte("the quick brown fox")
	opts := &fndsa.Options{Context: "example.org/fox/1"}
	sig, err := key.SignMessage(nil, message, opts)
	if err != nil {
		panic(err)
	}
	fmt.Println(len(sig), "bytes:", fndsa.Verify(key.PublicKey(), message, sig, opts))
	fmt.Println(fndsa.Verify(key.PublicKey(), message, sig, nil))
	// Output:
	// 666 bytes: <nil>
	// fndsa: invalid signature
}

// A batch uses all processors and gives the signatures in order.
func ExamplePrivateKey_SignBatch() {
	key, err := fndsa.GenerateKey(fndsa.FalconPadded512(), nil)
	if err != nil {
		panic(err)
	}
	messages := [][]byte{[]byte("one"), []byte("two"), []byte("three")}
	sigs, err := key.SignBatch(context.Background(), nil, messages, nil)
	if err != nil {
		panic(err)
	}
	items := make([]fndsa.SignedMessage, len(sigs))
	for i := range items {
		items[i] = fndsa.SignedMessage{PublicKey: key.PublicKey(), Message: messages[i], Signature: sigs[i]}
	}
	fmt.Println(fndsa.VerifyBatch(context.Background(), items))
	// Output: [<nil> <nil> <nil>]
}
