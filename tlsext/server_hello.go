package tlsext

import (
	"bytes"
	"slices"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
)

// clientOffer is a ClientHello with the extensions a server looks at.
type clientOffer struct {
	peerWishes
	hello     *handshake.ClientHello
	raw       []byte
	groups    []uint16
	shares    []handshake.KeyShare
	protocols []string
	pskModes  []byte
	psk       *handshake.PreSharedKey
	sizeLimit int // 0: none
	earlyData bool
}

func (o *clientOffer) has(id uint16) bool {
	_, ok := handshake.Find(o.hello.Extensions, id)
	return ok
}

// readOffer reads a ClientHello and makes the checks that need no configuration
// (RFC 8446, sections 4.1.2 and 4.2).
func readOffer(m *message) (*clientOffer, error) {
	hello, err := handshake.ParseClientHello(m.body)
	if err != nil {
		return nil, err
	}
	o := &clientOffer{hello: hello, raw: m.raw}
	if err := o.checkVersion(); err != nil {
		return nil, err
	}
	if !bytes.Equal(hello.CompressionMethods, []byte{0}) {
		return nil, alert.Errorf(alert.IllegalParameter, "ClientHello: compression methods %x", hello.CompressionMethods)
	}
	if err := handshake.CheckPlaces(hello.Extensions, handshake.InClientHello); err != nil {
		return nil, err
	}
	for i, e := range hello.Extensions {
		if err := o.readExtension(e); err != nil {
			return nil, err
		}
		if e.ID == handshake.ExtPreSharedKey && i != len(hello.Extensions)-1 {
			return nil, alert.Errorf(alert.IllegalParameter, "ClientHello: pre_shared_key is not the last extension")
		}
	}
	return o, o.checkTogether()
}

// checkVersion requires TLS 1.3 in supported_versions (section 4.2.1) and refuses SSL
// 3.0 whatever else is offered (appendix D.5).
func (o *clientOffer) checkVersion() error {
	if o.hello.Version <= 0x0300 {
		return alert.Errorf(alert.ProtocolVersion, "ClientHello: legacy_version is 0x%04x", o.hello.Version)
	}
	data, ok := handshake.Find(o.hello.Extensions, handshake.ExtSupportedVersions)
	if !ok {
		return alert.Errorf(alert.ProtocolVersion, "ClientHello: the client does not speak TLS 1.3")
	}
	versions, err := handshake.ParseVersions(data)
	if err != nil {
		return err
	}
	if !slices.Contains(versions, handshake.Version13) {
		return alert.Errorf(alert.ProtocolVersion, "ClientHello: the client does not speak TLS 1.3")
	}
	return nil
}

func (o *clientOffer) readExtension(e handshake.Extension) (err error) {
	switch e.ID {
	case handshake.ExtServerName:
		o.serverName, err = handshake.ParseServerName(e.Data)
	case handshake.ExtSupportedGroups:
		o.groups, err = handshake.ParseUint16List("supported_groups", e.Data)
	case handshake.ExtKeyShare:
		o.shares, err = handshake.ParseKeyShares(e.Data)
	case handshake.ExtALPN:
		o.protocols, err = handshake.ParseProtocols(e.Data)
	case handshake.ExtPSKModes:
		o.pskModes, err = handshake.ParsePSKModes(e.Data)
	case handshake.ExtPreSharedKey:
		o.psk, err = handshake.ParsePreSharedKey(e.Data)
	case handshake.ExtRecordSizeLimit:
		o.sizeLimit, err = parseSizeLimit(e.Data)
	case handshake.ExtEarlyData:
		o.earlyData = true
		if len(e.Data) != 0 {
			err = alert.Errorf(alert.DecodeError, "ClientHello: early_data is not empty")
		}
	case handshake.ExtCookie:
		// This server sends none; the value could only be checked by who made it.
		_, err = handshake.ParseCookie(e.Data)
	case handshake.ExtPostHandshakeAuth:
		if len(e.Data) != 0 {
			err = alert.Errorf(alert.DecodeError, "ClientHello: post_handshake_auth is not empty")
		}
	}
	return err
}

// checkTogether requires the extensions that depend on each other (section 9.2).
func (o *clientOffer) checkTogether() error {
	if err := o.readSchemes(o.hello.Extensions); err != nil {
		return err
	}
	if o.has(handshake.ExtSupportedGroups) != o.has(handshake.ExtKeyShare) {
		return alert.Errorf(alert.MissingExtension, "ClientHello: only one of supported_groups and key_share is present")
	}
	if o.psk != nil && o.pskModes == nil {
		return alert.Errorf(alert.MissingExtension, "ClientHello: pre_shared_key without psk_key_exchange_modes")
	}
	if o.psk == nil {
		if !o.has(handshake.ExtSignatureAlgorithms) || !o.has(handshake.ExtSupportedGroups) {
			return alert.Errorf(alert.MissingExtension, "ClientHello: signature_algorithms and supported_groups are needed without a PSK")
		}
	}
	for _, share := range o.shares {
		if !slices.Contains(o.groups, share.Group) {
			return alert.Errorf(alert.IllegalParameter, "ClientHello: key share for %v, which is not in supported_groups", CurveID(share.Group))
		}
	}
	return nil
}

// share returns the client's share for a group, or nil.
func (o *clientOffer) share(group uint16) []byte {
	for _, s := range o.shares {
		if s.Group == group {
			return s.Data
		}
	}
	return nil
}

// checkSecond requires that a second ClientHello changes only what RFC 8446, section
// 4.1.2, allows, and brings the share that was asked for.
func (o *clientOffer) checkSecond(first *clientOffer, group uint16) error {
	a, b := first.hello, o.hello
	same := a.Version == b.Version && bytes.Equal(a.Random, b.Random) && bytes.Equal(a.SessionID, b.SessionID) &&
		slices.Equal(a.CipherSuites, b.CipherSuites)
	if !same || !slices.EqualFunc(fixedExtensions(a), fixedExtensions(b), equalExtension) {
		return alert.Errorf(alert.IllegalParameter, "the second ClientHello differs from the first in more than is allowed")
	}
	if o.earlyData {
		return alert.Errorf(alert.IllegalParameter, "early_data in the second ClientHello")
	}
	if len(o.shares) != 1 || o.shares[0].Group != group {
		return alert.Errorf(alert.IllegalParameter, "the second ClientHello has no single share for %v", CurveID(group))
	}
	return nil
}

func equalExtension(a, b handshake.Extension) bool {
	return a.ID == b.ID && bytes.Equal(a.Data, b.Data)
}

// fixedExtensions leaves out the extensions that may change.
func fixedExtensions(m *handshake.ClientHello) []handshake.Extension {
	var list []handshake.Extension
	for _, e := range m.Extensions {
		switch e.ID {
		case handshake.ExtKeyShare, handshake.ExtEarlyData, handshake.ExtCookie, handshake.ExtPreSharedKey, handshake.ExtPadding:
		default:
			list = append(list, e)
		}
	}
	return list
}
