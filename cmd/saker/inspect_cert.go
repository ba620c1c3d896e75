package main

import (
	"bytes"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

type certificateView struct {
	Subject            string   `json:"subject"`
	Issuer             string   `json:"issuer"`
	Serial             string   `json:"serial"`
	NotBefore          string   `json:"not_before"`
	NotAfter           string   `json:"not_after"`
	SignatureAlgorithm string   `json:"signature_algorithm"`
	SignatureOID       string   `json:"signature_oid"`
	SelfSigned         string   `json:"self_signed"` // "no", "valid", "invalid" or "not checked"
	CA                 bool     `json:"ca"`
	PathLength         *int     `json:"path_length,omitempty"`
	KeyUsage           []string `json:"key_usage,omitempty"`
	ExtendedKeyUsage   []string `json:"extended_key_usage,omitempty"`
	Names              []string `json:"names,omitempty"`
	SubjectKeyID       string   `json:"subject_key_id,omitempty"`
	AuthorityKeyID     string   `json:"authority_key_id,omitempty"`
}

func (in *inspection) certificate(o object) error {
	cert, err := parseCertificate(o)
	if err != nil {
		return err
	}
	in.SignatureBytes = len(cert.Signature)
	in.OID = cert.PublicKeyOID.String()
	in.Algorithm = "unknown"
	if cert.PublicKey != nil {
		if err := in.key(o, cert.PublicKey); err != nil {
			return err
		}
	}
	v := &certificateView{
		Subject:            cert.Subject.String(),
		Issuer:             cert.Issuer.String(),
		Serial:             hex.EncodeToString(cert.SerialNumber.Bytes()),
		NotBefore:          cert.NotBefore.UTC().Format(time.RFC3339),
		NotAfter:           cert.NotAfter.UTC().Format(time.RFC3339),
		SignatureAlgorithm: oidName(cert.SignatureOID, cert.Certificate.SignatureAlgorithm),
		SignatureOID:       cert.SignatureOID.String(),
		SelfSigned:         selfSigned(cert),
		CA:                 cert.IsCA,
		KeyUsage:           keyUsageNames(cert.KeyUsage),
		ExtendedKeyUsage:   extendedUsageNames(cert.Certificate),
		Names:              joinNames(cert.DNSNames, cert.EmailAddresses, cert.IPAddresses, cert.URIs),
		SubjectKeyID:       hex.EncodeToString(cert.SubjectKeyId),
		AuthorityKeyID:     hex.EncodeToString(cert.AuthorityKeyId),
	}
	if cert.IsCA && (cert.MaxPathLen > 0 || cert.MaxPathLenZero) {
		v.PathLength = &cert.MaxPathLen
	}
	in.Certificate = v
	return nil
}

func parseCertificate(o object) (*x509ext.Certificate, error) {
	cert, err := x509ext.ParseCertificate(o.der)
	if err != nil {
		return nil, failed(o.file, err, "")
	}
	return cert, nil
}

// selfSigned checks the signature of a certificate that names itself as issuer.
// Constraints are left aside: a self-signed server certificate is no CA.
func selfSigned(cert *x509ext.Certificate) string {
	if !bytes.Equal(cert.RawSubject, cert.RawIssuer) {
		return "no"
	}
	if len(cert.AuthorityKeyId) > 0 && !bytes.Equal(cert.AuthorityKeyId, cert.SubjectKeyId) {
		return "no" // the same name, but the key of another certificate
	}
	return signatureVerdict(checkOwnSignature(cert))
}

func checkOwnSignature(cert *x509ext.Certificate) error {
	std := cert.Certificate.SignatureAlgorithm
	_, isScheme := cert.PublicKey.(sign.PublicKey)
	if isScheme || std == x509.UnknownSignatureAlgorithm {
		algorithm := pkix.AlgorithmIdentifier{Algorithm: cert.SignatureOID}
		return cert.CheckSignature(algorithm, cert.RawTBSCertificate, cert.Signature)
	}
	// What the parameters of the algorithm said is in std. SHA-1 is good enough
	// here: nothing is decided by it.
	return cert.Certificate.CheckSignature(std, cert.RawTBSCertificate, cert.Signature)
}

// signatureVerdict tells a wrong signature from one that nobody here can check.
func signatureVerdict(err error) string {
	var insecure x509.InsecureAlgorithmError
	switch {
	case err == nil:
		return "valid"
	case errors.Is(err, x509.ErrUnsupportedAlgorithm), errors.As(err, &insecure):
		return "not checked"
	}
	return "invalid"
}

func oidName(oid asn1.ObjectIdentifier, std x509.SignatureAlgorithm) string {
	if s := provider.ByOID(oid); s != nil {
		return s.Name()
	}
	if std != x509.UnknownSignatureAlgorithm {
		return std.String()
	}
	return "unknown"
}

func (v *certificateView) rows() []row {
	ca := "no"
	if v.CA {
		ca = "yes"
		if v.PathLength != nil {
			ca = fmt.Sprintf("yes, path length %d", *v.PathLength)
		}
	}
	return []row{
		{"subject", v.Subject},
		{"issuer", v.Issuer},
		{"serial", v.Serial},
		{"valid from", v.NotBefore},
		{"valid until", v.NotAfter},
		{"signed with", v.SignatureAlgorithm + " (" + v.SignatureOID + ")"},
		{"self-signed", v.SelfSigned},
		{"CA", ca},
		{"key usage", strings.Join(v.KeyUsage, ", ")},
		{"extended key usage", strings.Join(v.ExtendedKeyUsage, ", ")},
		{"names", strings.Join(v.Names, ", ")},
		{"subject key id", v.SubjectKeyID},
		{"authority key id", v.AuthorityKeyID},
	}
}

func keyUsageNames(usage x509.KeyUsage) []string {
	var names []string
	for bit := x509.KeyUsageDigitalSignature; bit <= x509.KeyUsageDecipherOnly; bit <<= 1 {
		if usage&bit != 0 {
			names = append(names, bit.String())
		}
	}
	return names
}

func extendedUsageNames(cert *x509.Certificate) []string {
	var names []string
	for _, usage := range cert.ExtKeyUsage {
		names = append(names, usage.String())
	}
	for _, oid := range cert.UnknownExtKeyUsage {
		names = append(names, oid.String())
	}
	return names
}
