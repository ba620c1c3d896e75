package tlsext

import (
	"context"
	"io"
	"slices"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// serverHandshake is the state machine of RFC 8446, appendix A.2.
type serverHandshake struct {
	c   *Conn
	s   *settings
	ctx context.Context

	offer        *clientOffer
	suite        *keyschedule.Suite
	group        *keyexchange.Group
	session      *session // resumed, or nil
	identity     int      // index of its ticket in the offer
	transcript   *keyschedule.Transcript
	schedule     *keyschedule.Schedule
	clientSecret []byte // of the handshake
	serverSecret []byte
	// clientTraffic is the client's first application traffic secret.
	clientTraffic []byte
	asked         bool // a CertificateRequest was sent
}

// serverHandshake runs the handshake of a server.
func (c *Conn) serverHandshake(ctx context.Context) error {
	h := &serverHandshake{c: c, s: c.set, ctx: ctx}
	defer h.wipe()
	if err := h.receiveHello(); err != nil {
		return err
	}
	if err := h.resume(); err != nil {
		return err
	}
	h.transcript.Add(h.offer.raw)
	if err := h.sendServerHello(); err != nil {
		return err
	}
	if err := h.sendExtensions(); err != nil {
		return err
	}
	if h.session == nil {
		if err := h.sendIdentity(); err != nil {
			return err
		}
	}
	if err := h.sendFinished(); err != nil {
		return err
	}
	if err := h.receiveClientFlight(); err != nil {
		return err
	}
	return h.complete()
}

func (h *serverHandshake) wipe() {
	clear(h.clientSecret)
	clear(h.serverSecret)
	if h.schedule != nil {
		h.schedule.Wipe()
	}
}

// receiveHello reads the ClientHello and settles suite and group, with a
// HelloRetryRequest if the client has no share for the group.
func (h *serverHandshake) receiveHello() error {
	m, err := h.c.expect(handshake.TypeClientHello)
	if err != nil {
		return err
	}
	h.c.out.records.Version = handshake.Version12
	h.c.in.records.AllowCCS = true
	if h.offer, err = readOffer(m); err != nil {
		return err
	}
	h.c.random = h.offer.hello.Random
	if err := h.chooseSuite(); err != nil {
		return err
	}
	h.transcript = keyschedule.NewTranscript(h.suite)
	if err := h.chooseGroup(); err != nil {
		return err
	}
	if h.offer.earlyData {
		h.c.in.records.SkipEarlyData = maxSkippedEarlyData
	}
	if h.offer.share(h.group.ID) != nil {
		return nil
	}
	return h.retry()
}

// maxSkippedEarlyData is how much refused early data is passed over. Clients of this
// server's tickets send none; 16 KB is what other servers commonly allow.
const maxSkippedEarlyData = 20 << 10

func (h *serverHandshake) chooseSuite() error {
	offered := h.offer.hello.CipherSuites
	// A client that puts ChaCha20 first has no fast AES; obliging it costs little.
	if h.c.config.CipherSuites == nil {
		for _, id := range offered {
			if s := keyschedule.SuiteByID(id); s != nil {
				if s == keyschedule.ChaCha20 {
					h.suite = s
				}
				break
			}
		}
	}
	for _, s := range h.s.suites {
		if h.suite == nil && slices.Contains(offered, s.ID) {
			h.suite = s
		}
	}
	if h.suite == nil {
		return alert.Errorf(alert.HandshakeFailure, "ClientHello: no cipher suite in common")
	}
	return nil
}

// chooseGroup takes the first common group in this side's order. If the client sent no
// share for it, another of the same kind (hybrid or classical) that needs no second
// round trip is preferred.
func (h *serverHandshake) chooseGroup() error {
	for _, g := range h.s.groups {
		if !slices.Contains(h.offer.groups, g.ID) {
			continue
		}
		if h.group == nil {
			h.group = g
		}
		if h.offer.share(g.ID) != nil && g.IsHybrid() == h.group.IsHybrid() {
			h.group = g
			return nil
		}
	}
	if h.group == nil {
		return alert.Errorf(alert.HandshakeFailure, "ClientHello: no group in common")
	}
	return nil
}

// retry sends a HelloRetryRequest and reads the second ClientHello (RFC 8446, 4.1.4).
func (h *serverHandshake) retry() error {
	first := h.offer
	h.transcript.Add(first.raw)
	h.transcript.Retry()
	raw, err := h.answer(handshake.RetryRandom[:], []handshake.Extension{
		{ID: handshake.ExtSupportedVersions, Data: handshake.Uint16(handshake.Version13)},
		{ID: handshake.ExtKeyShare, Data: handshake.Uint16(h.group.ID)},
	})
	if err != nil {
		return err
	}
	h.transcript.Add(raw)
	h.c.queue(raw)
	if err := h.c.atRecordEdge(); err != nil {
		return err
	}
	if err := h.sendCCS(); err != nil {
		return err
	}
	h.c.countFlights()
	if err := h.c.flush(); err != nil {
		return err
	}
	h.c.countFlights()
	m, err := h.c.expect(handshake.TypeClientHello)
	if err != nil {
		return err
	}
	h.c.in.records.SkipEarlyData = 0
	if h.offer, err = readOffer(m); err != nil {
		return err
	}
	h.c.state.HelloRetryRequest = true
	return h.offer.checkSecond(first, h.group.ID)
}

// answer builds ServerHello or HelloRetryRequest.
func (h *serverHandshake) answer(random []byte, list []handshake.Extension) ([]byte, error) {
	return (&handshake.ServerHello{
		Version:     handshake.Version12,
		Random:      random,
		SessionID:   h.offer.hello.SessionID,
		CipherSuite: h.suite.ID,
		Extensions:  list,
	}).Marshal()
}

// sendCCS adds the middlebox record if the client plays that game (appendix D.4).
func (h *serverHandshake) sendCCS() error {
	if len(h.offer.hello.SessionID) == 0 {
		return nil
	}
	err := h.c.seal()
	h.c.out.records.AppendCCS()
	return err
}

// sendServerHello answers the key exchange and changes to the handshake keys.
func (h *serverHandshake) sendServerHello() error {
	random := make([]byte, 32)
	if _, err := io.ReadFull(h.s.rand, random); err != nil {
		return err
	}
	share, shared, err := keyexchange.Respond(h.group, h.s.rand, h.offer.share(h.group.ID))
	if keyexchange.ErrShare(err) {
		return alert.Errorf(alert.IllegalParameter, "ClientHello: %v: %w", CurveID(h.group.ID), err)
	}
	if err != nil {
		return err
	}
	defer clear(shared)
	h.c.state.CurveID = CurveID(h.group.ID)
	list := []handshake.Extension{
		{ID: handshake.ExtSupportedVersions, Data: handshake.Uint16(handshake.Version13)},
		{ID: handshake.ExtKeyShare, Data: handshake.ServerShare(handshake.KeyShare{Group: h.group.ID, Data: share})},
	}
	if h.session != nil {
		list = append(list, handshake.Extension{ID: handshake.ExtPreSharedKey, Data: handshake.Uint16(uint16(h.identity))})
	}
	if err := h.send(h.answer(random, list)); err != nil {
		return err
	}
	if !h.c.state.HelloRetryRequest {
		if err := h.sendCCS(); err != nil {
			return err
		}
	}
	h.clientSecret, h.serverSecret = h.schedule.Handshake(shared, h.transcript.Sum())
	if err := h.c.logSecret(logClientHandshake, h.clientSecret); err != nil {
		return err
	}
	if err := h.c.logSecret(logServerHandshake, h.serverSecret); err != nil {
		return err
	}
	h.c.suite = h.suite
	h.c.in.records.AllowPlainAlert = true
	if err := h.c.setReadSecret(h.suite, slices.Clone(h.clientSecret)); err != nil {
		return err
	}
	return h.c.setWriteSecret(h.suite, slices.Clone(h.serverSecret))
}

// send queues a message just made and adds it to the transcript.
func (h *serverHandshake) send(raw []byte, err error) error {
	if err != nil {
		return err
	}
	h.transcript.Add(raw)
	h.c.queue(raw)
	return nil
}
