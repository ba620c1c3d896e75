package x509ext

import (
	"crypto/sha256"
)

// MaxSignatureChecks bounds the signatures of the provider's schemes and of
// the standard library that one Verify checks while it looks for a chain, so
// that a hostile set of intermediates costs no more than that. An alternative
// signature counts as one more.
const MaxSignatureChecks = 100

// A search finds, from one certificate upwards, the certificates of two pools
// that are linked to it by signatures which verify.
type search struct {
	roots, intermediates *CertPool
	both                 bool // alternative signatures are required

	checks  int            // real signature checks so far
	limited bool           // the bound was met
	edges   map[edge]error // outcome of every check made

	issuerOf map[*Certificate]*Certificate // child -> first issuer that verifies it
	failure  map[*Certificate]error        // child -> first failed check
	linked   []*Certificate                // issuers found, in order of discovery
}

// An edge is a signature to be checked: a child under a key. Certificates with
// the same key share the edge.
type edge struct {
	child       [sha256.Size]byte
	issuer      string // SubjectPublicKeyInfo
	alternative bool   // the alternative signature and key
}

func newSearch(roots, intermediates *CertPool) *search {
	return &search{
		roots:         roots,
		intermediates: intermediates,
		edges:         make(map[edge]error),
		issuerOf:      make(map[*Certificate]*Certificate),
		failure:       make(map[*Certificate]error),
	}
}

// from explores breadth first, roots before intermediates. As in crypto/x509 a
// path ends at a root.
func (s *search) from(leaf *Certificate) {
	seen := map[*Certificate]bool{leaf: true}
	queue := []*Certificate{leaf}
	for len(queue) > 0 && !s.limited {
		child := queue[0]
		queue = queue[1:]
		for _, issuer := range s.roots.issuersOf(child) {
			s.link(child, issuer)
		}
		for _, issuer := range s.intermediates.issuersOf(child) {
			if s.link(child, issuer) && !seen[issuer] {
				seen[issuer] = true
				queue = append(queue, issuer)
			}
		}
	}
}

// link records issuer if its key verifies child. Once a key is found, other
// keys are not tried: an honest signature has one.
func (s *search) link(child, issuer *Certificate) bool {
	if found := s.issuerOf[child]; found != nil && string(found.RawSubjectPublicKeyInfo) != string(issuer.RawSubjectPublicKeyInfo) {
		return false
	}
	if s.limited {
		return false
	}
	if err := s.check(child, issuer); err != nil {
		if s.failure[child] == nil {
			s.failure[child] = err
		}
		return false
	}
	if s.issuerOf[child] == nil {
		s.issuerOf[child] = issuer
	}
	s.linked = append(s.linked, issuer)
	return true
}

// check verifies child's signature with issuer's real key and, when both are
// required, the alternative one with the alternative key.
func (s *search) check(child, issuer *Certificate) error {
	e := edge{child: child.fingerprint, issuer: string(issuer.RawSubjectPublicKeyInfo)}
	err := s.once(e, func() error { return child.checkEdge(issuer) })
	if err != nil || !s.both {
		return err
	}
	e = edge{child: child.fingerprint, alternative: true}
	if issuer.Alternative.hasKey() {
		e.issuer = string(issuer.Alternative.spki)
	}
	return s.once(e, func() error { return child.checkAlternativeEdge(issuer) })
}

// once makes one of the counted checks, or repeats its outcome.
func (s *search) once(e edge, check func() error) error {
	err, known := s.edges[e]
	if known {
		return err
	}
	if s.checks == MaxSignatureChecks {
		s.limited = true
		return ErrSignatureLimit
	}
	s.checks++
	err = check()
	s.edges[e] = err
	return err
}
