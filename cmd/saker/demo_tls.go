package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	"github.com/saker-pq/saker/tlsext"
)

// demoPage is what the demonstration's server serves.
const demoPage = "a page served under " + demoScheme + "\n"

type demoTLS struct {
	tlsConnectReport
	Page     int    `json:"page_bytes"`
	Protocol string `json:"page_protocol"`
}

// handshake serves a page on the loopback interface under the chain of the first step,
// shows one handshake and fetches the page as any program with net/http would.
func (d *demo) handshake() error {
	if err := d.serveAndFetch(); err != nil {
		return failed("", err, "")
	}
	t := &d.report.TLS
	fmt.Fprintf(d.out, "   %s, %s, %s\n", t.Version, t.Group, t.Suite)
	for _, c := range t.Chain {
		fmt.Fprintf(d.out, "   %s: %d bytes\n", c.Subject, c.Bytes)
	}
	fmt.Fprintf(d.out, "   signed with %s; sent %d bytes, received %d bytes in %s\n", t.PeerScheme, t.Sent, t.Received, milliseconds(t.Handshake))
	fmt.Fprintf(d.out, "   %d bytes fetched with %s: %s", t.Page, t.Protocol, demoPage)
	return nil
}

func (d *demo) serveAndFetch() error {
	serverConfig, clientConfig, err := d.chain.configs()
	if err != nil {
		return err
	}
	serverConfig.NextProtos = []string{"h2", "http/1.1"}
	listener, err := tlsext.Listen("tcp", "127.0.0.1:0", serverConfig)
	if err != nil {
		return err
	}
	server := &http.Server{ReadHeaderTimeout: headerTimeout, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, demoPage)
	})}
	tlsext.ConfigureServer(server)
	go server.Serve(listener)
	defer server.Close()

	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	report, conn, err := connectTLS(ctx, listener.Addr().String(), clientConfig, false)
	if err != nil {
		return err
	}
	conn.Close()
	d.report.TLS.tlsConnectReport = *report
	return d.fetch(ctx, clientConfig, listener.Addr())
}

// fetch gets the page with net/http, by address: the host of the demonstration is in no
// name server. The configuration names it for the check.
func (d *demo) fetch(ctx context.Context, config *tlsext.Config, addr net.Addr) error {
	transport, err := tlsext.Transport(config)
	if err != nil {
		return err
	}
	defer transport.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://"+addr.String()+"/", nil)
	if err != nil {
		return err
	}
	response, err := (&http.Client{Transport: transport}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if string(page) != demoPage {
		return fmt.Errorf("fetched %d bytes that are not the page", len(page))
	}
	d.report.TLS.Page, d.report.TLS.Protocol = len(page), response.Proto
	return nil
}
