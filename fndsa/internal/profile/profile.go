package profile

import "fmt"

// Format is one of the four byte profiles. The zero value is no format.
type Format uint8

const (
	FNDSA Format = iota + 1
	Falcon
	FalconPadded
	FNDSA2025
)

// String returns the prefix used in parameter-set names.
func (f Format) String() string {
	switch f {
	case FNDSA:
		return "FN-DSA"
	case Falcon:
		return "Falcon"
	case FalconPadded:
		return "Falcon-padded"
	case FNDSA2025:
		return "FNDSA-2025"
	}
	return fmt.Sprintf("Format(%d)", uint8(f))
}

// Degrees for which sets exist. Degrees below 512 give no security and are
// reachable from tests only.
const (
	MinLogn = 2
	MaxLogn = 10
)

const (
	NonceSize   = 40 // bytes of the nonce (the "salt" of Falcon v1.2)
	HashSize    = 64 // bytes of the hash of a public key
	MuSize      = 64 // bytes of the message representative
	MaxAttempts = 27 // signing attempts before giving up
)

// Set is a parameter set in one format. All fields are read-only.
type Set struct {
	Format Format
	Logn   uint
	N      int // degree, 1 << Logn

	PublicKeySize  int
	PrivateKeySize int
	SignatureSize  int  // the only length, or the longest one if not Fixed
	Fixed          bool // signatures always have SignatureSize bytes

	BasisBits uint  // width of the coefficients of f and g in a private key
	MaxS2     int16 // largest |s2[i]| the signature encoding may carry
	MaxS1     int16 // largest |s1[i]| accepted, 0 for no bound of its own

	// SquaredNormBound is the largest accepted |s1|^2 + |s2|^2
	// (beta^2 of Falcon v1.2, Table 3.3 for n = 512 and 1024).
	SquaredNormBound uint32

	LSBFirst     bool // bit order of every packed field
	NTTPublicKey bool // the public key holds h in NTT form
	StoresHash   bool // the private key ends with the hash of the public key
}

// squaredNormBound is indexed by logn.
var squaredNormBound = [MaxLogn + 1]uint32{
	0, 101498, 208714, 428865, 892039, 1852696,
	3842630, 7959734, 16468416, 34034726, 70265242,
}

// basisBits is the width of a coefficient of f or g, indexed by logn.
var basisBits = [MaxLogn + 1]uint{0, 8, 8, 8, 8, 8, 7, 7, 6, 6, 5}

var sets = func() (t [FNDSA2025 + 1][MaxLogn + 1]*Set) {
	for f := FNDSA; f <= FNDSA2025; f++ {
		for logn := uint(MinLogn); logn <= MaxLogn; logn++ {
			t[f][logn] = newSet(f, logn)
		}
	}
	return t
}()

// Lookup returns the one Set of a format and degree, or nil if there is none.
// Two calls with the same arguments return the same pointer.
func Lookup(f Format, logn uint) *Set {
	if f < FNDSA || f > FNDSA2025 || logn < MinLogn || logn > MaxLogn {
		return nil
	}
	return sets[f][logn]
}

func newSet(f Format, logn uint) *Set {
	n := 1 << logn
	s := &Set{
		Format:           f,
		Logn:             logn,
		N:                n,
		PublicKeySize:    1 + n*14/8,
		PrivateKeySize:   1 + 2*n*int(basisBits[logn])/8 + n,
		SignatureSize:    fixedSignatureSize(logn),
		Fixed:            true,
		BasisBits:        basisBits[logn],
		MaxS2:            2047,
		SquaredNormBound: squaredNormBound[logn],
	}
	switch f {
	case FNDSA:
		s.MaxS2 = 840
		s.MaxS1 = 840
		s.LSBFirst = true
		s.NTTPublicKey = true
		s.StoresHash = true
		s.PrivateKeySize += HashSize
	case Falcon:
		s.SignatureSize = longestSignatureSize(logn)
		s.Fixed = false
	}
	return s
}

// fixedSignatureSize is 666 bytes for n = 512 and 1280 for n = 1024
// (sbytelen of Falcon v1.2, Table 3.3); the other degrees extend it.
func fixedSignatureSize(logn uint) int {
	k := MaxLogn - logn
	return 44 + 3*(256>>k) + 2*(128>>k) + 3*(64>>k) + 2*(16>>k) - 2*(2>>k) - 8*(1>>k)
}

// longestSignatureSize bounds a variable-length signature: 752 bytes for
// n = 512 and 1462 for n = 1024.
func longestSignatureSize(logn uint) int {
	return 1 + NonceSize + ((11<<logn)+(101>>(MaxLogn-logn))+7)/8
}

// Name returns the name of the set, for example "FN-DSA-512".
func (s *Set) Name() string {
	return fmt.Sprintf("%v-%d", s.Format, s.N)
}

// Header bytes: a type in the high half, logn in the low half.

func (s *Set) PublicKeyHeader() byte  { return 0x00 | byte(s.Logn) }
func (s *Set) PrivateKeyHeader() byte { return 0x50 | byte(s.Logn) }
func (s *Set) SignatureHeader() byte  { return 0x30 | byte(s.Logn) }
