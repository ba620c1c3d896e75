// Package cadbtest gives tests a PostgreSQL database of their own.
package cadbtest

import (
	"crypto/rand"
	"database/sql"
	"net/url"
	"os"
	"strings"
	"testing"

	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
)

// Variable is the environment variable that holds the postgres:// URL of a
// server on which tests may create schemas. ".ci/postgres start FOLDER" starts
// one and prints its URL.
const Variable = "SAKER_TEST_POSTGRES"

// Postgres returns the URL of an empty schema that is removed after the test.
// Without a server the test is skipped.
func Postgres(t testing.TB) string {
	t.Helper()
	server := os.Getenv(Variable)
	if server == "" {
		t.Skipf("needs PostgreSQL: set %s to the URL that \".ci/postgres start FOLDER\" prints", Variable)
	}
	u, err := url.Parse(server)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	db, err := sql.Open("pgx", server)
	if err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	schema := "test_" + strings.ToLower(rand.Text())
	if _, err := db.Exec("CREATE SCHEMA " + schema); err != nil {
		t.Fatalf("%s: %v", Variable, err)
	}
	t.Cleanup(func() {
		if _, err := db.Exec("DROP SCHEMA " + schema + " CASCADE"); err != nil {
			t.Error(err)
		}
		db.Close()
	})
	query := u.Query()
	query.Set("search_path", schema)
	u.RawQuery = query.Encode()
	return u.String()
}
