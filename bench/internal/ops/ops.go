// Package ops is the catalogue of what is measured: every operation of Saker and the same operations of the
// schemes it stands beside. An operation is made ready once and then called many times.
package ops

import "fmt"

// Names of the operations. Peers have the first few only.
const (
	Keygen        = "keygen"
	Sign          = "sign"           // with a key prepared before
	SignCompact   = "sign-compact"   // with a key that keeps no expanded tree
	SignEncoded   = "sign-encoded"   // from the bytes of the private key
	Verify        = "verify"         // with a key prepared before
	VerifyEncoded = "verify-encoded" // from the bytes of the public key
)

// BatchSize is the number of signatures in the batches that every run measures.
const BatchSize = 64

// Scaling lists the batch sizes whose cost per signature is compared.
var Scaling = []int{1, 2, 4, 8, 16, 32, 64, 128, 256}

// SignBatch and VerifyBatch name the batch operations of n signatures.
func SignBatch(n int) string   { return fmt.Sprintf("sign-batch-%d", n) }
func VerifyBatch(n int) string { return fmt.Sprintf("verify-batch-%d", n) }

// Call does an operation once. i counts the calls, so that operations whose time depends on their input
// see different ones.
type Call func(i int) error

// Operation is one thing to measure.
type Operation struct {
	Backend string // the form of Saker, or the library of a peer
	Scheme  string
	Name    string
	Items   int // signatures made or verified by one call; 1 outside batches
	Inputs  int // if not 0: the number of fixed inputs, each to be measured once
	Calls   int // if not 0: a time of fewer calls means little, because it varies from call to call
	New     func() (Call, error)
}

// ID names an operation within a run.
func (o Operation) ID() string { return o.Backend + "/" + o.Scheme + "/" + o.Name }

// catalogue collects the operations of one scheme.
type catalogue struct {
	backend, scheme string
	list            []Operation
}

func (c *catalogue) add(name string, prepare func() (Call, error)) *Operation {
	c.list = append(c.list, Operation{Backend: c.backend, Scheme: c.scheme, Name: name, Items: 1, New: prepare})
	return &c.list[len(c.list)-1]
}

// message is the i-th message to sign: 32 bytes, different for each i.
func message(i int) []byte {
	m := make([]byte, 32)
	for j := range 8 {
		m[j] = byte(i >> (8 * j))
	}
	return m
}

// refused is the error of a signature that was just made and does not verify.
func refused(scheme string) error { return fmt.Errorf("ops: %s refuses its own signature", scheme) }
