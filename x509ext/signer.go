package x509ext

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"errors"
	"fmt"
	"io"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
)

// A sealer is a private key together with the algorithm it will sign with.
type sealer struct {
	signer     crypto.Signer
	key        verificationKey
	spki       []byte // of key
	algorithm  signatureAlgorithm
	identifier []byte // DER AlgorithmIdentifier
	options    crypto.SignerOpts
}

// newSealer works out how priv signs. requested is the template's wish; zero
// means the key's own algorithm (for RSA: PKCS #1 v1.5 with SHA-256).
func newSealer(priv any, requested x509.SignatureAlgorithm) (*sealer, error) {
	signer, ok := priv.(crypto.Signer)
	if !ok {
		return nil, fmt.Errorf("x509ext: private key of type %T does not implement crypto.Signer", priv)
	}
	public, err := keyguard.Public("x509ext: private key", signer)
	if err != nil {
		return nil, err
	}
	key, spki, err := normalise(public)
	if err != nil {
		return nil, fmt.Errorf("x509ext: private key: %w", err)
	}
	s := &sealer{signer: signer, key: key, spki: spki}
	var ai der.AlgorithmIdentifier
	if pub, ok := key.public.(sign.PublicKey); ok {
		if requested != 0 {
			return nil, fmt.Errorf("x509ext: requested signature algorithm %v, but the key is %s", requested, pub.Scheme().Name())
		}
		ai.OID = key.oid
		s.algorithm = signatureAlgorithm{oid: key.oid, scheme: pub.Scheme()}
		s.options = crypto.Hash(0)
	} else if ai, err = s.chooseClassical(requested); err != nil {
		return nil, err
	}
	s.identifier, err = ai.Marshal()
	return s, err
}

// chooseClassical fills in algorithm and options for a key of the standard
// library.
func (s *sealer) chooseClassical(requested x509.SignatureAlgorithm) (der.AlgorithmIdentifier, error) {
	if requested == 0 {
		var err error
		if requested, err = defaultAlgorithm(s.key.public); err != nil {
			return der.AlgorithmIdentifier{}, err
		}
	}
	if !fitsKey(requested, s.key.public) {
		return der.AlgorithmIdentifier{}, fmt.Errorf("x509ext: requested signature algorithm %v, but the key is %T", requested, s.key.public)
	}
	for _, c := range classical {
		if c.std != requested {
			continue
		}
		s.algorithm = signatureAlgorithm{oid: c.oid, std: c.std}
		s.options = c.hash
		if c.pss {
			s.options = &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: c.hash}
		}
		return der.AlgorithmIdentifier{OID: c.oid, Parameters: c.parameters}, nil
	}
	return der.AlgorithmIdentifier{}, fmt.Errorf("x509ext: signing with %v is not supported", requested)
}

func defaultAlgorithm(pub crypto.PublicKey) (x509.SignatureAlgorithm, error) {
	switch pub := pub.(type) {
	case *rsa.PublicKey:
		return x509.SHA256WithRSA, nil
	case ed25519.PublicKey:
		return x509.PureEd25519, nil
	case *ecdsa.PublicKey:
		switch pub.Curve {
		case elliptic.P224(), elliptic.P256():
			return x509.ECDSAWithSHA256, nil
		case elliptic.P384():
			return x509.ECDSAWithSHA384, nil
		case elliptic.P521():
			return x509.ECDSAWithSHA512, nil
		}
	}
	return 0, fmt.Errorf("x509ext: keys of type %T cannot sign certificates", pub)
}

// sign signs message and checks the signature.
func (s *sealer) sign(random io.Reader, message []byte) ([]byte, error) {
	signature, err := keyguard.Call("private key", func() ([]byte, error) {
		return crypto.SignMessage(s.signer, orSystem(random), message, s.options)
	})
	if err != nil {
		return nil, fmt.Errorf("x509ext: signing with %v: %w", s.algorithm, err)
	}
	// A fault while signing must not leave the process as a signature.
	if err := checkSignature(s.algorithm, s.key, message, signature, true); err != nil {
		return nil, fmt.Errorf("x509ext: the signer returned a signature that does not verify: %w", err)
	}
	return signature, nil
}

// matches refuses an issuer certificate that is not for the signing key. An
// issuer without a key (a template about to become self-signed) passes.
func (s *sealer) matches(issuer *x509.Certificate) error {
	public := issuer.PublicKey
	if len(issuer.RawSubjectPublicKeyInfo) > 0 {
		key, oid, err := schemeKey(issuer.RawSubjectPublicKeyInfo, "issuer")
		if err != nil {
			return err
		}
		if key != nil && s.algorithm.scheme != nil && !oid.Equal(s.key.oid) {
			// Nobody would accept the signature: one OID is key and signature.
			return fmt.Errorf("x509ext: the issuer certificate names its key by %v, but signatures are made under %v", oid, s.key.oid)
		}
		if public == nil {
			public = key // a certificate that only the standard library has parsed
		}
	}
	if public == nil {
		return nil
	}
	key, _, err := normalise(public)
	if err != nil {
		return fmt.Errorf("x509ext: issuer's public key: %w", err)
	}
	own, ok := s.key.public.(interface{ Equal(crypto.PublicKey) bool })
	if !ok || !own.Equal(key.public) {
		return errors.New("x509ext: the private key does not match the issuer certificate's public key")
	}
	return nil
}

func orSystem(random io.Reader) io.Reader {
	if random == nil {
		return rand.Reader
	}
	return random
}
