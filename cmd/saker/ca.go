package main

import (
	"crypto"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	cferr "github.com/cloudflare/cfssl/errors"
	"github.com/saker-pq/saker/x509ext"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
	"github.com/spf13/cobra"
)

const caLong = `Run a certificate authority with CFSSL's files, profiles, database and HTTP API.

Requests (ca-csr.json), signing profiles (config.json) and the database
configuration (db-config.json) are CFSSL's and are read unchanged. A request
names its key as {"algo": "fndsa", "size": 512}, {"algo": "falcon512"} or any
other scheme that "saker schemes" lists, beside CFSSL's rsa, ecdsa and ed25519.

Every certificate issued is recorded in a database before it is handed out: a
SQLite file (--db ca.db, the default), or a PostgreSQL server that several
machines share (--db postgres://user@host/name).`

func newCA() *cobra.Command {
	cmd := group("ca", "Run a certificate authority (CFSSL compatible)", caLong)
	cmd.PersistentPreRunE = func(cmd *cobra.Command, args []string) error {
		quietCFSSL()
		return checkBackend(cmd, args)
	}
	cmd.AddCommand(newCAInit(), newCARenew(), newCAIntermediate(), newCAIssue(), newCARevoke(), newCAList(),
		newCACRL(), newCAOCSP(), newCAServe())
	return cmd
}

// issuerFlags name the CA that a command works for.
type issuerFlags struct{ cert, key string }

func (f *issuerFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.cert, "ca-cert", "", "file with the CA's certificate (required)")
	cmd.Flags().StringVar(&f.key, "ca-key", "", "file with the CA's private key (required)")
}

// files lists the CA's files for checks on outputs.
func (f *issuerFlags) files() []fileFlag {
	return []fileFlag{{"ca-cert", f.cert}, {"ca-key", f.key}}
}

// load reads the CA and refuses one that has expired.
func (f *issuerFlags) load(cmd *cobra.Command) (*x509ext.Certificate, crypto.Signer, error) {
	cert, key, err := f.loadExpired(cmd)
	if err == nil && time.Now().After(cert.NotAfter) {
		return nil, nil, unexpected(f.cert, "a CA that expired on "+cert.NotAfter.UTC().Format(time.DateOnly), "a valid one",
			"\"saker ca renew\" makes a new certificate for the key of a root")
	}
	return cert, key, err
}

// loadExpired reads the CA, expired or not, and refuses a key that is not its
// certificate's.
func (f *issuerFlags) loadExpired(cmd *cobra.Command) (*x509ext.Certificate, crypto.Signer, error) {
	if err := required(cmd, "ca-cert", f.cert, "the CA's certificate"); err != nil {
		return nil, nil, err
	}
	if err := required(cmd, "ca-key", f.key, "the CA's private key"); err != nil {
		return nil, nil, err
	}
	if err := oneStdin(f.cert, f.key); err != nil {
		return nil, nil, err
	}
	cert, err := loadCertificate(cmd, f.cert)
	if err != nil {
		return nil, nil, err
	}
	key, err := loadPrivateKey(cmd, f.key)
	if err != nil {
		return nil, nil, err
	}
	if !equalKeys(key.Public(), cert.PublicKey) {
		return nil, nil, unexpected(f.key, "a key that is not the one of "+f.cert, "the private key of that certificate",
			"\"saker inspect\" shows the key identifier of both")
	}
	return cert, key, nil
}

// databaseFlags name the database.
type databaseFlags struct{ name, config string }

func (f *databaseFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.name, "db", "ca.db", "database: a SQLite file, or postgres://user@host/name")
	cmd.Flags().StringVar(&f.config, "db-config", "", "CFSSL's db-config.json, instead of --db")
}

// file is the database as a file that no output may replace.
func (f *databaseFlags) file() fileFlag { return fileFlag{"db", f.name} }

func (f *databaseFlags) open(cmd *cobra.Command) (*cadb.Database, error) {
	if f.config != "" && cmd.Flags().Changed("db") {
		return nil, usagef(helpHint(cmd), "expected one of --db and --db-config, found both")
	}
	if f.config != "" {
		db, err := cadb.OpenConfig(f.config)
		if err != nil {
			return nil, caError(f.config, err)
		}
		return db, nil
	}
	db, err := cadb.Open(f.name)
	if err != nil {
		return nil, caError("", err)
	}
	return db, nil
}

// policyFlags choose a signing profile.
type policyFlags struct{ config, profile string }

func (f *policyFlags) add(cmd *cobra.Command, withProfile bool) {
	cmd.Flags().StringVar(&f.config, "config", "", "CFSSL's config.json with the signing profiles (default: CFSSL's own policy)")
	if withProfile {
		cmd.Flags().StringVar(&f.profile, "profile", "", "signing profile of --config (default: its default profile)")
	}
}

// load returns the policy, nil without --config. CFSSL takes the default
// profile for a name that it does not find; a person who types one means it.
func (f *policyFlags) load() (*config.Config, error) {
	if f.config == "" {
		if f.profile != "" {
			return nil, usagef("name the file with --config", "--profile %q needs the file that defines it", f.profile)
		}
		return nil, nil
	}
	if _, err := os.Stat(f.config); err != nil {
		return nil, fileError(f.config, err, "CFSSL's config.json")
	}
	c, err := config.LoadFile(f.config)
	if err != nil {
		return nil, caError(f.config, err)
	}
	if f.profile != "" && c.Signing.Profiles[f.profile] == nil {
		return nil, usagef("profile names are case-sensitive", "--profile: found %q, which %s does not define", f.profile, f.config)
	}
	return c, nil
}

// loadJSONRequest reads a CFSSL request.
func loadJSONRequest(cmd *cobra.Command, file string) (*csr.CertificateRequest, error) {
	const expected = "a CFSSL request in JSON"
	data, err := readInput(cmd, file, expected, maxObject)
	if err != nil {
		return nil, err
	}
	req := &csr.CertificateRequest{}
	if err := json.Unmarshal(data, req); err != nil {
		return nil, failed(file, fmt.Errorf("%w, expected %s", err, expected), "")
	}
	return req, nil
}

// caError shows CFSSL's errors as text rather than as JSON. The log line that
// CFSSL wrote about it, if any, is the hint: its policy errors do not say which
// rule was broken.
func caError(file string, err error) error {
	var coded *cferr.Error
	if errors.As(err, &coded) {
		return failed(file, fmt.Errorf("%s (CFSSL error %d)", coded.Message, coded.ErrorCode), lastCFSSLError())
	}
	return failed(file, err, lastCFSSLError())
}
