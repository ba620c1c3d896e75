package main

import (
	"fmt"
	"net"
	"net/url"
	"strings"

	"github.com/saker-pq/saker/x509ext"
	"github.com/spf13/cobra"
)

type requestView struct {
	Subject        string   `json:"subject"`
	Names          []string `json:"names,omitempty"`
	SignatureValid bool     `json:"signature_valid"`
	Signature      string   `json:"signature"` // "valid", "invalid" or "not checked"
}

func (in *inspection) request(o object) error {
	request, err := parseRequest(o)
	if err != nil {
		return err
	}
	in.SignatureBytes = len(request.Signature)
	signature := request.CheckSignature()
	in.Request = &requestView{
		Subject:        request.Subject.String(),
		Names:          joinNames(request.DNSNames, request.EmailAddresses, request.IPAddresses, request.URIs),
		SignatureValid: signature == nil,
		Signature:      signatureVerdict(signature),
	}
	in.OID = request.PublicKeyOID.String()
	in.Algorithm = "unknown"
	if request.PublicKey == nil {
		return nil
	}
	return in.key(o, request.PublicKey)
}

func (v *requestView) rows() []row {
	verdict := v.Signature
	if v.SignatureValid {
		verdict += ": the sender holds the private key"
	}
	return []row{
		{"subject", v.Subject},
		{"names", strings.Join(v.Names, ", ")},
		{"self-signature", verdict},
	}
}

func parseRequest(o object) (*x509ext.CertificateRequest, error) {
	request, err := x509ext.ParseCertificateRequest(o.der)
	if err != nil {
		return nil, failed(o.file, err, "")
	}
	return request, nil
}

// loadRequest reads a request file and checks the request's own signature.
func loadRequest(cmd *cobra.Command, file string) (*x509ext.CertificateRequest, error) {
	const expected = "a certificate request"
	objects, err := readObjects(cmd, file, expected)
	if err != nil {
		return nil, err
	}
	if len(objects) != 1 || objects[0].kind() != kindRequest {
		return nil, unexpected(file, objects[0].kind().article(), expected, "")
	}
	r, err := parseRequest(objects[0])
	if err != nil {
		return nil, err
	}
	if err := r.CheckSignature(); err != nil {
		return nil, failed(file, err, "the sender must sign it with the key it asks a certificate for")
	}
	return r, nil
}

func joinNames(dns, email []string, ips []net.IP, uris []*url.URL) []string {
	var names []string
	names = append(names, dns...)
	names = append(names, email...)
	for _, ip := range ips {
		names = append(names, ip.String())
	}
	for _, uri := range uris {
		names = append(names, fmt.Sprint(uri))
	}
	return names
}
