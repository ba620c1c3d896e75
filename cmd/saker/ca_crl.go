package main

import (
	"time"

	"github.com/saker-pq/saker/x509ext/cfsslca"
	"github.com/spf13/cobra"
)

type caCRLOptions struct {
	issuer   issuerFlags
	database databaseFlags
	lifetime time.Duration
	output   outputFlags
}

func newCACRL() *cobra.Command {
	var o caCRLOptions
	cmd := &cobra.Command{
		Use:   "crl --ca-cert FILE --ca-key FILE [--out FILE]",
		Short: "Make the revocation list of a CA",
		Long: `Make the revocation list of a CA: its certificates that are revoked in the
database and have not expired, with the reasons.`,
		Example: `  saker ca crl --ca-cert ca.pem --ca-key ca-key.pem --lifetime 24h --outform der --out ca.crl`,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return caCRL(cmd, o) },
	}
	o.issuer.add(cmd)
	o.database.add(cmd)
	cmd.Flags().DurationVar(&o.lifetime, "lifetime", 7*24*time.Hour, "how long the list is valid")
	o.output.add(cmd, "revocation list")
	return cmd
}

func caCRL(cmd *cobra.Command, o caCRLOptions) error {
	if o.lifetime <= 0 {
		return usagef("", "--lifetime: found %v, expected a positive duration", o.lifetime)
	}
	if err := o.output.separate(append(o.issuer.files(), o.database.file())...); err != nil {
		return err
	}
	if err := o.output.check(); err != nil {
		return err
	}
	ca, key, err := o.issuer.load(cmd)
	if err != nil {
		return err
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	list, err := cfsslca.NewCRL(db, ca, key, o.lifetime)
	if err != nil {
		return caError("", err)
	}
	return o.output.write(cmd, "X509 CRL", list)
}
