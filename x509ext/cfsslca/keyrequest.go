package cfsslca

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/cloudflare/cfssl/csr"
	cferr "github.com/cloudflare/cfssl/errors"
	"github.com/cloudflare/circl/sign"
	"github.com/saker-pq/saker/provider"
)

// classicalNames are the algorithms that CFSSL makes keys for itself.
var classicalNames = []string{"rsa", "ecdsa", "ed25519"}

// schemeFor finds the scheme that a key request names: a whole name
// ("fndsa512", "p256-falcon-512"), or a family with its size as CFSSL writes
// RSA ("fndsa", 512). It returns nil for the algorithms of classicalNames.
func schemeFor(req *csr.KeyRequest) (sign.Scheme, error) {
	if req == nil || req.A == "" {
		return nil, keyError(`"algo" is missing, expected for example {"algo": "fndsa", "size": 512}`)
	}
	if slices.Contains(classicalNames, req.A) {
		return nil, nil
	}
	scheme := provider.ByName(req.A)
	switch {
	case req.S < 0: // the sign would pass for one of the hyphens of a name
		return nil, keyError("unknown algorithm %q of size %d", req.A, req.S)
	case scheme == nil && req.S != 0:
		if scheme = provider.ByName(req.A + "-" + strconv.Itoa(req.S)); scheme == nil {
			return nil, keyError("unknown algorithm %q of size %d", req.A, req.S)
		}
	case scheme == nil:
		return nil, keyError("unknown algorithm %q", req.A)
	case req.S != 0 && !slices.Contains(numbersIn(scheme.Name()), req.S):
		return nil, keyError("algorithm %q has no size %d, leave the size out", req.A, req.S)
	}
	if info, ok := provider.Describe(scheme); !ok || info.OID == nil {
		return nil, keyError("%s has no object identifier, so no certificate can hold its keys", scheme.Name())
	}
	return scheme, nil
}

// keyError is CFSSL's error for a key that cannot be made, with a text that
// says which.
func keyError(format string, args ...any) error {
	return cferr.Wrap(cferr.PrivateKeyError, cferr.GenerationFailed, fmt.Errorf("cfsslca: key: "+format, args...))
}

// numbersIn returns the decimal numbers in a name: 512, 256 and 256 for
// "FN-DSA-512-ECDSA-P256-SHA256".
func numbersIn(name string) []int {
	var numbers []int
	for _, digits := range strings.FieldsFunc(name, func(r rune) bool { return r < '0' || r > '9' }) {
		if n, err := strconv.Atoi(digits); err == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// GenerateKey makes the key that a CFSSL key request names: "rsa", "ecdsa" and
// "ed25519" as CFSSL makes them, every other algorithm a scheme of the
// provider, written as a whole name ({"algo": "fndsa512"}) or as family and
// size ({"algo": "fndsa", "size": 512}). An algorithm that nobody knows is an
// error, and so is none at all.
func GenerateKey(req *csr.KeyRequest) (crypto.Signer, error) {
	scheme, err := schemeFor(req)
	if err != nil {
		return nil, err
	}
	if scheme == nil {
		key, err := req.Generate()
		if err != nil {
			return nil, keyError("%s of size %d: %w", req.A, req.S, err)
		}
		return key.(crypto.Signer), nil
	}
	_, key, err := scheme.GenerateKey()
	if err != nil {
		return nil, keyError("%s: %w", scheme.Name(), err)
	}
	return key, nil
}

// KeyRequestFor returns the key request that asks for another key of pub's
// kind.
func KeyRequestFor(pub crypto.PublicKey) (*csr.KeyRequest, error) {
	switch pub := pub.(type) {
	case sign.PublicKey:
		return &csr.KeyRequest{A: strings.ToLower(pub.Scheme().Name())}, nil
	case *rsa.PublicKey:
		return &csr.KeyRequest{A: "rsa", S: pub.N.BitLen()}, nil
	case *ecdsa.PublicKey:
		return &csr.KeyRequest{A: "ecdsa", S: pub.Curve.Params().BitSize}, nil
	case ed25519.PublicKey:
		return &csr.KeyRequest{A: "ed25519"}, nil
	}
	return nil, fmt.Errorf("cfsslca: no key request makes keys of type %T", pub)
}

// isClassical reports whether CFSSL itself can work with keys of pub's type.
func isClassical(pub crypto.PublicKey) bool {
	switch pub.(type) {
	case *rsa.PublicKey, *ecdsa.PublicKey, ed25519.PublicKey:
		return true
	}
	return false
}
