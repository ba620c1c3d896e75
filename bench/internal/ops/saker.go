package ops

import (
	"context"
	"fmt"
	"sync"

	"github.com/saker-pq/saker/fndsa"
)

// KeygenInputs is the number of seeds over which the time of key generation is a median: it varies from seed to
// seed with the number of candidates that are thrown away.
const KeygenInputs = 100

// batchKeys is the number of keys among which a batch to verify is mixed.
const batchKeys = 8

// Saker lists the operations of this project under the given name of a backend. The backend itself must have been
// chosen before any operation is made ready. With signingOnly the list is what the arithmetic of signing matters to.
func Saker(backend string, signingOnly bool) []Operation {
	var list []Operation
	for _, p := range []fndsa.Parameters{fndsa.FNDSA512(), fndsa.FNDSA1024(), fndsa.Falcon512(), fndsa.Falcon1024()} {
		s := &sakerSet{params: p, key: sync.OnceValues(func() (*fndsa.PrivateKey, error) { return sakerKey(p, 0) })}
		c := &catalogue{backend: backend, scheme: p.String()}
		if !signingOnly {
			c.add(Keygen, s.keygen).Inputs = KeygenInputs
		}
		c.add(Sign, s.sign)
		c.add(SignCompact, s.signCompact)
		c.add(SignEncoded, s.signEncoded)
		c.add(SignBatch(BatchSize), s.signBatch(BatchSize)).Items = BatchSize
		if !signingOnly {
			c.add(Verify, s.verify)
			c.add(VerifyEncoded, s.verifyEncoded)
			c.add(VerifyBatch(BatchSize), s.verifyBatch(BatchSize)).Items = BatchSize
		}
		list = append(list, c.list...)
	}
	return list
}

// SakerScaling lists batches of all sizes in Scaling, for the FN-DSA sets.
func SakerScaling(backend string) []Operation {
	var list []Operation
	for _, p := range []fndsa.Parameters{fndsa.FNDSA512(), fndsa.FNDSA1024()} {
		s := &sakerSet{params: p, key: sync.OnceValues(func() (*fndsa.PrivateKey, error) { return sakerKey(p, 0) })}
		c := &catalogue{backend: backend, scheme: p.String()}
		for _, n := range Scaling {
			c.add(SignBatch(n), s.signBatch(n)).Items = n
			c.add(VerifyBatch(n), s.verifyBatch(n)).Items = n
		}
		list = append(list, c.list...)
	}
	return list
}

type sakerSet struct {
	params fndsa.Parameters
	key    func() (*fndsa.PrivateKey, error)
}

func sakerKey(p fndsa.Parameters, i int) (*fndsa.PrivateKey, error) {
	return fndsa.NewPrivateKeyFromSeed(p, fmt.Appendf(nil, "%32d", i))
}

func (s *sakerSet) keygen() (Call, error) {
	return func(i int) error {
		_, err := sakerKey(s.params, i%KeygenInputs)
		return err
	}, nil
}

func (s *sakerSet) signer(key *fndsa.PrivateKey) Call {
	buf := make([]byte, 0, s.params.SignatureSize())
	msg := message(0)
	return func(i int) error {
		msg[0], msg[1] = byte(i), byte(i>>8)
		_, err := key.AppendSignature(buf, nil, msg, nil)
		return err
	}
}

func (s *sakerSet) sign() (Call, error) {
	key, err := s.key()
	if err != nil {
		return nil, err
	}
	return s.signer(key), nil
}

func (s *sakerSet) signCompact() (Call, error) {
	key, err := s.key()
	if err != nil {
		return nil, err
	}
	return s.signer(key.Compact()), nil
}

func (s *sakerSet) signEncoded() (Call, error) {
	key, err := s.key()
	if err != nil {
		return nil, err
	}
	encoding := key.Bytes()
	buf := make([]byte, 0, s.params.SignatureSize())
	return func(i int) error {
		key, err := fndsa.NewPrivateKey(s.params, encoding)
		if err != nil {
			return err
		}
		_, err = key.AppendSignature(buf, nil, message(i), nil)
		return err
	}, nil
}

func (s *sakerSet) signBatch(n int) func() (Call, error) {
	return func() (Call, error) {
		key, err := s.key()
		if err != nil {
			return nil, err
		}
		messages := make([][]byte, n)
		for i := range messages {
			messages[i] = message(i)
		}
		return func(int) error {
			_, err := key.SignBatch(context.Background(), nil, messages, nil)
			return err
		}, nil
	}
}

func (s *sakerSet) signed() (fndsa.SignedMessage, error) {
	key, err := s.key()
	if err != nil {
		return fndsa.SignedMessage{}, err
	}
	sig, err := key.SignMessage(nil, message(0), nil)
	return fndsa.SignedMessage{PublicKey: key.PublicKey(), Message: message(0), Signature: sig}, err
}

func (s *sakerSet) verify() (Call, error) {
	m, err := s.signed()
	return func(int) error { return fndsa.Verify(m.PublicKey, m.Message, m.Signature, nil) }, err
}

func (s *sakerSet) verifyEncoded() (Call, error) {
	m, err := s.signed()
	if err != nil {
		return nil, err
	}
	encoding := m.PublicKey.Bytes()
	return func(int) error {
		pk, err := fndsa.NewPublicKey(s.params, encoding)
		if err != nil {
			return err
		}
		return fndsa.Verify(pk, m.Message, m.Signature, nil)
	}, nil
}

func (s *sakerSet) verifyBatch(n int) func() (Call, error) {
	return func() (Call, error) {
		items := make([]fndsa.SignedMessage, n)
		var keys [batchKeys]*fndsa.PrivateKey
		for i := range items {
			k := &keys[i%batchKeys]
			if *k == nil {
				var err error
				if *k, err = sakerKey(s.params, i); err != nil {
					return nil, err
				}
			}
			msg := message(i)
			sig, err := (*k).SignMessage(nil, msg, nil)
			if err != nil {
				return nil, err
			}
			items[i] = fndsa.SignedMessage{PublicKey: (*k).PublicKey(), Message: msg, Signature: sig}
		}
		return func(int) error {
			for i, err := range fndsa.VerifyBatch(context.Background(), items) {
				if err != nil {
					return fmt.Errorf("ops: %s: signature %d of a batch: %w", s.params, i, err)
				}
			}
			return nil
		}, nil
	}
}
