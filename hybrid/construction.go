package hybrid

import "github.com/cloudflare/circl/sign"

// construction is a way of making one scheme of two: what both halves sign and
// how the two parts of an object lie in its bytes.
type construction interface {
	// prepare returns the bytes that both halves sign and the context that the
	// post-quantum half receives beside them.
	prepare(message []byte, context string) (toSign []byte, pqContext string)
	supportsContext() bool

	// join writes one object; split takes it apart again and accepts only what
	// join writes. pqSize is the fixed size of the post-quantum part.
	join(pq, classical []byte) []byte
	split(object []byte, pqSize int) (pq, classical []byte, err error)
	overhead() int // bytes join adds

	// The post-quantum part of an encoded private key: its size, its bytes, and
	// the key read back from them, proved consistent.
	pqPrivateSize(pq sign.Scheme) int
	encodePQ(k *PrivateKey) ([]byte, error)
	parsePQ(pq sign.Scheme, data []byte) (pqKey, error)
	generatePQ(pq sign.Scheme) (pqKey, error)
	derivePQ(pq sign.Scheme, seed []byte) pqKey // seed of pq.SeedSize bytes

	// wrapped says whether PKCS#8 holds the private key in an OCTET STRING of
	// its own inside the privateKey field.
	wrapped() bool

	// domain separates DeriveKey of one scheme from another's.
	domain(s *Scheme) string
}

// pqKey is a post-quantum key pair with the seed it came from, where the
// construction keeps one.
type pqKey struct {
	public  sign.PublicKey
	private sign.PrivateKey
	seed    []byte
}
