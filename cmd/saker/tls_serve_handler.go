package main

import (
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/saker-pq/saker/tlsext"
)

// handler returns what the server serves, and what to call at its end.
func (o *tlsServeOptions) handler() (http.Handler, func(), error) {
	none := func() {}
	switch {
	case o.dir != "":
		for _, key := range o.keys {
			if isInside(key, o.dir) {
				return nil, nil, usagef("move one of them", "the private key %s is inside --dir %s, where everybody could read it", key, o.dir)
			}
		}
		// A root does not follow links out of the folder.
		root, err := os.OpenRoot(o.dir)
		if err != nil {
			return nil, nil, fileError(o.dir, err, "a folder to serve")
		}
		return http.FileServerFS(root.FS()), func() { root.Close() }, nil
	case o.proxy != "":
		target, err := url.Parse(o.proxy)
		if err != nil || target.Host == "" || target.Scheme != "http" && target.Scheme != "https" {
			return nil, nil, usagef("", "--proxy: found %q, expected a URL like http://127.0.0.1:8080", o.proxy)
		}
		return reverseProxy(target), none, nil
	}
	return http.HandlerFunc(servePage), none, nil
}

// isInside reports whether a file is somewhere below a folder.
func isInside(file, dir string) bool {
	var paths [2]string
	for i, path := range []string{file, dir} {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			return false // opening it will fail, and say so
		}
		if paths[i], err = filepath.Abs(real); err != nil {
			return false
		}
	}
	rel, err := filepath.Rel(paths[1], paths[0])
	return err == nil && filepath.IsLocal(rel)
}

// reverseProxy passes requests on with the host the client asked for, and says in the
// X-Forwarded headers what it replaced; what the client said in them is dropped.
func reverseProxy(target *url.URL) *httputil.ReverseProxy {
	return &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.SetURL(target)
		r.Out.Host = r.In.Host
		r.SetXForwarded()
		r.Out.Header.Set("X-Forwarded-Proto", "https") // net/http does not see our TLS
	}}
}

// servePage tells visitors about their connection.
func servePage(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	fmt.Fprintf(w, "%s over saker tls serve\n\n", r.Proto)
	if c := tlsext.ConnFromContext(r.Context()); c != nil {
		state := c.ConnectionState()
		view := viewConnection(&state, false, false)
		_ = printRows(w, view.rows()) // the visitor may have gone
	}
}

// accessLog writes a line for each request and for each handshake that failed.
type accessLog struct {
	to       *log.Logger
	requests atomic.Int64
}

func (l *accessLog) wrap(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begin := time.Now()
		counted := &countingResponse{ResponseWriter: w, status: http.StatusOK}
		defer func() {
			l.requests.Add(1)
			// The quotes keep a request from writing lines of its own.
			l.to.Printf("%s %s %s %q %q %d %d %s", begin.UTC().Format(time.RFC3339), remoteHost(r.RemoteAddr),
				tlsFacts(r), r.Method+" "+r.RequestURI+" "+r.Proto, r.Host, counted.status, counted.bytes, milliseconds(time.Since(begin)))
		}()
		next.ServeHTTP(counted, r)
	})
}

func remoteHost(addr string) string {
	if host, _, err := net.SplitHostPort(addr); err == nil {
		return host
	}
	return addr
}

// tlsFacts is one word on how the connection was made.
func tlsFacts(r *http.Request) string {
	c := tlsext.ConnFromContext(r.Context())
	if c == nil {
		return "-"
	}
	state := c.ConnectionState()
	scheme := state.LocalSignatureScheme.String()
	if state.DidResume {
		scheme = "resumed"
	}
	return state.CurveID.String() + "/" + scheme
}

// connState notes handshakes that failed: net/http itself only sees a connection that
// ended early.
func (l *accessLog) connState(conn net.Conn, state http.ConnState) {
	c, ok := conn.(*tlsext.Conn)
	if !ok || state != http.StateClosed {
		return
	}
	// After the end, Handshake tells how it went.
	if err := c.Handshake(); err != nil {
		l.to.Printf("%s %s - handshake failed: %q", time.Now().UTC().Format(time.RFC3339), remoteHost(c.RemoteAddr().String()), err.Error())
	}
}

// countingResponse remembers what a handler answered.
type countingResponse struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (w *countingResponse) WriteHeader(status int) {
	w.status = status
	w.ResponseWriter.WriteHeader(status)
}

func (w *countingResponse) Write(p []byte) (int, error) {
	n, err := w.ResponseWriter.Write(p)
	w.bytes += int64(n)
	return n, err
}

// ReadFrom keeps the fast path of the inner writer for files.
func (w *countingResponse) ReadFrom(r io.Reader) (int64, error) {
	n, err := io.Copy(w.ResponseWriter, r)
	w.bytes += n
	return n, err
}

// Unwrap lets http.ResponseController reach the inner writer.
func (w *countingResponse) Unwrap() http.ResponseWriter { return w.ResponseWriter }
