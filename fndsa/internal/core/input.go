package core

import (
	"fmt"

	"github.com/saker-pq/saker/fndsa/internal/keccak"
	"github.com/saker-pq/saker/fndsa/internal/profile"
)

// Input is what a signature covers.
type Input struct {
	Context    string
	Prehash    profile.Prehash // zero for pure mode
	Data       []byte          // message, hash value, or mu
	ExternalMu bool            // Data is mu
}

// Check reports whether the set can sign such an input.
func (in *Input) Check(set *profile.Set) error {
	if len(in.Context) > 255 {
		return fmt.Errorf("%w (%d bytes)", ErrContextTooLong, len(in.Context))
	}
	if in.Prehash != 0 && !in.Prehash.Valid() {
		return fmt.Errorf("%w: unknown pre-hash function %d", ErrUnsupported, in.Prehash)
	}
	switch set.Format {
	case profile.Falcon, profile.FalconPadded:
		switch {
		case in.Context != "":
			return fmt.Errorf("%w: %s has no context, found one of %d bytes", ErrUnsupported, set.Name(), len(in.Context))
		case in.Prehash != 0:
			return fmt.Errorf("%w: %s has no pre-hash mode", ErrUnsupported, set.Name())
		case in.ExternalMu:
			return fmt.Errorf("%w: %s has no external mu", ErrUnsupported, set.Name())
		}
	case profile.FNDSA2025:
		if in.ExternalMu {
			return fmt.Errorf("%w: %s has no external mu", ErrUnsupported, set.Name())
		}
	}
	if in.ExternalMu {
		switch {
		case len(in.Data) != profile.MuSize:
			return fmt.Errorf("fndsa: external mu has %d bytes, expected %d", len(in.Data), profile.MuSize)
		case in.Context != "":
			return fmt.Errorf("%w: external mu and a context exclude each other (the context is inside mu)", ErrUnsupported)
		case in.Prehash != 0:
			return fmt.Errorf("%w: external mu and pre-hashing exclude each other", ErrUnsupported)
		}
	}
	return nil
}

// representative is the 64-byte value that stands for an input under a key.
type representative [profile.MuSize]byte

// mu computes the representative. For FN-DSA it is part of the scheme:
// SHAKE256(hpk || flag || len(ctx) || ctx || [OID] || data). The other
// formats use the same value only to hedge the randomness of signing.
func (pk *PublicKey) mu(in *Input) (mu representative) {
	if in.ExternalMu {
		copy(mu[:], in.Data)
		return mu
	}
	var x keccak.SHAKE256
	pk.writeMessage(&x, in)
	x.Read(mu[:])
	return mu
}

// writeMessage absorbs hpk || flag || len(ctx) || ctx || [OID] || data.
func (pk *PublicKey) writeMessage(x *keccak.SHAKE256, in *Input) {
	var head [2 + 255 + profile.OIDSize]byte
	b := append(head[:0], 0, byte(len(in.Context)))
	b = append(b, in.Context...)
	if in.Prehash != 0 {
		b[0] = 1
		b = in.Prehash.AppendOID(b)
	}
	x.Write(pk.hash[:])
	x.Write(b)
	x.Write(in.Data)
}

// writeHashInput absorbs what HashToPoint expands into the point c.
func (pk *PublicKey) writeHashInput(x *keccak.SHAKE256, nonce []byte, mu *representative, in *Input) {
	x.Write(nonce)
	switch pk.set.Format {
	case profile.FNDSA:
		x.Write(mu[:])
	case profile.FNDSA2025:
		pk.writeMessage(x, in)
	default:
		x.Write(in.Data)
	}
}
