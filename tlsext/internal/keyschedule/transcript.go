package keyschedule

import "hash"

// Transcript is the running hash over all handshake messages (RFC 8446, section 4.4.1).
type Transcript struct{ h hash.Hash }

// NewTranscript starts a transcript with the hash of a suite.
func NewTranscript(s *Suite) *Transcript { return &Transcript{s.hash()} }

// Add appends a whole handshake message, header included.
func (t *Transcript) Add(message []byte) { t.h.Write(message) }

// Sum returns the hash of the messages so far.
func (t *Transcript) Sum() []byte { return t.h.Sum(nil) }

// SumWith returns the hash as it would be with one more (part of a) message.
func (t *Transcript) SumWith(message []byte) []byte {
	c, err := t.h.(hash.Cloner).Clone()
	if err != nil {
		panic("tlsext: transcript hash cannot be cloned: " + err.Error())
	}
	c.Write(message)
	return c.Sum(nil)
}

// Retry replaces the first ClientHello by its hash, in the form of a message of type
// message_hash, as a HelloRetryRequest asks.
func (t *Transcript) Retry() {
	sum := t.h.Sum(nil)
	t.h.Reset()
	t.h.Write([]byte{254, 0, 0, byte(len(sum))})
	t.h.Write(sum)
}
