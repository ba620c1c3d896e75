package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"net"
	"slices"
	"strings"
	"time"

	"github.com/saker-pq/saker/tlsext"
	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
)

type tlsBenchOptions struct {
	algs   []string
	group  string
	budget time.Duration
	plots  []string
	force  bool
	json   bool
}

func newTLSBench() *cobra.Command {
	var o tlsBenchOptions
	cmd := &cobra.Command{
		Use:   "bench [--alg NAME,...] [--time DURATION] [--plot FILE]",
		Short: "Measure TLS 1.3 handshakes per second and in bytes",
		Long: `Measure full TLS 1.3 handshakes over the loopback interface, one after the other,
for a list of certificate schemes. All certificates of a chain have the scheme;
the server sends its own and an intermediate's. Client and server share this
machine, so a handshake per second is one for both of them; the time is that of
the client, from the first byte to the server's confirmation. Neither resumption
nor client certificates are used.

The first line is crypto/tls of the Go standard library, to compare with.`,
		Example: `  saker tls bench --time 2s --plot handshakes.svg --plot handshakes.png
  saker tls bench --alg ecdsa-p256,fn-dsa-512,p256-falcon-512 --group X25519`,
		Args: noArguments,
		RunE: func(cmd *cobra.Command, _ []string) error { return tlsBench(cmd, o) },
	}
	flags := cmd.Flags()
	flags.StringSliceVar(&o.algs, "alg", []string{"ecdsa-p256", "fn-dsa-512", "fn-dsa-1024", "fn-dsa-512-ecdsa-p256-sha256", "falcon-512", "ml-dsa-44"},
		"certificate schemes: ecdsa-p256, ed25519 and those of \"saker schemes\"")
	flags.StringVar(&o.group, "group", tlsext.X25519MLKEM768.String(), "key exchange group: "+groupNames())
	flags.DurationVar(&o.budget, "time", time.Second, "time spent on each scheme")
	flags.StringArrayVar(&o.plots, "plot", nil, "file for a plot, .svg or .png (may be repeated)")
	forceFlag(cmd, &o.force)
	jsonFlag(cmd, &o.json)
	return cmd
}

type tlsBenchReport struct {
	Machine machine          `json:"machine"`
	Group   string           `json:"group"`
	Results []tlsBenchResult `json:"results"`
}

type tlsBenchResult struct {
	Name       string  `json:"name"`
	Engine     string  `json:"engine"`
	PerSecond  float64 `json:"handshakes_per_second"`
	Time       timing  `json:"time"`
	FromClient int64   `json:"bytes_from_client"`
	FromServer int64   `json:"bytes_from_server"`
}

func (r *tlsBenchResult) bytes() int64 { return r.FromClient + r.FromServer }

func (r *tlsBenchResult) label() string {
	if r.Engine == stockEngine {
		return r.Name + " (" + stockEngine + ")"
	}
	return r.Name
}

const stockEngine = "crypto/tls"

func tlsBench(cmd *cobra.Command, o tlsBenchOptions) error {
	if o.budget <= 0 || o.budget > time.Hour {
		return usagef("", "--time: found %v, expected more than 0 and at most 1h", o.budget)
	}
	flags := tlsFlags{groups: []string{o.group}}
	_, groups, err := flags.parse()
	if err != nil {
		return err
	}
	for _, file := range o.plots {
		if _, err := plotRenderer(file); err != nil {
			return err
		}
	}
	if err := checkTargets(o.force, o.plots...); err != nil {
		return err
	}
	benches, err := o.benches(groups[0])
	if err != nil {
		return err
	}
	bar := progressbar.NewOptions(len(benches), progressbar.OptionSetWriter(cmd.ErrOrStderr()),
		progressbar.OptionSetVisibility(isTerminal(cmd.ErrOrStderr())), progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(false), progressbar.OptionClearOnFinish())
	report := tlsBenchReport{Machine: thisMachine(), Group: groups[0].String()}
	for _, b := range benches {
		bar.Describe(b.contestant.name)
		result, err := b.run(o.budget)
		if err != nil {
			return failed("", fmt.Errorf("%s: %w", b.contestant.name, err), "")
		}
		report.Results = append(report.Results, result)
		_ = bar.Add(1) // a bar that cannot be drawn is no reason to stop
	}
	_ = bar.Finish()
	return report.write(cmd, &o)
}

func (r *tlsBenchReport) write(cmd *cobra.Command, o *tlsBenchOptions) error {
	if err := r.plot(cmd, o); err != nil {
		return err
	}
	if o.json {
		return printJSON(cmd, r)
	}
	rows := make([][]string, len(r.Results))
	for i, result := range r.Results {
		rows[i] = []string{result.Name, result.Engine, fmt.Sprintf("%.0f", result.PerSecond), result.Time.String(),
			fmt.Sprint(result.FromClient), fmt.Sprint(result.FromServer)}
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s, %s\n", r.Machine, r.Group)
	return printTable(cmd.OutOrStdout(),
		[]string{"scheme", "engine", "handshakes/s", "median us", "client sends B", "server sends B"}, rows, 2)
}

// handshakeBench is one line of the table: how to put TLS on both ends of a connection.
type handshakeBench struct {
	contestant     contestant
	engine         string
	client, server func(net.Conn) handshaker
}

type handshaker interface{ HandshakeContext(context.Context) error }

func (o *tlsBenchOptions) benches(group tlsext.CurveID) ([]handshakeBench, error) {
	stock, err := stockBench(ecdsaP256(), group)
	if err != nil {
		return nil, failed("", err, "")
	}
	list := []handshakeBench{stock}
	for _, name := range o.algs {
		c, err := benchContestant(name)
		if err != nil {
			return nil, err
		}
		b, err := ourBench(c, group)
		if err != nil {
			return nil, failed("", fmt.Errorf("%s: %w", c.name, err), "")
		}
		list = append(list, b)
	}
	return list, nil
}

func benchContestant(name string) (contestant, error) {
	plain := strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch plain {
	case "ecdsap256":
		return ecdsaP256(), nil
	case "ed25519":
		return ed25519Contestant(), nil
	}
	s, err := schemeByName(name)
	if err != nil {
		return contestant{}, err
	}
	if schemeCodePoint(s) == 0 {
		return contestant{}, usagef("\"saker schemes\" lists those that have one", "--alg: %s has no TLS code point", s.Name())
	}
	return schemeContestant(s), nil
}

func ourBench(c contestant, group tlsext.CurveID) (handshakeBench, error) {
	chain, err := buildChain(c)
	if err != nil {
		return handshakeBench{}, err
	}
	server, client, err := chain.configs()
	if err != nil {
		return handshakeBench{}, err
	}
	for _, config := range []*tlsext.Config{server, client} {
		config.CurvePreferences, config.SessionTicketsDisabled = []tlsext.CurveID{group}, true
	}
	return handshakeBench{c, "saker",
		func(conn net.Conn) handshaker { return tlsext.Client(conn, client) },
		func(conn net.Conn) handshaker { return tlsext.Server(conn, server) }}, nil
}

// configs are those of a server with the chain and of a client that trusts its root.
func (d *demoChain) configs() (server, client *tlsext.Config, err error) {
	schemes := []tlsext.SignatureScheme{keyScheme(d.server.key.Public())}
	server = &tlsext.Config{SignatureSchemes: schemes, Certificates: []tlsext.Certificate{{
		Certificate: [][]byte{d.server.der, d.intermediate.der}, PrivateKey: d.server.key,
	}}}
	roots, err := d.roots()
	if err != nil {
		return nil, nil, err
	}
	return server, &tlsext.Config{SignatureSchemes: schemes, RootCAs: roots, ServerName: demoHost}, nil
}

func stockBench(c contestant, group tlsext.CurveID) (handshakeBench, error) {
	chain, err := buildChain(c)
	if err != nil {
		return handshakeBench{}, err
	}
	root, err := x509.ParseCertificate(chain.root.der)
	if err != nil {
		return handshakeBench{}, err
	}
	base := tls.Config{MinVersion: tls.VersionTLS13, CurvePreferences: []tls.CurveID{tls.CurveID(group)}, SessionTicketsDisabled: true}
	client, server := base.Clone(), base.Clone()
	client.RootCAs, client.ServerName = x509.NewCertPool(), demoHost
	client.RootCAs.AddCert(root)
	server.Certificates = []tls.Certificate{{Certificate: [][]byte{chain.server.der, chain.intermediate.der}, PrivateKey: chain.server.key}}
	return handshakeBench{c, stockEngine,
		func(conn net.Conn) handshaker { return tls.Client(conn, client) },
		func(conn net.Conn) handshaker { return tls.Server(conn, server) }}, nil
}

// run repeats the handshake for about the given time.
func (b *handshakeBench) run(budget time.Duration) (tlsBenchResult, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return tlsBenchResult{}, err
	}
	defer listener.Close()
	confirmed := make(chan error)
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			err = b.server(conn).HandshakeContext(context.Background())
			confirmed <- err
			conn.Close()
		}
	}()
	r := tlsBenchResult{Name: b.contestant.name, Engine: b.engine}
	var spent []int64
	for begin := time.Now(); len(spent) < minRuns || len(spent) < maxRuns && time.Since(begin) < budget; {
		took, err := b.once(listener.Addr().String(), confirmed, &r)
		if err != nil {
			return r, err
		}
		spent = append(spent, took.Nanoseconds())
	}
	var total int64
	for _, v := range spent {
		total += v
	}
	r.PerSecond = float64(len(spent)) / (float64(total) / 1e9)
	slices.Sort(spent)
	r.Time = timing{Runs: len(spent), Median: spent[len(spent)/2], Fast: spent[0]}
	return r, nil
}

// once makes one handshake and notes its bytes.
func (b *handshakeBench) once(addr string, confirmed <-chan error, r *tlsBenchResult) (time.Duration, error) {
	raw, err := net.Dial("tcp", addr)
	if err != nil {
		return 0, err
	}
	defer raw.Close()
	counted := &countingConn{Conn: raw}
	begin := time.Now()
	if err := b.client(counted).HandshakeContext(context.Background()); err != nil {
		raw.Close() // the server waits for it
		<-confirmed
		return 0, err
	}
	if err := <-confirmed; err != nil {
		return 0, err
	}
	took := time.Since(begin)
	r.FromClient, r.FromServer = counted.sent, counted.received
	return took, nil
}

// countingConn counts the bytes on the wire of either engine.
type countingConn struct {
	net.Conn
	sent, received int64
}

func (c *countingConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.received += int64(n)
	return n, err
}

func (c *countingConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.sent += int64(n)
	return n, err
}
