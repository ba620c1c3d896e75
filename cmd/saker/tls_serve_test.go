package main

import (
	"bytes"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The backend sees the host that was asked for and who asked; what a client claims about
// that is dropped.
func TestReverseProxy(t *testing.T) {
	var got *http.Request
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		got = r
		w.Header().Set("X-From", "backend")
		w.WriteHeader(http.StatusTeapot)
		io.WriteString(w, "short and stout")
	}))
	defer backend.Close()
	target, err := url.Parse(backend.URL)
	if err != nil {
		t.Fatal(err)
	}
	request := httptest.NewRequest("GET", "http://www.example.org/path?q=1", nil)
	request.RemoteAddr = "192.0.2.7:1234"
	request.Header.Set("X-Forwarded-For", "10.0.0.1")
	request.Header.Set("X-Forwarded-Proto", "http")
	answer := httptest.NewRecorder()
	reverseProxy(target).ServeHTTP(answer, request)
	if answer.Code != http.StatusTeapot || answer.Body.String() != "short and stout" || answer.Header().Get("X-From") != "backend" {
		t.Errorf("answer %d %q %v", answer.Code, answer.Body, answer.Header())
	}
	want := map[string]string{"X-Forwarded-For": "192.0.2.7", "X-Forwarded-Proto": "https", "X-Forwarded-Host": "www.example.org"}
	for name, value := range want {
		if got.Header.Get(name) != value {
			t.Errorf("%s: %q, want %q", name, got.Header.Get(name), value)
		}
	}
	if got.Host != "www.example.org" || got.RequestURI != "/path?q=1" {
		t.Errorf("backend saw %q %q", got.Host, got.RequestURI)
	}
}

// Files are served from the folder and nowhere else.
func TestServeFolder(t *testing.T) {
	dir := t.TempDir()
	secret := filepath.Join(t.TempDir(), "secret")
	for file, text := range map[string]string{filepath.Join(dir, "page"): "a page", secret: "a secret"} {
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(secret, filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	handler, end, err := (&tlsServeOptions{dir: dir}).handler()
	if err != nil {
		t.Fatal(err)
	}
	defer end()
	for path, want := range map[string]string{"/page": "a page", "/link": "", "/../secret": "", "/%2e%2e/secret": ""} {
		answer := httptest.NewRecorder()
		handler.ServeHTTP(answer, httptest.NewRequest("GET", "http://x"+path, nil))
		body := answer.Body.String()
		if (answer.Code == http.StatusOK) != (want != "") || strings.Contains(body, "secret\n") || want != "" && body != want {
			t.Errorf("%s: %d %q", path, answer.Code, body)
		}
	}
}

// A request cannot write log lines of its own, and a handler that ends by a panic is
// logged too.
func TestAccessLog(t *testing.T) {
	var out bytes.Buffer
	access := &accessLog{to: log.New(&out, "", 0)}
	handler := access.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/panic" {
			panic(http.ErrAbortHandler)
		}
		io.WriteString(w, "four")
	}))
	for _, path := range []string{"/", "/panic"} {
		request := httptest.NewRequest("GET", path, nil)
		request.RequestURI = path + "\n2026-01-01 \"forged\""
		func() {
			defer func() { recover() }()
			handler.ServeHTTP(httptest.NewRecorder(), request)
		}()
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || access.requests.Load() != 2 || !strings.Contains(lines[0], ` 200 4 `) || !strings.Contains(lines[0], `\n2026`) {
		t.Errorf("log:\n%s", out.String())
	}
}

func TestServePageMethods(t *testing.T) {
	answer := httptest.NewRecorder()
	servePage(answer, httptest.NewRequest("POST", "/", strings.NewReader("x")))
	if answer.Code != http.StatusMethodNotAllowed || answer.Header().Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: %d %v", answer.Code, answer.Header())
	}
}
