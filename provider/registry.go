package provider

import (
	"encoding/asn1"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/internal/keyguard"
)

// registry maps names and numbers to schemes. Entries do not change once something has been looked up, so
// look-ups hand out pointers to them.
type registry struct {
	used atomic.Bool // something was looked up, so that numbers may have been remembered

	mu       sync.RWMutex
	ours     []*Info // in order of registration
	circl    []*Info
	byName   map[string]*Info // by normalized name and alias
	byOID    map[string]*Info // by dotted form, legacy ones included
	byTLS    map[uint]*Info   // legacy ones included
	byScheme map[sign.Scheme]*Info
}

func newRegistry() *registry {
	return &registry{
		byName:   map[string]*Info{},
		byOID:    map[string]*Info{},
		byTLS:    map[uint]*Info{},
		byScheme: map[sign.Scheme]*Info{},
	}
}

var separators = strings.NewReplacer("-", "", "_", "", " ", "")

// normalize maps the spellings of a name that people type to one: "FN-DSA-512", "fndsa512", "fn_dsa 512".
func normalize(name string) string { return strings.ToLower(separators.Replace(name)) }

// register appends a scheme to list, which is ours or circl. On error nothing changes.
func (r *registry) register(list *[]*Info, info Info) error {
	s := info.Scheme
	if isNil(s) {
		return errors.New("provider: nil scheme")
	}
	if !reflect.ValueOf(s).Comparable() {
		return fmt.Errorf("provider: scheme of type %T is not comparable", s)
	}
	entry := info.clone()
	if entry.Name == "" {
		name, err := keyguard.Call("provider: scheme", func() (string, error) { return s.Name(), nil })
		if err != nil {
			return err
		}
		entry.Name = name
	}
	if entry.Codec == nil {
		entry.Codec = rawCodec{s}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if other, ok := r.byScheme[s]; ok {
		return fmt.Errorf("provider: %s: scheme is already registered as %s", entry.Name, other.Name)
	}
	if err := r.checkFree(&entry); err != nil {
		return err
	}
	*list = append(*list, &entry)
	r.byScheme[s] = &entry
	for _, name := range entry.names() {
		r.byName[normalize(name)] = &entry
	}
	r.addNumbers(&entry)
	return nil
}

// checkFree refuses an entry whose names or numbers are malformed, repeated, or those of another scheme or of an
// algorithm that is left to the standard library.
func (r *registry) checkFree(entry *Info) error {
	var names []string
	for _, name := range entry.names() {
		key := normalize(name)
		if key == "" || slices.Contains(names, key) {
			return fmt.Errorf("provider: %s: name %q is empty or repeated", entry.Name, name)
		}
		if other, ok := r.byName[key]; ok && other.Scheme != entry.Scheme {
			return fmt.Errorf("provider: %s: name %q is taken by %s", entry.Name, name, other.Name)
		}
		names = append(names, key)
	}
	var oids []string
	for _, oid := range entry.oids() {
		key := oid.String()
		if !der.IsOID(oid) || slices.Contains(oids, key) {
			return fmt.Errorf("provider: %s: object identifier %q is malformed or repeated", entry.Name, key)
		}
		if other, ok := r.byOID[key]; ok && other.Scheme != entry.Scheme {
			return fmt.Errorf("provider: %s: object identifier %s is taken by %s", entry.Name, key, other.Name)
		}
		if owner := standardOID(oid); owner != "" && owner != entry.Name {
			return fmt.Errorf("provider: %s: object identifier %s is taken by %s", entry.Name, key, owner)
		}
		oids = append(oids, key)
	}
	var points []uint
	for _, id := range entry.codePoints() {
		if id == 0 || id > 0xffff || slices.Contains(points, id) {
			return fmt.Errorf("provider: %s: TLS code point 0x%04X is out of range or repeated", entry.Name, id)
		}
		if other, ok := r.byTLS[id]; ok && other.Scheme != entry.Scheme {
			return fmt.Errorf("provider: %s: TLS code point 0x%04X is taken by %s", entry.Name, id, other.Name)
		}
		if owner := standardTLS(id); owner != "" && owner != entry.Name {
			return fmt.Errorf("provider: %s: TLS code point 0x%04X is taken by %s", entry.Name, id, owner)
		}
		points = append(points, id)
	}
	return nil
}

func (r *registry) addNumbers(entry *Info) {
	for _, oid := range entry.oids() {
		r.byOID[oid.String()] = entry
	}
	for _, id := range entry.codePoints() {
		r.byTLS[id] = entry
	}
}

// lock marks the registry as used and locks it for reading. A running override finishes first.
func (r *registry) lock() {
	r.used.Store(true)
	r.mu.RLock()
}

func (r *registry) all() []sign.Scheme {
	r.lock()
	defer r.mu.RUnlock()
	list := make([]sign.Scheme, 0, len(r.ours)+len(r.circl))
	for _, entry := range slices.Concat(r.ours, r.circl) {
		list = append(list, entry.Scheme)
	}
	return list
}

// findName and the others return nil if there is no such scheme.
func (r *registry) findName(name string) *Info {
	r.lock()
	defer r.mu.RUnlock()
	return r.byName[normalize(name)]
}

func (r *registry) findOID(oid asn1.ObjectIdentifier) *Info {
	r.lock()
	defer r.mu.RUnlock()
	return r.byOID[oid.String()]
}

func (r *registry) findTLS(id uint) *Info {
	r.lock()
	defer r.mu.RUnlock()
	return r.byTLS[id]
}

func (r *registry) findScheme(s sign.Scheme) *Info {
	if isNil(s) || !reflect.ValueOf(s).Comparable() {
		return nil
	}
	r.lock()
	defer r.mu.RUnlock()
	return r.byScheme[s]
}
