package main

import (
	"crypto"
	"crypto/ed25519"
	"encoding"
	"encoding/hex"
	"fmt"
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
	if claimed, ok := o.headers[pemAlgorithmHeader]; ok {
		return in.claimedSignature(o, claimed)
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

// claimedSignature believes the header of a text block if the bytes can be a
// signature of that scheme.
func (in *inspection) claimedSignature(o object, claimed string) error {
	s := provider.ByName(claimed)
	if s == nil {
		return unexpected(o.file, fmt.Sprintf("a signature of %q", claimed), "one of a scheme of saker", "\"saker schemes\" lists them")
	}
	if !fitsScheme(o.der, s) {
		return unexpected(o.file, fmt.Sprintf("%d bytes that cannot be a signature of %s", len(o.der), s.Name()),
			"what the header of the block says", "the file may have been edited; fetch it again")
	}
	in.Algorithm = s.Name()
	return nil
}

func fitsScheme(sig []byte, s sign.Scheme) bool {
	if p, err := fndsa.ParametersByName(s.Name()); err == nil {
		return fitsParameters(sig, p)
	}
	if _, ok := s.(*hybrid.Scheme); ok {
		// Both halves may vary; none is shorter than a post-quantum half of degree 512.
		return len(sig) > shortestSignature(512) && len(sig) <= s.SignatureSize()
	}
	return len(sig) == s.SignatureSize()
}

func fitsParameters(sig []byte, p fndsa.Parameters) bool {
	if p.HasFixedSignatureSize() && len(sig) != p.SignatureSize() {
		return false
	}
	if len(sig) < shortestSignature(p.N()) || len(sig) > p.SignatureSize() {
		return false
	}
	return sig[0]&0xF0 == 0x30 && 1<<(sig[0]&0x0F) == p.N()
}

// shortestSignature is header and salt, and n coefficients of the 9 bits that
// each takes at least (Falcon v1.2, Algorithm 17 Compress).
func shortestSignature(n int) int { return 1 + 40 + n*9/8 }
