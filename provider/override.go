package provider

import (
	"fmt"

	"github.com/saker-pq/saker/internal/identifiers"
)

// override replaces numbers of a registered scheme; fields of ids that are empty keep their value.
func (r *registry) override(name string, ids Identifiers) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.used.Load() {
		return fmt.Errorf("provider: cannot override the identifiers of %q: schemes have been looked up already; "+
			"call Override before any other function of this package", name)
	}
	entry, ok := r.byName[normalize(name)]
	if !ok {
		return fmt.Errorf("provider: cannot override the identifiers of %q: no scheme has this name", name)
	}
	numbers := entry.numbers()
	if ids.OID != nil {
		numbers.OID = ids.OID
	}
	if ids.LegacyOIDs != nil {
		numbers.LegacyOIDs = ids.LegacyOIDs
	}
	if ids.TLS != 0 {
		numbers.TLS = ids.TLS
	}
	if ids.LegacyTLS != nil {
		numbers.LegacyTLS = ids.LegacyTLS
	}
	changed := *entry
	changed.setNumbers(numbers.Clone())
	if err := r.checkFree(&changed); err != nil {
		return err
	}
	for _, oid := range entry.oids() {
		delete(r.byOID, oid.String())
	}
	for _, id := range entry.codePoints() {
		delete(r.byTLS, id)
	}
	entry.setNumbers(changed.numbers())
	r.addNumbers(entry)
	// The schemes of package scheme report their numbers themselves, from this table; others are not in it.
	identifiers.Set(entry.Name, entry.numbers())
	return nil
}
