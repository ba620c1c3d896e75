package cadb

import (
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	certsql "github.com/cloudflare/cfssl/certdb/sql"

	"github.com/cloudflare/cfssl/certdb/dbconf"
	_ "github.com/jackc/pgx/v5/stdlib" // driver "pgx"
	"github.com/jmoiron/sqlx"
	_ "modernc.org/sqlite" // driver "sqlite"
)

// A Database is a certdb.Accessor. It is safe for concurrent use, and several
// processes may open the same one.
type Database struct {
	*certsql.Accessor
	db      *sqlx.DB
	dialect *dialect
}

// Open opens a database and creates what is missing in it. A name that begins
// with "postgres://" or "postgresql://" is a PostgreSQL server, any other a
// SQLite file.
func Open(name string) (*Database, error) {
	scheme, _, isURL := strings.Cut(name, "://")
	switch {
	case name == "":
		return nil, errors.New("cadb: found no name, expected a file or a postgres:// URL")
	case isURL && (scheme == "postgres" || scheme == "postgresql"):
		return open(postgres, name)
	case isURL:
		return nil, fmt.Errorf("cadb: found %q, expected a file or a postgres:// URL", scheme+"://")
	}
	return open(sqlite, name)
}

// OpenConfig opens the database that a CFSSL configuration file
// (db-config.json) names: driver "sqlite3" with a file, or "postgres" with a
// connection string.
func OpenConfig(path string) (*Database, error) {
	config, err := dbconf.LoadFile(path)
	if err != nil {
		return nil, err
	}
	switch config.DriverName {
	case "sqlite3", "sqlite":
		return open(sqlite, config.DataSourceName)
	case "postgres", "pgx":
		return open(postgres, config.DataSourceName)
	}
	return nil, fmt.Errorf("cadb: %s: found driver %q, expected sqlite3 or postgres", path, config.DriverName)
}

func open(d *dialect, name string) (*Database, error) {
	dsn, err := d.dsn(name)
	if err != nil {
		return nil, err
	}
	db, err := sql.Open(d.driver, dsn)
	if err != nil {
		return nil, fmt.Errorf("cadb: %w", err)
	}
	db.SetMaxOpenConns(d.connections)
	db.SetMaxIdleConns(d.connections)
	db.SetConnMaxIdleTime(5 * time.Minute)
	if err := d.prepare(db); err != nil {
		// The name may hold a password, so the error does not repeat it.
		return nil, errors.Join(fmt.Errorf("cadb: opening the %s database: %w", d.name, err), db.Close())
	}
	bound := sqlx.NewDb(db, d.placeholders)
	return &Database{Accessor: certsql.NewAccessor(bound), db: bound, dialect: d}, nil
}

// Close closes the database.
func (d *Database) Close() error { return d.db.Close() }
