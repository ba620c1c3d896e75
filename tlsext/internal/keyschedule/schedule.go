package keyschedule

import (
	"crypto/hmac"
	"crypto/subtle"
)

// Schedule walks the chain of secrets in RFC 8446, section 7.1. Each step replaces and
// clears the secret of the step before.
type Schedule struct {
	Suite  *Suite
	secret []byte
}

// New starts at the early secret; psk is nil without a pre-shared key.
func New(s *Suite, psk []byte) *Schedule {
	return &Schedule{Suite: s, secret: s.extract(nil, psk)}
}

func (k *Schedule) derive(label string, transcript []byte) []byte {
	return k.Suite.ExpandLabel(k.secret, label, transcript, k.Suite.HashLen)
}

func (k *Schedule) advance(ikm []byte) {
	salt := k.derive("derived", k.Suite.emptyHash())
	clear(k.secret)
	k.secret = k.Suite.extract(salt, ikm)
	clear(salt)
}

// BinderKey is the key that proves possession of a resumption secret; legal at the
// early secret.
func (k *Schedule) BinderKey() []byte { return k.derive("res binder", k.Suite.emptyHash()) }

// Handshake moves on to the handshake secret and returns the traffic secrets of the
// handshake; transcript covers ClientHello to ServerHello.
func (k *Schedule) Handshake(shared, transcript []byte) (client, server []byte) {
	k.advance(shared)
	return k.derive("c hs traffic", transcript), k.derive("s hs traffic", transcript)
}

// Application moves on to the master secret and returns the first application traffic
// secrets and the exporter secret; transcript covers ClientHello to server Finished.
func (k *Schedule) Application(transcript []byte) (client, server, exporter []byte) {
	k.advance(nil)
	return k.derive("c ap traffic", transcript), k.derive("s ap traffic", transcript), k.derive("exp master", transcript)
}

// Resumption returns the resumption secret and ends the schedule; transcript covers
// ClientHello to client Finished.
func (k *Schedule) Resumption(transcript []byte) []byte {
	out := k.derive("res master", transcript)
	k.Wipe()
	return out
}

// Wipe clears the current secret.
func (k *Schedule) Wipe() { clear(k.secret) }

// ResumptionPSK is the pre-shared key that belongs to a ticket (section 4.6.1).
func (s *Suite) ResumptionPSK(resumption, nonce []byte) []byte {
	return s.ExpandLabel(resumption, "resumption", nonce, s.HashLen)
}

// FinishedMAC is the verify_data of Finished, and the value of a binder (section 4.4.4).
func (s *Suite) FinishedMAC(base, transcript []byte) []byte {
	key := s.ExpandLabel(base, "finished", nil, s.HashLen)
	mac := hmac.New(s.hash, key)
	clear(key)
	mac.Write(transcript)
	return mac.Sum(nil)
}

// CheckFinished compares a received MAC in constant time.
func (s *Suite) CheckFinished(base, transcript, got []byte) bool {
	return subtle.ConstantTimeCompare(s.FinishedMAC(base, transcript), got) == 1
}

// Export computes an exporter value (section 7.5).
func (s *Suite) Export(exporter []byte, label string, context []byte, n int) []byte {
	secret := s.ExpandLabel(exporter, label, s.emptyHash(), s.HashLen)
	defer clear(secret)
	h := s.hash()
	h.Write(context)
	return s.ExpandLabel(secret, "exporter", h.Sum(nil), n)
}
