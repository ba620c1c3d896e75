package sigscheme

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rsa"
	_ "crypto/sha256" // the digests named below
	_ "crypto/sha512"
	"io"
)

// classical is ordered by preference.
var classical = []*Scheme{
	{ID: ECDSAWithP256AndSHA256, Name: "ecdsa_secp256r1_sha256", algorithm: ecdsaScheme{elliptic.P256(), crypto.SHA256}},
	{ID: Ed25519, Name: "ed25519", algorithm: ed25519Scheme{}},
	{ID: ECDSAWithP384AndSHA384, Name: "ecdsa_secp384r1_sha384", algorithm: ecdsaScheme{elliptic.P384(), crypto.SHA384}},
	{ID: ECDSAWithP521AndSHA512, Name: "ecdsa_secp521r1_sha512", algorithm: ecdsaScheme{elliptic.P521(), crypto.SHA512}},
	{ID: PSSWithSHA256, Name: "rsa_pss_rsae_sha256", algorithm: rsaScheme{crypto.SHA256, true}},
	{ID: PSSWithSHA384, Name: "rsa_pss_rsae_sha384", algorithm: rsaScheme{crypto.SHA384, true}},
	{ID: PSSWithSHA512, Name: "rsa_pss_rsae_sha512", algorithm: rsaScheme{crypto.SHA512, true}},
	{ID: PKCS1WithSHA256, Name: "rsa_pkcs1_sha256", CertificateOnly: true, algorithm: rsaScheme{crypto.SHA256, false}},
	{ID: PKCS1WithSHA384, Name: "rsa_pkcs1_sha384", CertificateOnly: true, algorithm: rsaScheme{crypto.SHA384, false}},
	{ID: PKCS1WithSHA512, Name: "rsa_pkcs1_sha512", CertificateOnly: true, algorithm: rsaScheme{crypto.SHA512, false}},
}

func digest(h crypto.Hash, message []byte) []byte {
	f := h.New()
	f.Write(message)
	return f.Sum(nil)
}

// ecdsaScheme is ECDSA with the one curve the code point names.
type ecdsaScheme struct {
	curve elliptic.Curve
	hash  crypto.Hash
}

func (s ecdsaScheme) Fits(pub crypto.PublicKey) bool {
	k, ok := pub.(*ecdsa.PublicKey)
	return ok && k != nil && k.Curve == s.curve
}

func (s ecdsaScheme) Sign(rand io.Reader, key crypto.Signer, message []byte) ([]byte, error) {
	return key.Sign(rand, digest(s.hash, message), s.hash)
}

func (s ecdsaScheme) Verify(pub crypto.PublicKey, message, signature []byte) bool {
	return s.Fits(pub) && ecdsa.VerifyASN1(pub.(*ecdsa.PublicKey), digest(s.hash, message), signature)
}

type ed25519Scheme struct{}

func (ed25519Scheme) Fits(pub crypto.PublicKey) bool {
	k, ok := pub.(ed25519.PublicKey)
	return ok && len(k) == ed25519.PublicKeySize
}

func (ed25519Scheme) Sign(rand io.Reader, key crypto.Signer, message []byte) ([]byte, error) {
	return key.Sign(rand, message, crypto.Hash(0))
}

func (s ed25519Scheme) Verify(pub crypto.PublicKey, message, signature []byte) bool {
	return s.Fits(pub) && ed25519.Verify(pub.(ed25519.PublicKey), message, signature)
}

// rsaScheme is RSASSA-PSS with a salt as long as the digest, or PKCS #1 v1.5. The "pss"
// variants for keys under the RSASSA-PSS object identifier are left out: crypto/x509
// does not read such keys.
type rsaScheme struct {
	hash crypto.Hash
	pss  bool
}

// Fits also asks that the modulus has room for the encoding: two digests and two bytes
// (RFC 8017, section 9.1.1).
func (s rsaScheme) Fits(pub crypto.PublicKey) bool {
	k, ok := pub.(*rsa.PublicKey)
	return ok && k != nil && k.N != nil && k.Size() >= 2*s.hash.Size()+2
}

func (s rsaScheme) options() *rsa.PSSOptions {
	return &rsa.PSSOptions{SaltLength: rsa.PSSSaltLengthEqualsHash, Hash: s.hash}
}

func (s rsaScheme) Sign(rand io.Reader, key crypto.Signer, message []byte) ([]byte, error) {
	var opts crypto.SignerOpts = s.hash
	if s.pss {
		opts = s.options()
	}
	return key.Sign(rand, digest(s.hash, message), opts)
}

func (s rsaScheme) Verify(pub crypto.PublicKey, message, signature []byte) bool {
	if !s.Fits(pub) {
		return false
	}
	k, sum := pub.(*rsa.PublicKey), digest(s.hash, message)
	if s.pss {
		return rsa.VerifyPSS(k, s.hash, sum, signature, s.options()) == nil
	}
	return rsa.VerifyPKCS1v15(k, s.hash, sum, signature) == nil
}
