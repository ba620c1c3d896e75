package main

import (
	"crypto/tls"
	"encoding/pem"
	"fmt"
	"strings"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/x509ext"
)

// connectionView is what a finished handshake looks like from one side.
type connectionView struct {
	Version         string       `json:"version"`
	Suite           string       `json:"cipher_suite"`
	Group           string       `json:"group"`
	SecondRoundTrip bool         `json:"hello_retry_request"`
	Protocol        string       `json:"alpn,omitempty"`
	ServerName      string       `json:"server_name,omitempty"`
	Resumed         bool         `json:"resumed"`
	PeerScheme      string       `json:"peer_signature_scheme,omitempty"`
	PeerCodePoint   string       `json:"peer_signature_code_point,omitempty"`
	OwnScheme       string       `json:"own_signature_scheme,omitempty"`
	Verified        bool         `json:"peer_verified"`
	Chain           []tlsCert    `json:"peer_chain,omitempty"`
	Flights         []flightView `json:"flights"`
	Sent            int64        `json:"bytes_sent"`
	Received        int64        `json:"bytes_received"`
}

type tlsCert struct {
	chainRow
	Key string `json:"key_algorithm"`
	PEM string `json:"pem,omitempty"`
}

type flightView struct {
	From  string `json:"from"`
	Bytes int64  `json:"bytes"`
}

func viewConnection(s *tlsext.ConnectionState, isClient, withPEM bool) connectionView {
	v := connectionView{
		Version: tls.VersionName(s.Version), Suite: tls.CipherSuiteName(s.CipherSuite), Group: s.CurveID.String(),
		SecondRoundTrip: s.HelloRetryRequest, Protocol: s.NegotiatedProtocol, ServerName: s.ServerName,
		Resumed: s.DidResume, Verified: len(s.VerifiedChains) > 0,
	}
	if s.PeerSignatureScheme != 0 {
		v.PeerScheme, v.PeerCodePoint = s.PeerSignatureScheme.String(), codePoint(uint(s.PeerSignatureScheme))
	}
	if s.LocalSignatureScheme != 0 {
		v.OwnScheme = s.LocalSignatureScheme.String()
	}
	for _, c := range s.PeerCertificates {
		v.Chain = append(v.Chain, viewTLSCert(c, withPEM))
	}
	for _, f := range s.Flights {
		view := flightView{From: "server", Bytes: f.Bytes}
		if f.Sent == isClient {
			view.From = "client"
		}
		if f.Sent {
			v.Sent += f.Bytes
		} else {
			v.Received += f.Bytes
		}
		v.Flights = append(v.Flights, view)
	}
	return v
}

func viewTLSCert(c *x509ext.Certificate, withPEM bool) tlsCert {
	v := tlsCert{chainRow: viewCertificate(c), Key: "unknown (" + c.PublicKeyOID.String() + ")"}
	if c.PublicKey != nil {
		v.Key = algorithmName(c.PublicKey)
	}
	if withPEM {
		v.PEM = string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: c.Raw}))
	}
	return v
}

func (v *connectionView) rows() []row {
	verified := "no"
	switch {
	case v.Verified:
		verified = "yes"
	case len(v.Chain) == 0:
		verified = "" // a server that asked for no certificate
	}
	var flights []string
	for _, f := range v.Flights {
		flights = append(flights, fmt.Sprintf("%s %d", f.From, f.Bytes))
	}
	group := v.Group
	if v.SecondRoundTrip {
		group += ", after a HelloRetryRequest"
	}
	scheme := v.PeerScheme
	if scheme != "" {
		scheme += " (" + v.PeerCodePoint + ")"
	}
	if v.Resumed {
		scheme = "none, the session was resumed"
	}
	rows := []row{
		{"version", v.Version}, {"cipher suite", v.Suite}, {"group", group},
		{"signed by peer with", scheme}, {"signed here with", v.OwnScheme},
		{"server name", v.ServerName}, {"protocol", v.Protocol}, {"peer verified", verified},
	}
	for i, c := range v.Chain {
		rows = append(rows, row{fmt.Sprintf("certificate %d", i),
			fmt.Sprintf("%s: key %s, signed with %s, %d bytes, until %s", c.Subject, c.Key, c.SignatureAlgorithm, c.Bytes, c.NotAfter)})
	}
	return append(rows,
		row{"flights in bytes", strings.Join(flights, ", ")},
		row{"sent, received", fmt.Sprintf("%d, %d bytes", v.Sent, v.Received)})
}

// milliseconds shows durations of connections.
func milliseconds(d time.Duration) string { return fmt.Sprintf("%.2f ms", d.Seconds()*1e3) }
