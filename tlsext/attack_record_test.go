package tlsext

import (
	"fmt"
	"testing"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/record"
)

// inner sends one protected record with a given inner plaintext, under the current keys
// of the peer, of which it must be the first record.
func (p *peer) inner(secret, inner []byte) { p.wire(p.sealed(secret, inner)...) }

func (p *peer) sealed(secret, inner []byte) []byte {
	aead, iv := p.suite.TrafficKeys(secret)
	n := len(inner) + aead.Overhead()
	header := []byte{23, 3, 3, byte(n >> 8), byte(n)}
	return append(header, aead.Seal(nil, iv[:], inner, header)...)
}

// plainAttacks are against unprotected records, in place of the first message.
func plainAttacks(step string) []attack {
	var list []attack
	add := func(section, name string, want alert.Code, wire ...byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want,
			edit: func(p *peer, _ []byte) [][]byte { p.wire(wire...); return nil }})
	}
	body := func(typ byte, n int) []byte {
		return append([]byte{typ, 3, 3, byte(n >> 8), byte(n)}, make([]byte, n)...)
	}
	for _, typ := range []byte{0, 1, 19, 24, 25, 'G', 128, 255} {
		add("5", fmt.Sprintf("record type %d", typ), alert.UnexpectedMessage, body(typ, 10)...)
	}
	add("5.1", "empty handshake record", alert.UnexpectedMessage, body(22, 0)...)
	add("5.1", "empty alert record", alert.UnexpectedMessage, body(21, 0)...)
	add("5.1", "record of 16385 bytes", alert.RecordOverflow, body(22, 16385)...)
	add("5.1", "record of 65535 bytes, header only", alert.RecordOverflow, body(22, 65535)[:5]...)
	add("5.2", "application data of 16641 bytes", alert.RecordOverflow, body(23, 16641)[:5]...)
	add("5", "application data before any key", alert.UnexpectedMessage, body(23, 10)...)
	add("6", "alert of one byte", alert.DecodeError, 21, 3, 3, 0, 1, 2)
	add("6", "alert of three bytes", alert.DecodeError, 21, 3, 3, 0, 3, 2, 40, 0)
	add("6", "two alerts in a record", alert.DecodeError, 21, 3, 3, 0, 4, 1, 90, 2, 40)
	add("5", "change_cipher_spec of two bytes", alert.UnexpectedMessage, 20, 3, 3, 0, 2, 1, 1)
	add("5", "empty change_cipher_spec", alert.UnexpectedMessage, 20, 3, 3, 0, 0)
	add("5", "change_cipher_spec with 2", alert.UnexpectedMessage, 20, 3, 3, 0, 1, 2)
	var flood []byte
	for range 100 {
		flood = append(flood, 20, 3, 3, 0, 1, 1)
	}
	add("5", "100 change_cipher_spec records", alert.UnexpectedMessage, flood...)
	add("5.1", "alert inside a handshake message", alert.UnexpectedMessage, append([]byte{22, 3, 3, 0, 2, 1, 0}, 21, 3, 3, 0, 2, 2, 40)...)
	add("4", "ClientHello of 16 MB", alert.IllegalParameter, 22, 3, 3, 0, 4, map[string]byte{"ClientHello": 1, "ServerHello": 2}[step], 255, 255, 255)
	return list
}

// protectedAttacks are against protected records. secret chooses the key of the step.
func protectedAttacks(step string, secret func(p *peer) []byte) []attack {
	var list []attack
	add := func(section, name string, want alert.Code, edit func(p *peer)) {
		list = append(list, attack{section: section, name: name, step: step, want: want,
			edit: func(p *peer, _ []byte) [][]byte { edit(p); return nil }})
	}
	inner := func(section, name string, want alert.Code, data []byte) {
		add(section, name, want, func(p *peer) { p.inner(secret(p), data) })
	}
	inner("5.4", "no type", alert.UnexpectedMessage, nil)
	if step != "after" {
		list = list[:0] // an empty inner plaintext is too short to be told from garbage
	} else {
		list[0].want = alert.BadRecordMAC
	}
	inner("5.4", "only padding", alert.UnexpectedMessage, make([]byte, 100))
	inner("5.4", "only padding, full record", alert.UnexpectedMessage, make([]byte, 16385))
	inner("5.4", "empty handshake", alert.UnexpectedMessage, []byte{22, 0, 0})
	inner("5.4", "empty alert", alert.UnexpectedMessage, []byte{21})
	inner("5.2", "inner plaintext of 16386 bytes", alert.RecordOverflow, append(make([]byte, 16385), 23))
	inner("5.4", "padding beyond the limit", alert.RecordOverflow, append([]byte{1, 22}, make([]byte, 16384)...))
	for _, typ := range []byte{1, 19, 20, 24, 255} {
		inner("5", fmt.Sprintf("inner type %d", typ), alert.UnexpectedMessage, []byte{1, typ})
	}
	inner("6", "alert of one byte", alert.DecodeError, []byte{2, 21})
	inner("6", "alert of three bytes", alert.DecodeError, []byte{2, 40, 0, 21})
	add("5.2", "unprotected handshake record", alert.UnexpectedMessage, func(p *peer) { p.wire(22, 3, 3, 0, 4, 8, 0, 0, 0) })
	add("5.2", "record of 16 bytes", alert.BadRecordMAC, func(p *peer) { p.wire(append([]byte{23, 3, 3, 0, 16}, random(16)...)...) })
	add("5.2", "empty record", alert.BadRecordMAC, func(p *peer) { p.wire(23, 3, 3, 0, 0) })
	add("5.2", "garbage", alert.BadRecordMAC, func(p *peer) { p.wire(append([]byte{23, 3, 3, 0, 100}, random(100)...)...) })
	add("5.2", "record of 16641 bytes", alert.RecordOverflow, func(p *peer) { p.wire(23, 3, 3, 0x41, 1) })
	for _, i := range []int{4, 5, 12, 30} {
		add("5.2", fmt.Sprintf("byte %d of the record flipped", i), alert.BadRecordMAC, func(p *peer) {
			b := p.sealed(secret(p), append(make([]byte, 40), 22))
			if i == 4 {
				b[4]-- // the length is authenticated; the rest stays behind
			} else {
				b[i] ^= 1
			}
			p.wire(b...)
		})
	}
	add("5.3", "record sent twice", alert.BadRecordMAC, func(p *peer) {
		b := p.sealed(secret(p), []byte{23})
		if step != "after" {
			b = p.sealed(secret(p), append([]byte{8, 0, 0}, 22))
		}
		p.wire(append(b, b...)...)
	})
	return list
}

// afterAttacks come when the handshake is done.
func afterAttacks(fromServer bool) []attack {
	var list []attack
	add := func(section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: "after", want: want, edit: edit})
	}
	for _, typ := range []handshake.Type{0, 1, 2, 3, 5, 6, 8, 11, 13, 15, 20, 67, 254} {
		add("4.6", fmt.Sprintf("type %d", typ), alert.UnexpectedMessage, instead(reframe(byte(typ), []byte{0, 0})))
	}
	add("5", "change_cipher_spec", alert.UnexpectedMessage, func(p *peer, _ []byte) [][]byte { p.wire(20, 3, 3, 0, 1, 1); return nil })
	for _, b := range []byte{2, 3, 255} {
		add("4.6.3", fmt.Sprintf("KeyUpdate with %d", b), alert.IllegalParameter, instead(reframe(24, []byte{b})))
	}
	add("4.6.3", "empty KeyUpdate", alert.DecodeError, instead(reframe(24, nil)))
	add("4.6.3", "KeyUpdate of two bytes", alert.DecodeError, instead(reframe(24, []byte{0, 0})))
	add("5.1", "bytes after a KeyUpdate", alert.UnexpectedMessage, instead(append(handshake.MarshalKeyUpdate(false), 4)))
	add("4.6.3", "old key after a KeyUpdate", alert.BadRecordMAC, instead(handshake.MarshalKeyUpdate(false), handshake.MarshalKeyUpdate(false)))
	add("4.6.3", "many KeyUpdates", alert.UnexpectedMessage, func(p *peer, _ []byte) [][]byte {
		secret := p.client
		if fromServer {
			secret = p.server
		}
		for range 50 {
			p.raw(record.Handshake, handshake.MarshalKeyUpdate(true))
			secret = p.suite.NextSecret(secret)
			p.out.SetKeys(p.suite, secret)
		}
		return nil
	})
	add("5.1", "data inside a handshake message", alert.UnexpectedMessage, func(p *peer, _ []byte) [][]byte {
		p.raw(record.Handshake, []byte{24, 0, 0})
		p.raw(record.ApplicationData, []byte("data"))
		return nil
	})
	add("5.1", "alert inside a handshake message", alert.UnexpectedMessage, func(p *peer, _ []byte) [][]byte {
		p.raw(record.Handshake, []byte{24})
		p.raw(record.Alert, []byte{2, 40})
		return nil
	})
	add("5.4", "100 empty data records", alert.UnexpectedMessage, func(p *peer, _ []byte) [][]byte {
		aead, iv := p.suite.TrafficKeys(map[bool][]byte{true: p.server, false: p.client}[fromServer])
		for i := range 100 {
			nonce := iv
			nonce[11] ^= byte(i)
			header := []byte{23, 3, 3, 0, 17}
			p.wire(append(header, aead.Seal(nil, nonce[:], []byte{23}, header)...)...)
		}
		return nil
	})
	if !fromServer {
		add("4.6.1", "NewSessionTicket from a client", alert.UnexpectedMessage, instead(ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Nonce: []byte{0}, Ticket: []byte("t")})))
		return list
	}
	add("4.6.1", "lifetime of more than seven days", alert.IllegalParameter, instead(ticketMessage(handshake.NewSessionTicket{Lifetime: 604801, Nonce: []byte{0}, Ticket: []byte("t")})))
	add("4.6.1", "empty ticket", alert.DecodeError, instead(ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Nonce: []byte{0}})))
	add("4.6.1", "extension of another message", alert.IllegalParameter, instead(ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Ticket: []byte("t"), Extensions: []handshake.Extension{{ID: handshake.ExtKeyShare}}})))
	add("4.6.1", "an extension twice", alert.IllegalParameter, instead(ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Ticket: []byte("t"), Extensions: []handshake.Extension{{ID: 42}, {ID: 42}}})))
	good := ticketMessage(handshake.NewSessionTicket{Lifetime: 1, Nonce: []byte{0}, Ticket: []byte("t")})
	add("4.6.1", "a byte too many", alert.DecodeError, instead(reframe(4, append(good[4:len(good):len(good)], 0))))
	add("4.6.1", "a byte too few", alert.DecodeError, instead(reframe(4, good[4:len(good)-1])))
	add("4.6.1", "empty", alert.DecodeError, instead(reframe(4, nil)))
	many := make([][]byte, 100)
	for i := range many {
		many[i] = good
	}
	add("4.6.1", "100 tickets", alert.UnexpectedMessage, instead(many...))
	add("4.6.2", "post-handshake CertificateRequest", alert.UnexpectedMessage, instead(must((&handshake.CertificateRequest{Context: []byte{1}, Extensions: []handshake.Extension{{ID: 13, Data: []byte{0, 2, 4, 3}}}}).Marshal())))
	return list
}

func ticketMessage(m handshake.NewSessionTicket) []byte { return must(m.Marshal()) }

// resumedAttacks are by a server that resumes a session.
func resumedAttacks(id *identity) []attack {
	var list []attack
	psk := random(32)
	setup := func(p *peer, c *Config) {
		p.psk = psk
		c.ClientSessionCache = NewLRUClientSessionCache(1)
		chain := must(parseChain(id.chain))
		c.ClientSessionCache.Put("example.test", &ClientSessionState{
			ticket: []byte("ticket"), received: time.Now(), expires: time.Now().Add(time.Hour),
			suite: TLS_AES_128_GCM_SHA256, psk: psk, serverName: "example.test", peer: chain,
		})
	}
	add := func(step, section, name string, want alert.Code, edit func(*peer, []byte) [][]byte) {
		list = append(list, attack{section: section, name: name, step: step, want: want, edit: edit, setup: setup})
	}
	const psks = handshake.ExtPreSharedKey
	for _, i := range []uint16{1, 2, 65535} {
		add("ServerHello", "4.2.11", fmt.Sprintf("selected identity %d", i), alert.IllegalParameter, setServerExtension(psks, handshake.Uint16(i)))
	}
	add("ServerHello", "4.2.11", "selected identity of a byte", alert.DecodeError, setServerExtension(psks, []byte{0}))
	add("ServerHello", "4.2.11", "suite with another hash", alert.IllegalParameter, editServerHello(func(m *handshake.ServerHello) { m.CipherSuite = TLS_AES_256_GCM_SHA384 }))
	add("ServerHello", "4.2.9", "without key_share", alert.MissingExtension, setServerExtension(handshake.ExtKeyShare, nil))
	add("EncryptedExtensions", "4.2.10", "early_data", alert.UnsupportedExtension, setEncryptedExtension(handshake.ExtEarlyData, nil))
	chain := must(marshalChain(id.chain))
	add("Finished", "4.3.2", "CertificateRequest", alert.UnexpectedMessage, instead(must((&handshake.CertificateRequest{Extensions: []handshake.Extension{{ID: 13, Data: []byte{0, 2, 4, 3}}}}).Marshal())))
	add("Finished", "4.4.2", "Certificate", alert.UnexpectedMessage, instead(chain))
	add("Finished", "4.4.4", "flipped", alert.DecryptError, bodyEdit(func(b []byte) []byte { b[0] ^= 1; return b }))
	return list
}

func TestAttackRecords(t *testing.T) {
	id := testIdentity(t, "P-256")
	handshakeKey := map[bool]func(p *peer) []byte{true: func(p *peer) []byte { return p.server }, false: func(p *peer) []byte { return p.client }}
	client := append(plainAttacks("ServerHello"), protectedAttacks("EncryptedExtensions", handshakeKey[true])...)
	client = append(client, protectedAttacks("after", handshakeKey[true])...)
	client = append(client, afterAttacks(true)...)
	client = append(client, resumedAttacks(id)...)
	server := append(plainAttacks("ClientHello"), protectedAttacks("Finished", handshakeKey[false])...)
	server = append(server, protectedAttacks("after", handshakeKey[false])...)
	server = append(server, afterAttacks(false)...)
	t.Logf("%d attacks", len(client)+len(server))
	for _, a := range client {
		a.run(t, id, false)
	}
	for _, a := range server {
		a.run(t, id, true)
	}
}
