package main

import (
	"fmt"
	"time"

	"github.com/cloudflare/cfssl/certdb"
	"github.com/spf13/cobra"
)

type caListOptions struct {
	database databaseFlags
	serial   string
	output   outputFlags
	json     bool
}

func newCAList() *cobra.Command {
	var o caListOptions
	cmd := &cobra.Command{
		Use:   "list [--serial NUMBER [--out FILE]]",
		Short: "List issued certificates, or fetch one again",
		Long: `List the certificates in the database that have not expired. With --serial, the
certificate itself is written: nothing that was issued is lost, even if it never
arrived.`,
		Example: `  saker ca list
  saker ca list --serial 3141592653589793238462643383279502884197 --out server.pem`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return caList(cmd, o) },
	}
	o.database.add(cmd)
	cmd.Flags().StringVar(&o.serial, "serial", "", "decimal serial number of the certificate to write")
	o.output.add(cmd, "certificate of --serial")
	jsonFlag(cmd, &o.json)
	return cmd
}

type recordView struct {
	Serial     string `json:"serial"`
	AKI        string `json:"authority_key_id"`
	Status     string `json:"status"`
	Reason     int    `json:"reason,omitempty"`
	RevokedAt  string `json:"revoked_at,omitempty"`
	NotAfter   string `json:"not_after"`
	CommonName string `json:"common_name"`
	Label      string `json:"label,omitempty"`
	PEM        string `json:"pem"`
}

func viewRecord(r certdb.CertificateRecord) recordView {
	v := recordView{
		Serial: r.Serial, AKI: r.AKI, Status: r.Status, Reason: r.Reason, CommonName: r.CommonName.String, Label: r.CALabel, PEM: r.PEM,
		NotAfter: r.Expiry.UTC().Format(time.RFC3339),
	}
	if r.Status == "revoked" {
		v.RevokedAt = r.RevokedAt.UTC().Format(time.RFC3339)
	}
	return v
}

func caList(cmd *cobra.Command, o caListOptions) error {
	if err := o.output.separate(o.database.file()); err != nil {
		return err
	}
	if err := o.output.check(); err != nil {
		return err
	}
	db, err := o.database.open(cmd)
	if err != nil {
		return err
	}
	defer db.Close()
	records, err := db.GetUnexpiredCertificates()
	if err != nil {
		return caError("", err)
	}
	if o.serial != "" {
		return o.fetch(cmd, records)
	}
	views := make([]recordView, len(records))
	rows := make([][]string, len(records))
	for i, r := range records {
		views[i] = viewRecord(r)
		rows[i] = []string{r.Serial, r.Status, r.Expiry.UTC().Format(time.DateOnly), r.CommonName.String}
	}
	if o.json {
		return printJSON(cmd, views)
	}
	return printTable(cmd.OutOrStdout(), []string{"serial number", "status", "until", "common name"}, rows, 4)
}

func (o *caListOptions) fetch(cmd *cobra.Command, records []certdb.CertificateRecord) error {
	for _, r := range records {
		if r.Serial != o.serial {
			continue
		}
		objects, err := splitObjects("the database", []byte(r.PEM), "a certificate")
		if err != nil {
			return err
		}
		return o.output.write(cmd, "CERTIFICATE", objects[0].der)
	}
	return failed("", fmt.Errorf("certificate %s is not in the database", o.serial), "\"saker ca list\" shows what is")
}
