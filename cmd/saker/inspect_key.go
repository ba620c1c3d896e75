package main

import (
	"crypto"
	"crypto/ed25519"
	"encoding"
	"encoding/hex"
	"strings"

	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
	"github.com/saker-pq/saker/x509ext"
)

func (in *inspection) privateKey(o object) error {
	key, layout, err := o.privateKey()
	if err != nil {
		return err
	}
	in.KeyForm, in.OID = string(layout.Form), layout.OID.String()
	if layout.OID == nil { // an older form, which the label names
		if in.OID, err = publicOID(key.Public()); err != nil {
			return failed(o.file, err, "")
		}
	}
	if secret, ok := key.(ed25519.PrivateKey); ok {
		in.PrivateKeyBytes = len(secret)
	}
	if raw, ok := key.(encoding.BinaryMarshaler); ok {
		secret, err := raw.MarshalBinary()
		if err != nil {
			return failed(o.file, err, "")
		}
		in.PrivateKeyBytes = len(secret)
		clear(secret)
	}
	return in.key(o, key.Public())
}

func (in *inspection) publicKeyOf(o object) error {
	pub, err := o.publicKey()
	if err != nil {
		return failed(o.file, err, "\"saker schemes\" lists the algorithms that are understood")
	}
	spki, err := der.ParseSPKI(o.der)
	if err != nil {
		return failed(o.file, err, "")
	}
	in.OID = spki.Algorithm.OID.String()
	return in.key(o, pub)
}

// publicOID is the algorithm that the public key has in certificates.
func publicOID(pub crypto.PublicKey) (string, error) {
	spki, err := provider.MarshalPKIXPublicKey(pub)
	if err != nil {
		return "", err
	}
	parsed, err := der.ParseSPKI(spki)
	if err != nil {
		return "", err
	}
	return parsed.Algorithm.OID.String(), nil
}

// key fills in what every public key has.
func (in *inspection) key(o object, pub crypto.PublicKey) error {
	in.Algorithm = algorithmName(pub)
	id, err := keyID(pub)
	if err != nil {
		return failed(o.file, err, "")
	}
	in.KeyID = id
	in.Profile = profileOf(pub)
	if ed, ok := pub.(ed25519.PublicKey); ok {
		in.PublicKeyBytes = len(ed)
		in.TLS = tlsScheme(provider.ByName("Ed25519"))
	}
	if pub, ok := pub.(sign.PublicKey); ok {
		raw, err := pub.MarshalBinary()
		if err != nil {
			return failed(o.file, err, "")
		}
		in.PublicKeyBytes = len(raw)
		in.TLS = tlsScheme(pub.Scheme())
	}
	return nil
}

func tlsScheme(s sign.Scheme) string {
	if info, ok := provider.Describe(s); ok && info.TLSIdentifier != 0 {
		return codePoint(info.TLSIdentifier)
	}
	return ""
}

// keyID is the subject key identifier that certificates of this key get.
func keyID(pub crypto.PublicKey) (string, error) {
	id, err := x509ext.SubjectKeyID(pub)
	return hex.EncodeToString(id), err
}

// profileOf says in words which generation of byte formats a key of ours uses;
// the bytes themselves do not tell.
func profileOf(pub crypto.PublicKey) string {
	const experimental = "FN-DSA, experimental: FIPS 206 is not published"
	if mixed, ok := pub.(*hybrid.PublicKey); ok && strings.HasPrefix(mixed.Scheme().Name(), "FN-DSA") {
		return experimental
	}
	ours, ok := pub.(*scheme.PublicKey)
	if !ok {
		return ""
	}
	params := ours.FNDSA().Parameters()
	switch {
	case !params.IsFalcon():
		return experimental
	case params.HasFixedSignatureSize():
		return "Falcon round 3, signatures padded to a fixed length"
	}
	return "Falcon round 3, signatures of variable length"
}

// signature names the scheme a text block claims, or else the parameter sets
// whose header and length the bytes have.
func (in *inspection) signature(o object) error {
	in.SignatureBytes = len(o.der)
	if len(o.der) == 0 {
		return unexpected(o.file, "an empty signature", "one of a scheme of saker", "")
	}
	if in.Algorithm = o.headers[pemAlgorithmHeader]; in.Algorithm != "" {
		return nil
	}
	in.PossibleAlgorithms = possibleAlgorithms(o.der)
	if len(in.PossibleAlgorithms) == 0 {
		return unexpected(o.file, "a signature of unknown length", "one of a scheme of saker", "")
	}
	return nil
}

// possibleAlgorithms names the parameter sets whose header and length a raw
// signature has, and the composites that begin with a signature of such a set.
func possibleAlgorithms(sig []byte) []string {
	if !hasSignatureHeader(sig) {
		return nil
	}
	var names []string
	for _, p := range fndsa.AllParameters() {
		if fitsParameters(sig, p) {
			names = append(names, p.String())
		}
	}
	for _, s := range hybrid.All() {
		family, _, _ := strings.Cut(s.Name(), "-ECDSA")
		family, _, _ = strings.Cut(family, "-Ed25519")
		p, err := fndsa.ParametersByName(family)
		if err == nil && 1<<(sig[0]&0x0F) == p.N() && p.SignatureSize() < len(sig) && len(sig) <= s.SignatureSize() {
			names = append(names, s.Name())
		}
	}
	return names
}

func fitsParameters(sig []byte, p fndsa.Parameters) bool {
	if p.HasFixedSignatureSize() && len(sig) != p.SignatureSize() || len(sig) > p.SignatureSize() {
		return false
	}
	return 1<<(sig[0]&0x0F) == p.N()
}
