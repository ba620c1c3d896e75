package cadb

import (
	"time"

	"github.com/cloudflare/cfssl/certdb"
	cferr "github.com/cloudflare/cfssl/errors"
)

// CFSSL's accessor hands the body of an OCSP response to the driver as a
// string. PostgreSQL takes strings for text, which DER is not, so the three
// methods that write one are written again here. One statement does for all:
// two machines that store a response at the same time do not hinder each other.
const upsertOCSP = `
INSERT INTO ocsp_responses (serial_number, authority_key_identifier, body, expiry) VALUES (?, ?, ?, ?)
ON CONFLICT (serial_number, authority_key_identifier) DO UPDATE SET body = excluded.body, expiry = excluded.expiry`

// InsertOCSP stores a response; one that is there is replaced.
func (d *Database) InsertOCSP(r certdb.OCSPRecord) error {
	return d.UpsertOCSP(r.Serial, r.AKI, r.Body, r.Expiry)
}

// UpdateOCSP stores a response; one that is there is replaced.
func (d *Database) UpdateOCSP(serial, aki, body string, expiry time.Time) error {
	return d.UpsertOCSP(serial, aki, body, expiry)
}

// UpsertOCSP stores a response; one that is there is replaced. The certificate
// must be in the database.
func (d *Database) UpsertOCSP(serial, aki, body string, expiry time.Time) error {
	_, err := d.db.Exec(d.db.Rebind(upsertOCSP), serial, aki, d.dialect.encodeBytes(body), expiry.UTC())
	if err != nil {
		return cferr.Wrap(cferr.CertStoreError, cferr.Unknown, err)
	}
	return nil
}
