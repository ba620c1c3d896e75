// Package profile describes the byte profiles Saker speaks: which encodings,
// which hash input and which bounds go with a name. Everything that will
// change when FIPS 206 is published is decided by the values in this package.
//
// Four formats exist and share their header bytes, so a format is always
// chosen by the caller and never guessed from the bytes:
//
//   - FNDSA: the default, the best public guess at FIPS 206 (not published).
//   - Falcon: round 3 of the NIST process (Falcon v1.2), variable length.
//   - FalconPadded: round 3 with signatures padded to a fixed length.
//   - FNDSA2025: an older guess at FIPS 206, kept to read existing data.
package profile
