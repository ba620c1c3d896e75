package tlsext

import (
	"context"
	"crypto/x509"
	"slices"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/handshake"
	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
	"github.com/saker-pq/saker/x509ext"
)

// clientHandshake is the state machine of RFC 8446, appendix A.1.
type clientHandshake struct {
	c   *Conn
	s   *settings
	ctx context.Context

	hello    *handshake.ClientHello
	helloRaw []byte
	keys     []*keyexchange.Key
	cookie   []byte
	session  *offeredSession // nil: no resumption offered

	suite        *keyschedule.Suite // fixed by the first answer
	retryGroup   uint16             // group a HelloRetryRequest asked for, or 0
	transcript   *keyschedule.Transcript
	schedule     *keyschedule.Schedule
	clientSecret []byte // of the handshake
	serverSecret []byte
	resumed      bool
	request      *handshake.CertificateRequest
}

// clientHandshake runs the handshake of a client.
func (c *Conn) clientHandshake(ctx context.Context) error {
	h := &clientHandshake{c: c, s: c.set, ctx: ctx}
	defer h.wipe()
	if err := h.sendHello(); err != nil {
		return err
	}
	if err := h.receiveServerHello(); err != nil {
		return err
	}
	if err := h.receiveExtensions(); err != nil {
		return err
	}
	if !h.resumed {
		if err := h.receiveServerIdentity(); err != nil {
			return err
		}
	}
	if err := h.receiveFinished(); err != nil {
		return err
	}
	return h.sendFinalFlight()
}

func (h *clientHandshake) wipe() {
	clear(h.serverSecret)
	clear(h.clientSecret)
	if h.schedule != nil {
		h.schedule.Wipe()
	}
	if h.session != nil {
		h.session.schedule.Wipe()
	}
}

// next reads a message of the given type and adds it to the transcript.
func (h *clientHandshake) next(typ handshake.Type) (*message, error) {
	m, err := h.c.expect(typ)
	if err == nil {
		h.transcript.Add(m.raw)
	}
	return m, err
}

// receiveExtensions reads EncryptedExtensions (RFC 8446, section 4.3.1).
func (h *clientHandshake) receiveExtensions() error {
	m, err := h.next(handshake.TypeEncryptedExtensions)
	if err != nil {
		return err
	}
	ee, err := handshake.ParseEncryptedExtensions(m.body)
	if err != nil {
		return err
	}
	if err := handshake.CheckAnswers(ee.Extensions, handshake.InEncryptedExtensions, h.offered); err != nil {
		return err
	}
	if data, ok := handshake.Find(ee.Extensions, handshake.ExtServerName); ok && len(data) != 0 {
		return alert.Errorf(alert.DecodeError, "EncryptedExtensions: server_name is not empty")
	}
	if data, ok := handshake.Find(ee.Extensions, handshake.ExtALPN); ok {
		protos, err := handshake.ParseProtocols(data)
		if err != nil {
			return err
		}
		if len(protos) != 1 {
			return alert.Errorf(alert.DecodeError, "EncryptedExtensions: the server selected %d protocols", len(protos))
		}
		if !slices.Contains(h.c.config.NextProtos, protos[0]) {
			return alert.Errorf(alert.IllegalParameter, "EncryptedExtensions: the server selected %q, which was not offered", protos[0])
		}
		h.c.state.NegotiatedProtocol = protos[0]
	}
	if data, ok := handshake.Find(ee.Extensions, handshake.ExtRecordSizeLimit); ok {
		limit, err := parseSizeLimit(data)
		if err != nil {
			return err
		}
		h.c.out.records.SetLimit(limit)
		h.c.in.records.SetLimit(h.c.config.RecordSizeLimit)
	}
	return nil
}

// receiveServerIdentity reads an optional CertificateRequest, the server's chain and
// its proof of the key (RFC 8446, sections 4.3.2, 4.4.2 and 4.4.3).
func (h *clientHandshake) receiveServerIdentity() error {
	m, err := h.c.readMessage()
	if err != nil {
		return err
	}
	if m.typ == handshake.TypeCertificateRequest {
		h.transcript.Add(m.raw)
		if err := h.readRequest(m); err != nil {
			return err
		}
		if m, err = h.c.readMessage(); err != nil {
			return err
		}
	}
	if m.typ != handshake.TypeCertificate {
		return alert.Errorf(alert.UnexpectedMessage, "%v instead of Certificate", m.typ)
	}
	h.transcript.Add(m.raw)
	chain, err := h.c.readChain(m, h.offered)
	if err != nil {
		return err
	}
	if len(chain) == 0 {
		return alert.Errorf(alert.DecodeError, "the server sent no certificate")
	}
	if err := h.c.acceptServerChain(chain); err != nil {
		return err
	}
	covered := h.transcript.Sum()
	if m, err = h.next(handshake.TypeCertificateVerify); err != nil {
		return err
	}
	h.c.state.PeerSignatureScheme, err = checkProof(m, h.s.schemes, chain[0], serverContext, covered)
	return err
}

// readRequest reads CertificateRequest.
func (h *clientHandshake) readRequest(m *message) error {
	req, err := handshake.ParseCertificateRequest(m.body)
	if err != nil {
		return err
	}
	if len(req.Context) != 0 {
		return alert.Errorf(alert.IllegalParameter, "CertificateRequest: the context is not empty")
	}
	if err := handshake.CheckPlaces(req.Extensions, handshake.InCertificateRequest); err != nil {
		return err
	}
	if _, ok := handshake.Find(req.Extensions, handshake.ExtSignatureAlgorithms); !ok {
		return alert.Errorf(alert.MissingExtension, "CertificateRequest: signature_algorithms is missing")
	}
	h.request = req
	return nil
}

// acceptServerChain verifies a server's chain for the configured name and keeps it.
func (c *Conn) acceptServerChain(chain []*x509ext.Certificate) error {
	c.state.PeerCertificates = chain
	if c.config.InsecureSkipVerify {
		return nil
	}
	chains, err := c.serverCheck().verify(chain)
	c.state.VerifiedChains = chains
	return err
}

func (c *Conn) serverCheck() *chainCheck {
	return &chainCheck{
		roots: c.config.RootCAs, name: c.config.ServerName, usage: x509.ExtKeyUsageServerAuth,
		now: c.set.now(), schemes: c.set.certSchemes,
	}
}

// receiveFinished reads the server's Finished (RFC 8446, section 4.4.4).
func (h *clientHandshake) receiveFinished() error {
	covered := h.transcript.Sum()
	m, err := h.next(handshake.TypeFinished)
	if err != nil {
		return err
	}
	if err := checkFinished(h.suite, h.serverSecret, covered, m); err != nil {
		return err
	}
	h.c.in.records.AllowCCS = false
	return h.c.atRecordEdge()
}

// sendFinalFlight answers with the client's identity, if asked, and Finished, and
// changes to the application keys.
func (h *clientHandshake) sendFinalFlight() error {
	client, server, exporter := h.schedule.Application(h.transcript.Sum())
	h.c.exporter = exporter
	for _, l := range []struct {
		label  string
		secret []byte
	}{{logClientTraffic, client}, {logServerTraffic, server}, {logExporter, exporter}} {
		if err := h.c.logSecret(l.label, l.secret); err != nil {
			return err
		}
	}
	if h.request != nil {
		if err := h.sendIdentity(); err != nil {
			return err
		}
	}
	mac := h.suite.FinishedMAC(h.clientSecret, h.transcript.Sum())
	if err := h.send(handshake.MarshalFinished(mac)); err != nil {
		return err
	}
	if err := h.c.confirm(); err != nil {
		return err
	}
	if err := h.c.flush(); err != nil {
		return err
	}
	h.c.countFlights()
	h.c.in.resumption = h.schedule.Resumption(h.transcript.Sum())
	if err := h.c.setReadSecret(h.suite, server); err != nil {
		return err
	}
	return h.c.setWriteSecret(h.suite, client)
}

// sendIdentity sends Certificate, which may be empty, and CertificateVerify.
func (h *clientHandshake) sendIdentity() error {
	cred, scheme, err := h.chooseIdentity()
	if err != nil {
		return err
	}
	var chain [][]byte
	if cred != nil {
		chain = cred.chain
	}
	if err := h.send(marshalChain(chain)); err != nil || cred == nil {
		return err
	}
	h.c.state.LocalSignatureScheme = SignatureScheme(scheme.ID)
	return h.send(makeProof(h.s.rand, cred, scheme, clientContext, h.transcript.Sum()))
}

// chooseIdentity picks a certificate that suits the request; nil means none.
func (h *clientHandshake) chooseIdentity() (*credential, *sigscheme.Scheme, error) {
	w, err := requestWishes(h.request)
	if err != nil {
		return nil, nil, err
	}
	if get := h.c.config.GetClientCertificate; get != nil {
		cert, err := get(&CertificateRequestInfo{
			AcceptableCAs:      w.authorities,
			SignatureSchemes:   publicIDs[SignatureScheme](w.schemes),
			CertificateSchemes: publicIDs[SignatureScheme](w.certSchemes),
			ctx:                h.ctx,
		})
		if err != nil {
			return nil, nil, err
		}
		if cert != nil && len(cert.Certificate) == 0 {
			return nil, nil, nil
		}
		if cert != nil {
			return h.s.credentialFor(cert, w.schemes)
		}
	}
	cred, scheme := h.s.selectCredential(w)
	return cred, scheme, nil
}

// send queues a message just made and adds it to the transcript.
func (h *clientHandshake) send(raw []byte, err error) error {
	if err != nil {
		return err
	}
	h.transcript.Add(raw)
	h.c.queue(raw)
	return nil
}
