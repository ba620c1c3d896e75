package cms

import (
	"crypto"
	"errors"
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/x509ext"
)

// A Signer is a private key with its certificate.
type Signer struct {
	Certificate *x509ext.Certificate
	Key         crypto.Signer
	// ByKeyIdentifier names the certificate by its subject key identifier
	// rather than by issuer and serial number.
	ByKeyIdentifier bool
}

// sign makes the SignerInfo of one signer.
func (s Signer) sign(content []byte, opts Options) (*SignerInfo, Digest, error) {
	if err := s.check(); err != nil {
		return nil, 0, err
	}
	digest, algorithm, options, err := chooseAlgorithm(s.Certificate, opts.Digest)
	if err != nil {
		return nil, 0, err
	}
	if err := opts.Input.checkInput(algorithm.OID, !opts.NoSignedAttributes); err != nil {
		return nil, 0, err
	}
	info := &SignerInfo{
		RawIssuer: s.Certificate.RawIssuer, SerialNumber: s.Certificate.SerialNumber, version: versionIssuerAndSerial,
		digestAlgorithm: digest.identifier(), signatureAlgorithm: algorithm,
	}
	if s.ByKeyIdentifier {
		info.SubjectKeyID, info.version = s.Certificate.SubjectKeyId, versionKeyIdentifier
	}
	message := content
	if !opts.NoSignedAttributes {
		info.signedAttributes, err = newSignedAttributes(opts.ContentType, digest.sum(content), info.digestAlgorithm, algorithm, opts)
		if err != nil {
			return nil, 0, err
		}
		message = opts.Input.message(info.signedAttributes, digest)
	}
	info.Signature, err = keyguard.Call("private key", func() ([]byte, error) {
		return crypto.SignMessage(s.Key, opts.Random, message, options)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("signing with %v: %w", algorithm.OID, err)
	}
	// A fault while signing must not leave the process as a signature.
	if err := s.Certificate.CheckSignature(asCertificate(algorithm), message, info.Signature); err != nil {
		return nil, 0, fmt.Errorf("the signature just made does not verify: %w", err)
	}
	info.raw, err = info.marshal()
	return info, digest, err
}

// check refuses a key that is not the certificate's, and a certificate that
// recipients would refuse.
func (s Signer) check() error {
	if !isParsed(s.Certificate) {
		return errors.New("certificate was not parsed; use x509ext.ParseCertificate")
	}
	if s.ByKeyIdentifier && len(s.Certificate.SubjectKeyId) == 0 {
		return errors.New("the certificate has no subject key identifier")
	}
	public, err := keyguard.Public("private key", s.Key)
	if err != nil {
		return err
	}
	spki, err := provider.MarshalPKIXPublicKey(public)
	if err != nil {
		return fmt.Errorf("private key: %w", err)
	}
	own, err := der.ParseSPKI(spki)
	if err != nil {
		return err
	}
	certified, err := der.ParseSPKI(s.Certificate.RawSubjectPublicKeyInfo)
	if err != nil {
		return fmt.Errorf("certificate: %w", err)
	}
	if string(own.PublicKey) != string(certified.PublicKey) {
		return errors.New("the private key does not match the certificate's public key")
	}
	// A signature names its algorithm as the certificate does, and retired OIDs are never written.
	if !own.Algorithm.OID.Equal(certified.Algorithm.OID) {
		return fmt.Errorf("certificate names its key by %v, but signatures are made under %v", certified.Algorithm.OID, own.Algorithm.OID)
	}
	return mayVouch(s.Certificate)
}
