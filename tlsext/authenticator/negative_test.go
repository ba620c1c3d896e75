package authenticator

import (
	"bytes"
	"crypto"
	"crypto/x509"
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/x509ext"
)

func otherName(c *x509.Certificate) { c.DNSNames = []string{"other.example"} }

// Each case is a good exchange with one thing wrong; the exchange without it is
// TestRoundTrip.
func TestValidateRefuses(t *testing.T) {
	w := testWorld("Ed25519")
	type exchange struct {
		asking, answering *Endpoint
		request, answer   []byte
		options           x509ext.VerifyOptions
	}
	for name, c := range map[string]struct {
		role Role // who asks; Client by default
		// before changes the answer's making, after its delivery.
		certificate func() tlsext.Certificate
		after       func(x *exchange)
		want        string
	}{
		"another connection": {after: func(x *exchange) { _, other := ends("another"); x.answer = must(other.Authenticate(x.request, w.leaf)) }, want: "Finished does not match"},
		"wrong direction": {after: func(x *exchange) {
			// The asking side's own answer to the same request bytes.
			e := &Endpoint{role: Server, hash: x.asking.hash, ours: x.asking.ours, done: map[string]bool{}}
			x.answer = must(e.Authenticate(x.request, w.leaf))
		}, want: "Finished does not match"},
		"changed request": {after: func(x *exchange) {
			o := w.asks(Client)
			o.Context, _ = Context(x.request)
			o.SignatureSchemes = append(o.SignatureSchemes, tlsext.ECDSAWithP256AndSHA256)
			other, _ := ends("connection")
			changed := must(other.Request(o))
			_, answering := ends("connection")
			x.answer = must(answering.Authenticate(changed, w.leaf))
		}, want: "Finished does not match"},
		"foreign request": {after: func(x *exchange) {
			other, answering := ends("connection")
			x.request = must(other.Request(w.asks(Client)))
			x.answer = must(answering.Authenticate(x.request, w.leaf))
		}, want: "not made by this endpoint"},
		"answer to another request": {after: func(x *exchange) { x.request = must(x.asking.Request(w.asks(Client))) }, want: "expected that of the request"},
		"second answer": {after: func(x *exchange) {
			if _, err := x.asking.Validate(x.request, x.answer, x.options); err != nil {
				t.Fatal(err)
			}
		}, want: "already answered"},
		"trailing byte": {after: func(x *exchange) { x.answer = append(x.answer, 0) }, want: "after Finished"},
		"nothing":       {after: func(x *exchange) { x.answer = nil }, want: "cut off"},
		"a request":     {after: func(x *exchange) { x.answer = x.request }, want: "expected Certificate"},
		"no proof": {after: func(x *exchange) {
			p := must(split(x.answer))
			x.answer = append(bytes.Clone(p.certificate.bytes), p.finished.bytes...)
		}, want: "found Finished, expected CertificateVerify"},
		"empty list and proof": {after: func(x *exchange) {
			p := must(split(x.answer))
			context, _ := Context(x.answer)
			empty := must((&handshake.Certificate{Context: context}).Marshal())
			x.answer = append(append(empty, p.verify.bytes...), p.finished.bytes...)
		}, want: "no certificate beside"},
		"no roots":   {after: func(x *exchange) { x.options.Roots = nil }, want: "Roots"},
		"other root": {after: func(x *exchange) { x.options = testWorld("FN-DSA-512").options() }, want: "authority"},
		"other name": {after: func(x *exchange) { x.options.DNSName = "other.example" }, want: "not other.example"},
		"too late":   {after: func(x *exchange) { x.options.CurrentTime = time.Now().Add(2 * time.Hour) }, want: "expired"},
		"client certificate for a server": {certificate: func() tlsext.Certificate {
			return w.issue(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageClientAuth} })
		}, want: "incompatible key usage"},
		"server certificate for a client": {role: Server, certificate: func() tlsext.Certificate {
			return w.issue(func(c *x509.Certificate) { c.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth} })
		}, want: "incompatible key usage"},
	} {
		t.Run(name, func(t *testing.T) {
			role, leaf := Client, w.leaf
			if c.role != 0 {
				role = c.role
			}
			if c.certificate != nil {
				leaf = c.certificate()
			}
			x := &exchange{options: w.options()}
			x.asking, x.answering = ends("connection")
			if role == Server {
				x.asking, x.answering = x.answering, x.asking
			}
			x.request = must(x.asking.Request(w.asks(role)))
			x.answer = must(x.answering.Authenticate(x.request, leaf))
			if c.after != nil {
				c.after(x)
			}
			peer, err := x.asking.Validate(x.request, x.answer, x.options)
			if err == nil || peer != nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, expected %q", err, c.want)
			}
		})
	}
}

// forge makes an authenticator with the real keys of the answering side but content of
// the test's choice: a peer that does not keep the rules.
func forge(t *testing.T, e *Endpoint, request []byte, w *world, change func(*handshake.Certificate), scheme uint16, sign func([]byte) []byte) []byte {
	t.Helper()
	asked := must(parseRequest(request))
	m := &handshake.Certificate{Context: asked.context, Entries: []handshake.CertificateEntry{{Data: w.leaf.Certificate[0]}}}
	if change != nil {
		change(m)
	}
	certificate := must(m.Marshal())
	c := must(newCandidates([]tlsext.Certificate{w.leaf}))[0]
	c.suits(&terms{schemes: []uint16{uint16(schemeID(w.scheme))}, certSchemes: []uint16{uint16(schemeID(w.scheme))}})
	content := signedContent(e.transcript(e.ours, request, certificate))
	if sign != nil {
		content = sign(content)
	}
	signature := must(c.scheme.Sign(e.rand(), c.from.PrivateKey.(crypto.Signer), content))
	if scheme == 0 {
		scheme = c.scheme.ID
	}
	verify := must((&handshake.CertificateVerify{Scheme: scheme, Signature: signature}).Marshal())
	finished := must(handshake.MarshalFinished(e.mac(e.ours, request, certificate, verify)))
	return bytes.Join([][]byte{certificate, verify, finished}, nil)
}

func TestDishonestPeer(t *testing.T) {
	w := testWorld("Ed25519")
	status := handshake.Extension{ID: handshake.ExtStatusRequest, Data: []byte{1, 0, 0, 1, 7}}
	for name, c := range map[string]struct {
		of     *world
		ask    func(*RequestOptions)
		change func(*handshake.Certificate)
		scheme uint16
		sign   func([]byte) []byte
		want   string // empty: accepted
	}{
		"honest": {},
		"extension asked for": {
			ask: func(o *RequestOptions) {
				o.Extensions = []Extension{{ID: handshake.ExtStatusRequest, Data: []byte{1, 0, 0, 0, 0}}}
			},
			change: func(m *handshake.Certificate) { m.Entries[0].Extensions = []handshake.Extension{status} },
		},
		"extension not asked for": {change: func(m *handshake.Certificate) { m.Entries[0].Extensions = []handshake.Extension{status} }, want: "extension 5 was not requested"},
		"extension of a request": {change: func(m *handshake.Certificate) {
			m.Entries[0].Extensions = []handshake.Extension{{ID: handshake.ExtSignatureAlgorithms, Data: []byte{0, 2, 8, 7}}}
		}, want: "not allowed in this message"},
		"extension twice":    {change: func(m *handshake.Certificate) { m.Entries[0].Extensions = []handshake.Extension{status, status} }, want: "appears twice"},
		"other context":      {change: func(m *handshake.Certificate) { m.Context = []byte("other") }, want: "expected that of the request"},
		"no context":         {change: func(m *handshake.Certificate) { m.Context = nil }, want: "expected that of the request"},
		"certificate broken": {change: func(m *handshake.Certificate) { m.Entries[0].Data = m.Entries[0].Data[:40] }, want: "certificate 0 of the peer"},
		"certificate of another key": {change: func(m *handshake.Certificate) { m.Entries[0].Data = w.issue(nil).Certificate[0] },
			want: "signature of CertificateVerify is not valid"},
		"scheme not asked for":  {of: testWorld("FN-DSA-512"), want: "expected a scheme of the request"},
		"scheme of another key": {scheme: uint16(tlsext.Ed25519), of: testWorld("FN-DSA-512"), want: "does not fit the key"},
		"scheme unknown":        {scheme: 0x1234, want: "expected a scheme of the request"},
		"PKCS #1":               {scheme: uint16(tlsext.PKCS1WithSHA256), want: "expected a scheme of the request"},
		"handshake context": {sign: func(b []byte) []byte {
			return bytes.Replace(b, []byte(contextString), []byte("TLS 1.3, server CertificateVerify"), 1)
		}, want: "not valid"},
		"other transcript":    {sign: func(b []byte) []byte { b[len(b)-1] ^= 1; return b }, want: "not valid"},
		"chain not asked for": {ask: func(o *RequestOptions) { o.CertificateSchemes = []tlsext.SignatureScheme{tlsext.PSSWithSHA256} }, want: "signature that the request does not accept"},
		"name not asked for":  {ask: func(o *RequestOptions) { o.ServerName = "other.example" }, want: "other.example"},
		"key not for signatures": {change: func(m *handshake.Certificate) {
			m.Entries[0].Data = w.issue(func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageContentCommitment }).Certificate[0]
		}, want: "digitalSignature"},
	} {
		t.Run(name, func(t *testing.T) {
			of := w
			if c.of != nil {
				of = c.of
			}
			client, server := ends("connection")
			o := w.asks(Client)
			if c.ask != nil {
				c.ask(o)
			}
			request := must(client.Request(o))
			answer := forge(t, server, request, of, c.change, c.scheme, c.sign)
			peer, err := client.Validate(request, answer, of.options())
			if c.want == "" {
				if err != nil {
					t.Fatal(err)
				}
				if c.ask != nil && (len(peer.Extensions) != 1 || !bytes.Equal(peer.Extensions[0].Data, status.Data)) {
					t.Errorf("extensions %v", peer.Extensions)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, expected %q", err, c.want)
			}
			// A failure does not use up the request.
			if answer := must(server.Authenticate(request, w.issue(func(x *x509.Certificate) { x.DNSNames = []string{o.ServerName} }))); c.ask == nil {
				if _, err := client.Validate(request, answer, w.options()); err != nil {
					t.Errorf("the good answer after it: %v", err)
				}
			}
		})
	}
}

// Every byte changed, every length cut: never accepted, never a panic.
func TestDamage(t *testing.T) {
	w := testWorld("Ed25519")
	client, server := ends("connection")
	request := must(client.Request(w.asks(Client)))
	answer := must(server.Authenticate(request, w.leaf))
	options := w.options()
	for i := range answer {
		for _, mask := range []byte{1, 0x80, 0xff} {
			bad := bytes.Clone(answer)
			bad[i] ^= mask
			if _, err := client.Validate(request, bad, options); err == nil {
				t.Fatalf("accepted with byte %d changed", i)
			}
		}
		if _, err := client.Validate(request, answer[:i], options); err == nil {
			t.Fatalf("accepted when cut at %d", i)
		}
	}
	for i := range request {
		bad := bytes.Clone(request)
		bad[i] ^= 1
		if _, err := client.Validate(bad, answer, options); err == nil {
			t.Fatalf("accepted with byte %d of the request changed", i)
		}
	}
	if _, err := client.Validate(request, answer, options); err != nil {
		t.Errorf("the undamaged one: %v", err)
	}
}

func TestRequestRefuses(t *testing.T) {
	ed := []tlsext.SignatureScheme{tlsext.Ed25519}
	client, server := ends("connection")
	used := must(client.Request(&RequestOptions{SignatureSchemes: ed, Context: []byte("used")}))
	if _, err := server.Request(&RequestOptions{SignatureSchemes: ed, Context: []byte("used"), Extensions: []Extension{{ID: 0xff00}}}); err != nil {
		t.Errorf("an unknown extension: %v", err)
	}
	for name, c := range map[string]struct {
		from *Endpoint
		o    *RequestOptions
		want string
	}{
		"nil":                 {client, nil, "SignatureSchemes: found none"},
		"no schemes":          {client, &RequestOptions{}, "SignatureSchemes: found none"},
		"unknown scheme":      {client, &RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{0x1234}}, "0x1234 is not supported"},
		"scheme twice":        {client, &RequestOptions{SignatureSchemes: append(ed, ed...)}, "appears twice"},
		"PKCS #1":             {client, &RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{tlsext.PKCS1WithSHA256}}, "cannot sign"},
		"no cert schemes":     {client, &RequestOptions{SignatureSchemes: ed, CertificateSchemes: []tlsext.SignatureScheme{}}, "CertificateSchemes: found none"},
		"name by server":      {server, &RequestOptions{SignatureSchemes: ed, ServerName: testName}, "only a client"},
		"long name":           {client, &RequestOptions{SignatureSchemes: ed, ServerName: strings.Repeat("x", 256)}, "ServerName: found 256"},
		"dot":                 {client, &RequestOptions{SignatureSchemes: ed, ServerName: "a."}, "ends in a dot"},
		"empty context":       {client, &RequestOptions{SignatureSchemes: ed, Context: []byte{}}, "found 0 bytes"},
		"long context":        {client, &RequestOptions{SignatureSchemes: ed, Context: make([]byte, 256)}, "found 256 bytes"},
		"context again":       {client, &RequestOptions{SignatureSchemes: ed, Context: []byte("used")}, "used before"},
		"extension twice":     {client, &RequestOptions{SignatureSchemes: ed, Extensions: []Extension{{ID: 99}, {ID: 99}}}, "appears twice"},
		"own extension":       {client, &RequestOptions{SignatureSchemes: ed, Extensions: []Extension{{ID: 13}}}, "field of its own"},
		"extension misplaced": {client, &RequestOptions{SignatureSchemes: ed, Extensions: []Extension{{ID: handshake.ExtALPN}}}, "not allowed"},
		"no authorities":      {client, &RequestOptions{SignatureSchemes: ed, Authorities: [][]byte{}}, "certificate_authorities"},
		"long authority":      {client, &RequestOptions{SignatureSchemes: ed, Authorities: [][]byte{make([]byte, 1<<16)}}, "too long"},
		"long extensions":     {client, &RequestOptions{SignatureSchemes: ed, Extensions: []Extension{{ID: 99, Data: make([]byte, 1<<16-1)}}}, "too long"},
	} {
		if _, err := c.from.Request(c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q", name, err, c.want)
		}
	}
	if _, err := server.Authenticate(used); err == nil {
		t.Error("a context of this side's own request was accepted in one of the peer")
	}
}

func TestAuthenticateRefuses(t *testing.T) {
	w := testWorld("Ed25519")
	client, server := ends("connection")
	byClient, byServer := must(client.Request(w.asks(Client))), must(server.Request(w.asks(Server)))
	wrongKey := w.leaf
	wrongKey.PrivateKey = newKey("Ed25519")
	named := append([]byte{}, byClient...)
	named[0] = byte(handshake.TypeCertificateRequest)
	for name, c := range map[string]struct {
		by      *Endpoint
		request []byte
		leaf    tlsext.Certificate
		want    string
	}{
		"own request":             {client, byClient, w.leaf, "expected one of a server"},
		"own request, server":     {server, byServer, w.leaf, "expected one of a client"},
		"server_name of a server": {client, named, w.leaf, "not allowed in this message"},
		"no request":              {server, nil, w.leaf, "cut off"},
		"not a request":           {server, must(handshake.MarshalFinished(make([]byte, 32))), w.leaf, "expected a request"},
		"trailing":                {server, append(bytes.Clone(byClient), 0), w.leaf, "after the request"},
		"no schemes":              {server, frame(17, []byte{1, 'c', 0, 4, 0xff, 0, 0, 0}), w.leaf, "signature_algorithms is missing"},
		"empty schemes":           {server, frame(17, []byte{1, 'c', 0, 6, 0, 13, 0, 2, 0, 0}), w.leaf, "signature_algorithms"},
		"no extensions":           {server, frame(17, []byte{1, 'c'}), w.leaf, "extension block"},
		"too long":                {server, []byte{17, 1, 0, 0}, w.leaf, "cut off"},
		"key of another":          {server, byClient, wrongKey, "does not belong"},
		"no key":                  {server, byClient, tlsext.Certificate{Certificate: w.leaf.Certificate}, "crypto.Signer"},
		"no chain":                {server, byClient, tlsext.Certificate{PrivateKey: w.leaf.PrivateKey}, "chain is empty"},
		"broken chain":            {server, byClient, tlsext.Certificate{PrivateKey: w.leaf.PrivateKey, Certificate: [][]byte{{1}}}, "element 0"},
		"long chain":              {server, byClient, tlsext.Certificate{PrivateKey: w.leaf.PrivateKey, Certificate: make([][]byte, 17)}, "17 elements"},
		"key not for signatures":  {server, byClient, w.issue(func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageContentCommitment }), "digitalSignature"},
	} {
		if out, err := c.by.Authenticate(c.request, c.leaf); err == nil || out != nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, expected %q", name, err, c.want)
		}
	}
	if _, err := server.Authenticate(byClient, w.leaf); err != nil {
		t.Errorf("after the failures: %v", err)
	}
	if _, err := server.Authenticate(byClient, w.leaf); err == nil || !strings.Contains(err.Error(), "used before") {
		t.Errorf("the same request again: %v", err)
	}
}

// A random source that fails at any call gives an error and leaves the request open.
func TestFailingRandom(t *testing.T) {
	w := testWorld("FN-DSA-512")
	client, server := ends("connection")
	client.Rand = io.LimitReader(zeroReader{}, contextSize-1)
	if _, err := client.Request(w.asks(Client)); err == nil {
		t.Error("a request without random bytes")
	}
	client.Rand = nil
	request := must(client.Request(w.asks(Client)))
	server.Rand = io.LimitReader(zeroReader{}, 5)
	if _, err := server.Authenticate(request, w.leaf); err == nil {
		t.Error("a signature without random bytes")
	}
	if _, err := server.AuthenticateSpontaneous(Hello{SignatureSchemes: w.asks(Server).SignatureSchemes}, w.leaf); err == nil {
		t.Error("a context without random bytes")
	}
	server.Rand = nil
	answer := must(server.Authenticate(request, w.leaf))
	if _, err := client.Validate(request, answer, w.options()); err != nil {
		t.Error(err)
	}
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func TestContextLimit(t *testing.T) {
	client, _ := ends("connection")
	o := &RequestOptions{SignatureSchemes: []tlsext.SignatureScheme{tlsext.Ed25519}}
	for range maxContexts {
		if _, err := client.Request(o); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := client.Request(o); !errors.Is(err, errTooMany) {
		t.Errorf("error %v", err)
	}
}
