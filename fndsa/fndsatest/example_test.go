package fndsatest_test

import (
	"bytes"
	"fmt"

	"github.com/saker-pq/saker/fndsa/fndsatest"
)

// A key and a signature of a toy degree, reproduced from fixed randomness.
func Example() {
	key, err := fndsatest.GenerateKey(fndsatest.FNDSA, 4, bytes.Repeat([]byte{1}, 32))
	if err != nil {
		panic(err)
	}
	message := fndsatest.Message{Context: "example", Data: []byte("message")}
	sig, attempts, err := key.Sign(bytes.Repeat([]byte{2}, 40), message, nil)
	if err != nil {
		panic(err)
	}
	again, _, _ := key.Sign(bytes.Repeat([]byte{2}, 40), message, nil)
	fmt.Println(len(sig), "bytes in", attempts, "attempt, the same again:", bytes.Equal(sig, again))
	fmt.Println(fndsatest.Verify(fndsatest.FNDSA, 4, key.PublicKey(), message, sig))
	// Output:
	// 63 bytes in 1 attempt, the same again: true
	// <nil>
}
