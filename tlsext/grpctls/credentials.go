package grpctls

import (
	"context"
	"errors"
	"fmt"
	"net"
	"slices"

	"google.golang.org/grpc/credentials"

	"github.com/saker-pq/saker/tlsext"
)

// alpn is the application protocol of gRPC; a peer that does not agree on it
// is refused.
const alpn = "h2"

// New returns credentials for grpc.WithTransportCredentials and grpc.Creds.
// One Config can serve both; it is copied, and "h2" is added to its
// NextProtos. A client verifies the name in Config.ServerName, or that of the
// target if it is empty. Errors of the Config come with the first handshake;
// ValidateClient and ValidateServer find them earlier.
func New(config *tlsext.Config) (credentials.TransportCredentials, error) {
	if config == nil {
		return nil, errors.New("grpctls: config is nil")
	}
	c := config.Clone()
	if !slices.Contains(c.NextProtos, alpn) {
		c.NextProtos = append(slices.Clone(c.NextProtos), alpn)
	}
	return &transport{c}, nil
}

// Info is the authentication information of a connection, found in
// peer.Peer.AuthInfo.
type Info struct {
	credentials.CommonAuthInfo
	State tlsext.ConnectionState
}

// AuthType returns "tls".
func (Info) AuthType() string { return "tls" }

type transport struct {
	config *tlsext.Config
}

func (t *transport) ClientHandshake(ctx context.Context, authority string, raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	c := t.config
	if c.ServerName == "" && !c.InsecureSkipVerify {
		name, _, err := net.SplitHostPort(authority)
		if err != nil {
			name = authority
		}
		c = c.Clone()
		c.ServerName = name
	}
	return finish(ctx, tlsext.Client(raw, c))
}

func (t *transport) ServerHandshake(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	return finish(context.Background(), tlsext.Server(raw, t.config))
}

// finish does the handshake and closes the connection if it fails.
func finish(ctx context.Context, conn *tlsext.Conn) (net.Conn, credentials.AuthInfo, error) {
	if err := conn.HandshakeContext(ctx); err != nil {
		conn.Close()
		return nil, nil, err
	}
	state := conn.ConnectionState()
	if state.NegotiatedProtocol != alpn {
		conn.Close()
		return nil, nil, fmt.Errorf("grpctls: negotiated protocol is %q, expected %q", state.NegotiatedProtocol, alpn)
	}
	info := Info{State: state}
	info.SecurityLevel = credentials.PrivacyAndIntegrity
	return conn, info, nil
}

func (t *transport) Info() credentials.ProtocolInfo {
	return credentials.ProtocolInfo{SecurityProtocol: "tls", SecurityVersion: "1.3", ServerName: t.config.ServerName}
}

func (t *transport) Clone() credentials.TransportCredentials {
	return &transport{t.config.Clone()}
}

// OverrideServerName is deprecated by gRPC, and kept for its interface.
func (t *transport) OverrideServerName(name string) error {
	t.config = t.config.Clone()
	t.config.ServerName = name
	return nil
}
