package tlsext

import (
	"io"
	"net/netip"
	"slices"
	"strings"

	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
)

// sendHello sends the first ClientHello (RFC 8446, section 4.1.2).
func (h *clientHandshake) sendHello() error {
	random := make([]byte, 64)
	if _, err := io.ReadFull(h.s.rand, random); err != nil {
		return err
	}
	h.hello = &handshake.ClientHello{
		Version: handshake.Version12,
		Random:  random[:32],
		// A session id makes middleboxes see a resumed TLS 1.2 session (appendix D.4).
		SessionID:          random[32:],
		CompressionMethods: []byte{0},
	}
	for _, s := range h.s.suites {
		h.hello.CipherSuites = append(h.hello.CipherSuites, s.ID)
	}
	h.c.random = h.hello.Random
	h.c.state.ServerName = sniName(h.c.config.ServerName)
	if err := h.offerShares(h.s.groups[0]); err != nil {
		return err
	}
	h.session = h.c.loadSession()
	if err := h.marshalHello(); err != nil {
		return err
	}
	h.c.in.records.AllowCCS = true
	h.c.queue(h.helloRaw)
	err := h.c.flush()
	h.c.out.records.Version = handshake.Version12
	h.c.countFlights()
	return err
}

// offerShares makes the key for a group. The curve inside a hybrid is offered too when
// it is enabled: it costs no further key, and saves a round trip with servers that do
// not know the hybrid.
func (h *clientHandshake) offerShares(g *keyexchange.Group) error {
	key, err := keyexchange.Generate(g, h.s.rand)
	if err != nil {
		return err
	}
	h.keys = []*keyexchange.Key{key}
	if c := key.Classical(); c != nil && slices.Contains(h.s.groups, c.Group) && h.retryGroup == 0 {
		h.keys = append(h.keys, c)
	}
	return nil
}

// marshalHello writes the message with the current shares, cookie and session.
func (h *clientHandshake) marshalHello() (err error) {
	h.hello.Extensions = h.extensions()
	if h.session == nil {
		h.helloRaw, err = h.hello.Marshal()
		return err
	}
	psk := h.session.extension(h.s.now())
	h.hello.Extensions = append(h.hello.Extensions, handshake.Extension{ID: handshake.ExtPreSharedKey, Data: psk.Marshal()})
	if h.helloRaw, err = h.hello.Marshal(); err != nil {
		return err
	}
	h.session.bind(h.helloRaw, psk, h.transcript)
	return nil
}

// extensions lists everything but pre_shared_key, which has to come last.
func (h *clientHandshake) extensions() []handshake.Extension {
	cfg := h.c.config
	var list []handshake.Extension
	add := func(id uint16, data []byte) { list = append(list, handshake.Extension{ID: id, Data: data}) }

	if name := h.c.state.ServerName; name != "" {
		add(handshake.ExtServerName, handshake.ServerName(name))
	}
	var groups []uint16
	for _, g := range h.s.groups {
		groups = append(groups, g.ID)
	}
	add(handshake.ExtSupportedGroups, handshake.Uint16List(groups))
	add(handshake.ExtSignatureAlgorithms, handshake.Uint16List(schemeIDs(h.s.schemes)))
	add(handshake.ExtSignatureAlgorithmsCert, handshake.Uint16List(schemeIDs(h.s.certSchemes)))
	if len(cfg.NextProtos) > 0 {
		add(handshake.ExtALPN, handshake.Protocols(cfg.NextProtos...))
	}
	add(handshake.ExtSupportedVersions, handshake.Versions(handshake.Version13))
	if cfg.RecordSizeLimit > 0 {
		add(handshake.ExtRecordSizeLimit, handshake.Uint16(uint16(cfg.RecordSizeLimit)))
	}
	if h.c.wantsTickets() {
		add(handshake.ExtPSKModes, handshake.PSKModes(handshake.PSKModeDHE))
	}
	if h.cookie != nil {
		add(handshake.ExtCookie, handshake.Cookie(h.cookie))
	}
	var shares []handshake.KeyShare
	for _, k := range h.keys {
		shares = append(shares, handshake.KeyShare{Group: k.Group.ID, Data: k.Share()})
	}
	add(handshake.ExtKeyShare, handshake.KeyShares(shares))
	return list
}

// offered reports whether the ClientHello had an extension.
func (h *clientHandshake) offered(id uint16) bool {
	_, ok := handshake.Find(h.hello.Extensions, id)
	return ok
}

// sniName is the name to send in server_name: no address, no final dot (RFC 6066,
// section 3).
func sniName(name string) string {
	name = strings.TrimRight(name, ".")
	if _, err := netip.ParseAddr(strings.Trim(name, "[]")); err == nil {
		return ""
	}
	return name
}
