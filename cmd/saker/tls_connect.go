package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/spf13/cobra"
)

type tlsConnectOptions struct {
	tlsFlags
	roots     []string
	name      string
	cert, key string
	alpn      []string
	get       string
	timeout   time.Duration
	insecure  bool
	showCerts bool
	json      bool
}

func newTLSConnect() *cobra.Command {
	var o tlsConnectOptions
	cmd := &cobra.Command{
		Use:   "connect --roots FILE HOST:PORT",
		Short: "Connect to a TLS 1.3 server and show the handshake",
		Long: `Connect to a TLS 1.3 server and show what was negotiated, the certificates of the
server, the bytes of each flight and the times.

The server's chain must lead to a certificate in --roots; the system's roots
are not used. All schemes that have a code point are offered, experimental
ones too, unless --schemes names some. With --get, the page is written to
standard output and the report to standard error.`,
		Example: `  saker tls connect --roots root.pem localhost:8443
  saker tls connect --roots root.pem --name www.example.org --get / 192.0.2.1:443`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef(helpHint(cmd), "found %d addresses, expected one", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return tlsConnect(cmd, o, args[0]) },
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&o.roots, "roots", nil, "file with trusted roots (may be repeated)")
	flags.BoolVar(&o.insecure, "insecure", false, "accept any certificate; for looking only")
	flags.StringVar(&o.name, "name", "", "host name the server must have (default: that of the address)")
	flags.StringVar(&o.cert, "cert", "", "file with the client's certificate chain, leaf first")
	flags.StringVar(&o.key, "key", "", "file with the client's private key")
	flags.StringSliceVar(&o.alpn, "alpn", nil, "application protocols to offer")
	flags.StringVar(&o.get, "get", "", "fetch this path with HTTP/1.1")
	flags.DurationVar(&o.timeout, "timeout", 10*time.Second, "time for everything")
	flags.BoolVar(&o.showCerts, "showcerts", false, "print the server's certificates as PEM")
	o.add(cmd, "all that have a code point")
	jsonFlag(cmd, &o.json)
	return cmd
}

type tlsConnectReport struct {
	Address string `json:"address"`
	connectionView
	Connect   time.Duration `json:"tcp_connect_ns"`
	Handshake time.Duration `json:"handshake_ns"`
}

func tlsConnect(cmd *cobra.Command, o tlsConnectOptions, address string) error {
	config, err := o.config(cmd, address)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), o.timeout)
	defer cancel()
	report, conn, err := connectTLS(ctx, address, config, o.showCerts)
	if err != nil {
		return failed("", err, connectHint(err))
	}
	defer conn.Close()
	if o.get == "" {
		return report.print(cmd.OutOrStdout(), o.json)
	}
	if err := report.print(cmd.ErrOrStderr(), o.json); err != nil {
		return err
	}
	deadline, _ := ctx.Deadline()
	_ = conn.SetDeadline(deadline) // if it cannot be set, the next operation fails too
	if err := getPage(conn, config.ServerName, o.get, cmd.OutOrStdout()); err != nil {
		return failed("", err, connectHint(err))
	}
	return nil
}

func (o *tlsConnectOptions) config(cmd *cobra.Command, address string) (*tlsext.Config, error) {
	host, _, err := net.SplitHostPort(address)
	switch {
	case err != nil:
		return nil, usagef("for example localhost:8443", "found %q, expected HOST:PORT", address)
	case len(o.roots) == 0 && !o.insecure:
		return nil, usagef("or accept any certificate with --insecure", "--roots is missing, expected a file with the certificates to trust")
	case len(o.roots) > 0 && o.insecure:
		return nil, usagef("leave one of them out", "found --roots and --insecure, expected one of them")
	case (o.cert == "") != (o.key == ""):
		return nil, usagef("", "found one of --cert and --key, expected both or none")
	case o.timeout <= 0:
		return nil, usagef("", "--timeout: found %v, expected more than 0", o.timeout)
	}
	c := &tlsext.Config{ServerName: host, NextProtos: o.alpn, InsecureSkipVerify: o.insecure}
	if o.name != "" {
		c.ServerName = o.name
	}
	if o.get != "" {
		if len(o.alpn) > 0 {
			return nil, usagef("leave one of them out", "found --get and --alpn; --get speaks HTTP/1.1")
		}
		c.NextProtos = []string{"http/1.1"}
	}
	if c.SignatureSchemes, c.CurvePreferences, err = o.parse(); err != nil {
		return nil, err
	}
	if c.SignatureSchemes == nil {
		c.SignatureSchemes = allSchemes()
	}
	if o.roots != nil {
		if c.RootCAs, err = loadPool(cmd, o.roots); err != nil {
			return nil, err
		}
	}
	if o.cert != "" {
		certificate, err := loadTLSCertificate(cmd, o.cert, o.key)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tlsext.Certificate{certificate}
	}
	if err := c.ValidateClient(); err != nil {
		return nil, usagef("", "%v", err)
	}
	return c, nil
}

// connectTLS connects and keeps the times of both steps.
func connectTLS(ctx context.Context, address string, config *tlsext.Config, withPEM bool) (*tlsConnectReport, *tlsext.Conn, error) {
	report := &tlsConnectReport{Address: address}
	begin := time.Now()
	raw, err := new(net.Dialer).DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	report.Connect = time.Since(begin)
	begin = time.Now()
	conn := tlsext.Client(raw, config)
	if err := conn.HandshakeContext(ctx); err != nil {
		raw.Close()
		return nil, nil, err
	}
	report.Handshake = time.Since(begin)
	state := conn.ConnectionState()
	report.connectionView = viewConnection(&state, true, withPEM)
	return report, conn, nil
}

func (r *tlsConnectReport) print(w io.Writer, asJSON bool) error {
	if asJSON {
		return writeJSON(w, r)
	}
	rows := append([]row{{"address", r.Address}}, r.rows()...)
	rows = append(rows, row{"time to connect", milliseconds(r.Connect)}, row{"time of handshake", milliseconds(r.Handshake)})
	if err := printRows(w, rows); err != nil {
		return err
	}
	for _, c := range r.Chain {
		fmt.Fprint(w, c.PEM)
	}
	return nil
}

// getPage fetches one page and closes the connection for writing.
func getPage(conn *tlsext.Conn, host, path string, w io.Writer) error {
	request, err := http.NewRequest(http.MethodGet, "https://"+host+path, nil)
	if err != nil {
		return err
	}
	request.Close = true
	if err := request.Write(conn); err != nil {
		return err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(w, response.Body); err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		return fmt.Errorf("the server answered %s", response.Status)
	}
	return nil
}

func connectHint(err error) string {
	var sent tlsext.Alert
	var fault *tlsext.Fault
	switch {
	case errors.As(err, &sent) && sent.String() == "handshake_failure":
		return "the server may have no certificate for the schemes offered, or no common group"
	case errors.As(err, &sent) && sent.String() == "certificate_required":
		return "the server asks for a client certificate: --cert and --key"
	case errors.As(err, &fault):
		return verifyHint(err)
	}
	return ""
}
