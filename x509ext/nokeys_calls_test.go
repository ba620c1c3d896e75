package x509ext_test

import (
	"crypto"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/pem"
	"math/big"
	"testing"
	"time"

	"golang.org/x/crypto/ocsp"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cms"
)

// A function is one to call, with arguments that do what they should.
type function struct {
	function any
	good     []any
	fails    bool // even then, because success would change the process
}

// A receiver is a value with methods to call, and their arguments.
type receiver struct {
	good      any
	noErrors  bool // yes and no are not failures, as with errors and numbers
	arguments map[string][]any
}

// A world is one of everything that the functions take.
type world struct {
	fnKey, ecKey   crypto.Signer
	hybridKey      *hybrid.PrivateKey
	ca, leaf       *x509.Certificate // templates
	root, end      *x509ext.Certificate
	request        *x509.CertificateRequest
	list           *x509.RevocationList
	status         ocsp.Response
	alternative    x509ext.AlternativeKeys
	related        x509ext.RelatedKey
	signer         cms.Signer
	message        *cms.SignedData
	text, contents []byte
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func newWorld() *world {
	w := &world{text: []byte("-----BEGIN TEXT-----\n"), contents: []byte("content")}
	at := time.Date(2027, 6, 1, 0, 0, 0, 0, time.UTC)
	_, fn := scheme.FNDSA512().DeriveKey(make([]byte, 32))
	_, ec := provider.ByName("ML-DSA-44").DeriveKey(make([]byte, 32))
	_, h := hybrid.FNDSA512Ed25519().DeriveKey(make([]byte, 32))
	w.fnKey, w.ecKey, w.hybridKey = fn, ec, h.(*hybrid.PrivateKey)
	w.ca = &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "root"}, NotBefore: at, NotAfter: at.AddDate(9, 0, 0),
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageCertSign | x509.KeyUsageCRLSign,
	}
	w.leaf = &x509.Certificate{
		SerialNumber: big.NewInt(2), Subject: pkix.Name{CommonName: "leaf"}, NotBefore: at, NotAfter: at.AddDate(1, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature,
	}
	w.alternative = x509ext.AlternativeKeys{PublicKey: w.ecKey.Public(), PrivateKey: w.ecKey}
	w.root = must(x509ext.ParseCertificate(must(x509ext.CreateAlternativeCertificate(nil, w.ca, w.ca, w.fnKey.Public(), w.fnKey, w.alternative))))
	w.end = must(x509ext.ParseCertificate(must(x509ext.CreateCertificate(nil, w.leaf, w.root.Certificate, w.fnKey.Public(), w.fnKey))))
	w.request = &x509.CertificateRequest{Subject: pkix.Name{CommonName: "leaf"}}
	w.list = &x509.RevocationList{Number: big.NewInt(1), ThisUpdate: at, NextUpdate: at.AddDate(0, 1, 0)}
	w.status = ocsp.Response{Status: ocsp.Good, SerialNumber: big.NewInt(2), ThisUpdate: at, IssuerHash: crypto.SHA256}
	w.related = x509ext.RelatedKey{Certificate: w.end, PrivateKey: w.fnKey, Locations: []string{"https://example/"}}
	w.signer = cms.Signer{Certificate: w.end, Key: w.fnKey}
	w.message = must(cms.Parse(must(cms.Sign(w.contents, []cms.Signer{w.signer}, cms.Options{}))))
	return w
}

// functions lists every exported function.
func functions(t *testing.T) map[string]function {
	w := newWorld()
	f := func(function_ any, good ...any) function { return function{function: function_, good: good} }
	fails := func(function_ any, good ...any) function { return function{function_, good, true} }
	publicPEM, privatePEM := must(provider.MarshalPublicKeyPEM(w.fnKey.Public())), must(provider.MarshalPrivateKeyPEM(w.fnKey))
	spki, pkcs8 := must(provider.MarshalPKIXPublicKey(w.fnKey.Public())), must(provider.MarshalPKCS8PrivateKey(w.fnKey))
	message := must(w.message.Marshal())
	oid := asn1.ObjectIdentifier{2, 999, 206, 1}
	fn := w.fnKey.(*scheme.PrivateKey).FNDSA()
	list := map[string]function{
		"provider.Init": f(provider.Init), "provider.Backends": f(provider.Backends), "provider.Backend": f(provider.Backend),
		"provider.UseBackend": fails(provider.UseBackend, "none"), "provider.All": f(provider.All),
		"provider.ByName": f(provider.ByName, "FN-DSA-512"), "provider.ByOID": f(provider.ByOID, oid),
		"provider.ByTLSIdentifier": f(provider.ByTLSIdentifier, uint(0xff60)), "provider.Describe": f(provider.Describe, scheme.FNDSA512()),
		"provider.Register": fails(provider.Register, scheme.FNDSA512(), provider.Info{}), "provider.Override": fails(provider.Override, "none", provider.Identifiers{}),
		"provider.MarshalPublicKeyPEM": f(provider.MarshalPublicKeyPEM, w.fnKey.Public()), "provider.ParsePublicKeyPEM": f(provider.ParsePublicKeyPEM, publicPEM),
		"provider.MarshalPrivateKeyPEM":         f(provider.MarshalPrivateKeyPEM, w.fnKey),
		"provider.MarshalPrivateKeyPEMLayout":   f(provider.MarshalPrivateKeyPEMLayout, w.fnKey, provider.Layout{}),
		"provider.ParsePrivateKeyPEM":           f(provider.ParsePrivateKeyPEM, privatePEM),
		"provider.ParsePrivateKeyPEMLayout":     f(provider.ParsePrivateKeyPEMLayout, privatePEM),
		"provider.MarshalPKCS8PrivateKey":       f(provider.MarshalPKCS8PrivateKey, w.fnKey),
		"provider.MarshalPKCS8PrivateKeyForm":   f(provider.MarshalPKCS8PrivateKeyForm, w.fnKey, provider.FormSeed),
		"provider.MarshalPKCS8PrivateKeyLayout": f(provider.MarshalPKCS8PrivateKeyLayout, w.fnKey, provider.Layout{}),
		"provider.ParsePKCS8PrivateKey":         f(provider.ParsePKCS8PrivateKey, pkcs8),
		"provider.ParsePKCS8PrivateKeyLayout":   f(provider.ParsePKCS8PrivateKeyLayout, pkcs8),
		"provider.MarshalPKIXPublicKey":         f(provider.MarshalPKIXPublicKey, w.fnKey.Public()),
		"provider.ParsePKIXPublicKey":           f(provider.ParsePKIXPublicKey, spki),

		"scheme.NewPublicKey": f(scheme.NewPublicKey, fn.PublicKey()), "scheme.NewPrivateKey": f(scheme.NewPrivateKey, fn), "scheme.All": f(scheme.All),
		"scheme.FNDSA512": f(scheme.FNDSA512), "scheme.FNDSA1024": f(scheme.FNDSA1024), "scheme.Falcon512": f(scheme.Falcon512),
		"scheme.Falcon1024": f(scheme.Falcon1024), "scheme.FalconPadded512": f(scheme.FalconPadded512), "scheme.FalconPadded1024": f(scheme.FalconPadded1024),

		"hybrid.NewComposite": f(hybrid.NewComposite, hybrid.CompositeParameters{
			Name: "x", OID: oid, Label: "x", PQ: scheme.FNDSA512(), Classical: hybrid.Ed25519(), PreHash: crypto.SHA512,
		}),
		"hybrid.MarshalPKCS8Content": f(hybrid.MarshalPKCS8Content, w.hybridKey),
		"hybrid.ParsePKCS8Content":   f(hybrid.ParsePKCS8Content, hybrid.FNDSA512Ed25519(), must(hybrid.MarshalPKCS8Content(w.hybridKey))),
		"hybrid.All":                 f(hybrid.All), "hybrid.Ed25519": f(hybrid.Ed25519),
		"hybrid.ECDSAP256": f(hybrid.ECDSAP256), "hybrid.ECDSAP384": f(hybrid.ECDSAP384), "hybrid.ECDSAP521": f(hybrid.ECDSAP521),
		"hybrid.P256Falcon512": f(hybrid.P256Falcon512), "hybrid.RSA3072Falcon512": f(hybrid.RSA3072Falcon512), "hybrid.P521Falcon1024": f(hybrid.P521Falcon1024),
		"hybrid.P256FalconPadded512": f(hybrid.P256FalconPadded512), "hybrid.RSA3072FalconPadded512": f(hybrid.RSA3072FalconPadded512),
		"hybrid.P521FalconPadded1024": f(hybrid.P521FalconPadded1024), "hybrid.FNDSA512ECDSAP256": f(hybrid.FNDSA512ECDSAP256),
		"hybrid.FNDSA512Ed25519": f(hybrid.FNDSA512Ed25519), "hybrid.FNDSA1024ECDSAP384": f(hybrid.FNDSA1024ECDSAP384),
		"hybrid.FNDSA1024ECDSAP521": f(hybrid.FNDSA1024ECDSAP521), "hybrid.MLDSA44ECDSAP256": f(hybrid.MLDSA44ECDSAP256), "hybrid.MLDSA65ECDSAP256": f(hybrid.MLDSA65ECDSAP256),

		"cms.Parse": f(cms.Parse, message), "cms.ParsePEM": f(cms.ParsePEM, cms.EncodePEM(message)), "cms.EncodePEM": f(cms.EncodePEM, message),
		"cms.Sign": f(cms.Sign, w.contents, []cms.Signer{w.signer}, cms.Options{Certificates: []*x509ext.Certificate{w.root}, Attributes: []cms.Attribute{{Type: oid, Values: [][]byte{{5, 0}}}}}),
	}
	for name, c := range certificateFunctions(w) {
		list[name] = c
	}
	return list
}

func certificateFunctions(w *world) map[string]function {
	f := func(function_ any, good ...any) function { return function{function: function_, good: good} }
	request := must(x509ext.CreateCertificateRequest(nil, w.request, w.fnKey))
	crl := must(x509ext.CreateRevocationList(nil, w.list, w.root.Certificate, w.fnKey))
	status := must(x509ext.CreateOCSPResponse(nil, w.root.Certificate, w.root.Certificate, w.status, w.fnKey))
	return map[string]function{
		"x509ext.ParseCertificate": f(x509ext.ParseCertificate, w.end.Raw), "x509ext.ParseCertificates": f(x509ext.ParseCertificates, w.end.Raw),
		"x509ext.ParseCertificateRequest": f(x509ext.ParseCertificateRequest, request), "x509ext.ParseRevocationList": f(x509ext.ParseRevocationList, crl),
		"x509ext.ParseOCSPResponse":                   f(x509ext.ParseOCSPResponse, status, w.end),
		"x509ext.NewCertPool":                         f(x509ext.NewCertPool),
		"x509ext.SubjectKeyID":                        f(x509ext.SubjectKeyID, w.fnKey.Public()),
		"x509ext.CreateCertificate":                   f(x509ext.CreateCertificate, nil, w.leaf, w.root.Certificate, w.ecKey.Public(), w.fnKey),
		"x509ext.CreateAlternativeCertificate":        f(x509ext.CreateAlternativeCertificate, nil, w.leaf, w.root.Certificate, w.fnKey.Public(), w.fnKey, w.alternative),
		"x509ext.CreateBaseCertificate":               f(x509ext.CreateBaseCertificate, nil, w.base(), w.root.Certificate, w.ecKey.Public(), w.fnKey, w.end),
		"x509ext.CreateCertificateRequest":            f(x509ext.CreateCertificateRequest, nil, w.request, w.fnKey),
		"x509ext.CreateAlternativeCertificateRequest": f(x509ext.CreateAlternativeCertificateRequest, nil, w.request, w.fnKey, w.ecKey),
		"x509ext.CreateRelatedCertificateRequest":     f(x509ext.CreateRelatedCertificateRequest, nil, w.request, w.ecKey, w.related),
		"x509ext.CreateRevocationList":                f(x509ext.CreateRevocationList, nil, w.list, w.root.Certificate, w.fnKey),
		"x509ext.CreateAlternativeRevocationList":     f(x509ext.CreateAlternativeRevocationList, nil, w.list, w.root, w.fnKey, w.ecKey),
		"x509ext.CreateOCSPResponse":                  f(x509ext.CreateOCSPResponse, nil, w.root.Certificate, w.root.Certificate, w.status, w.fnKey),
		"x509ext.Reseal":                              f(x509ext.Reseal, nil, w.end.Raw, w.root.Certificate, w.ecKey.Public(), w.fnKey),
		"x509ext.RelatedCertificateExtension":         f(x509ext.RelatedCertificateExtension, w.end, crypto.SHA256),
	}
}

// base is a template for a certificate that carries end.
func (w *world) base() *x509.Certificate {
	t := *w.leaf
	t.SerialNumber = big.NewInt(3)
	return &t
}

// receivers lists every type with exported methods.
func receivers(t *testing.T) map[string]receiver {
	w := newWorld()
	pool := x509ext.NewCertPool()
	pool.AddCert(w.root)
	certificatePEM := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: w.root.Raw})
	request := must(x509ext.ParseCertificateRequest(must(x509ext.CreateCertificateRequest(nil, w.request, w.fnKey))))
	crl := must(x509ext.ParseRevocationList(must(x509ext.CreateRevocationList(nil, w.list, w.root.Certificate, w.fnKey))))
	status := must(x509ext.ParseOCSPResponse(must(x509ext.CreateOCSPResponse(nil, w.root.Certificate, w.root.Certificate, w.status, w.fnKey)), nil))
	signature := must(w.hybridKey.Sign(nil, w.contents, nil))
	fn := w.fnKey.(*scheme.PrivateKey)
	hybridPublic := w.hybridKey.Public().(*hybrid.PublicKey)
	issuer := []any{w.root}
	return map[string]receiver{
		"x509ext.Certificate": {good: w.root, arguments: map[string][]any{
			"CheckAlternativeSignatureFrom": issuer, "CheckBothSignaturesFrom": issuer, "CheckSignatureFrom": issuer, "CheckRelated": issuer, "Equal": issuer,
			"CheckSignature": {pkix.AlgorithmIdentifier{Algorithm: w.root.SignatureOID}, w.root.RawTBSCertificate, w.root.Signature},
			"Verify":         {x509ext.VerifyOptions{Roots: pool, Intermediates: pool, CurrentTime: w.ca.NotBefore}},
		}},
		"x509ext.CertificateRequest": {good: request, arguments: map[string][]any{"CheckRelated": {w.end, time.Now(), time.Hour}}},
		"x509ext.RevocationList": {good: crl, arguments: map[string][]any{
			"CheckAlternativeSignatureFrom": issuer, "CheckBothSignaturesFrom": issuer, "CheckSignatureFrom": issuer,
		}},
		"x509ext.OCSPResponse": {good: status, arguments: map[string][]any{"CheckSignatureFrom": issuer}},
		"x509ext.CertPool": {good: pool, noErrors: true, arguments: map[string][]any{
			"AddCert": issuer, "AppendCertsFromPEM": {certificatePEM}, "Equal": {pool},
		}},
		"x509ext.ChainError":                {good: &x509ext.ChainError{Reason: x509ext.ErrInvalidSignature}, noErrors: true},
		"x509ext.UnsupportedAlgorithmError": {good: &x509ext.UnsupportedAlgorithmError{}, noErrors: true, arguments: map[string][]any{"Is": {x509ext.ErrInvalidSignature}}},
		"cms.SignerError":                   {good: &cms.SignerError{}, noErrors: true},
		"cms.Digest":                        {good: cms.DigestSHA512, noErrors: true},
		"cms.Input":                         {good: cms.InputDigest, noErrors: true},
		"cms.SignedData": {good: w.message, arguments: map[string][]any{
			"Verify":     {cms.VerifyOptions{Roots: pool, Intermediates: pool, CurrentTime: w.ca.NotBefore}},
			"VerifyEach": {cms.VerifyOptions{Roots: pool, Intermediates: pool, CurrentTime: w.ca.NotBefore}},
		}},
		"hybrid.PublicKey": {good: hybridPublic, arguments: map[string][]any{
			"Equal": {hybridPublic}, "Verify": {w.contents, signature, &hybrid.Options{}},
		}},
		"hybrid.PrivateKey": {good: w.hybridKey, arguments: map[string][]any{
			"Equal": {w.hybridKey}, "Sign": {nil, w.contents, &hybrid.Options{}},
		}},
		"hybrid.Options": {good: &hybrid.Options{}},
		"hybrid.Scheme": {good: hybrid.FNDSA512Ed25519(), arguments: map[string][]any{
			"DeriveKey": {make([]byte, 32)}, "Sign": {w.hybridKey, w.contents, nil}, "Verify": {hybridPublic, w.contents, signature, nil},
			"UnmarshalBinaryPublicKey": {must(hybridPublic.MarshalBinary())}, "UnmarshalBinaryPrivateKey": {must(w.hybridKey.MarshalBinary())},
		}},
		"scheme.PublicKey":  {good: fn.Public(), arguments: map[string][]any{"Equal": {fn.Public()}}},
		"scheme.PrivateKey": {good: fn, arguments: map[string][]any{"Equal": {fn}, "Sign": {nil, w.contents, &fndsa.Options{}}, "SignMessage": {nil, w.contents, &fndsa.Options{}}}},
	}
}
