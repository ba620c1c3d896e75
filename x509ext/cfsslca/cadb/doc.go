// Package cadb opens the database of a CA in the schema of CFSSL's certdb:
// which certificates were issued, which are revoked, and the last OCSP
// response about each. It is SQLite in a file, by a driver without cgo, or
// PostgreSQL for a CA on several machines. Missing tables are created; those
// that CFSSL's own migrations made are used as they are, so that both programs
// can share a database.
//
//	database, err := cadb.Open("ca.db")
//	database, err := cadb.Open("postgres://ca@db.example.org/ca")
//	signer.SetDBAccessor(database)
//
// A certificate is on disk when InsertCertificate returns: SQLite writes ahead
// and flushes at every commit, and so does PostgreSQL unless it is told not to.
package cadb
