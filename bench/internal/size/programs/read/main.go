// Command read does what the other two do without signatures: what is in it is in every Go program.
package main

import (
	"fmt"
	"os"
)

func main() {
	b, err := os.ReadFile(os.Args[1])
	fmt.Println(b, err)
}
