package cms

import (
	encoding_asn1 "encoding/asn1"
	"fmt"
	"slices"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// Bounds of a message. What is larger is refused before anything is verified.
const (
	MaxSize         = 64 << 20 // bytes; larger contents are signed detached
	MaxCertificates = 100      // and as many revocation lists
	MaxSigners      = 16       // and as many digestAlgorithms
)

// SignedData is a parsed message (RFC 5652, section 5.1). Nothing in it is
// verified; see [SignedData.Verify]. The fields are not to be changed. It is
// safe for concurrent use.
type SignedData struct {
	ContentType     encoding_asn1.ObjectIdentifier
	Content         []byte // nil if detached, not nil if empty
	Certificates    []*x509ext.Certificate
	RevocationLists []*x509ext.RevocationList // for the caller; Verify does not look at them
	Signers         []*SignerInfo

	version          int
	digestAlgorithms []der.AlgorithmIdentifier
}

var (
	tagExplicit     = asn1.Tag(0).ContextSpecific().Constructed()
	tagCertificates = asn1.Tag(0).ContextSpecific().Constructed()
	tagLists        = asn1.Tag(1).ContextSpecific().Constructed()
)

// Parse reads a ContentInfo with SignedData. It must be DER, but for the
// outermost elements, which may have indefinite lengths and a content in
// pieces, as OpenSSL and Bouncy Castle write them when they stream. Only X.509
// certificates and revocation lists are accepted, no attribute certificates and
// no other revocation data. The result shares no memory with data.
func Parse(data []byte) (*SignedData, error) {
	if len(data) > MaxSize {
		return nil, fmt.Errorf("cms: message has %d bytes, expected at most %d", len(data), MaxSize)
	}
	s, err := parse(&reader{in: slices.Clone(data)})
	if err != nil {
		return nil, fmt.Errorf("cms: %w", err)
	}
	return s, nil
}

// parse reads ContentInfo (RFC 5652, section 3).
func parse(r *reader) (*SignedData, error) {
	if err := r.enter(asn1.SEQUENCE, "contentInfo"); err != nil {
		return nil, err
	}
	contentType, err := der.ReadOID(&r.in, "contentType")
	if err != nil {
		return nil, err
	}
	if !contentType.Equal(oidSignedData) {
		return nil, fmt.Errorf("contentType: found %v, expected %v (signedData)", contentType, oidSignedData)
	}
	if err := r.enter(tagExplicit, "content"); err != nil {
		return nil, err
	}
	if err := r.enter(asn1.SEQUENCE, "signedData"); err != nil {
		return nil, err
	}
	s := new(SignedData)
	for _, read := range []func(*reader) error{s.readVersion, s.readDigestAlgorithms, s.readContent, s.readCertificates, s.readLists, s.readSigners} {
		if err := read(r); err != nil {
			return nil, err
		}
	}
	for _, place := range []string{"signedData", "content", "contentInfo"} {
		if err := r.leave(place); err != nil {
			return nil, err
		}
	}
	if expected := s.expectedVersion(); s.version != expected {
		return nil, fmt.Errorf("signedData: version is %d, expected %d", s.version, expected)
	}
	return s, der.Finish(r.in, "contentInfo")
}

func (s *SignedData) readVersion(r *reader) error {
	if !r.in.ReadASN1Integer(&s.version) {
		return fmt.Errorf("signedData: malformed version")
	}
	return nil
}

// expectedVersion is what RFC 5652, section 5.1, derives from the content,
// among the messages that Parse accepts.
func (s *SignedData) expectedVersion() int {
	if !s.ContentType.Equal(oidData) {
		return versionKeyIdentifier
	}
	for _, signer := range s.Signers {
		if signer.version == versionKeyIdentifier {
			return versionKeyIdentifier
		}
	}
	return versionIssuerAndSerial
}

func (s *SignedData) readDigestAlgorithms(r *reader) error {
	return readSet(r, asn1.SET, "digestAlgorithms", MaxSigners, func(element []byte, place string) error {
		ai, err := der.ParseAlgorithmIdentifier(element, place)
		s.digestAlgorithms = append(s.digestAlgorithms, ai)
		return err
	})
}

// readContent reads EncapsulatedContentInfo (RFC 5652, section 5.2).
func (s *SignedData) readContent(r *reader) error {
	if err := r.enter(asn1.SEQUENCE, "encapContentInfo"); err != nil {
		return err
	}
	var err error
	if s.ContentType, err = der.ReadOID(&r.in, "eContentType"); err != nil {
		return err
	}
	if r.more() {
		if err := r.enter(tagExplicit, "eContent"); err != nil {
			return err
		}
		if s.Content, err = r.octets("eContent"); err != nil {
			return err
		}
		if err := r.leave("eContent"); err != nil {
			return err
		}
	}
	return r.leave("encapContentInfo")
}

func (s *SignedData) readCertificates(r *reader) error {
	if !r.in.PeekASN1Tag(tagCertificates) {
		return nil
	}
	return readSet(r, tagCertificates, "certificates", MaxCertificates, func(element []byte, place string) error {
		c, err := x509ext.ParseCertificate(element)
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		s.Certificates = append(s.Certificates, c)
		return nil
	})
}

func (s *SignedData) readLists(r *reader) error {
	if !r.in.PeekASN1Tag(tagLists) {
		return nil
	}
	return readSet(r, tagLists, "crls", MaxCertificates, func(element []byte, place string) error {
		list, err := x509ext.ParseRevocationList(element)
		if err != nil {
			return fmt.Errorf("%s: %w", place, err)
		}
		s.RevocationLists = append(s.RevocationLists, list)
		return nil
	})
}

func (s *SignedData) readSigners(r *reader) error {
	return readSet(r, asn1.SET, "signerInfos", MaxSigners, func(element []byte, place string) error {
		signer, err := parseSignerInfo(element, place)
		s.Signers = append(s.Signers, signer)
		return err
	})
}

// readSet calls read with each SEQUENCE in a set; optional sets, which have tags
// of their own, must not be empty. The order is the sender's: DER's is not
// demanded of what is not signed.
func readSet(r *reader, tag asn1.Tag, place string, limit int, read func(element []byte, place string) error) error {
	if err := r.enter(tag, place); err != nil {
		return err
	}
	if tag != asn1.SET && !r.more() {
		return fmt.Errorf("%s: set is empty, expected it to be absent", place)
	}
	for n := 1; r.more(); n++ {
		if n > limit {
			return fmt.Errorf("%s: more than %d", place, limit)
		}
		numbered := fmt.Sprintf("%s[%d]", place, n-1)
		element, err := r.element(asn1.SEQUENCE, numbered)
		if err != nil {
			return err
		}
		if err := read(element, numbered); err != nil {
			return err
		}
	}
	return r.leave(place)
}
