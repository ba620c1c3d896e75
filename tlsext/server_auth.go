package tlsext

import (
	"crypto/x509"
	"slices"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/record"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// sendExtensions sends EncryptedExtensions (RFC 8446, section 4.3.1).
func (h *serverHandshake) sendExtensions() error {
	cfg := h.c.config
	list := []handshake.Extension{}
	h.c.state.ServerName = h.offer.serverName
	if h.offer.serverName != "" && h.session == nil {
		list = append(list, handshake.Extension{ID: handshake.ExtServerName})
	}
	if len(h.offer.protocols) > 0 && len(cfg.NextProtos) > 0 {
		i := slices.IndexFunc(cfg.NextProtos, func(p string) bool { return slices.Contains(h.offer.protocols, p) })
		if i < 0 {
			return alert.Errorf(alert.NoApplicationProtocol, "ClientHello: no application protocol in common (%q)", h.offer.protocols)
		}
		h.c.state.NegotiatedProtocol = cfg.NextProtos[i]
		list = append(list, handshake.Extension{ID: handshake.ExtALPN, Data: handshake.Protocols(cfg.NextProtos[i])})
	}
	if h.offer.sizeLimit > 0 {
		own := cfg.RecordSizeLimit
		if own == 0 {
			own = record.MaxInner
		}
		list = append(list, handshake.Extension{ID: handshake.ExtRecordSizeLimit, Data: handshake.Uint16(uint16(own))})
		h.c.out.records.SetLimit(h.offer.sizeLimit)
		h.c.in.records.SetLimit(own)
	}
	return h.send((&handshake.EncryptedExtensions{Extensions: list}).Marshal())
}

// sendIdentity sends an optional CertificateRequest, then Certificate and
// CertificateVerify (RFC 8446, sections 4.3.2, 4.4.2 and 4.4.3).
func (h *serverHandshake) sendIdentity() error {
	if h.c.config.ClientAuth != NoClientCert {
		h.asked = true
		req := &handshake.CertificateRequest{Extensions: []handshake.Extension{
			{ID: handshake.ExtSignatureAlgorithms, Data: handshake.Uint16List(schemeIDs(h.s.schemes))},
			{ID: handshake.ExtSignatureAlgorithmsCert, Data: handshake.Uint16List(schemeIDs(h.s.certSchemes))},
		}}
		if names := h.authorities(); len(names) > 0 {
			req.Extensions = append(req.Extensions, handshake.Extension{ID: handshake.ExtCertificateAuthorities, Data: handshake.Authorities(names)})
		}
		if err := h.send(req.Marshal()); err != nil {
			return err
		}
	}
	cred, scheme, err := h.chooseIdentity()
	if err != nil {
		return err
	}
	if err := h.send(marshalChain(cred.chain)); err != nil {
		return err
	}
	h.c.state.LocalSignatureScheme = SignatureScheme(scheme.ID)
	return h.send(makeProof(h.s.rand, cred, scheme, serverContext, h.transcript.Sum()))
}

// maxAuthorities bounds the names sent in certificate_authorities; a longer list is left
// out, which means any authority.
const maxAuthorities = 16 << 10

// authorities are the names of the anchors for clients (RFC 8446, section 4.2.4).
func (h *serverHandshake) authorities() (names [][]byte) {
	if h.c.config.ClientCAs == nil {
		return nil
	}
	total := 0
	for _, c := range h.c.config.ClientCAs.Certificates() {
		names = append(names, c.RawSubject)
		if total += 2 + len(c.RawSubject); total > maxAuthorities {
			return nil
		}
	}
	return names
}

// chooseIdentity picks the certificate, from the callback or the configured ones.
func (h *serverHandshake) chooseIdentity() (*credential, *sigscheme.Scheme, error) {
	if get := h.c.config.GetCertificate; get != nil {
		cert, err := get(&ClientHelloInfo{
			ServerName:         h.offer.serverName,
			CipherSuites:       h.offer.hello.CipherSuites,
			SupportedCurves:    publicIDs[CurveID](h.offer.groups),
			SignatureSchemes:   publicIDs[SignatureScheme](h.offer.schemes),
			CertificateSchemes: publicIDs[SignatureScheme](h.offer.certSchemes),
			SupportedProtos:    h.offer.protocols,
			Conn:               h.c.conn,
			ctx:                h.ctx,
		})
		if err != nil {
			return nil, nil, err
		}
		if cert != nil {
			return h.s.credentialFor(cert, h.offer.schemes)
		}
	}
	cred, scheme := h.s.selectCredential(&h.offer.peerWishes)
	if cred == nil {
		return nil, nil, alert.Errorf(alert.HandshakeFailure, "ClientHello: the client accepts the signature schemes of none of our certificates")
	}
	return cred, scheme, nil
}

// receiveClientFlight reads what the client answers: its identity if it was asked, and
// Finished.
func (h *serverHandshake) receiveClientFlight() error {
	if h.asked {
		if err := h.receiveIdentity(); err != nil {
			return err
		}
	}
	covered := h.transcript.Sum()
	m, err := h.c.expect(handshake.TypeFinished)
	if err != nil {
		return err
	}
	h.transcript.Add(m.raw)
	if err := checkFinished(h.suite, h.clientSecret, covered, m); err != nil {
		return err
	}
	h.c.in.records.AllowCCS = false
	// From here on an unprotected alert is an attacker's, above all close_notify.
	h.c.in.records.AllowPlainAlert = false
	h.c.in.records.SkipEarlyData = 0
	return h.c.setReadSecret(h.suite, h.clientTraffic)
}

func (h *serverHandshake) receiveIdentity() error {
	m, err := h.c.expect(handshake.TypeCertificate)
	if err != nil {
		return err
	}
	h.transcript.Add(m.raw)
	chain, err := h.c.readChain(m, func(uint16) bool { return false })
	if err != nil {
		return err
	}
	policy := h.c.config.ClientAuth
	if len(chain) == 0 {
		if policy == RequireAnyClientCert || policy == RequireAndVerifyClientCert {
			return alert.Errorf(alert.CertificateRequired, "the client sent no certificate")
		}
		return nil
	}
	if err := h.c.acceptClientChain(chain); err != nil {
		return err
	}
	covered := h.transcript.Sum()
	if m, err = h.c.expect(handshake.TypeCertificateVerify); err != nil {
		return err
	}
	h.transcript.Add(m.raw)
	h.c.state.PeerSignatureScheme, err = checkProof(m, h.s.schemes, chain[0], clientContext, covered)
	return err
}

// acceptClientChain verifies a client's chain if the policy says so, and keeps it.
func (c *Conn) acceptClientChain(chain []*x509ext.Certificate) error {
	c.state.PeerCertificates = chain
	if p := c.config.ClientAuth; p != VerifyClientCertIfGiven && p != RequireAndVerifyClientCert {
		return nil
	}
	k := &chainCheck{roots: c.config.ClientCAs, usage: x509.ExtKeyUsageClientAuth, now: c.set.now(), schemes: c.set.certSchemes}
	chains, err := k.verify(chain)
	c.state.VerifiedChains = chains
	return err
}
