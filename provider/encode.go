package provider

import (
	"fmt"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/keyguard"
)

// encodePublicKey returns the scheme's own encoding of a key of it.
func encodePublicKey(key sign.PublicKey, s sign.Scheme) ([]byte, error) {
	return encode(key, s, s.PublicKeySize())
}

// encodePrivateKey is encodePublicKey for private keys of one size. The caller wipes the bytes.
func encodePrivateKey(key sign.PrivateKey, s sign.Scheme) ([]byte, error) {
	return encode(key, s, s.PrivateKeySize())
}

type encodable interface {
	Scheme() sign.Scheme
	MarshalBinary() ([]byte, error)
}

// encode distrusts the key, which may be zero or truncated and of a library whose methods then panic or fill up with
// zeros.
func encode(key encodable, s sign.Scheme, size int) ([]byte, error) {
	if err := keyguard.Check(key); err != nil {
		return nil, err
	}
	return keyguard.Call("key", func() ([]byte, error) {
		if found := key.Scheme(); found != s {
			return nil, fmt.Errorf("key is one of another scheme (%T)", key)
		}
		data, err := key.MarshalBinary()
		if err != nil {
			return nil, err
		}
		if len(data) != size {
			clear(data)
			return nil, fmt.Errorf("key of type %T is encoded in %d bytes, expected %d", key, len(data), size)
		}
		return data, nil
	})
}
