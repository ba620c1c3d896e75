package tlsext

import (
	"context"
	"io"
	"net"
	"sync"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// ClientAuthType says what a server asks of its clients.
type ClientAuthType int

// The policies of crypto/tls, with the same meaning.
const (
	NoClientCert ClientAuthType = iota
	RequestClientCert
	RequireAnyClientCert
	VerifyClientCertIfGiven
	RequireAndVerifyClientCert
)

// DefaultHandshakeTimeout is used when Config.HandshakeTimeout is zero.
const DefaultHandshakeTimeout = 30 * time.Second

// A Config says how connections behave. Fields have the meaning of the fields with the
// same names in crypto/tls unless the comment says otherwise. A Config is checked when
// it is first used, or by ValidateClient and ValidateServer, and must not be changed
// after that. It may be shared by any number of connections.
type Config struct {
	// Rand is the source of all random values but one (crypto/mlkem draws its own when a
	// server encapsulates). Nil means crypto/rand. It must be safe for concurrent use.
	Rand io.Reader
	// Time returns the current time; nil means time.Now.
	Time func() time.Time

	// Certificates are the chains this side can present. The first one that suits the
	// peer is used: its key works with a scheme of the peer's signature_algorithms, its
	// leaf is valid for the requested name, its signatures are among the peer's
	// signature_algorithms_cert. The last two are preferences, the first is not.
	Certificates []Certificate
	// GetCertificate, on a server, is asked first; nil, nil means: use Certificates.
	GetCertificate func(*ClientHelloInfo) (*Certificate, error)
	// GetClientCertificate, on a client, is asked first; nil, nil means: use
	// Certificates. A Certificate with an empty chain means: present none.
	GetClientCertificate func(*CertificateRequestInfo) (*Certificate, error)

	// RootCAs are the anchors for servers; a client must set it, or accept any
	// certificate with InsecureSkipVerify.
	RootCAs *x509ext.CertPool
	// ClientCAs are the anchors for clients.
	ClientCAs *x509ext.CertPool
	// ClientAuth is the server's policy; the default asks for no certificate.
	ClientAuth ClientAuthType
	// ServerName is checked against the server's certificate and sent in server_name
	// unless it is an address.
	ServerName string
	// InsecureSkipVerify accepts any chain and any name. VerifyConnection can then make
	// the decision.
	InsecureSkipVerify bool
	// VerifyConnection is called at the end of every handshake, resumed ones included,
	// after all other checks; an error ends the handshake.
	VerifyConnection func(ConnectionState) error

	// NextProtos are the application protocols, by preference (RFC 7301).
	NextProtos []string

	// SignatureSchemes are the schemes for CertificateVerify, by preference, in both
	// directions. Nil means the classical ones: experimental code points are never used
	// unless named here.
	SignatureSchemes []SignatureScheme
	// CertificateSchemes are the schemes accepted in the signatures of the peer's
	// certificates (signature_algorithms_cert). Nil means SignatureSchemes, with RSA
	// PKCS #1 v1.5 when those include RSA-PSS. Certificates of trust anchors are exempt.
	CertificateSchemes []SignatureScheme
	// CurvePreferences are the groups by preference; nil means all.
	CurvePreferences []CurveID
	// CipherSuites are the suites by preference; nil means all, AES first where the
	// processor helps with it.
	CipherSuites []uint16

	// SessionTicketsDisabled turns off resumption: a server issues no tickets and
	// accepts none, a client offers none.
	SessionTicketsDisabled bool
	// SessionTicketKeys, on a server, encrypt tickets: the first is used for new ones,
	// all are tried for old ones. Nil means keys of this Config's own, changed daily.
	SessionTicketKeys [][32]byte
	// ClientSessionCache keeps the tickets of a client; nil means no resumption.
	ClientSessionCache ClientSessionCache

	// KeyLogWriter receives the secrets of every connection in the NSS key log format.
	// Whoever reads it can read the connections: for debugging only.
	KeyLogWriter io.Writer

	// HandshakeTimeout ends handshakes that take longer. Zero means
	// DefaultHandshakeTimeout, a negative value no limit.
	HandshakeTimeout time.Duration
	// RecordSizeLimit is announced to the peer (RFC 8449): the longest inner plaintext
	// this side accepts, 64 to 16385. Zero announces nothing. Limits of peers are
	// always kept.
	RecordSizeLimit int
	// RecordPadding pads protected records to a multiple of so many bytes; 0 and 1 add
	// no padding.
	RecordPadding int

	once    sync.Once
	settled *settings
	err     error
	tickets ticketKeys
	keyLog  sync.Mutex
}

// ClientHelloInfo is what GetCertificate is told.
type ClientHelloInfo struct {
	ServerName         string
	CipherSuites       []uint16
	SupportedCurves    []CurveID
	SignatureSchemes   []SignatureScheme
	CertificateSchemes []SignatureScheme
	SupportedProtos    []string
	Conn               net.Conn
	ctx                context.Context
}

// Context is the context of the handshake.
func (i *ClientHelloInfo) Context() context.Context { return i.ctx }

// CertificateRequestInfo is what GetClientCertificate is told.
type CertificateRequestInfo struct {
	// AcceptableCAs are DER names; empty means any.
	AcceptableCAs      [][]byte
	SignatureSchemes   []SignatureScheme
	CertificateSchemes []SignatureScheme
	ctx                context.Context
}

// Context is the context of the handshake.
func (i *CertificateRequestInfo) Context() context.Context { return i.ctx }

// Clone returns a copy that has not been used yet and may be changed. Ticket keys the
// original made for itself are not shared.
func (c *Config) Clone() *Config {
	if c == nil {
		return nil
	}
	return &Config{
		Rand: c.Rand, Time: c.Time,
		Certificates: c.Certificates, GetCertificate: c.GetCertificate, GetClientCertificate: c.GetClientCertificate,
		RootCAs: c.RootCAs, ClientCAs: c.ClientCAs, ClientAuth: c.ClientAuth,
		ServerName: c.ServerName, InsecureSkipVerify: c.InsecureSkipVerify, VerifyConnection: c.VerifyConnection,
		NextProtos: c.NextProtos, SignatureSchemes: c.SignatureSchemes, CertificateSchemes: c.CertificateSchemes,
		CurvePreferences: c.CurvePreferences, CipherSuites: c.CipherSuites,
		SessionTicketsDisabled: c.SessionTicketsDisabled, SessionTicketKeys: c.SessionTicketKeys,
		ClientSessionCache: c.ClientSessionCache, KeyLogWriter: c.KeyLogWriter,
		HandshakeTimeout: c.HandshakeTimeout, RecordSizeLimit: c.RecordSizeLimit, RecordPadding: c.RecordPadding,
	}
}
