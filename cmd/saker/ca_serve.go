package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os/signal"
	"strings"
	"time"

	"github.com/cloudflare/cfssl/auth"
	"github.com/cloudflare/cfssl/config"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/saker-pq/saker/x509ext/cfsslca/cadb"
	"github.com/spf13/cobra"
)

type caServeOptions struct {
	issuer          issuerFlags
	database        databaseFlags
	policy          policyFlags
	responder       responderFlags
	crlLifetime     time.Duration
	listen          string
	tlsCert, tlsKey string
	revokeKey       string
	disable         []string
}

func newCAServe() *cobra.Command {
	var o caServeOptions
	cmd := &cobra.Command{
		Use:   "serve --ca-cert FILE --ca-key FILE [--config FILE] [--listen ADDRESS]",
		Short: "Serve CFSSL's HTTP API, OCSP and revocation lists",
		Long: `Serve CFSSL's HTTP API under /api/v1/cfssl/ for CFSSL's own clients: sign,
authsign, info, init_ca, newkey, newcert, crl, revoke, ocspsign, certinfo and
health. Beside it, /ocsp answers OCSP clients from the database and /crl is the
revocation list in DER.

As in CFSSL, a profile with an auth_key is signed for through authsign only, and
the other endpoints are open to whoever reaches the address. Two differ: once the
configuration has auth keys, revoke and ocspsign are served only as authrevoke
and authocspsign, to the holder of the auth key named by --revoke-key; and
newcert does not sign under a profile with an auth_key.

Any number of servers, on any number of machines, may share a PostgreSQL
database. An interrupt ends a server after the requests it is working on.`,
		Example: `  saker ca serve --ca-cert ca.pem --ca-key ca-key.pem --config config.json --db ca.db
  saker ca serve --ca-cert ca.pem --ca-key ca-key.pem --config config.json \
    --db postgres://ca@db.example.org/ca --listen :8888 --tls-cert tls.pem --tls-key tls-key.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return caServe(cmd, o) },
	}
	flags := cmd.Flags()
	o.issuer.add(cmd)
	o.policy.add(cmd, false)
	o.database.add(cmd)
	o.responder.add(cmd)
	flags.DurationVar(&o.crlLifetime, "crl-lifetime", 7*24*time.Hour, "how long a revocation list is valid, at most")
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8888", "address to listen on")
	flags.StringVar(&o.tlsCert, "tls-cert", "", "file with the certificate chain for HTTPS, of any scheme (default: HTTP)")
	flags.StringVar(&o.tlsKey, "tls-key", "", "file with the private key for HTTPS")
	flags.StringVar(&o.revokeKey, "revoke-key", "", "name of the auth key in --config whose holder may revoke")
	flags.StringSliceVar(&o.disable, "disable", nil, "endpoints not to serve, for example init_ca,newkey,newcert")
	return cmd
}

func caServe(cmd *cobra.Command, o caServeOptions) error {
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return usagef(helpHint(cmd), "expected --tls-cert and --tls-key, or neither")
	}
	if o.crlLifetime <= 0 {
		return usagef("", "--crl-lifetime: found %v, expected a positive duration", o.crlLifetime)
	}
	loaded, err := o.policy.load()
	if err != nil {
		return err
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	handler, endpoints, err := o.handler(cmd, loaded, db)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", o.listen)
	if err != nil {
		return failed("", fmt.Errorf("--listen: %w", err), "")
	}
	scheme := "http"
	if o.tlsCert != "" {
		scheme = "https"
		if listener, err = o.tlsListener(cmd, listener); err != nil {
			return err
		}
	}
	showCFSSL(cmd.ErrOrStderr())
	ctx, stop := signal.NotifyContext(context.Background(), endingSignals...)
	defer stop()
	fmt.Fprintf(cmd.OutOrStdout(), "listening on %s://%s\nendpoints: %s\n", scheme, listener.Addr(), strings.Join(endpoints, ", "))
	if err := serveUntil(ctx, stop, newAPIServer(handler), listener); err != nil {
		return failed("", err, "")
	}
	return nil
}

// handler builds the API. The policy is nil without --config.
func (o *caServeOptions) handler(cmd *cobra.Command, loaded *config.Config, db *cadb.Database) (http.Handler, []string, error) {
	ca, key, err := o.issuer.load(cmd)
	if err != nil {
		return nil, nil, err
	}
	responder, err := o.responder.load(cmd, ca, key)
	if err != nil {
		return nil, nil, err
	}
	revokeAuth, err := o.revokeAuth(loaded)
	if err != nil {
		return nil, nil, err
	}
	var policy *config.Signing
	if loaded != nil {
		policy = loaded.Signing
	}
	signer, err := cfsslca.NewSigner(key, ca, policy)
	if err != nil {
		return nil, nil, caError(o.policy.config, err)
	}
	signer.SetDBAccessor(db)
	server := &cfsslca.Server{
		Signer: signer, Database: db, OCSP: responder, CRLLifetime: o.crlLifetime, RevokeAuth: revokeAuth, Disable: o.disable,
	}
	handler, endpoints, err := server.Handler()
	if err != nil {
		return nil, nil, usagef("", "--disable: %v", err)
	}
	return handler, endpoints, nil
}

func (o *caServeOptions) revokeAuth(loaded *config.Config) (auth.Provider, error) {
	if o.revokeKey == "" {
		return nil, nil
	}
	if loaded == nil {
		return nil, usagef("name the file with --config", "--revoke-key %q needs the file that defines it", o.revokeKey)
	}
	entry, ok := loaded.AuthKeys[o.revokeKey]
	if !ok {
		return nil, usagef("", "--revoke-key: found %q, which auth_keys of %s does not define", o.revokeKey, o.policy.config)
	}
	if entry.Type != "standard" {
		return nil, unexpected(o.policy.config, fmt.Sprintf("auth key %q of type %q", o.revokeKey, entry.Type), "type standard", "")
	}
	provider, err := auth.New(entry.Key, nil)
	if err != nil {
		return nil, failed(o.policy.config, fmt.Errorf("auth key %q: %w", o.revokeKey, err), "")
	}
	return provider, nil
}

func newAPIServer(handler http.Handler) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		ReadTimeout:       time.Minute,
		WriteTimeout:      time.Minute,
		IdleTimeout:       2 * time.Minute,
	}
}
