package tlsext

import (
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// maxIdentities bounds the tickets of one ClientHello that are opened.
const maxIdentities = 4

// resume looks for a session among the offered identities, and starts the key schedule
// (RFC 8446, section 4.2.11).
func (h *serverHandshake) resume() error {
	o := h.offer
	if o.psk != nil && !h.c.config.SessionTicketsDisabled && slices.Contains(o.pskModes, handshake.PSKModeDHE) {
		for i, id := range o.psk.Identities[:min(len(o.psk.Identities), maxIdentities)] {
			s, err := h.c.openTicket(id.Ticket)
			if err != nil || !h.usable(s) {
				continue // a full handshake follows
			}
			h.session, h.identity = s, i
			h.schedule = keyschedule.New(h.suite, s.psk)
			return h.checkBinder(o.psk.Binders[i])
		}
	}
	if !o.has(handshake.ExtSignatureAlgorithms) {
		return alert.Errorf(alert.MissingExtension, "ClientHello: signature_algorithms is missing and no PSK is accepted")
	}
	h.schedule = keyschedule.New(h.suite, nil)
	return nil
}

// checkBinder proves that the client knows the key of the ticket, and saw the same
// handshake so far (RFC 8446, section 4.2.11.2).
func (h *serverHandshake) checkBinder(binder []byte) error {
	truncated := h.offer.raw[:len(h.offer.raw)-h.offer.psk.BindersSize()]
	key := h.schedule.BinderKey()
	defer clear(key)
	if !h.suite.CheckFinished(key, h.transcript.SumWith(truncated), binder) {
		return alert.Errorf(alert.DecryptError, "ClientHello: the binder of the pre-shared key is not valid")
	}
	h.c.state.DidResume = true
	return nil
}

// usable reports whether a session may be resumed now: not too old, same name, a suite
// with the same hash, and a client identity that satisfies today's policy.
func (h *serverHandshake) usable(s *session) bool {
	age := h.s.now().Sub(s.created)
	suite := keyschedule.SuiteByID(s.suite)
	if suite == nil || !suite.SameHash(h.suite) || len(s.psk) != suite.HashLen {
		return false
	}
	// created is in whole seconds.
	if age < -time.Second || age >= ticketLifetime || s.serverName != h.offer.serverName {
		return false
	}
	policy := h.c.config.ClientAuth
	if len(s.chain) == 0 {
		return policy != RequireAnyClientCert && policy != RequireAndVerifyClientCert
	}
	if policy == NoClientCert {
		return false
	}
	chain, err := parseChain(s.chain)
	if err != nil {
		return false
	}
	if !h.c.set.mayProve(chain[0]) {
		return false
	}
	if err := h.c.acceptClientChain(chain); err != nil {
		h.c.state.PeerCertificates, h.c.state.VerifiedChains = nil, nil
		return false
	}
	return true
}

// sendFinished ends the server's flight (RFC 8446, section 4.4.4) and changes the
// sending keys.
func (h *serverHandshake) sendFinished() error {
	mac := h.suite.FinishedMAC(h.serverSecret, h.transcript.Sum())
	if err := h.send(handshake.MarshalFinished(mac)); err != nil {
		return err
	}
	h.c.countFlights()
	if err := h.c.flush(); err != nil {
		return err
	}
	h.c.countFlights()
	client, server, exporter := h.schedule.Application(h.transcript.Sum())
	for _, l := range []struct {
		label  string
		secret []byte
	}{{logClientTraffic, client}, {logServerTraffic, server}, {logExporter, exporter}} {
		if err := h.c.logSecret(l.label, l.secret); err != nil {
			return err
		}
	}
	h.clientTraffic, h.c.exporter = client, exporter
	return h.c.setWriteSecret(h.suite, server)
}

// complete ends the handshake: the application has its say, and a ticket waits for the
// first write. It is not sent at once because a client need not be reading yet.
func (h *serverHandshake) complete() error {
	h.c.countFlights()
	resumption := h.schedule.Resumption(h.transcript.Sum())
	defer clear(resumption)
	if err := h.c.confirm(); err != nil {
		return err
	}
	if h.c.config.SessionTicketsDisabled || !slices.Contains(h.offer.pskModes, handshake.PSKModeDHE) {
		return nil
	}
	raw, err := h.makeTicket(resumption)
	h.c.queue(raw)
	return err
}

// makeTicket builds a NewSessionTicket; nil when the session is too large for one. A
// resumed session keeps its date, so that a client proves its identity once a day.
func (h *serverHandshake) makeTicket(resumption []byte) ([]byte, error) {
	now := h.s.now()
	s := &session{suite: h.suite.ID, created: now, serverName: h.offer.serverName}
	if h.session != nil {
		s.created = h.session.created
	}
	for _, cert := range h.c.state.PeerCertificates {
		s.chain = append(s.chain, cert.Raw)
	}
	var random [12]byte
	if _, err := io.ReadFull(h.s.rand, random[:]); err != nil {
		return nil, fmt.Errorf("tlsext: drawing a ticket nonce: %w", err)
	}
	m := &handshake.NewSessionTicket{
		Lifetime: uint32((ticketLifetime - now.Sub(s.created)) / time.Second),
		AgeAdd:   binary.BigEndian.Uint32(random[8:]),
		Nonce:    random[:8],
	}
	s.psk = h.suite.ResumptionPSK(resumption, m.Nonce)
	defer clear(s.psk)
	var err error
	if m.Ticket, err = h.c.sealTicket(s); err != nil || m.Ticket == nil {
		return nil, err
	}
	return m.Marshal()
}
