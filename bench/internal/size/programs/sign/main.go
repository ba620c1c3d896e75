// Command sign is the least program that signs.
package main

import (
	"fmt"
	"os"

	"github.com/saker-pq/saker/fndsa"
)

func main() {
	b, _ := os.ReadFile(os.Args[1])
	key, err := fndsa.NewPrivateKey(fndsa.FNDSA512(), b)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(key.SignMessage(nil, b, nil))
}
