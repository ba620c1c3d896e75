package tlsext

import (
	"slices"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// receiveServerHello reads the server's choice, after at most one HelloRetryRequest,
// and changes to the handshake keys (RFC 8446, sections 4.1.3 and 4.1.4).
func (h *clientHandshake) receiveServerHello() error {
	m, hello, err := h.readAnswer()
	if err != nil {
		return err
	}
	if hello.IsRetry() {
		if err := h.retry(m, hello); err != nil {
			return err
		}
		if m, hello, err = h.readAnswer(); err != nil {
			return err
		}
		if hello.IsRetry() {
			return alert.Errorf(alert.UnexpectedMessage, "a second HelloRetryRequest")
		}
	}
	if h.transcript == nil {
		h.transcript = keyschedule.NewTranscript(h.suite)
		h.transcript.Add(h.helloRaw)
	}
	h.transcript.Add(m.raw)
	if err := handshake.CheckAnswers(hello.Extensions, handshake.InServerHello, h.offered); err != nil {
		return err
	}
	if err := h.acceptSession(hello); err != nil {
		return err
	}
	shared, err := h.agree(hello)
	if err != nil {
		return err
	}
	defer clear(shared)
	h.clientSecret, h.serverSecret = h.schedule.Handshake(shared, h.transcript.Sum())
	if err := h.c.logSecret(logClientHandshake, h.clientSecret); err != nil {
		return err
	}
	if err := h.c.logSecret(logServerHandshake, h.serverSecret); err != nil {
		return err
	}
	if h.retryGroup == 0 && h.cookie == nil {
		h.c.out.records.AppendCCS()
	}
	// setReadSecret and setWriteSecret clear what they replace; the handshake needs its
	// secrets until both Finished messages are done.
	h.c.suite = h.suite
	if err := h.c.setReadSecret(h.suite, slices.Clone(h.serverSecret)); err != nil {
		return err
	}
	return h.c.setWriteSecret(h.suite, slices.Clone(h.clientSecret))
}

// readAnswer reads ServerHello or HelloRetryRequest and makes the checks they share.
func (h *clientHandshake) readAnswer() (*message, *handshake.ServerHello, error) {
	m, err := h.c.expect(handshake.TypeServerHello)
	if err != nil {
		return nil, nil, err
	}
	hello, err := handshake.ParseServerHello(m.body)
	if err != nil {
		return nil, nil, err
	}
	if err := h.checkVersion(hello); err != nil {
		return nil, nil, err
	}
	if string(hello.SessionID) != string(h.hello.SessionID) {
		return nil, nil, alert.Errorf(alert.IllegalParameter, "ServerHello: the session id is not ours")
	}
	if hello.Compression != 0 {
		return nil, nil, alert.Errorf(alert.IllegalParameter, "ServerHello: compression method %d", hello.Compression)
	}
	var chosen *keyschedule.Suite
	for _, s := range h.s.suites {
		if s.ID == hello.CipherSuite {
			chosen = s
		}
	}
	if chosen == nil || h.suite != nil && h.suite != chosen {
		return nil, nil, alert.Errorf(alert.IllegalParameter, "ServerHello: cipher suite 0x%04x", hello.CipherSuite)
	}
	h.suite = chosen
	return m, hello, nil
}

// checkVersion requires TLS 1.3. An older version with a downgrade sentinel means that
// someone changed our offer on the way (RFC 8446, section 4.1.3).
func (h *clientHandshake) checkVersion(hello *handshake.ServerHello) error {
	data, ok := handshake.Find(hello.Extensions, handshake.ExtSupportedVersions)
	if !ok {
		tail := string(hello.Random[24:])
		if tail == handshake.DowngradeTLS12 || tail == handshake.DowngradeTLS11 {
			return alert.Errorf(alert.IllegalParameter, "ServerHello: downgrade detected")
		}
		return alert.Errorf(alert.ProtocolVersion, "ServerHello: the server does not speak TLS 1.3")
	}
	v, err := handshake.ParseUint16("supported_versions", data)
	if err != nil {
		return err
	}
	if v != handshake.Version13 {
		return alert.Errorf(alert.IllegalParameter, "ServerHello: version 0x%04x was not offered", v)
	}
	if hello.Version != handshake.Version12 {
		return alert.Errorf(alert.IllegalParameter, "ServerHello: legacy_version is 0x%04x", hello.Version)
	}
	return nil
}

// retry answers a HelloRetryRequest with a second ClientHello (RFC 8446, section 4.1.4).
func (h *clientHandshake) retry(m *message, hello *handshake.ServerHello) error {
	// The cookie is the one extension that may come without having been offered.
	requested := func(id uint16) bool { return id == handshake.ExtCookie || h.offered(id) }
	if err := handshake.CheckAnswers(hello.Extensions, handshake.InRetryRequest, requested); err != nil {
		return err
	}
	if err := h.c.atRecordEdge(); err != nil {
		return err
	}
	data, hasCookie := handshake.Find(hello.Extensions, handshake.ExtCookie)
	if hasCookie {
		cookie, err := handshake.ParseCookie(data)
		if err != nil {
			return err
		}
		h.cookie = cookie
	}
	data, hasGroup := handshake.Find(hello.Extensions, handshake.ExtKeyShare)
	if hasGroup {
		if err := h.retryWith(data); err != nil {
			return err
		}
	}
	if !hasCookie && !hasGroup {
		return alert.Errorf(alert.IllegalParameter, "HelloRetryRequest asks for no change")
	}
	h.c.state.HelloRetryRequest = true
	h.transcript = keyschedule.NewTranscript(h.suite)
	h.transcript.Add(h.helloRaw)
	h.transcript.Retry()
	h.transcript.Add(m.raw)
	if h.session != nil && !h.session.suite.SameHash(h.suite) {
		h.session = nil // its binder could not be checked (section 4.1.4)
	}
	if err := h.marshalHello(); err != nil {
		return err
	}
	h.transcript.Add(h.helloRaw)
	h.c.out.records.AppendCCS()
	h.c.queue(h.helloRaw)
	err := h.c.flush()
	h.c.countFlights()
	return err
}

// retryWith makes a key for the group the server asked for, which must be one we named
// but made no key for.
func (h *clientHandshake) retryWith(data []byte) error {
	id, err := handshake.ParseUint16("key_share", data)
	if err != nil {
		return err
	}
	var group *keyexchange.Group
	for _, g := range h.s.groups {
		if g.ID == id {
			group = g
		}
	}
	if group == nil {
		return alert.Errorf(alert.IllegalParameter, "HelloRetryRequest: group %v was not offered", CurveID(id))
	}
	for _, k := range h.keys {
		if k.Group == group {
			return alert.Errorf(alert.IllegalParameter, "HelloRetryRequest: a share for %v was already sent", CurveID(id))
		}
	}
	h.retryGroup = id
	return h.offerShares(group)
}

// acceptSession starts the key schedule, from the resumed session if the server took it.
func (h *clientHandshake) acceptSession(hello *handshake.ServerHello) error {
	data, ok := handshake.Find(hello.Extensions, handshake.ExtPreSharedKey)
	if !ok {
		h.schedule = keyschedule.New(h.suite, nil)
		return nil
	}
	index, err := handshake.ParseUint16("pre_shared_key", data)
	if err != nil {
		return err
	}
	if h.session == nil || index != 0 {
		return alert.Errorf(alert.IllegalParameter, "ServerHello: selected identity %d was not offered", index)
	}
	if !h.session.suite.SameHash(h.suite) {
		return alert.Errorf(alert.IllegalParameter, "ServerHello: the cipher suite does not suit the selected identity")
	}
	h.schedule = h.session.startSchedule(h.suite)
	h.resumed = true
	h.c.state.DidResume = true
	h.c.state.PeerCertificates = h.session.state.peer
	h.c.state.VerifiedChains = h.session.chains
	return nil
}

// agree computes the shared secret from the server's share (RFC 8446, section 4.2.8).
func (h *clientHandshake) agree(hello *handshake.ServerHello) ([]byte, error) {
	data, ok := handshake.Find(hello.Extensions, handshake.ExtKeyShare)
	if !ok {
		// Also a choice of psk_ke, which was not offered.
		return nil, alert.Errorf(alert.MissingExtension, "ServerHello: key_share is missing")
	}
	share, err := handshake.ParseServerShare(data)
	if err != nil {
		return nil, err
	}
	for _, k := range h.keys {
		if k.Group.ID != share.Group {
			continue
		}
		h.c.state.CurveID = CurveID(share.Group)
		secret, err := k.Secret(share.Data)
		if err != nil {
			return nil, alert.Errorf(alert.IllegalParameter, "ServerHello: %v: %w", CurveID(share.Group), err)
		}
		return secret, nil
	}
	return nil, alert.Errorf(alert.IllegalParameter, "ServerHello: no share was sent for %v", CurveID(share.Group))
}
