package record

import (
	"io"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// maxUseless bounds the records in a row that carry nothing: change_cipher_spec and
// empty application data. It stops a peer from keeping a reader busy for free.
const maxUseless = 32

// Reader takes records off a stream. It keeps what it has read across errors of the
// stream, so that a read which ran into a deadline can be tried again.
type Reader struct {
	src     io.Reader
	buf     []byte // buf[pos:] is read but not consumed
	pos     int
	keys    *protection
	limit   int // longest inner plaintext accepted, type included
	useless int

	// AllowCCS is true while the middlebox record may appear: after the first
	// ClientHello and before the peer's Finished (section 5).
	AllowCCS bool
	// AllowPlainAlert lets an unprotected alert through before the first protected
	// record, because the peer may fail before it has keys.
	AllowPlainAlert bool
	// SkipEarlyData is the number of bytes of undecryptable records to pass over after
	// early data was refused (section 4.2.10).
	SkipEarlyData int
	// Total counts the bytes of all records consumed.
	Total int64
}

// NewReader returns a reader without protection.
func NewReader(src io.Reader) *Reader { return &Reader{src: src, limit: MaxInner} }

// SetKeys changes the keys of the following records.
func (r *Reader) SetKeys(s *keyschedule.Suite, secret []byte) { r.keys = newProtection(s, secret) }

// SetLimit sets the record_size_limit this side has announced (RFC 8449).
func (r *Reader) SetLimit(n int) { r.limit = min(n, MaxInner) }

// Buffered reports whether bytes are waiting that need no read from the stream.
func (r *Reader) Buffered() bool { return len(r.buf) > r.pos }

// Next returns the type and content of the next record that means something. The
// content is valid until the next call. io.EOF is returned only between records.
func (r *Reader) Next() (Type, []byte, error) {
	for {
		typ, content, err := r.one()
		if err != nil {
			return 0, nil, err
		}
		useless := typ == ChangeCipherSpec || typ == ApplicationData && len(content) == 0
		if !useless {
			r.useless = 0
			return typ, content, nil
		}
		if r.useless++; r.useless > maxUseless {
			return 0, nil, alert.Errorf(alert.UnexpectedMessage, "%d records in a row without content", r.useless)
		}
	}
}

// one consumes one record.
func (r *Reader) one() (Type, []byte, error) {
	if err := r.fill(HeaderSize); err != nil {
		return 0, nil, err
	}
	typ := Type(r.buf[r.pos])
	// legacy_record_version is ignored for all purposes (section 5.1).
	n := int(r.buf[r.pos+3])<<8 | int(r.buf[r.pos+4])
	if typ < ChangeCipherSpec || typ > ApplicationData {
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "record of unknown type %d", uint8(typ))
	}
	if n > MaxCiphertext || n > MaxPlaintext && typ != ApplicationData {
		return 0, nil, alert.Errorf(alert.RecordOverflow, "record of %d bytes", n)
	}
	if err := r.fill(HeaderSize + n); err != nil {
		return 0, nil, err
	}
	header := r.buf[r.pos : r.pos+HeaderSize]
	body := r.buf[r.pos+HeaderSize : r.pos+HeaderSize+n]
	r.pos += HeaderSize + n
	r.Total += int64(HeaderSize + n)

	if typ == ChangeCipherSpec {
		if !r.AllowCCS || n != 1 || body[0] != 1 {
			return 0, nil, alert.Errorf(alert.UnexpectedMessage, "change_cipher_spec record")
		}
		return typ, body, nil
	}
	if r.keys == nil || typ == Alert && r.AllowPlainAlert && r.keys.seq == 0 {
		return r.plain(typ, body)
	}
	if typ != ApplicationData {
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "unprotected record of type %d", uint8(typ))
	}
	return r.open(header, body)
}

// plain passes on an unprotected record.
func (r *Reader) plain(typ Type, body []byte) (Type, []byte, error) {
	if typ == ApplicationData {
		if r.skip(len(body)) {
			return ApplicationData, nil, nil
		}
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "application data before any key")
	}
	if len(body) == 0 {
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "empty record of type %d", uint8(typ))
	}
	return typ, body, nil
}

// open removes the protection of a record (section 5.2).
func (r *Reader) open(header, body []byte) (Type, []byte, error) {
	if len(body) < tagSize+1 {
		return 0, nil, alert.Errorf(alert.BadRecordMAC, "protected record of %d bytes", len(body))
	}
	nonce, err := r.keys.nonce()
	if err != nil {
		return 0, nil, err
	}
	size := len(body)
	inner, err := r.keys.aead.Open(body[:0], nonce, body, header)
	if err != nil {
		r.keys.seq--
		if r.skip(size) {
			return ApplicationData, nil, nil
		}
		return 0, nil, alert.Errorf(alert.BadRecordMAC, "record does not authenticate")
	}
	r.SkipEarlyData = 0
	if len(inner) > r.limit {
		return 0, nil, alert.Errorf(alert.RecordOverflow, "inner plaintext of %d bytes, limit %d", len(inner), r.limit)
	}
	end := len(inner)
	for end > 0 && inner[end-1] == 0 {
		end--
	}
	if end == 0 {
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "protected record without a type")
	}
	typ, content := Type(inner[end-1]), inner[:end-1]
	switch typ {
	case Handshake, Alert:
		if len(content) == 0 {
			return 0, nil, alert.Errorf(alert.UnexpectedMessage, "empty record of type %d", uint8(typ))
		}
	case ApplicationData:
	default:
		return 0, nil, alert.Errorf(alert.UnexpectedMessage, "protected record of type %d", uint8(typ))
	}
	return typ, content, nil
}

// skip spends a record of n bytes from the allowance for refused early data. The header
// counts too, so that empty records end it.
func (r *Reader) skip(n int) bool {
	n += HeaderSize
	if n > r.SkipEarlyData {
		return false
	}
	r.SkipEarlyData -= n
	r.useless = 0 // bounded by the allowance instead
	return true
}

// fill makes sure that n unconsumed bytes are buffered.
func (r *Reader) fill(n int) error {
	if have := len(r.buf) - r.pos; have >= n {
		return nil
	}
	if r.pos == len(r.buf) {
		r.buf, r.pos = r.buf[:0], 0
	}
	if cap(r.buf)-r.pos < n {
		r.grow(n)
	}
	for len(r.buf)-r.pos < n {
		k, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+k]
		if err != nil && len(r.buf)-r.pos < n {
			if err == io.EOF && len(r.buf) > r.pos {
				err = io.ErrUnexpectedEOF
			}
			return err
		}
	}
	return nil
}

// Buffer sizes: a quiet connection keeps the small one, bulk data reads two records at
// a time.
const (
	smallBuffer = 4 << 10
	largeBuffer = 2 * (HeaderSize + MaxCiphertext)
)

// grow moves the unconsumed bytes to the front of a buffer that holds at least n.
func (r *Reader) grow(n int) {
	dst := r.buf[:0]
	if cap(r.buf) < n {
		size := smallBuffer
		if n > smallBuffer {
			size = largeBuffer
		}
		dst = make([]byte, 0, size)
	}
	r.buf, r.pos = append(dst, r.buf[r.pos:]...), 0
}
