package provider

import (
	"slices"
	"strings"
	"testing"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/scheme"
)

func TestBackends(t *testing.T) {
	before := Backend()
	t.Cleanup(func() {
		if err := UseBackend(before); err != nil {
			t.Error(err)
		}
	})
	list := Backends()
	if !slices.Equal(list, fndsa.Backends()) || !slices.Contains(list, before) || len(list) < 2 {
		t.Errorf("backends %v, in use %s", list, before)
	}
	for _, name := range list {
		if err := UseBackend(name); err != nil || Backend() != name || fndsa.Backend() != name {
			t.Errorf("%s: in use is %s (%v)", name, Backend(), err)
		}
	}
	last := Backend()
	wantError(t, "unknown", UseBackend("abacus"), "fndsa: ...")
	if Backend() != last {
		t.Error("an unknown name changed the backend")
	}
}

func TestEnvironmentChoosesBackend(t *testing.T) {
	if !isAlone(t) {
		runAlone(t, t.Name(), BackendVariable+"=emulated")
		return
	}
	if err := Init(); err != nil {
		t.Fatal(err)
	}
	if Backend() != "emulated" || fndsa.Backend() != "emulated" {
		t.Errorf("backend %s", Backend())
	}
	t.Setenv(BackendVariable, "native")
	if err := UseBackend("native"); err != nil || Backend() != "native" {
		t.Errorf("an explicit choice does not win: %s (%v)", Backend(), err)
	}
}

// A look-up is a first use too.
func TestEnvironmentReadByLookUp(t *testing.T) {
	if !isAlone(t) {
		runAlone(t, t.Name(), BackendVariable+"=emulated")
		return
	}
	if ByName("fndsa512") == nil || fndsa.Backend() != "emulated" {
		t.Errorf("backend %s", fndsa.Backend())
	}
}

func TestUnknownBackendInEnvironment(t *testing.T) {
	if !isAlone(t) {
		runAlone(t, t.Name(), BackendVariable+"=abacus")
		return
	}
	before := fndsa.Backend()
	pk, sk := testKey(scheme.FNDSA512())
	want := `SAKER_BACKEND="abacus" (expected one of ` + strings.Join(fndsa.Backends(), ", ") + "): fndsa: ..."
	_, parsePublic := ParsePKIXPublicKey(nil)
	_, parsePrivate := ParsePKCS8PrivateKey(nil)
	_, marshalPublic := MarshalPKIXPublicKey(pk)
	_, marshalPrivate := MarshalPKCS8PrivateKey(sk)
	for what, err := range map[string]error{
		"Init": Init(), "Init again": Init(), "UseBackend": UseBackend(before),
		"Register": Register(scheme.FNDSA512(), Info{}), "Override": Override("fndsa512", Identifiers{}),
		"parsing a public key": parsePublic, "parsing a private key": parsePrivate,
		"writing a public key": marshalPublic, "writing a private key": marshalPrivate,
	} {
		wantError(t, what, err, want)
	}
	if fndsa.Backend() != before {
		t.Error("the backend changed")
	}
}
