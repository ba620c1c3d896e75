// Command hybrid signs a message with two schemes at once, FN-DSA-512 and
// ECDSA P-256 as one composite, and shows that neither half is enough.
//
//	go run ./examples/hybrid
package main

import (
	"errors"
	"fmt"
	"io"
	"log"
	"os"

	"github.com/saker-pq/saker/hybrid"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	scheme := hybrid.FNDSA512ECDSAP256()
	public, private, err := scheme.GenerateKey()
	if err != nil {
		return err
	}
	pub, priv := public.(*hybrid.PublicKey), private.(*hybrid.PrivateKey)
	message := []byte("pay 100 to Alice")
	opts := &hybrid.Options{Context: "example.org/payments"}
	sig, err := priv.Sign(nil, message, opts)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: public key %d bytes\n", scheme.Name(), scheme.PublicKeySize())
	fmt.Fprintln(out, "both halves:", verdict(pub.Verify(message, sig, opts)))

	const fndsaSize = 666 // the FN-DSA signature comes first, ECDSA's follows
	for name, at := range map[string]int{"FN-DSA": fndsaSize / 2, "ECDSA": len(sig) - 1} {
		broken := append([]byte(nil), sig...)
		broken[at] ^= 1
		err := pub.Verify(message, broken, opts)
		if !errors.Is(err, hybrid.ErrInvalidSignature) {
			return fmt.Errorf("with a broken half of %s: %v", name, err)
		}
	}
	fmt.Fprintln(out, "one half broken:", verdict(hybrid.ErrInvalidSignature))
	fmt.Fprintln(out, "another context:", verdict(pub.Verify(message, sig, &hybrid.Options{Context: "example.org/votes"})))
	return nil
}

func verdict(err error) string {
	if err != nil {
		return err.Error()
	}
	return "valid"
}
