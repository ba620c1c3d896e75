package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/spf13/cobra"
)

type tlsServeOptions struct {
	tlsFlags
	listen, addressFile string
	certs, keys         []string
	clientRoots         []string
	dir, proxy, log     string
}

func newTLSServe() *cobra.Command {
	var o tlsServeOptions
	cmd := &cobra.Command{
		Use:   "serve --cert FILE --key FILE [--dir FOLDER | --proxy URL]",
		Short: "Serve a folder, a page or a backend over TLS 1.3",
		Long: `Serve HTTPS over TLS 1.3, HTTP/1.1 and HTTP/2, with certificates of any scheme: the
files of a folder, a backend that speaks plain HTTP, or a page that tells the
visitor about the connection.

--cert and --key may be repeated, in pairs: each client gets the first
certificate whose scheme it understands, so an ECDSA certificate beside an
FN-DSA one serves everybody. The address is printed on standard output once
connections are accepted. An interrupt ends the server after the requests at
hand.`,
		Example: `  saker tls serve --cert chain.pem --key server.key --dir ./site
  saker tls serve --listen :443 --cert pq.pem --key pq.key --cert ec.pem --key ec.key \
      --proxy http://127.0.0.1:8080 --access-log access.log`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return tlsServe(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringVar(&o.listen, "listen", "127.0.0.1:8443", "address to listen on; port 0 takes a free one")
	flags.StringVar(&o.addressFile, "address-file", "", "file to write the address to, once connections are accepted")
	flags.StringArrayVar(&o.certs, "cert", nil, "file with a certificate chain, leaf first (required; may be repeated)")
	flags.StringArrayVar(&o.keys, "key", nil, "file with the private key (required; one for each --cert)")
	flags.StringArrayVar(&o.clientRoots, "client-roots", nil, "require client certificates that lead to a root in this file (may be repeated)")
	flags.StringVar(&o.dir, "dir", "", "folder to serve")
	flags.StringVar(&o.proxy, "proxy", "", "backend to pass requests to, like http://127.0.0.1:8080")
	flags.StringVar(&o.log, "access-log", "-", "file to append the access log to (- for standard error)")
	o.add(cmd, "the classical ones and those of the certificates")
	return cmd
}

const (
	// headerTimeout cuts clients that connect and say nothing, idleTimeout those that
	// have gone away.
	headerTimeout = 10 * time.Second
	idleTimeout   = 2 * time.Minute
	// shutdownTimeout is what requests at hand get after an interrupt.
	shutdownTimeout = 5 * time.Second
)

func tlsServe(cmd *cobra.Command, o tlsServeOptions) error {
	config, err := o.config(cmd)
	if err != nil {
		return err
	}
	handler, closeHandler, err := o.handler()
	if err != nil {
		return err
	}
	defer closeHandler()
	logTo, closeLog, err := openLog(cmd, o.log)
	if err != nil {
		return err
	}
	defer closeLog()
	listener, err := tlsext.Listen("tcp", o.listen, config)
	if err != nil {
		return failed("", err, "--listen names the address")
	}
	access := &accessLog{to: log.New(logTo, "", 0)}
	server := &http.Server{
		Handler: access.wrap(handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout,
		ConnState: access.connState, ErrorLog: log.New(cmd.ErrOrStderr(), "saker: ", 0),
	}
	tlsext.ConfigureServer(server)
	// Whoever has read the address may interrupt.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := o.announce(cmd, listener.Addr()); err != nil {
		listener.Close()
		return err
	}
	if err := serveUntil(ctx, stop, server, listener); err != nil {
		return failed("", err, "")
	}
	fmt.Fprintf(cmd.OutOrStdout(), "served %d requests\n", access.requests.Load())
	return nil
}

func (o *tlsServeOptions) config(cmd *cobra.Command) (*tlsext.Config, error) {
	switch {
	case len(o.certs) == 0:
		return nil, required(cmd, "cert", "", "a file with a certificate chain")
	case len(o.certs) != len(o.keys):
		return nil, usagef("each --cert needs its --key, in the same order", "found %d of --cert and %d of --key", len(o.certs), len(o.keys))
	case o.dir != "" && o.proxy != "":
		return nil, usagef("leave one of them out", "found --dir and --proxy, expected one of them")
	}
	c := &tlsext.Config{NextProtos: []string{"h2", "http/1.1"}}
	for i, file := range o.certs {
		certificate, err := loadTLSCertificate(cmd, file, o.keys[i])
		if err != nil {
			return nil, err
		}
		c.Certificates = append(c.Certificates, certificate)
	}
	var err error
	if c.SignatureSchemes, c.CurvePreferences, err = o.parse(); err != nil {
		return nil, err
	}
	if c.SignatureSchemes == nil {
		c.SignatureSchemes = withSchemes(classicalSchemes, c.Certificates)
	}
	if o.clientRoots != nil {
		c.ClientAuth = tlsext.RequireAndVerifyClientCert
		if c.ClientCAs, err = loadPool(cmd, o.clientRoots); err != nil {
			return nil, err
		}
		// Clients may use any scheme: their roots say what they are trusted for.
		if o.schemes == nil {
			c.SignatureSchemes = allSchemes()
		}
	}
	if err := c.ValidateServer(); err != nil {
		return nil, failed("", err, "")
	}
	return c, nil
}

// announce tells where the server is, on standard output and in a file.
func (o *tlsServeOptions) announce(cmd *cobra.Command, addr net.Addr) error {
	if o.addressFile != "" {
		file := outFile{path: o.addressFile, data: []byte(addr.String() + "\n"), mode: modePublic}
		if err := writeFiles(cmd, true, file); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "https://%s\n", addr)
	return err
}

// openLog opens the access log for appending.
func openLog(cmd *cobra.Command, file string) (io.Writer, func(), error) {
	if file == "-" {
		return cmd.ErrOrStderr(), func() {}, nil
	}
	f, err := os.OpenFile(file, os.O_WRONLY|os.O_APPEND|os.O_CREATE, modePublic)
	if err != nil {
		return nil, nil, fileError(file, err, "a file that can be written to")
	}
	return f, func() { f.Close() }, nil
}

// serveUntil returns nil after an orderly end by the context.
func serveUntil(ctx context.Context, stop func(), server *http.Server, listener net.Listener) error {
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	stop() // a second interrupt ends the program at once
	grace, cancel := context.WithTimeout(context.Background(), shutdownTimeout)
	defer cancel()
	if err := server.Shutdown(grace); err != nil {
		server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
