package authenticator

import (
	"bytes"
	"crypto"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"hash"
	"strings"
	"testing"

	"github.com/saker-pq/saker/tlsext"
)

// exported returns readable values in place of an exporter's, so that the formulas below
// cannot share a mistake with the code.
type exported struct{}

func (exported) ExportKeyingMaterial(label string, context []byte, length int) ([]byte, error) {
	sum := sha512.Sum512([]byte(label))
	return sum[:length], nil
}

func value(label string, length int) []byte {
	sum := sha512.Sum512([]byte(label))
	return sum[:length]
}

func sum(h func() hash.Hash, parts ...[]byte) []byte {
	f := h()
	f.Write(bytes.Join(parts, nil))
	return f.Sum(nil)
}

func frame(kind byte, body []byte) []byte {
	return append([]byte{kind, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
}

// The bytes of an authenticator, written down from RFC 9261, section 5, with Ed25519,
// whose signatures have no choice in them.
func TestBytes(t *testing.T) {
	w := testWorld("Ed25519")
	der := w.leaf.Certificate[0]
	context := []byte("a context")
	for _, c := range []struct {
		name       string
		suite      uint16
		hash       func() hash.Hash
		length     int
		asker      Role
		kind       byte // of the request
		sender     string
		extensions []byte // extensions of the request
	}{
		{"client asks", tlsext.TLS_AES_128_GCM_SHA256, sha256.New, 32, Client, 17, "server", []byte{0, 8, 0, 13, 0, 4, 0, 2, 8, 7}},
		{"server asks", tlsext.TLS_AES_256_GCM_SHA384, sha512.New384, 48, Server, 13, "client", []byte{0, 8, 0, 13, 0, 4, 0, 2, 8, 7}},
	} {
		t.Run(c.name, func(t *testing.T) {
			asking := must(New(exported{}, c.suite, c.asker))
			answering := must(New(exported{}, c.suite, c.asker.peer()))
			request := must(asking.Request(&RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{tlsext.Ed25519}, Context: context}))
			wantRequest := frame(c.kind, append(append([]byte{byte(len(context))}, context...), c.extensions...))
			if !bytes.Equal(request, wantRequest) {
				t.Fatalf("request %x, want %x", request, wantRequest)
			}

			handshakeContext := value("EXPORTER-"+c.sender+" authenticator handshake context", c.length)
			finishedKey := value("EXPORTER-"+c.sender+" authenticator finished key", c.length)
			mac := func(parts ...[]byte) []byte {
				m := hmac.New(c.hash, finishedKey)
				m.Write(sum(c.hash, parts...))
				return frame(20, m.Sum(nil))
			}
			list := append(binary.BigEndian.AppendUint32(nil, uint32(len(der)))[1:], der...)
			list = append(list, 0, 0)
			body := append([]byte{byte(len(context))}, context...)
			body = append(body, binary.BigEndian.AppendUint32(nil, uint32(len(list)))[1:]...)
			certificate := frame(11, append(body, list...))
			signed := []byte(strings.Repeat(" ", 64) + "Exported Authenticator\x00")
			signed = append(signed, sum(c.hash, handshakeContext, wantRequest, certificate)...)
			signature := must(w.leaf.PrivateKey.(crypto.Signer).Sign(nil, signed, crypto.Hash(0)))
			verify := frame(15, append([]byte{8, 7, 0, 64}, signature...))
			want := bytes.Join([][]byte{certificate, verify, mac(handshakeContext, wantRequest, certificate, verify)}, nil)
			if got := must(answering.Authenticate(request, w.leaf)); !bytes.Equal(got, want) {
				t.Errorf("authenticator %x\nwant %x", got, want)
			}

			other := must(New(exported{}, c.suite, c.asker.peer()))
			none := frame(11, append(append([]byte{byte(len(context))}, context...), 0, 0, 0))
			if got, want := must(other.Refuse(request)), mac(handshakeContext, wantRequest, none); !bytes.Equal(got, want) {
				t.Errorf("empty authenticator %x\nwant %x", got, want)
			}
		})
	}
}
