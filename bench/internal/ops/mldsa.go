package ops

import (
	"filippo.io/mldsa"
	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/mldsa/mldsa44"
	"github.com/cloudflare/circl/sign/mldsa/mldsa65"
	"github.com/cloudflare/circl/sign/mldsa/mldsa87"
)

// signCalls is the number of ML-DSA signatures in one sample: the number of rejected attempts varies from message to message.
const signCalls = 64

// circlOperations measures CIRCL's ML-DSA. Its Scheme signs without randomness; the messages differ, so the
// number of rejected attempts is that of an average signature.
func circlOperations() []Operation {
	var list []Operation
	for _, s := range []sign.Scheme{mldsa44.Scheme(), mldsa65.Scheme(), mldsa87.Scheme()} {
		c := &catalogue{backend: CIRCL, scheme: s.Name()}
		c.add(Keygen, func() (Call, error) {
			return func(int) error {
				_, _, err := s.GenerateKey()
				return err
			}, nil
		})
		c.add(Sign, func() (Call, error) {
			_, key, err := s.GenerateKey()
			return func(i int) error {
				s.Sign(key, message(i), nil)
				return nil
			}, err
		}).Calls = signCalls
		c.add(SignEncoded, func() (Call, error) { return circlSignEncoded(s) }).Calls = signCalls
		c.add(Verify, func() (Call, error) {
			pub, key, err := s.GenerateKey()
			if err != nil {
				return nil, err
			}
			msg := message(0)
			sig := s.Sign(key, msg, nil)
			return func(int) error { return circlVerify(s, pub, msg, sig) }, nil
		})
		c.add(VerifyEncoded, func() (Call, error) { return circlVerifyEncoded(s) })
		list = append(list, c.list...)
	}
	return list
}

func circlSignEncoded(s sign.Scheme) (Call, error) {
	_, key, err := s.GenerateKey()
	if err != nil {
		return nil, err
	}
	encoding, err := key.MarshalBinary()
	return func(i int) error {
		key, err := s.UnmarshalBinaryPrivateKey(encoding)
		if err != nil {
			return err
		}
		s.Sign(key, message(i), nil)
		return nil
	}, err
}

func circlVerifyEncoded(s sign.Scheme) (Call, error) {
	pub, key, err := s.GenerateKey()
	if err != nil {
		return nil, err
	}
	encoding, err := pub.MarshalBinary()
	msg := message(0)
	sig := s.Sign(key, msg, nil)
	return func(int) error {
		pub, err := s.UnmarshalBinaryPublicKey(encoding)
		if err != nil {
			return err
		}
		return circlVerify(s, pub, msg, sig)
	}, err
}

func circlVerify(s sign.Scheme, pub sign.PublicKey, msg, sig []byte) error {
	if !s.Verify(pub, msg, sig, nil) {
		return refused(s.Name())
	}
	return nil
}

// filippoOperations measures filippo.io/mldsa, the package the standard library's crypto/mldsa comes from. A
// private key is encoded as its seed.
func filippoOperations() []Operation {
	var list []Operation
	for _, p := range []mldsa.Parameters{mldsa.MLDSA44(), mldsa.MLDSA65(), mldsa.MLDSA87()} {
		c := &catalogue{backend: Filippo, scheme: p.String()}
		c.add(Keygen, func() (Call, error) {
			return func(int) error {
				_, err := mldsa.GenerateKey(p)
				return err
			}, nil
		})
		c.add(Sign, func() (Call, error) {
			key, err := mldsa.GenerateKey(p)
			return func(i int) error {
				_, err := key.SignDeterministic(message(i), nil)
				return err
			}, err
		}).Calls = signCalls
		c.add(SignEncoded, func() (Call, error) {
			key, err := mldsa.GenerateKey(p)
			if err != nil {
				return nil, err
			}
			seed := key.Bytes()
			return func(i int) error {
				key, err := mldsa.NewPrivateKey(p, seed)
				if err != nil {
					return err
				}
				_, err = key.SignDeterministic(message(i), nil)
				return err
			}, nil
		}).Calls = signCalls
		c.add(Verify, func() (Call, error) { return filippoVerify(p, false) })
		c.add(VerifyEncoded, func() (Call, error) { return filippoVerify(p, true) })
		list = append(list, c.list...)
	}
	return list
}

func filippoVerify(p mldsa.Parameters, encoded bool) (Call, error) {
	key, err := mldsa.GenerateKey(p)
	if err != nil {
		return nil, err
	}
	pub, msg := key.PublicKey(), message(0)
	encoding := pub.Bytes()
	sig, err := key.SignDeterministic(msg, nil)
	return func(int) error {
		pub := pub
		if encoded {
			var err error
			if pub, err = mldsa.NewPublicKey(p, encoding); err != nil {
				return err
			}
		}
		return mldsa.Verify(pub, msg, sig, nil)
	}, err
}
