package cms

import (
	"fmt"

	"github.com/saker-pq/saker/internal/der"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// A reader walks the envelope of a message, the outermost elements down to
// content, certificates and signer infos. These alone may be in BER (RFC 5652,
// section 1): producers that stream write them with indefinite lengths, and the
// content as a constructed OCTET STRING. Everything inside them is signed or
// compared byte for byte and must be DER.
type reader struct {
	in    cryptobyte.String // what is left of the innermost open element
	outer []frame
}

// A frame is an element that was entered and not left.
type frame struct {
	indefinite bool
	after      cryptobyte.String // what follows it, if its length was definite
}

// indefiniteLength is the length octet that announces an end-of-contents
// marker, two zero octets (X.690, 8.1.3.6).
const indefiniteLength = 0x80

// enter opens the next element, which must have the given tag.
func (r *reader) enter(tag asn1.Tag, place string) error {
	if len(r.in) >= 2 && r.in[0] == byte(tag) && r.in[1] == indefiniteLength {
		r.in = r.in[2:]
		r.outer = append(r.outer, frame{indefinite: true})
		return nil
	}
	content, err := der.ReadElement(&r.in, tag, place)
	if err != nil {
		return err
	}
	r.outer = append(r.outer, frame{after: r.in})
	r.in = content
	return nil
}

// more reports whether the open element has another one inside.
func (r *reader) more() bool {
	if r.outer[len(r.outer)-1].indefinite && r.atMarker() {
		return false
	}
	return !r.in.Empty()
}

// leave closes the open element, which must have been read to its end.
func (r *reader) leave(place string) error {
	last := r.outer[len(r.outer)-1]
	r.outer = r.outer[:len(r.outer)-1]
	if !last.indefinite {
		err := der.Finish(r.in, place)
		r.in = last.after
		return err
	}
	if !r.atMarker() {
		return fmt.Errorf("%s: no end-of-contents marker where one is expected", place)
	}
	r.in = r.in[2:]
	return nil
}

func (r *reader) atMarker() bool { return len(r.in) >= 2 && r.in[0] == 0 && r.in[1] == 0 }

// element takes the next element whole, in DER.
func (r *reader) element(tag asn1.Tag, place string) ([]byte, error) {
	start := r.in
	if _, err := der.ReadElement(&r.in, tag, place); err != nil {
		return nil, err
	}
	return start[:len(start)-len(r.in)], nil
}

// octets takes an OCTET STRING in one piece, or in BER's constructed form in
// several. The result is never nil.
func (r *reader) octets(place string) ([]byte, error) {
	const constructed = asn1.OCTET_STRING | 0x20
	if !r.in.PeekASN1Tag(constructed) {
		content, err := der.ReadElement(&r.in, asn1.OCTET_STRING, place)
		return content, err
	}
	if err := r.enter(constructed, place); err != nil {
		return nil, err
	}
	joined := []byte{}
	for r.more() {
		piece, err := der.ReadElement(&r.in, asn1.OCTET_STRING, place)
		if err != nil {
			return nil, err
		}
		joined = append(joined, piece...)
	}
	return joined, r.leave(place)
}
