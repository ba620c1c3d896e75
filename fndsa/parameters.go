package fndsa

import (
	"fmt"
	"strings"

	"github.com/saker-pq/saker/fndsa/internal/profile"
)

const (
	// SeedSize is the size in bytes of a key generation seed.
	SeedSize = 32
	// MuSize is the size in bytes of the message representative mu.
	MuSize = profile.MuSize
	// MaxContextLength is the longest context string in bytes.
	MaxContextLength = 255
)

// Parameters is a parameter set: a degree together with its byte formats.
// Values are comparable with ==. The zero value is no parameter set, and no
// function takes one as a default.
type Parameters struct {
	set *profile.Set
}

// FNDSA512 is FN-DSA with n = 512, in the current guess at FIPS 206.
func FNDSA512() Parameters { return Parameters{profile.Lookup(profile.FNDSA, 9)} }

// FNDSA1024 is FN-DSA with n = 1024, in the current guess at FIPS 206.
func FNDSA1024() Parameters { return Parameters{profile.Lookup(profile.FNDSA, 10)} }

// Falcon512 is Falcon-512 of round 3, with signatures of variable length.
func Falcon512() Parameters { return Parameters{profile.Lookup(profile.Falcon, 9)} }

// Falcon1024 is Falcon-1024 of round 3, with signatures of variable length.
func Falcon1024() Parameters { return Parameters{profile.Lookup(profile.Falcon, 10)} }

// FalconPadded512 is Falcon-512 of round 3, with signatures of 666 bytes.
func FalconPadded512() Parameters { return Parameters{profile.Lookup(profile.FalconPadded, 9)} }

// FalconPadded1024 is Falcon-1024 of round 3, with signatures of 1280 bytes.
func FalconPadded1024() Parameters { return Parameters{profile.Lookup(profile.FalconPadded, 10)} }

// AllParameters lists the parameter sets of this package.
func AllParameters() []Parameters {
	return []Parameters{
		FNDSA512(), FNDSA1024(),
		Falcon512(), Falcon1024(),
		FalconPadded512(), FalconPadded1024(),
	}
}

// ParametersByName returns the parameter set whose String is name.
func ParametersByName(name string) (Parameters, error) {
	var names []string
	for _, p := range AllParameters() {
		if p.String() == name {
			return p, nil
		}
		names = append(names, p.String())
	}
	return Parameters{}, fmt.Errorf("%w: no parameter set is named %q (there are %s)",
		ErrUnsupportedAlgorithm, name, strings.Join(names, ", "))
}

// String returns the name of the set, for example "FN-DSA-512", and "invalid"
// for the zero value.
func (p Parameters) String() string {
	if p.set == nil {
		return "invalid"
	}
	return p.set.Name()
}

// N returns the degree, 512 or 1024, and 0 for the zero value.
func (p Parameters) N() int { return p.get().N }

// PublicKeySize returns the size in bytes of an encoded public key.
func (p Parameters) PublicKeySize() int { return p.get().PublicKeySize }

// PrivateKeySize returns the size in bytes of an encoded private key.
func (p Parameters) PrivateKeySize() int { return p.get().PrivateKeySize }

// SignatureSize returns the size in bytes of a signature, or of the longest
// one if HasFixedSignatureSize is false.
func (p Parameters) SignatureSize() int { return p.get().SignatureSize }

// HasFixedSignatureSize reports whether all signatures have SignatureSize
// bytes. It is false for Falcon-512 and Falcon-1024.
func (p Parameters) HasFixedSignatureSize() bool { return p.get().Fixed }

// IsFalcon reports whether the set is one of round 3, which signs the bare
// message: contexts, pre-hashing and external mu do not exist there.
func (p Parameters) IsFalcon() bool {
	return p.get().Format == profile.Falcon || p.get().Format == profile.FalconPadded
}

// get returns the set, or an empty one for the zero value.
func (p Parameters) get() *profile.Set {
	if p.set == nil {
		return &noSet
	}
	return p.set
}

var noSet profile.Set
