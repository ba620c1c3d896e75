package tlsext

import (
	"errors"
	"fmt"

	"github.com/saker-pq/saker/x509ext"
)

// ConnectionState describes a connection.
type ConnectionState struct {
	Version           uint16
	HandshakeComplete bool
	DidResume         bool
	CipherSuite       uint16
	CurveID           CurveID
	// HelloRetryRequest reports that the key exchange took a second round trip.
	HelloRetryRequest bool
	// NegotiatedProtocol is the application protocol, empty if none.
	NegotiatedProtocol string
	// ServerName is the name in server_name, on both sides.
	ServerName string
	// PeerCertificates is the chain the peer sent, or sent when the session began.
	PeerCertificates []*x509ext.Certificate
	// VerifiedChains are the chains to an anchor; empty when nothing was verified.
	VerifiedChains [][]*x509ext.Certificate
	// PeerSignatureScheme signed the peer's CertificateVerify, LocalSignatureScheme
	// this side's; 0 if there was none in this handshake.
	PeerSignatureScheme, LocalSignatureScheme SignatureScheme
	// Flights are the bytes of the handshake on the wire, in order.
	Flights []Flight

	export func(label string, context []byte, length int) ([]byte, error)
}

// Flight is what one side sent before it waited for the other.
type Flight struct {
	Sent  bool // by this side
	Bytes int64
}

// ConnectionState returns what is known about the connection.
func (c *Conn) ConnectionState() ConnectionState {
	c.handshakeMu.Lock()
	defer c.handshakeMu.Unlock()
	return c.state
}

// VerifyHostname checks the peer's certificate for a host name, on a client whose
// handshake has finished.
func (c *Conn) VerifyHostname(host string) error {
	s := c.ConnectionState()
	switch {
	case !c.isClient:
		return errors.New("tlsext: VerifyHostname called on a server")
	case !s.HandshakeComplete:
		return errors.New("tlsext: VerifyHostname before the handshake has finished")
	case len(s.VerifiedChains) == 0:
		return errors.New("tlsext: VerifyHostname: the certificate was not verified")
	}
	return s.PeerCertificates[0].VerifyHostname(host)
}

// maxExport is the longest exporter value: HKDF-Expand ends at 255 blocks.
const maxExport = 255 * 32

// ExportKeyingMaterial derives a value both sides know and nobody else (RFC 8446,
// section 7.5). An absent context equals an empty one in TLS 1.3.
func (s *ConnectionState) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	if s.export == nil {
		return nil, errors.New("tlsext: no keying material before the handshake has finished")
	}
	return s.export(label, context, length)
}

// ExportKeyingMaterial is the method of ConnectionState.
func (c *Conn) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	s := c.ConnectionState()
	return s.ExportKeyingMaterial(label, context, length)
}

// TLSExporter is the "tls-exporter" channel binding (RFC 9266, section 2).
func (s *ConnectionState) TLSExporter() ([]byte, error) {
	return s.ExportKeyingMaterial("EXPORTER-Channel-Binding", nil, 32)
}

// finish fills in the state at the end of a handshake.
func (c *Conn) finish() {
	suite, exporter := c.suite, c.exporter
	c.state.Version = VersionTLS13
	c.state.HandshakeComplete = true
	c.state.CipherSuite = suite.ID
	c.state.export = func(label string, context []byte, length int) ([]byte, error) {
		// The label has to fit the length byte of HKDF-Expand-Label with its prefix.
		if len(label) > 255-len("tls13 ") {
			return nil, fmt.Errorf("tlsext: exporter label of %d bytes is too long", len(label))
		}
		if length < 0 || length > maxExport {
			return nil, fmt.Errorf("tlsext: exporter length %d is not between 0 and %d", length, maxExport)
		}
		return suite.Export(exporter, label, context, length), nil
	}
}

// countFlights notes the bytes of the flights so far: called after each flush and at
// the end.
func (c *Conn) countFlights() {
	var sent, received int64
	for _, f := range c.state.Flights {
		if f.Sent {
			sent += f.Bytes
		} else {
			received += f.Bytes
		}
	}
	if n := c.in.records.Total - received; n > 0 {
		c.state.Flights = append(c.state.Flights, Flight{Bytes: n})
	}
	if n := c.out.records.Total - sent; n > 0 {
		c.state.Flights = append(c.state.Flights, Flight{Sent: true, Bytes: n})
	}
}
