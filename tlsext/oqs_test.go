package tlsext

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/saker-pq/saker/x509ext"
)

// TestOQSChains: certificates and keys made by oqs-provider authenticate handshakes, in
// both directions, under the code points oqs-provider uses.
func TestOQSChains(t *testing.T) {
	for _, c := range []struct {
		dir              string
		schemes, inCerts []SignatureScheme
		without          []SignatureScheme // CertificateSchemes that do not suffice
	}{
		{dir: "chain-falcon512", schemes: []SignatureScheme{0xfed7}},
		{dir: "chain-p256_falcon512", schemes: []SignatureScheme{0xfed8}, without: []SignatureScheme{0xfed7, ECDSAWithP256AndSHA256}},
		{dir: "chain-ec-in-middle", schemes: []SignatureScheme{0xfedf}, inCerts: []SignatureScheme{0xfedf, ECDSAWithP256AndSHA256},
			without: []SignatureScheme{0xfedf}},
	} {
		t.Run(c.dir, func(t *testing.T) {
			file := func(name string) []byte { return must(os.ReadFile(filepath.Join("testdata", "oqs", c.dir, name))) }
			pair, err := X509KeyPair(append(file("leaf.crt"), file("int.crt")...), file("leaf.key"))
			if err != nil {
				t.Fatal(err)
			}
			pool := x509ext.NewCertPool()
			if !pool.AppendCertsFromPEM(file("root.crt")) {
				t.Fatal("no root")
			}
			now := func() time.Time { return time.Date(2028, 1, 1, 0, 0, 0, 0, time.UTC) }
			shakeWith := func(inCerts []SignatureScheme) (ce, se error) {
				cc := &Config{RootCAs: pool, ServerName: "server.example", Time: now, SignatureSchemes: c.schemes,
					CertificateSchemes: inCerts, Certificates: []Certificate{pair}}
				sc := &Config{ClientCAs: pool, ClientAuth: RequireAndVerifyClientCert, Time: now, SignatureSchemes: c.schemes,
					CertificateSchemes: c.inCerts, Certificates: []Certificate{pair}}
				a, b := memPair(t)
				return shake(Client(a, cc), Server(b, sc))
			}
			if ce, se := shakeWith(c.inCerts); ce != nil || se != nil {
				t.Errorf("client %v, server %v", ce, se)
			}
			if c.without != nil {
				ce, se := shakeWith(c.without)
				expectAlert(t, "client", ce, "unsupported_certificate")
				expectAlert(t, "server", se, "unsupported_certificate")
			}
		})
	}
}
