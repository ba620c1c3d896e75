package cadb

import (
	"database/sql"
	_ "embed"
	"fmt"
	"strings"
)

// A dialect is what differs between the two kinds of database.
type dialect struct {
	name, driver string
	placeholders string // the name under which sqlx knows how parameters are written
	schema       string
	dsn          func(name string) (string, error)
	connections  int // of one process

	lock        string // keeps other processes from creating the tables at the same time
	columns     string // query for the columns of the table certificates
	timestamp   string
	json        string
	encodeBytes func(string) any // makes bytes that are no text a parameter
}

//go:embed schema/sqlite.sql
var sqliteSchema string

//go:embed schema/postgres.sql
var postgresSchema string

var sqlite = &dialect{
	name: "SQLite", driver: "sqlite", placeholders: "sqlite3",
	schema: sqliteSchema,
	dsn:    sqliteDSN,
	// Writers of one process queue here, in order; at the file they would poll.
	connections: 1,
	columns:     `SELECT name FROM pragma_table_info('certificates')`,
	timestamp:   "timestamp",
	json:        "text",
	encodeBytes: func(s string) any { return s },
}

var postgres = &dialect{
	name: "PostgreSQL", driver: "pgx", placeholders: "pgx",
	schema: postgresSchema,
	dsn:    func(name string) (string, error) { return name, nil },
	// A server has 100 by default, for all processes together.
	connections: 16,

	lock:    `SELECT pg_advisory_xact_lock(2147206014)`, // a number nobody else should use
	columns: `SELECT attname FROM pg_attribute WHERE attrelid = to_regclass('certificates') AND attnum > 0 AND NOT attisdropped`,

	timestamp: "timestamptz",
	json:      "jsonb",
	// The driver would send a string as text, in which DER is not valid.
	encodeBytes: func(s string) any { return []byte(s) },
}

// sqliteDSN adds the settings of every connection: writers wait for each other
// instead of failing, commits are flushed, and times are written in the format
// of the driver that CFSSL uses, which sorts like CURRENT_TIMESTAMP.
func sqliteDSN(name string) (string, error) {
	const settings = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_time_format=sqlite&_txlock=immediate"
	if strings.Contains(name, ":memory:") || strings.Contains(name, "mode=memory") {
		return "", fmt.Errorf("cadb: found %q, expected a file: every connection would have a database of its own", name)
	}
	if strings.Contains(name, "?") {
		return name + "&" + settings, nil
	}
	return name + "?" + settings, nil
}

// prepare creates the tables, or adds the columns that older ones lack.
func (d *dialect) prepare(db *sql.DB) error {
	present, err := d.presentColumns(db)
	if err == nil && len(d.missing(present)) == 0 {
		return nil // needs no right to change the schema
	}
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after Commit
	if d.lock != "" {
		if _, err := tx.Exec(d.lock); err != nil {
			return err
		}
	}
	// Another process may have been here since.
	if present, err = d.presentColumns(tx); err != nil {
		return err
	}
	if len(present) == 0 {
		if _, err := tx.Exec(d.schema); err != nil {
			return err
		}
		return tx.Commit()
	}
	for _, column := range d.missing(present) {
		if _, err := tx.Exec("ALTER TABLE certificates ADD COLUMN " + column); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func (d *dialect) presentColumns(db interface {
	Query(string, ...any) (*sql.Rows, error)
}) (map[string]bool, error) {
	rows, err := db.Query(d.columns)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	present := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		present[name] = true
	}
	return present, rows.Err()
}

// missing lists the definitions of the columns that CFSSL's second migration
// adds and that are not present.
func (d *dialect) missing(present map[string]bool) []string {
	var list []string
	for _, column := range []struct{ name, kind string }{
		{"issued_at", d.timestamp}, {"not_before", d.timestamp},
		{"metadata", d.json}, {"sans", d.json}, {"common_name", "text"},
	} {
		if !present[column.name] {
			list = append(list, column.name+" "+column.kind)
		}
	}
	return list
}
