// Command verify is the least program that verifies.
package main

import (
	"fmt"
	"os"

	"github.com/saker-pq/saker/fndsa"
)

func main() {
	b, _ := os.ReadFile(os.Args[1])
	pk, err := fndsa.NewPublicKey(fndsa.FNDSA512(), b)
	fmt.Println(err, fndsa.Verify(pk, b, b, nil))
}
