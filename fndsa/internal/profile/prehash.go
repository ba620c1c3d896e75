package profile

// Prehash numbers the hash functions of the pre-hash mode by the last arc of
// their object identifier under 2.16.840.1.101.3.4.2. Zero means no pre-hash.
type Prehash uint8

const (
	SHA256     Prehash = 1
	SHA384     Prehash = 2
	SHA512     Prehash = 3
	SHA512_256 Prehash = 6
	SHA3_256   Prehash = 8
	SHA3_384   Prehash = 9
	SHA3_512   Prehash = 10
	SHAKE128   Prehash = 11
	SHAKE256   Prehash = 12
)

// oidPrefix is the DER of an OBJECT IDENTIFIER 2.16.840.1.101.3.4.2.x
// without the last byte.
var oidPrefix = [10]byte{0x06, 0x09, 0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02}

// AppendOID appends the full DER encoding of the hash's object identifier.
func (p Prehash) AppendOID(dst []byte) []byte {
	return append(append(dst, oidPrefix[:]...), byte(p))
}

// OIDSize is the number of bytes AppendOID appends.
const OIDSize = len(oidPrefix) + 1

// Valid reports whether p names a hash function of the pre-hash mode.
func (p Prehash) Valid() bool {
	switch p {
	case SHA256, SHA384, SHA512, SHA512_256, SHA3_256, SHA3_384, SHA3_512, SHAKE128, SHAKE256:
		return true
	}
	return false
}
