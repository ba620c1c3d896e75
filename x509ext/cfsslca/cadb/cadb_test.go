package cadb

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudflare/cfssl/certdb"
	certsql "github.com/cloudflare/cfssl/certdb/sql"
	"github.com/jmoiron/sqlx"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb/cadbtest"
)

// onBoth runs a test on a new database of each kind.
func onBoth(t *testing.T, test func(t *testing.T, name string)) {
	t.Run("SQLite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "ca.db")) })
	t.Run("PostgreSQL", func(t *testing.T) { test(t, cadbtest.Postgres(t)) })
}

func mustOpen(t *testing.T, name string) *Database {
	t.Helper()
	db, err := Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	return db
}

func record(serial string, expiry time.Time) certdb.CertificateRecord {
	issued := time.Now().Truncate(time.Second)
	r := certdb.CertificateRecord{
		Serial: serial, AKI: "a1b2", CALabel: "label", Status: "good", Expiry: expiry.Truncate(time.Second),
		PEM: "-----BEGIN CERTIFICATE-----\nMAA=\n-----END CERTIFICATE-----\n", IssuedAt: &issued, NotBefore: &issued,
		CommonName: sql.NullString{String: "www.example.org", Valid: true},
	}
	if err := r.SetMetadata(map[string]any{"ticket": "7"}); err != nil {
		panic(err)
	}
	if err := r.SetSANs([]string{"www.example.org"}); err != nil {
		panic(err)
	}
	return r
}

// der is no text in any encoding, and has zeros and backslashes.
var der = "\x30\x03\x00\xff\xfe\\x\\000\x80"

// What CFSSL's accessor writes it reads again, in both databases.
func TestAccessor(t *testing.T) {
	onBoth(t, func(t *testing.T, name string) {
		db := mustOpen(t, name)
		future, past := time.Now().Add(time.Hour), time.Now().Add(-time.Hour)
		serial := strings.Repeat("9", 48)
		for _, r := range []certdb.CertificateRecord{record(serial, future), record("2", past), record("3", future)} {
			if err := db.InsertCertificate(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := db.InsertCertificate(record(serial, future)); err == nil {
			t.Error("the same serial number twice")
		}
		got, err := db.GetCertificate(serial, "a1b2")
		if err != nil || len(got) != 1 {
			t.Fatalf("%v, %v", got, err)
		}
		want := record(serial, future)
		meta, _ := got[0].GetMetadata()
		sans, _ := got[0].GetSANs()
		if got[0].PEM != want.PEM || !got[0].Expiry.Equal(want.Expiry) || got[0].CommonName != want.CommonName ||
			got[0].CALabel != "label" || meta["ticket"] != "7" || len(sans) != 1 || time.Since(*got[0].IssuedAt) > time.Minute {
			t.Errorf("read %+v, wrote %+v", got[0], want)
		}
		if all, err := db.GetUnexpiredCertificates(); err != nil || len(all) != 2 {
			t.Errorf("%d unexpired certificates, %v", len(all), err)
		}
		if some, err := db.GetUnexpiredCertificatesByLabel([]string{"label", "other"}); err != nil || len(some) != 2 {
			t.Errorf("%d certificates by label, %v", len(some), err)
		}

		if err := db.RevokeCertificate("3", "a1b2", 4); err != nil {
			t.Fatal(err)
		}
		if err := db.RevokeCertificate("2", "a1b2", 1); err != nil {
			t.Fatal(err)
		}
		if err := db.RevokeCertificate("4", "a1b2", 1); err == nil {
			t.Error("an unknown certificate was revoked")
		}
		revoked, err := db.GetRevokedAndUnexpiredCertificates()
		if err != nil || len(revoked) != 1 || revoked[0].Serial != "3" || revoked[0].Reason != 4 ||
			time.Since(revoked[0].RevokedAt).Abs() > time.Minute {
			t.Errorf("revoked: %+v, %v", revoked, err)
		}
		if some, err := db.GetRevokedAndUnexpiredCertificatesByLabel("label"); err != nil || len(some) != 1 {
			t.Errorf("%d revoked by label, %v", len(some), err)
		}
		if some, err := db.GetRevokedAndUnexpiredCertificatesByLabelSelectColumns("label"); err != nil || len(some) != 1 {
			t.Errorf("%d revoked by label, columns, %v", len(some), err)
		}
	})
}

func TestOCSPBodies(t *testing.T) {
	onBoth(t, func(t *testing.T, name string) {
		db := mustOpen(t, name)
		expiry := time.Now().Add(time.Hour).Truncate(time.Second)
		if err := db.UpsertOCSP("1", "a1b2", der, expiry); err == nil {
			t.Error("a response about a certificate that is not there was stored")
		}
		if err := db.InsertCertificate(record("1", expiry)); err != nil {
			t.Fatal(err)
		}
		for i, store := range []func(body string) error{
			func(body string) error {
				return db.InsertOCSP(certdb.OCSPRecord{Serial: "1", AKI: "a1b2", Body: body, Expiry: expiry})
			},
			func(body string) error { return db.UpsertOCSP("1", "a1b2", body, expiry) },
			func(body string) error { return db.UpdateOCSP("1", "a1b2", body, expiry) },
		} {
			body := fmt.Sprint(der, i)
			if err := store(body); err != nil {
				t.Fatal(err)
			}
			got, err := db.GetOCSP("1", "a1b2")
			if err != nil || len(got) != 1 || got[0].Body != body || !got[0].Expiry.Equal(expiry) {
				t.Errorf("%d: read %+v, %v", i, got, err)
			}
		}
		if all, err := db.GetUnexpiredOCSPs(); err != nil || len(all) != 1 {
			t.Errorf("%d responses, %v", len(all), err)
		}
	})
}

// Several processes may open a new database at once, and write to it.
func TestOpenConcurrently(t *testing.T) {
	onBoth(t, func(t *testing.T, name string) {
		var wg sync.WaitGroup
		for i := range 8 {
			wg.Go(func() {
				db, err := Open(name)
				if err != nil {
					t.Error(err)
					return
				}
				defer db.Close()
				for j := range 5 {
					if err := db.InsertCertificate(record(fmt.Sprintf("%d%d", i+1, j), time.Now().Add(time.Hour))); err != nil {
						t.Error(err)
					}
				}
				if err := db.UpsertOCSP(fmt.Sprintf("%d0", i+1), "a1b2", der, time.Now()); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if all, err := mustOpen(t, name).GetUnexpiredCertificates(); err != nil || len(all) != 40 {
			t.Errorf("%d certificates, %v", len(all), err)
		}
	})
}

// Tables of CFSSL's first migration get the columns of the second, and keep
// what is in them.
func TestOlderTables(t *testing.T) {
	onBoth(t, func(t *testing.T, name string) {
		db := mustOpen(t, name)
		for _, column := range []string{"issued_at", "not_before", "metadata", "sans", "common_name"} {
			if _, err := db.db.Exec("ALTER TABLE certificates DROP COLUMN " + column); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := db.db.Exec("INSERT INTO certificates VALUES ('5', 'a1b2', '', 'good', 0, CURRENT_TIMESTAMP, CURRENT_TIMESTAMP, 'x')"); err != nil {
			t.Fatal(err)
		}
		db = mustOpen(t, name)
		if got, err := db.GetCertificate("5", "a1b2"); err != nil || len(got) != 1 || got[0].PEM != "x" {
			t.Errorf("%v, %v", got, err)
		}
		if err := db.InsertCertificate(record("6", time.Now())); err != nil {
			t.Error(err)
		}
	})
}

// A user that may not change the schema can use one that is complete.
func TestNoRightToCreate(t *testing.T) {
	name := cadbtest.Postgres(t)
	db := mustOpen(t, name)
	role := "r" + strings.TrimPrefix(name[strings.Index(name, "test_"):], "test_")
	role, _, _ = strings.Cut(role, "&")
	schema := "test_" + role[1:]
	for _, statement := range []string{
		"CREATE ROLE " + role + " LOGIN",
		"GRANT USAGE ON SCHEMA " + schema + " TO " + role,
		"GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA " + schema + " TO " + role,
	} {
		if _, err := db.db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { db.db.Exec("DROP OWNED BY " + role); db.db.Exec("DROP ROLE " + role) })
	less := mustOpen(t, name+"&user="+role)
	if err := less.InsertCertificate(record("7", time.Now())); err != nil {
		t.Error(err)
	}
	if _, err := less.db.Exec("ALTER TABLE certificates DROP COLUMN sans"); err == nil {
		t.Error("the role may change the schema, so the test shows nothing")
	}
}

// A file written here can be read by CFSSL's accessor on its own settings, and
// the times in it compare as CFSSL expects.
func TestSQLiteFileIsCFSSLs(t *testing.T) {
	name := filepath.Join(t.TempDir(), "ca.db")
	if err := mustOpen(t, name).InsertCertificate(record("1", time.Now().Add(time.Hour))); err != nil {
		t.Fatal(err)
	}
	plain, err := sqlx.Open("sqlite", name)
	if err != nil {
		t.Fatal(err)
	}
	defer plain.Close()
	if got, err := certsql.NewAccessor(plain).GetUnexpiredCertificates(); err != nil || len(got) != 1 {
		t.Errorf("%d certificates, %v", len(got), err)
	}
	var expiry string
	if err := plain.Get(&expiry, "SELECT CAST(expiry AS text) FROM certificates"); err != nil || len(expiry) < 19 || expiry[4] != '-' || expiry[10] != ' ' || strings.Contains(expiry, "UTC") {
		t.Errorf("expiry is written as %q, %v", expiry, err)
	}
}

func TestOpenConfig(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) string {
		path := filepath.Join(dir, "db-config.json")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	db, err := OpenConfig(write(fmt.Sprintf(`{"driver": "sqlite3", "data_source": %q}`, filepath.Join(dir, "certs.db"))))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.InsertCertificate(record("1", time.Now())); err != nil {
		t.Error(err)
	}
	if _, err := OpenConfig(write(`{"driver": "mysql", "data_source": "x"}`)); err == nil || !strings.Contains(err.Error(), `found driver "mysql", expected sqlite3 or postgres`) {
		t.Errorf("error %v", err)
	}
	if _, err := OpenConfig(filepath.Join(dir, "none")); err == nil {
		t.Error("a missing file is no error")
	}
	t.Run("PostgreSQL", func(t *testing.T) {
		db, err := OpenConfig(write(fmt.Sprintf(`{"driver": "postgres", "data_source": %q}`, cadbtest.Postgres(t))))
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		if err := db.InsertCertificate(record("1", time.Now())); err != nil {
			t.Error(err)
		}
	})
}

func TestOpenErrors(t *testing.T) {
	dir := t.TempDir()
	notADatabase := filepath.Join(dir, "text")
	if err := os.WriteFile(notADatabase, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"":                                  "found no name",
		"mysql://host/db":                   `found "mysql://"`,
		":memory:":                          "expected a file",
		"file::memory:":                     "expected a file",
		"file:x?mode=memory":                "expected a file",
		filepath.Join(dir, "no", "x.db"):    "SQLite",
		notADatabase:                        "SQLite",
		"postgres://u:secret@127.0.0.1:1/x": "PostgreSQL",
	} {
		db, err := Open(name)
		if err == nil {
			db.Close()
			t.Errorf("%q: no error", name)
		} else if !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: error %v, expected %q", name, err, want)
		}
	}
}
