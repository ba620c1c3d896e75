package tlsext

import (
	"errors"
	"fmt"
	"io"
	"testing"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// attack is one violation of the protocol: at one step the peer sends something else
// than it should, and has to be answered with an alert.
type attack struct {
	section string // of RFC 8446, unless it names another document
	name    string
	step    string
	edit    func(p *peer, honest []byte) [][]byte
	want    alert.Code
	// setup changes the peer and the configuration of the attacked side.
	setup func(p *peer, config *Config)
}

// run lets a peer attack and compares the alert it receives.
func (a *attack) run(t *testing.T, id *identity, attackServer bool) {
	t.Run(fmt.Sprintf("%s/%s/%s", a.step, a.section, a.name), func(t *testing.T) {
		ours, theirs := memPair(t)
		var conn *Conn
		p := newPeer(t, theirs, id)
		config := id.clientConfig()
		act := p.serve
		if attackServer {
			config, act = id.serverConfig(), p.connect
		} else {
			config.Certificates = []Certificate{id.ours()}
		}
		if a.setup != nil {
			a.setup(p, config)
		}
		if attackServer {
			conn = Server(ours, config)
		} else {
			conn = Client(ours, config)
		}
		reached := false
		p.change = func(p *peer, step string, honest []byte) [][]byte {
			if step != a.step {
				if step == "after" {
					return nil
				}
				return [][]byte{honest}
			}
			reached = true
			return a.edit(p, honest)
		}
		done := make(chan error, 1)
		go func() { done <- p.outcome(act) }()
		data, err := io.ReadAll(conn)
		conn.Close()
		var got alert.Code
		if outcome := <-done; !errors.As(outcome, &got) {
			t.Fatalf("no alert but %v; our side: %v", outcome, err)
		}
		var fault *Fault
		if got != a.want || !errors.As(err, &fault) || fault.Code != a.want {
			t.Errorf("alert %v, want %v; our side: %v", got, a.want, err)
		}
		if len(data) > 0 {
			t.Errorf("%d bytes of application data were accepted", len(data))
		}
		if !reached {
			t.Error("the step was not reached")
		}
		if _, err := conn.Write([]byte("x")); err == nil {
			t.Error("the connection can still be written to")
		}
	})
}

// reframe gives a body a header.
func reframe(typ byte, body []byte) []byte {
	return append([]byte{typ, byte(len(body) >> 16), byte(len(body) >> 8), byte(len(body))}, body...)
}

func one(m []byte) [][]byte { return [][]byte{m} }

// instead replaces a message by fixed ones.
func instead(list ...[]byte) func(*peer, []byte) [][]byte {
	return func(*peer, []byte) [][]byte { return list }
}

// bodyEdit changes the body and keeps the type.
func bodyEdit(f func(body []byte) []byte) func(*peer, []byte) [][]byte {
	return func(_ *peer, m []byte) [][]byte {
		return one(reframe(m[0], f(append([]byte(nil), m[4:]...))))
	}
}

// structural are the attacks that make sense against any message: another type in its
// place, and bodies that are cut or extended. skip names a type that is legal there.
func structural(step string, skip ...handshake.Type) []attack {
	var list []attack
	for _, typ := range []handshake.Type{0, 1, 2, 3, 4, 5, 6, 8, 11, 13, 15, 20, 21, 24, 67, 254, 255} {
		legal := false
		for _, s := range skip {
			legal = legal || s == typ
		}
		if legal {
			continue
		}
		list = append(list, attack{
			section: "4", name: fmt.Sprintf("type %d instead", typ), step: step, want: alert.UnexpectedMessage,
			edit: func(_ *peer, m []byte) [][]byte {
				if typ == handshake.TypeKeyUpdate {
					return one(handshake.MarshalKeyUpdate(false))
				}
				if limit := handshake.Limit(typ); limit > 0 && limit < len(m)-4 {
					m = m[:4+limit]
				}
				return one(reframe(byte(typ), m[4:]))
			},
		})
	}
	return append(list,
		attack{section: "6.2", name: "a byte too many", step: step, want: alert.DecodeError,
			edit: bodyEdit(func(b []byte) []byte { return append(b, 0) })},
		attack{section: "6.2", name: "a byte too few", step: step, want: alert.DecodeError,
			edit: bodyEdit(func(b []byte) []byte { return b[:len(b)-1] })},
		attack{section: "6.2", name: "empty", step: step, want: alert.DecodeError,
			edit: bodyEdit(func(b []byte) []byte { return nil })},
	)
}

// setExtension returns a list with an extension replaced, added or (nil) removed.
func setExtension(list []handshake.Extension, id uint16, data []byte) []handshake.Extension {
	out := []handshake.Extension{}
	found := false
	for _, e := range list {
		if e.ID == id {
			found = true
			if data == nil {
				continue
			}
			e.Data = data
		}
		out = append(out, e)
	}
	if !found && data != nil {
		out = append(out, handshake.Extension{ID: id, Data: data})
	}
	return out
}

// The table of section 4.2: extensions by the message they are refused in.
func misplaced(where handshake.Place) (ids []uint16) {
	for id := range uint16(60) {
		list := []handshake.Extension{{ID: id}}
		if handshake.CheckPlaces(list, where) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// TestPlaces compares CheckPlaces with the table of RFC 8446, section 4.2, written a
// second time by message.
func TestPlaces(t *testing.T) {
	allowed := map[handshake.Place][]uint16{
		handshake.InClientHello:         {0, 1, 5, 10, 13, 15, 16, 18, 19, 20, 21, 28, 41, 42, 43, 44, 45, 47, 49, 50, 51},
		handshake.InServerHello:         {41, 43, 51},
		handshake.InRetryRequest:        {43, 44, 51},
		handshake.InEncryptedExtensions: {0, 1, 10, 15, 16, 19, 20, 28, 42},
		handshake.InCertificate:         {5, 18},
		handshake.InCertificateRequest:  {5, 13, 18, 47, 48, 50},
		handshake.InNewSessionTicket:    {42},
	}
	known := []uint16{0, 1, 5, 10, 13, 15, 16, 18, 19, 20, 21, 28, 41, 42, 43, 44, 45, 47, 48, 49, 50, 51}
	for where, list := range allowed {
		ok := make(map[uint16]bool)
		for _, id := range list {
			ok[id] = true
		}
		refused := make(map[uint16]bool)
		for _, id := range misplaced(where) {
			refused[id] = true
		}
		for _, id := range known {
			if refused[id] == ok[id] {
				t.Errorf("place %d, extension %d: refused is %v", where, id, refused[id])
			}
		}
	}
}

// newTranscriptWith is a transcript of something else.
func newTranscriptWith(p *peer, data []byte) *keyschedule.Transcript {
	tr := keyschedule.NewTranscript(p.suite)
	tr.Add(data)
	return tr
}
