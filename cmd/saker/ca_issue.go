package main

import (
	"fmt"
	"time"

	"github.com/cloudflare/cfssl/config"
	"github.com/cloudflare/cfssl/csr"
	"github.com/cloudflare/cfssl/initca"
	"github.com/cloudflare/cfssl/signer"
	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/spf13/cobra"
)

type caIssueOptions struct {
	issuer       issuerFlags
	database     databaseFlags
	policy       policyFlags
	csr, request string
	hosts        []string
	label        string
	output       keyPairOutput
}

func (o *caIssueOptions) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	o.issuer.add(cmd)
	flags.StringVar(&o.csr, "csr", "", "file with the subject's certificate request (PKCS #10)")
	flags.StringVar(&o.request, "request", "", "file with a CFSSL request in JSON; a key is made for it")
	o.policy.add(cmd, true)
	o.database.add(cmd)
	flags.StringVar(&o.label, "label", "", "label of the CA in the database")
	o.output.add(cmd)
}

func newCAIssue() *cobra.Command {
	var o caIssueOptions
	cmd := &cobra.Command{
		Use:   "issue --ca-cert FILE --ca-key FILE (--csr FILE | --request FILE --key-out FILE) [--config FILE --profile NAME] [--out FILE]",
		Short: "Issue a certificate under a signing profile",
		Long: `Issue a certificate for a certificate request, as "cfssl sign" does, or for a
CFSSL request in JSON, as "cfssl gencert" does. The signing profile decides what
the certificate may be used for and for how long; key usages of encryption are
left out for keys that only sign. The certificate is in the database before it is
written.`,
		Example: `  saker ca issue --ca-cert ca.pem --ca-key ca-key.pem --config config.json --profile server \
    --csr server.csr --out server.pem
  saker ca issue --ca-cert ca.pem --ca-key ca-key.pem --request server-csr.json \
    --out server.pem --key-out server-key.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return caIssue(cmd, o, nil) },
	}
	o.add(cmd)
	cmd.Flags().StringSliceVar(&o.hosts, "hosts", nil, "names for the certificate, instead of those of the request")
	return cmd
}

func newCAIntermediate() *cobra.Command {
	var o caIssueOptions
	cmd := &cobra.Command{
		Use:   "intermediate --ca-cert FILE --ca-key FILE (--request FILE --key-out FILE | --csr FILE) [--config FILE --profile NAME] [--out FILE]",
		Short: "Issue the certificate of a CA below another",
		Long: `Issue the certificate of an intermediate CA. Without --config it may sign
certificates and revocation lists for five years; the request's "ca" section
changes that: {"expiry": "43800h", "pathlen": 0, "pathlenzero": true}.`,
		Example: `  saker ca intermediate --ca-cert ca.pem --ca-key ca-key.pem --request int-csr.json \
    --out int.pem --key-out int-key.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return caIssue(cmd, o, intermediatePolicy) },
	}
	o.add(cmd)
	return cmd
}

// intermediatePolicy is CFSSL's policy for CAs with the wishes of a request.
func intermediatePolicy(ca *csr.CAConfig) (*config.Signing, error) {
	policy := initca.CAPolicy()
	if ca == nil {
		return policy, nil
	}
	p := policy.Default
	for text, target := range map[*string]*time.Duration{&ca.Expiry: &p.Expiry, &ca.Backdate: &p.Backdate} {
		if *text == "" {
			continue
		}
		var err error
		if *target, err = time.ParseDuration(*text); err != nil {
			return nil, fmt.Errorf("ca: %w", err)
		}
	}
	p.CAConstraint.MaxPathLen = ca.PathLength
	p.CAConstraint.MaxPathLenZero = ca.PathLenZero && ca.PathLength == 0
	return policy, nil
}

// caIssue issues under the policy of --config, or under the one that fallback
// makes; without fallback, CFSSL's default.
func caIssue(cmd *cobra.Command, o caIssueOptions, fallback func(*csr.CAConfig) (*config.Signing, error)) error {
	if (o.csr == "") == (o.request == "") {
		return usagef(helpHint(cmd), "expected exactly one of --csr and --request")
	}
	if (o.request == "") != (o.output.key == "") {
		return usagef("a key is made for --request, not for --csr", "expected --key-out with --request and only there")
	}
	if err := oneStdin(o.issuer.cert, o.issuer.key, o.csr, o.request); err != nil {
		return err
	}
	inputs := append(o.issuer.files(), o.database.file(), fileFlag{"csr", o.csr}, fileFlag{"request", o.request}, fileFlag{"config", o.policy.config})
	if err := o.output.check(inputs...); err != nil {
		return err
	}
	loaded, err := o.policy.load()
	if err != nil {
		return err
	}
	request, key, ca, err := o.subject(cmd, fallback != nil)
	if err != nil {
		return err
	}
	var policy *config.Signing
	switch {
	case loaded != nil:
		policy = loaded.Signing
	case fallback != nil:
		if policy, err = fallback(ca); err != nil {
			return failed(o.request, err, "")
		}
	}
	cert, err := o.sign(cmd, policy, request)
	if err != nil {
		clear(key)
		return err
	}
	if err := o.output.write(cmd, cert, key); err != nil {
		return recorded(cert, err)
	}
	return nil
}

// subject returns the PEM request to sign, with the key made for it if there
// is none yet.
func (o *caIssueOptions) subject(cmd *cobra.Command, isCA bool) (request, key []byte, ca *csr.CAConfig, err error) {
	if o.csr != "" {
		r, err := loadRequest(cmd, o.csr)
		if err != nil {
			return nil, nil, nil, err
		}
		return encoded("", "CERTIFICATE REQUEST", r.Raw, "pem", modePublic).data, nil, nil, nil
	}
	req, err := loadJSONRequest(cmd, o.request)
	if err != nil {
		return nil, nil, nil, err
	}
	if req.CA != nil && !isCA {
		return nil, nil, nil, unexpected(o.request, "a \"ca\" section", "the request of an end entity", "\"saker ca intermediate\" issues CAs")
	}
	if request, key, err = cfsslca.ParseRequest(req); err != nil {
		return nil, nil, nil, caError(o.request, err)
	}
	return request, key, req.CA, nil
}

func (o *caIssueOptions) sign(cmd *cobra.Command, policy *config.Signing, request []byte) ([]byte, error) {
	ca, key, err := o.issuer.load(cmd)
	if err != nil {
		return nil, err
	}
	s, err := cfsslca.NewSigner(key, ca, policy)
	if err != nil {
		return nil, caError("", err)
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return nil, err
	}
	defer db.Close()
	s.SetDBAccessor(db)
	cert, err := s.Sign(signer.SignRequest{Request: string(request), Profile: o.policy.profile, Hosts: o.hosts, Label: o.label})
	if err != nil {
		return nil, caError("", err)
	}
	return cert, nil
}

// recorded adds to an error after issuing that the certificate is not lost.
func recorded(certPEM []byte, err error) error {
	cert, parseErr := cfsslca.ParseCertificatePEM(certPEM)
	if parseErr != nil {
		return err
	}
	// Not wrapped: an error of standard output would be shown without the rest.
	return failed("", fmt.Errorf("the certificate was issued but not written: %v", err),
		fmt.Sprintf("it is in the database: saker ca list --serial %d --out FILE", cert.SerialNumber))
}
