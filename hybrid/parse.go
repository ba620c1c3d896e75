package hybrid

import (
	"fmt"
	"slices"
)

func (s *Scheme) parsePublic(data []byte) (*PublicKey, error) {
	if len(data) != s.PublicKeySize() {
		return nil, fmt.Errorf("%d bytes, expected %d", len(data), s.PublicKeySize())
	}
	pqPart, classicalPart, err := s.construct.split(data, s.pq.PublicKeySize())
	if err != nil {
		return nil, err
	}
	if len(classicalPart) != s.classical.publicSize() {
		return nil, fmt.Errorf("classical part of %d bytes, expected %d", len(classicalPart), s.classical.publicSize())
	}
	pq, err := s.pq.UnmarshalBinaryPublicKey(pqPart)
	if err != nil {
		return nil, fmt.Errorf("post-quantum half: %w", err)
	}
	classical, err := s.classical.parsePublic(classicalPart)
	if err != nil {
		return nil, fmt.Errorf("classical half: %w", err)
	}
	return &PublicKey{s, pq, classical, slices.Clone(data)}, nil
}

func (s *Scheme) parsePrivate(data []byte) (*PrivateKey, error) {
	if len(data) > s.PrivateKeySize() {
		return nil, fmt.Errorf("%d bytes, expected at most %d", len(data), s.PrivateKeySize())
	}
	pqPart, classicalPart, err := s.construct.split(data, s.construct.pqPrivateSize(s.pq))
	if err != nil {
		return nil, err
	}
	classical, err := s.classical.parsePrivate(classicalPart)
	if err != nil {
		return nil, fmt.Errorf("classical half: %w", err)
	}
	pq, err := s.construct.parsePQ(s.pq, pqPart)
	if err != nil {
		return nil, fmt.Errorf("post-quantum half: %w", err)
	}
	return s.newPrivateKey(pq, classical)
}

// newPrivateKey puts two halves together and computes the public key.
func (s *Scheme) newPrivateKey(pq pqKey, classical classicalPrivate) (*PrivateKey, error) {
	pqPublic, err := pq.public.MarshalBinary()
	if err != nil {
		return nil, fmt.Errorf("hybrid: %s: post-quantum public key: %w", s.name, err)
	}
	public := classical.public()
	return &PrivateKey{
		public: &PublicKey{
			scheme:    s,
			pq:        pq.public,
			classical: public,
			encoding:  s.construct.join(pqPublic, public.encode()),
		},
		pq:        pq,
		classical: classical,
	}, nil
}
