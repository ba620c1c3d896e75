package record

import (
	"io"
	"sync"

	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

// Writer puts records on a stream. Append collects records, Flush sends them in one
// write, so that a flight of the handshake leaves as few packets as possible.
type Writer struct {
	dst     io.Writer
	out     *[]byte
	keys    *protection
	limit   int // longest inner plaintext the peer accepts, type included
	padding int

	// Version is the legacy_record_version to send: 0x0301 for an initial
	// ClientHello, 0x0303 from then on (section 5.1).
	Version uint16
	// Total counts the bytes of all records written.
	Total int64
}

// NewWriter returns a writer without protection. Protected records are padded to a
// multiple of padding bytes when it is greater than 1 (section 5.4).
func NewWriter(dst io.Writer, padding int) *Writer {
	return &Writer{dst: dst, limit: MaxInner, padding: padding, Version: 0x0301}
}

// SetKeys changes the keys of the following records.
func (w *Writer) SetKeys(s *keyschedule.Suite, secret []byte) { w.keys = newProtection(s, secret) }

// SetLimit applies the record_size_limit of the peer (RFC 8449); it binds protected
// records only.
func (w *Writer) SetLimit(n int) { w.limit = min(n, MaxInner) }

// NeedsUpdate reports that the key has protected as many records as is prudent.
func (w *Writer) NeedsUpdate() bool { return w.keys != nil && w.keys.seq >= ConfidentialityLimit }

// flushSize is the amount of collected output from which WriteAll sends: four records
// share one system call.
const flushSize = 4 * (HeaderSize + MaxCiphertext)

// buffers holds output buffers between uses, so that an idle connection keeps none.
var buffers = sync.Pool{New: func() any { b := make([]byte, 0, flushSize); return &b }}

// Append protects data and adds it to the output, in as many records as it needs. Data
// must not be empty.
func (w *Writer) Append(typ Type, data []byte) error {
	for len(data) > 0 {
		n := min(len(data), w.fragment())
		if err := w.record(typ, data[:n]); err != nil {
			return err
		}
		data = data[n:]
	}
	return nil
}

// AppendCCS adds the record that makes TLS 1.3 look like a resumed TLS 1.2 session
// (appendix D.4). It is never protected.
func (w *Writer) AppendCCS() {
	w.begin()
	*w.out = append(*w.out, byte(ChangeCipherSpec), 3, 3, 0, 1, 1)
}

// WriteAll sends application data and returns how much of it was handed to the stream.
func (w *Writer) WriteAll(data []byte) (n int, err error) {
	for len(data) > n {
		start := n
		for len(data) > n && (w.out == nil || len(*w.out) < flushSize-HeaderSize-MaxCiphertext) {
			k := min(len(data)-n, w.fragment())
			if err := w.record(ApplicationData, data[n:n+k]); err != nil {
				return start, err
			}
			n += k
		}
		if err := w.Flush(); err != nil {
			return start, err
		}
	}
	return n, nil
}

// Flush sends the collected records.
func (w *Writer) Flush() error {
	if w.out == nil {
		return nil
	}
	n, err := w.dst.Write(*w.out)
	w.Total += int64(n)
	*w.out = (*w.out)[:0]
	buffers.Put(w.out)
	w.out = nil
	return err
}

func (w *Writer) begin() {
	if w.out == nil {
		w.out = buffers.Get().(*[]byte)
	}
}

// fragment is the longest content of one record.
func (w *Writer) fragment() int {
	if w.keys == nil {
		return MaxPlaintext
	}
	return w.limit - 1
}

// record adds one record; data fits.
func (w *Writer) record(typ Type, data []byte) error {
	w.begin()
	out := *w.out
	start := len(out)
	if w.keys == nil {
		out = append(out, byte(typ), byte(w.Version>>8), byte(w.Version), byte(len(data)>>8), byte(len(data)))
		*w.out = append(out, data...)
		return nil
	}
	nonce, err := w.keys.nonce()
	if err != nil {
		return err
	}
	pad := w.padBytes(len(data) + 1)
	n := len(data) + 1 + pad + tagSize
	out = append(out, byte(ApplicationData), 3, 3, byte(n>>8), byte(n))
	out = append(out, data...)
	out = append(out, byte(typ))
	for range pad {
		out = append(out, 0)
	}
	header := out[start : start+HeaderSize]
	inner := out[start+HeaderSize:]
	*w.out = w.keys.aead.Seal(out[:start+HeaderSize], nonce, inner, header)
	return nil
}

// padBytes is the number of zeros that brings n to a multiple of the padding, without
// passing the limit of a record.
func (w *Writer) padBytes(n int) int {
	if w.padding <= 1 || n%w.padding == 0 {
		return 0
	}
	return min(w.padding-n%w.padding, w.limit-n)
}
