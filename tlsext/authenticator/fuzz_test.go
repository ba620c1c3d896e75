package authenticator

import (
	"bytes"
	"testing"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
)

// A request that is accepted is written again as the same bytes.
func FuzzRequest(f *testing.F) {
	client, server := ends("connection")
	f.Add(must(client.Request(&RequestOptions{
		SignatureSchemes: []tlsext.SignatureScheme{schemeID("FN-DSA-512")}, CertificateSchemes: []tlsext.SignatureScheme{tlsext.Ed25519},
		ServerName: testName, Authorities: [][]byte{{0x30, 0}}, Extensions: []Extension{{ID: 5, Data: []byte{1, 0, 0, 0, 0}}},
	})))
	f.Add(must(server.Request(&RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{tlsext.Ed25519}})))
	f.Fuzz(func(t *testing.T, message []byte) {
		asked, err := parseRequest(message)
		if err != nil {
			return
		}
		m, err := handshake.ParseCertificateRequest(message[handshake.HeaderSize:])
		if err != nil {
			t.Fatalf("accepted, but %v", err)
		}
		again := must(m.Marshal())
		again[0] = message[0]
		if !bytes.Equal(again, message) {
			t.Fatalf("%x became %x", message, again)
		}
		if context, err := Context(message); err != nil || !bytes.Equal(context, asked.context) {
			t.Fatalf("context %x, %v", context, err)
		}
	})
}

// An authenticator that can be split is the sum of its parts, and one that is valid is the
// one that was made.
func FuzzAuthenticator(f *testing.F) {
	w := testWorld("Ed25519")
	client, server := ends("connection")
	request := must(client.Request(w.asks(Client)))
	answer := must(server.Authenticate(request, w.leaf))
	_, other := ends("connection")
	f.Add(answer)
	f.Add(must(other.Refuse(request)))
	f.Fuzz(func(t *testing.T, message []byte) {
		if p, err := split(message); err == nil {
			parts := [][]byte{p.certificate.bytes, p.verify.bytes, p.finished.bytes}
			if again := bytes.Join(parts, nil); !bytes.Equal(again, message) {
				t.Fatalf("%x became %x", message, again)
			}
		}
		peer, err := client.Validate(request, message, w.options())
		if err == nil && (peer == nil || !bytes.Equal(message, answer)) {
			t.Fatalf("accepted: %x", message)
		}
		clear(client.done) // for the next message
	})
}
