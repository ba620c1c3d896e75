package cfsslca

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb/cadbtest"
)

// crashStage names the environment variable that turns the test program into
// a CA that issues one certificate and is killed at a stage of it.
const (
	crashStage    = "CFSSLCA_TEST_CRASH_STAGE"
	crashDatabase = "CFSSLCA_TEST_CRASH_DATABASE"
)

// crashChild works in its current folder on the files of TestCrash.
func crashChild() {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(3)
		}
	}
	read := func(name string) []byte {
		data, err := os.ReadFile(name)
		fail(err)
		return data
	}
	ca, err := ParseCertificatePEM(read("ca.pem"))
	fail(err)
	key, err := ParsePrivateKeyPEM(read("ca.key"))
	fail(err)
	s, err := NewSigner(key, ca, nil)
	fail(err)
	db, err := cadb.Open(os.Getenv(crashDatabase))
	fail(err)
	s.SetDBAccessor(db)
	s.stage = func(stage string) {
		if stage == os.Getenv(crashStage) {
			self, err := os.FindProcess(os.Getpid())
			fail(err)
			fail(self.Kill())
			select {}
		}
	}
	cert, err := s.Sign(signer.SignRequest{Request: string(read("leaf.csr"))})
	fail(err)
	fail(os.WriteFile("handed-out.pem", cert, 0o600))
}

// A CA that is killed at any stage of issuing has handed out nothing that is
// not in the database.
func TestCrash(t *testing.T) {
	t.Run("SQLite", func(t *testing.T) {
		testCrash(t, func(t *testing.T) string { return filepath.Join(t.TempDir(), "ca.db") })
	})
	t.Run("PostgreSQL", func(t *testing.T) { testCrash(t, func(t *testing.T) string { return cadbtest.Postgres(t) }) })
}

func testCrash(t *testing.T, database func(*testing.T) string) {
	for stage, want := range map[string]struct{ records, handedOut int }{
		"decided":  {0, 0},
		"sealed":   {0, 0},
		"recorded": {1, 0},
		"never":    {1, 1},
	} {
		t.Run(stage, func(t *testing.T) {
			dir, name := t.TempDir(), database(t)
			files := crashFiles(t)
			for file, text := range files {
				if err := os.WriteFile(filepath.Join(dir, file), text, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			child := exec.Command(must[string](t)(os.Executable()))
			child.Dir = dir
			child.Env = append(os.Environ(), crashStage+"="+stage, crashDatabase+"="+name)
			out, err := child.CombinedOutput()
			var exit *exec.ExitError
			if killed := errors.As(err, &exit) && !exit.Exited(); killed != (stage != "never") {
				t.Fatalf("killed: %v, %v, %s", killed, err, out)
			}
			db := must[*cadb.Database](t)(cadb.Open(name))
			defer db.Close()
			records, err := db.GetUnexpiredCertificates()
			if err != nil || len(records) != want.records {
				t.Fatalf("%d records, %v, expected %d", len(records), err, want.records)
			}
			handedOut, err := os.ReadFile(filepath.Join(dir, "handed-out.pem"))
			if (err == nil) != (want.handedOut == 1) {
				t.Fatalf("handed out: %v", err)
			}
			if want.handedOut == 1 && records[0].PEM != string(handedOut) {
				t.Error("the record is not what was handed out")
			}
			for _, r := range records {
				verifies(t, parsePEM(t, []byte(r.PEM)), parsePEM(t, files["ca.pem"]), "www.example.org")
			}
		})
	}
}

func crashFiles(t *testing.T) map[string][]byte {
	ca, key := testCA(t, "FN-DSA-512")
	return map[string][]byte{
		"ca.pem":   encodePEM(pemCertificate, ca.Raw),
		"ca.key":   must[[]byte](t)(marshalKey(key)),
		"leaf.csr": []byte(testRequest(t, "Falcon-512").Request),
	}
}
