package tlsext

import (
	"crypto"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/record"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

// peer is a TLS peer that follows the protocol except where a test changes what it
// sends. Its transcript covers what it did send, so that a change is not merely noticed
// by the Finished that follows.
type peer struct {
	t    testing.TB
	conn net.Conn
	in   *record.Reader
	out  *record.Writer
	got  []byte // handshake bytes not consumed
	id   *identity

	// change replaces the message of a step by others; none at all drops it.
	change func(p *peer, step string, honest []byte) [][]byte
	// retry makes a server send a HelloRetryRequest; request, a CertificateRequest.
	retry, request bool
	// psk is the pre-shared key a server pretends to have for the first identity.
	psk []byte

	suite      *keyschedule.Suite
	transcript *keyschedule.Transcript
	schedule   *keyschedule.Schedule
	client     []byte
	server     []byte
}

func newPeer(t testing.TB, conn net.Conn, id *identity) *peer {
	p := &peer{t: t, conn: conn, in: record.NewReader(conn), out: record.NewWriter(conn, 0), id: id, suite: keyschedule.AES128GCM}
	p.in.AllowPlainAlert = true
	return p
}

// stopped ends a peer whose counterpart has sent an alert or closed the connection.
type stopped struct{ error }

func (p *peer) check(err error) {
	if err != nil {
		panic(stopped{err})
	}
}

// send sends the message of a step, as changed, in records of its own.
func (p *peer) send(step string, raw []byte, err error) {
	p.check(err)
	list := [][]byte{raw}
	if p.change != nil {
		list = p.change(p, step, raw)
	}
	for _, m := range list {
		p.transcript.Add(m)
		p.raw(record.Handshake, m)
	}
}

// raw sends bytes as records of a type.
func (p *peer) raw(typ record.Type, data []byte) {
	p.check(p.out.Append(typ, data))
	p.check(p.out.Flush())
}

// wire sends bytes as they are.
func (p *peer) wire(data ...byte) {
	_, err := p.conn.Write(data)
	p.check(err)
}

// next reads a handshake message.
func (p *peer) next() *message {
	for {
		if n := len(p.got); n >= 4 {
			if size := 4 + (int(p.got[1])<<16 | int(p.got[2])<<8 | int(p.got[3])); n >= size {
				m := &message{handshake.Type(p.got[0]), p.got[4:size], p.got[:size]}
				p.got = p.got[size:]
				return m
			}
		}
		typ, content, err := p.in.Next()
		p.check(err)
		switch typ {
		case record.Handshake:
			p.got = append(p.got[:len(p.got):len(p.got)], content...)
		case record.Alert:
			p.check(alert.Code(content[1]))
		}
	}
}

func (p *peer) read(typ handshake.Type) *message {
	m := p.next()
	if m.typ != typ {
		p.check(fmt.Errorf("peer: got %v, want %v", m.typ, typ))
	}
	return m
}

// outcome runs the peer and returns the alert it received at last.
func (p *peer) outcome(run func()) (err error) {
	defer func() {
		if s, ok := recover().(stopped); ok {
			err = s.error
			var code alert.Code
			if !errors.As(err, &code) {
				err = p.drain(err)
			}
		}
	}()
	p.conn.SetDeadline(time.Now().Add(10 * time.Second))
	run()
	return p.drain(nil)
}

// drain reads until an alert or the end: a write may fail before the alert is read.
func (p *peer) drain(err error) error {
	for {
		typ, content, e := p.in.Next()
		if e != nil {
			return errors.Join(err, e)
		}
		if typ == record.Alert && len(content) == 2 {
			return alert.Code(content[1])
		}
	}
}

func (p *peer) setKeys(reader, writer []byte) {
	p.in.SetKeys(p.suite, reader)
	p.out.SetKeys(p.suite, writer)
}

// certificateVerify signs the transcript as a server or client.
func (p *peer) certificateVerify(key crypto.Signer, scheme uint16, context string) ([]byte, error) {
	sig, err := sigscheme.ByID(scheme).Sign(rand.Reader, key, proofInput(context, p.transcript.Sum()))
	p.check(err)
	return (&handshake.CertificateVerify{Scheme: scheme, Signature: sig}).Marshal()
}

func random(n int) []byte {
	b := make([]byte, n)
	rand.Read(b)
	return b
}

// serve acts as a server up to and including the client's Finished.
func (p *peer) serve() {
	m := p.read(handshake.TypeClientHello)
	offer, err := readOffer(m)
	p.check(err)
	p.transcript = keyschedule.NewTranscript(p.suite)
	p.transcript.Add(m.raw)
	p.out.Version = 0x0303
	p.in.AllowCCS = true
	group := keyexchange.X25519
	if offer.share(group.ID) == nil {
		group = keyexchange.ByID(offer.shares[0].Group)
	}
	answer := handshake.ServerHello{Version: 0x0303, SessionID: offer.hello.SessionID, CipherSuite: p.suite.ID}
	if p.retry {
		group = keyexchange.P256
		p.transcript.Retry()
		hrr := answer
		hrr.Random = handshake.RetryRandom[:]
		hrr.Extensions = []handshake.Extension{
			{ID: handshake.ExtSupportedVersions, Data: handshake.Uint16(0x0304)},
			{ID: handshake.ExtKeyShare, Data: handshake.Uint16(group.ID)},
		}
		raw, err := hrr.Marshal()
		p.send("HelloRetryRequest", raw, err)
		m = p.read(handshake.TypeClientHello)
		offer, err = readOffer(m)
		p.check(err)
		p.transcript.Add(m.raw)
	}
	share, shared, err := keyexchange.Respond(group, rand.Reader, offer.share(group.ID))
	p.check(err)
	answer.Random = random(32)
	answer.Extensions = []handshake.Extension{
		{ID: handshake.ExtSupportedVersions, Data: handshake.Uint16(0x0304)},
		{ID: handshake.ExtKeyShare, Data: handshake.ServerShare(handshake.KeyShare{Group: group.ID, Data: share})},
	}
	if p.psk != nil {
		answer.Extensions = append(answer.Extensions, handshake.Extension{ID: handshake.ExtPreSharedKey, Data: handshake.Uint16(0)})
	}
	raw, err := answer.Marshal()
	p.send("ServerHello", raw, err)
	p.wire(20, 3, 3, 0, 1, 1)
	p.schedule = keyschedule.New(p.suite, p.psk)
	p.client, p.server = p.schedule.Handshake(shared, p.transcript.Sum())
	p.setKeys(p.client, p.server)

	raw, err = (&handshake.EncryptedExtensions{}).Marshal()
	p.send("EncryptedExtensions", raw, err)
	if p.request {
		raw, err = (&handshake.CertificateRequest{Extensions: []handshake.Extension{
			{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List(schemeIDs(sigscheme.Default()))},
		}}).Marshal()
		p.send("CertificateRequest", raw, err)
	}
	if p.psk == nil {
		raw, err = marshalChain(p.id.chain)
		p.send("Certificate", raw, err)
		raw, err = p.certificateVerify(p.id.key, sigscheme.ECDSAWithP256AndSHA256, serverContext)
		p.send("CertificateVerify", raw, err)
	}
	raw, err = handshake.MarshalFinished(p.suite.FinishedMAC(p.server, p.transcript.Sum()))
	p.send("Finished", raw, err)
	client, server, _ := p.schedule.Application(p.transcript.Sum())
	p.out.SetKeys(p.suite, server)
	for m := p.next(); m.typ != handshake.TypeFinished; m = p.next() {
		p.transcript.Add(m.raw)
	}
	p.in.SetKeys(p.suite, client)
	p.client, p.server = client, server
	p.after()
}

// after is the step that follows a finished handshake.
func (p *peer) after() {
	if p.change == nil {
		return
	}
	for _, m := range p.change(p, "after", nil) {
		p.raw(record.Handshake, m)
	}
}

// connect acts as a client up to and including its Finished.
func (p *peer) connect() {
	key, err := keyexchange.Generate(keyexchange.X25519, rand.Reader)
	p.check(err)
	hello := &handshake.ClientHello{Version: 0x0303, Random: random(32), SessionID: random(32), CipherSuites: []uint16{p.suite.ID}, CompressionMethods: []byte{0}}
	hello.Extensions = []handshake.Extension{
		{ID: handshake.ExtServerName, Data: handshake.ServerName("example.test")},
		{ID: handshake.ExtSupportedGroups, Data: handshake.Uint16List([]uint16{keyexchange.X25519.ID, keyexchange.P256.ID})},
		{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List(schemeIDs(sigscheme.Default()))},
		{ID: handshake.ExtSupportedVersions, Data: handshake.Versions(0x0304)},
		{ID: handshake.ExtPSKModes, Data: handshake.PSKModes(1)},
		{ID: handshake.ExtKeyShare, Data: handshake.KeyShares([]handshake.KeyShare{{Group: key.Group.ID, Data: key.Share()}})},
	}
	p.transcript = keyschedule.NewTranscript(p.suite)
	p.in.AllowCCS = true
	raw, err := hello.Marshal()
	p.send("ClientHello", raw, err)
	m := p.read(handshake.TypeServerHello)
	answer, err := handshake.ParseServerHello(m.body)
	p.check(err)
	if answer.IsRetry() {
		p.transcript.Retry()
		p.transcript.Add(m.raw)
		key, err = keyexchange.Generate(keyexchange.P256, rand.Reader)
		p.check(err)
		hello.Extensions[5].Data = handshake.KeyShares([]handshake.KeyShare{{Group: key.Group.ID, Data: key.Share()}})
		raw, err = hello.Marshal()
		p.send("ClientHello2", raw, err)
		m = p.read(handshake.TypeServerHello)
		answer, err = handshake.ParseServerHello(m.body)
		p.check(err)
	}
	p.transcript.Add(m.raw)
	data, _ := handshake.Find(answer.Extensions, handshake.ExtKeyShare)
	share, err := handshake.ParseServerShare(data)
	p.check(err)
	shared, err := key.Secret(share.Data)
	p.check(err)
	p.schedule = keyschedule.New(p.suite, p.psk)
	p.client, p.server = p.schedule.Handshake(shared, p.transcript.Sum())
	p.setKeys(p.server, p.client)
	asked := false
	for m = p.next(); m.typ != handshake.TypeFinished; m = p.next() {
		asked = asked || m.typ == handshake.TypeCertificateRequest
		p.transcript.Add(m.raw)
	}
	p.transcript.Add(m.raw)
	client, server, _ := p.schedule.Application(p.transcript.Sum())
	p.wire(20, 3, 3, 0, 1, 1)
	if asked {
		raw, err = marshalChain(p.id.chain)
		p.send("Certificate", raw, err)
		raw, err = p.certificateVerify(p.id.key, sigscheme.ECDSAWithP256AndSHA256, clientContext)
		p.send("CertificateVerify", raw, err)
	}
	raw, err = handshake.MarshalFinished(p.suite.FinishedMAC(p.client, p.transcript.Sum()))
	p.send("Finished", raw, err)
	p.setKeys(server, client)
	p.client, p.server = client, server
	p.after()
}

// TestPeer keeps the peer honest: without changes, both handshakes succeed.
func TestPeer(t *testing.T) {
	id := testIdentity(t, "P-256")
	for _, retry := range []bool{false, true} {
		for _, request := range []bool{false, true} {
			c, s := memPair(t)
			cc := id.clientConfig()
			cc.Certificates = []Certificate{id.ours()}
			client := Client(c, cc)
			p := newPeer(t, s, id)
			p.retry, p.request = retry, request
			p.change = func(p *peer, step string, honest []byte) [][]byte {
				if step == "after" {
					p.raw(record.ApplicationData, []byte("data"))
					p.raw(record.Alert, []byte{1, 0})
					return nil
				}
				return [][]byte{honest}
			}
			done := make(chan error, 1)
			go func() { done <- p.outcome(p.serve) }()
			got, err := io.ReadAll(client)
			if err != nil || string(got) != "data" {
				t.Errorf("client: %q, %v", got, err)
			}
			client.Close()
			if err := <-done; !errors.Is(err, alert.CloseNotify) {
				t.Errorf("serving peer: %v", err)
			}

			c, s = memPair(t)
			sc := id.serverConfig()
			if retry {
				sc.CurvePreferences = []CurveID{CurveP256}
			}
			if request {
				sc.ClientAuth, sc.ClientCAs = RequireAndVerifyClientCert, id.pool()
			}
			server := Server(s, sc)
			p2 := newPeer(t, c, id)
			p2.change = p.change
			go func() { done <- p2.outcome(p2.connect) }()
			if got, err = io.ReadAll(server); err != nil || string(got) != "data" {
				t.Errorf("server: %q, %v", got, err)
			}
			server.Close()
			if err := <-done; !errors.Is(err, alert.CloseNotify) {
				t.Errorf("connecting peer: %v", err)
			}
		}
	}
}
