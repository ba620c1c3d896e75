package tlsext

import (
	"fmt"
	"io"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/record"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// The context strings of CertificateVerify (RFC 8446, section 4.4.3).
const (
	serverContext = "TLS 1.3, server CertificateVerify"
	clientContext = "TLS 1.3, client CertificateVerify"
)

// proofInput is what CertificateVerify signs: 64 spaces, the context string, a zero and
// the transcript hash (RFC 8446, section 4.4.3).
func proofInput(context string, transcript []byte) []byte {
	b := make([]byte, 0, 64+len(context)+1+len(transcript))
	for range 64 {
		b = append(b, ' ')
	}
	b = append(b, context...)
	b = append(b, 0)
	return append(b, transcript...)
}

// makeProof signs a CertificateVerify.
func makeProof(rand io.Reader, cred *credential, scheme *sigscheme.Scheme, context string, transcript []byte) ([]byte, error) {
	sig, err := scheme.Sign(rand, cred.signer, proofInput(context, transcript))
	if err != nil {
		return nil, fmt.Errorf("tlsext: signing the handshake with %s: %w", scheme.Name, err)
	}
	return (&handshake.CertificateVerify{Scheme: scheme.ID, Signature: sig}).Marshal()
}

// checkProof verifies a CertificateVerify against the leaf of the peer.
func checkProof(m *message, offered []*sigscheme.Scheme, leaf *x509ext.Certificate, context string, transcript []byte) (SignatureScheme, error) {
	cv, err := handshake.ParseCertificateVerify(m.body)
	if err != nil {
		return 0, err
	}
	scheme := findScheme(offered, cv.Scheme)
	if scheme == nil {
		return 0, alert.Errorf(alert.IllegalParameter, "CertificateVerify: %v was not offered", SignatureScheme(cv.Scheme))
	}
	if !scheme.Fits(leaf.PublicKey) {
		return 0, alert.Errorf(alert.IllegalParameter, "CertificateVerify: %s does not fit the key of the certificate (%T)", scheme.Name, leaf.PublicKey)
	}
	if !scheme.Verify(leaf.PublicKey, proofInput(context, transcript), cv.Signature) {
		return 0, alert.Errorf(alert.DecryptError, "CertificateVerify: the signature is not valid")
	}
	return SignatureScheme(scheme.ID), nil
}

// checkFinished verifies the MAC of a Finished message (RFC 8446, section 4.4.4).
func checkFinished(suite *keyschedule.Suite, secret, transcript []byte, m *message) error {
	if len(m.body) != suite.HashLen {
		return alert.Errorf(alert.DecodeError, "Finished of %d bytes", len(m.body))
	}
	if !suite.CheckFinished(secret, transcript, m.body) {
		return alert.Errorf(alert.DecryptError, "Finished does not match the handshake")
	}
	return nil
}

// marshalChain frames a chain; the context is empty during the handshake.
func marshalChain(chain [][]byte) ([]byte, error) {
	m := new(handshake.Certificate)
	for _, der := range chain {
		m.Entries = append(m.Entries, handshake.CertificateEntry{Data: der})
	}
	return m.Marshal()
}

// readChain reads a Certificate message and parses the chain. requested says which
// extensions this side asked for.
func (c *Conn) readChain(m *message, requested func(uint16) bool) ([]*x509ext.Certificate, error) {
	msg, err := handshake.ParseCertificate(m.body)
	if err != nil {
		return nil, err
	}
	if len(msg.Context) != 0 {
		return nil, alert.Errorf(alert.IllegalParameter, "Certificate: the context is not empty")
	}
	var ders [][]byte
	for _, e := range msg.Entries {
		if err := handshake.CheckAnswers(e.Extensions, handshake.InCertificate, requested); err != nil {
			return nil, err
		}
		ders = append(ders, e.Data)
	}
	chain, err := parseChain(ders)
	if err != nil {
		return nil, err
	}
	if len(chain) > 0 && !isUsableFor(chain[0]) {
		return nil, alert.Errorf(alert.BadCertificate, "certificate of the peer: keyUsage does not allow digitalSignature")
	}
	return chain, nil
}

// confirm asks the application for its opinion, once everything else is settled.
func (c *Conn) confirm() error {
	c.finish()
	if c.config.VerifyConnection == nil {
		return nil
	}
	if err := c.config.VerifyConnection(c.state); err != nil {
		c.state.HandshakeComplete = false
		return alert.Errorf(alert.BadCertificate, "VerifyConnection: %w", err)
	}
	return nil
}

// credentialFor checks a certificate that a callback returned.
func (s *settings) credentialFor(cert *Certificate, peer []uint16) (*credential, *sigscheme.Scheme, error) {
	cred, err := s.newCredential(cert)
	if err != nil {
		return nil, nil, fmt.Errorf("tlsext: certificate from a callback: %w", err)
	}
	scheme := cred.choose(peer)
	if scheme == nil {
		return nil, nil, alert.Errorf(alert.HandshakeFailure, "certificate from a callback: the peer accepts none of its signature schemes")
	}
	return cred, scheme, nil
}

// requestWishes reads what a CertificateRequest asks for.
func requestWishes(req *handshake.CertificateRequest) (*peerWishes, error) {
	w := new(peerWishes)
	if err := w.readSchemes(req.Extensions); err != nil {
		return nil, err
	}
	if data, ok := handshake.Find(req.Extensions, handshake.ExtCertificateAuthorities); ok {
		var err error
		if w.authorities, err = handshake.ParseAuthorities(data); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// readSchemes reads signature_algorithms and signature_algorithms_cert; without the
// second, the first holds for certificates too (RFC 8446, section 4.2.3).
func (w *peerWishes) readSchemes(list []handshake.Extension) (err error) {
	if data, ok := handshake.Find(list, handshake.ExtSignatureAlgorithms); ok {
		if w.schemes, err = handshake.ParseUint16List("signature_algorithms", data); err != nil {
			return err
		}
	}
	w.certSchemes = w.schemes
	if data, ok := handshake.Find(list, handshake.ExtSignatureAlgorithmsCert); ok {
		w.certSchemes, err = handshake.ParseUint16List("signature_algorithms_cert", data)
	}
	return err
}

// parseSizeLimit reads record_size_limit (RFC 8449, section 4).
func parseSizeLimit(data []byte) (int, error) {
	v, err := handshake.ParseUint16("record_size_limit", data)
	if err != nil {
		return 0, err
	}
	if v < record.MinSizeLimit {
		return 0, alert.Errorf(alert.IllegalParameter, "record_size_limit of %d is below %d", v, record.MinSizeLimit)
	}
	return int(v), nil
}
