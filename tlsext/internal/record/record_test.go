package record

import (
	"bytes"
	"errors"
	"io"
	"testing"
	"testing/iotest"

	"github.com/saker-pq/saker/tlsext/internal/alert"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
)

var suites = []*keyschedule.Suite{keyschedule.AES128GCM, keyschedule.AES256GCM, keyschedule.ChaCha20}

func secretOf(s *keyschedule.Suite) []byte { return bytes.Repeat([]byte{7}, s.HashLen) }

// TestSizes passes every length around the limit through writer and reader, whole and a
// byte at a time, and counts the records.
func TestSizes(t *testing.T) {
	for _, s := range suites {
		for _, padding := range []int{0, 16, 1000, MaxInner} {
			for _, n := range []int{1, 2, 15, 16, 17, MaxPlaintext - 1, MaxPlaintext, MaxPlaintext + 1, 2*MaxPlaintext + 1, 5 * MaxPlaintext} {
				var wire bytes.Buffer
				w := NewWriter(&wire, padding)
				w.SetKeys(s, secretOf(s))
				data := make([]byte, n)
				for i := range data {
					data[i] = byte(i)
				}
				if k, err := w.WriteAll(data); k != n || err != nil {
					t.Fatalf("%d bytes: wrote %d, %v", n, k, err)
				}
				if w.Total != int64(wire.Len()) {
					t.Errorf("%d bytes counted, %d on the wire", w.Total, wire.Len())
				}
				for _, src := range []io.Reader{bytes.NewReader(wire.Bytes()), iotest.OneByteReader(bytes.NewReader(wire.Bytes()))} {
					r := NewReader(src)
					r.SetKeys(s, secretOf(s))
					var got []byte
					records := 0
					for {
						typ, content, err := r.Next()
						if err == io.EOF {
							break
						}
						if err != nil || typ != ApplicationData {
							t.Fatalf("%d bytes: type %d, %v", n, typ, err)
						}
						got = append(got, content...)
						records++
					}
					if !bytes.Equal(got, data) || records != (n+MaxPlaintext-1)/MaxPlaintext || r.Total != w.Total {
						t.Errorf("%d bytes: got %d in %d records of %d bytes", n, len(got), records, r.Total)
					}
				}
			}
		}
	}
}

// TestPaddingHides: with padding, records of different content have the same length.
func TestPaddingHides(t *testing.T) {
	for _, n := range []int{1, 50, 99} {
		var wire bytes.Buffer
		w := NewWriter(&wire, 100)
		w.SetKeys(suites[0], secretOf(suites[0]))
		if _, err := w.WriteAll(make([]byte, n)); err != nil || wire.Len() != HeaderSize+100+tagSize {
			t.Errorf("%d bytes: record of %d, %v", n, wire.Len(), err)
		}
	}
}

// TestInterruptedRead: an error of the stream loses nothing.
func TestInterruptedRead(t *testing.T) {
	s := suites[0]
	var wire bytes.Buffer
	w := NewWriter(&wire, 0)
	w.SetKeys(s, secretOf(s))
	w.WriteAll(make([]byte, 300))
	for cut := range wire.Len() {
		again := errors.New("try again")
		src := io.MultiReader(bytes.NewReader(wire.Bytes()[:cut]), iotest.ErrReader(again))
		r := NewReader(src)
		r.SetKeys(s, secretOf(s))
		if _, _, err := r.Next(); err != again {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		r.src = bytes.NewReader(wire.Bytes()[cut:])
		if _, content, err := r.Next(); err != nil || len(content) != 300 {
			t.Fatalf("cut at %d: %d bytes, %v", cut, len(content), err)
		}
		r = NewReader(bytes.NewReader(wire.Bytes()[:cut]))
		want := io.ErrUnexpectedEOF
		if cut == 0 {
			want = io.EOF
		}
		if _, _, err := r.Next(); err != want {
			t.Errorf("cut at %d: %v", cut, err)
		}
	}
}

func TestSequenceEnds(t *testing.T) {
	w := NewWriter(io.Discard, 0)
	w.SetKeys(suites[0], secretOf(suites[0]))
	w.keys.seq = 1<<64 - 1
	if _, err := w.WriteAll([]byte{1}); !errors.Is(err, errSequence) {
		t.Errorf("sequence number wraps: %v", err)
	}
	w.keys.seq = ConfidentialityLimit
	if !w.NeedsUpdate() {
		t.Error("key used beyond its limit")
	}
}

// TestSkipEarlyData: undecryptable records are passed over up to the allowance.
func TestSkipEarlyData(t *testing.T) {
	s := suites[0]
	early := append([]byte{23, 3, 3, 0, 100}, make([]byte, 100)...)
	for count, ok := range map[int]bool{0: true, 1: true, 9: true, 10: false} {
		var wire bytes.Buffer
		for range count {
			wire.Write(early)
		}
		w := NewWriter(&wire, 0)
		w.SetKeys(s, secretOf(s))
		w.Append(Handshake, []byte("x"))
		w.Flush()
		wire.Write(early) // after a good record nothing is skipped
		r := NewReader(&wire)
		r.SetKeys(s, secretOf(s))
		r.SkipEarlyData = 9 * 105
		_, _, err := r.Next()
		if (err == nil) != ok {
			t.Errorf("%d early records: %v", count, err)
		}
		if !ok {
			continue
		}
		if _, _, err := r.Next(); alert.For(err) != alert.BadRecordMAC {
			t.Errorf("%d early records: the next bad record gave %v", count, err)
		}
	}
}

// FuzzReader: any stream ends in an error or io.EOF, within the limits of records.
func FuzzReader(f *testing.F) {
	s := suites[0]
	var wire bytes.Buffer
	w := NewWriter(&wire, 0)
	w.Append(Handshake, []byte("hello"))
	w.AppendCCS()
	w.Flush()
	f.Add(wire.Bytes(), false, true)
	w.SetKeys(s, secretOf(s))
	w.Append(Handshake, []byte("hello"))
	w.Flush()
	f.Add(wire.Bytes(), true, false)
	f.Add([]byte{23, 3, 3, 0, 0}, true, true)
	f.Fuzz(func(t *testing.T, stream []byte, keys, lenient bool) {
		r := NewReader(bytes.NewReader(stream))
		r.AllowCCS, r.AllowPlainAlert = lenient, lenient
		if keys {
			r.SetKeys(s, secretOf(s))
		}
		if lenient {
			r.SkipEarlyData = 1000
		}
		for {
			typ, content, err := r.Next()
			if err != nil {
				var fault *alert.Fault
				if err != io.EOF && err != io.ErrUnexpectedEOF && !errors.As(err, &fault) {
					t.Fatalf("unexpected error %v", err)
				}
				break
			}
			if typ < Alert || typ > ApplicationData || len(content) == 0 || len(content) > MaxPlaintext {
				t.Fatalf("type %d with %d bytes", typ, len(content))
			}
		}
		if r.Total > int64(len(stream)) {
			t.Fatalf("%d bytes consumed of %d", r.Total, len(stream))
		}
	})
}

// FuzzOpen protects a fuzzed inner plaintext: the reader returns it, or an alert for
// what is wrong with it.
func FuzzOpen(f *testing.F) {
	f.Add([]byte{1, 23})
	f.Add([]byte{22})
	f.Add([]byte{1, 2, 21, 0, 0})
	s := suites[0]
	f.Fuzz(func(t *testing.T, inner []byte) {
		if len(inner) > MaxCiphertext-tagSize {
			return
		}
		p := newProtection(s, secretOf(s))
		n := len(inner) + tagSize
		header := []byte{23, 3, 3, byte(n >> 8), byte(n)}
		wire := append(header, p.aead.Seal(nil, p.iv[:], inner, header)...)
		r := NewReader(bytes.NewReader(wire))
		r.SetKeys(s, secretOf(s))
		typ, content, err := r.Next()
		if err != nil {
			return
		}
		trimmed := bytes.TrimRight(inner, "\x00")
		if !bytes.Equal(append(bytes.Clone(content), byte(typ)), trimmed) || len(inner) > MaxInner {
			t.Fatalf("inner %x read as type %d, %x", inner, typ, content)
		}
	})
}
