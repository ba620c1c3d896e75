package tlsext

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/record"
)

// stream is a connection whose peer has said everything it is going to say.
type stream struct {
	memConn
	in io.Reader
}

func (s *stream) Read(b []byte) (int, error)  { return s.in.Read(b) }
func (s *stream) Write(b []byte) (int, error) { return len(b), nil }

func newStream(data []byte) *stream {
	return &stream{memConn{newHalf(), newHalf()}, bytes.NewReader(data)}
}

func recordOf(typ record.Type, data []byte) []byte {
	return append([]byte{byte(typ), 3, 3, byte(len(data) >> 8), byte(len(data))}, data...)
}

// FuzzServer: whatever a client sends, the handshake ends in an error, and never in a
// panic: nobody can finish it without knowing the keys.
func FuzzServer(f *testing.F) {
	id := testIdentity(f, "P-256")
	config := id.serverConfig()
	config.NextProtos = []string{"a"}
	a, b := memPair(f)
	go Client(a, id.clientConfig()).Handshake()
	first := make([]byte, 4096)
	n, _ := b.Read(first)
	b.Close()
	f.Add(first[:n])
	f.Add(recordOf(record.Alert, []byte{2, 40}))
	f.Fuzz(func(t *testing.T, data []byte) {
		err := Server(newStream(data), config).Handshake()
		if err == nil {
			t.Fatal("handshake with a fuzzer succeeded")
		}
	})
}

// FuzzClient is the same for a client; the input is what a server sends.
func FuzzClient(f *testing.F) {
	id := testIdentity(f, "P-256")
	hello := &handshake.ServerHello{Version: 0x0303, Random: handshake.RetryRandom[:], SessionID: make([]byte, 32), CipherSuite: 0x1301,
		Extensions: []handshake.Extension{{ID: handshake.ExtSupportedVersions, Data: handshake.Uint16(0x0304)}, {ID: handshake.ExtKeyShare, Data: handshake.Uint16(24)}}}
	f.Add(recordOf(record.Handshake, must(hello.Marshal())))
	f.Add(recordOf(record.Alert, []byte{2, 40}))
	f.Fuzz(func(t *testing.T, data []byte) {
		config := id.clientConfig()
		config.Rand = repeating(0) // a session id the seeds know
		err := Client(newStream(data), config).Handshake()
		if err == nil {
			t.Fatal("handshake with a fuzzer succeeded")
		}
	})
}

// FuzzAfter feeds handshake bytes to a connection that is established.
func FuzzAfter(f *testing.F) {
	id := testIdentity(f, "P-256")
	f.Add(handshake.MarshalKeyUpdate(true), true)
	f.Add(ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Ticket: []byte("t")}), true)
	f.Fuzz(func(t *testing.T, data []byte, client bool) {
		a, b := memPair(t)
		x, y := Client(a, id.clientConfig()), Server(b, id.serverConfig())
		mustShake(t, x, y)
		if !client {
			x, y = y, x
		}
		y.queue(data)
		if len(data) > 0 {
			y.seal()
		}
		y.out.records.Flush()
		y.conn.Close()
		_, err := io.Copy(io.Discard, x)
		var fault *Fault
		if err != io.ErrUnexpectedEOF && !errors.As(err, &fault) {
			t.Fatalf("error %v", err)
		}
	})
}

// FuzzTicket: a ticket that was not made with the key is refused, and what opens can be
// written again to the same bytes.
func FuzzTicket(f *testing.F) {
	s := &session{suite: 0x1301, psk: make([]byte, 32), serverName: "example.test", chain: [][]byte{{1, 2}}}
	f.Add(must(s.marshal()))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := parseSession(data)
		if err != nil {
			return
		}
		again, err := s.marshal()
		if err != nil || !bytes.Equal(again, data) {
			t.Fatalf("%x\nwritten as %x, %v", data, again, err)
		}
	})
}
