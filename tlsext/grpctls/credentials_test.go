package grpctls

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"math/big"
	"net"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

// newIdentity makes a self-signed certificate for localhost.
func newIdentity(t *testing.T, pub crypto.PublicKey, key crypto.Signer) (tlsext.Certificate, *x509ext.CertPool) {
	t.Helper()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "localhost"}, DNSNames: []string{"localhost"},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509ext.CreateCertificate(nil, template, template, pub, key)
	if err != nil {
		t.Fatal(err)
	}
	cert, err := x509ext.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509ext.NewCertPool()
	pool.AddCert(cert)
	return tlsext.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func fndsaIdentity(t *testing.T) (tlsext.Certificate, *x509ext.CertPool) {
	t.Helper()
	pub, key, err := provider.ByName("FN-DSA-512").GenerateKey()
	if err != nil {
		t.Fatal(err)
	}
	return newIdentity(t, pub, key)
}

// whoami records the authentication information the server sees.
type whoami struct {
	*health.Server
	seen chan credentials.AuthInfo
}

func (w whoami) Check(ctx context.Context, r *healthpb.HealthCheckRequest) (*healthpb.HealthCheckResponse, error) {
	if p, ok := peer.FromContext(ctx); ok {
		w.seen <- p.AuthInfo
	}
	return w.Server.Check(ctx, r)
}

// call serves with one Config, calls with the other, and returns what the
// server saw of the client.
func call(t *testing.T, server, client *tlsext.Config) (credentials.AuthInfo, error) {
	t.Helper()
	serverCreds, err := New(server)
	if err != nil {
		t.Fatal(err)
	}
	clientCreds, err := New(client)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	s := grpc.NewServer(grpc.Creds(serverCreds))
	service := whoami{health.NewServer(), make(chan credentials.AuthInfo, 1)}
	healthpb.RegisterHealthServer(s, service)
	go s.Serve(listener)
	defer s.Stop()

	_, port, _ := net.SplitHostPort(listener.Addr().String())
	conn, err := grpc.NewClient("localhost:"+port, grpc.WithTransportCredentials(clientCreds))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	answer, err := healthpb.NewHealthClient(conn).Check(ctx, &healthpb.HealthCheckRequest{})
	if err != nil {
		return nil, err
	}
	if answer.Status != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("status %v", answer.Status)
	}
	return <-service.seen, nil
}

var schemes = []tlsext.SignatureScheme{tlsext.SignatureScheme(provider.ByName("FN-DSA-512").(interface{ TLSIdentifier() uint }).TLSIdentifier())}

func TestMutualAuthentication(t *testing.T) {
	id, pool := fndsaIdentity(t)
	clientID, clientPool := fndsaIdentity(t)
	info, err := call(t,
		&tlsext.Config{Certificates: []tlsext.Certificate{id}, ClientCAs: clientPool, ClientAuth: tlsext.RequireAndVerifyClientCert, SignatureSchemes: schemes},
		&tlsext.Config{Certificates: []tlsext.Certificate{clientID}, RootCAs: pool, SignatureSchemes: schemes})
	if err != nil {
		t.Fatal(err)
	}
	state := info.(Info).State
	if info.AuthType() != "tls" || len(state.VerifiedChains) == 0 || state.PeerSignatureScheme != schemes[0] {
		t.Errorf("the server saw %d chains, scheme %v", len(state.VerifiedChains), state.PeerSignatureScheme)
	}
}

func TestRefusals(t *testing.T) {
	id, pool := fndsaIdentity(t)
	_, otherPool := fndsaIdentity(t)
	serving := &tlsext.Config{Certificates: []tlsext.Certificate{id}, SignatureSchemes: schemes}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	classical, classicalPool := newIdentity(t, key.Public(), key)
	for name, c := range map[string]struct{ server, client *tlsext.Config }{
		"another root":   {serving, &tlsext.Config{RootCAs: otherPool, SignatureSchemes: schemes}},
		"another name":   {serving, &tlsext.Config{RootCAs: pool, SignatureSchemes: schemes, ServerName: "example.test"}},
		"another scheme": {serving, &tlsext.Config{RootCAs: pool}},
		"no certificate of the client": {
			&tlsext.Config{Certificates: []tlsext.Certificate{id}, SignatureSchemes: schemes, ClientCAs: pool, ClientAuth: tlsext.RequireAndVerifyClientCert},
			&tlsext.Config{RootCAs: pool, SignatureSchemes: schemes},
		},
		"a classical server": {
			&tlsext.Config{Certificates: []tlsext.Certificate{classical}},
			&tlsext.Config{RootCAs: classicalPool, SignatureSchemes: schemes},
		},
	} {
		if _, err := call(t, c.server, c.client); status.Code(err) != codes.Unavailable {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := call(t, &tlsext.Config{Certificates: []tlsext.Certificate{classical}}, &tlsext.Config{RootCAs: classicalPool}); err != nil {
		t.Errorf("the classical server, asked classically: %v", err)
	}
	if _, err := New(nil); err == nil {
		t.Error("no Config, no error")
	}
}
