package tlsext

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"sync"
	"testing"
	"time"
)

// long runs the tests of this file at the size of the acceptance criteria: a thousand
// connections and 200 MB.
var long = flag.Bool("long", false, "run the load tests at full size")

// TestStalledPeer: a peer that says nothing, or stops in the middle, is cut by the
// handshake timeout, by a deadline and by a context.
func TestStalledPeer(t *testing.T) {
	id := testIdentity(t, "P-256")
	for _, partial := range [][]byte{nil, {22}, {22, 3, 1, 0, 100, 1, 0}} {
		for _, server := range []bool{false, true} {
			for _, how := range []string{"timeout", "deadline", "context"} {
				c, s := tcpPair(t)
				config := id.clientConfig()
				conn := Client(c, config)
				if server {
					config = id.serverConfig()
					conn = Server(c, config)
				}
				ctx, cancel := context.WithCancel(context.Background())
				switch how {
				case "timeout":
					config.HandshakeTimeout = 30 * time.Millisecond
				case "deadline":
					conn.SetDeadline(time.Now().Add(30 * time.Millisecond))
				case "context":
					time.AfterFunc(30*time.Millisecond, cancel)
				}
				s.Write(partial)
				err := conn.HandshakeContext(ctx)
				cancel()
				want := map[string]error{"timeout": context.DeadlineExceeded, "deadline": os.ErrDeadlineExceeded, "context": context.Canceled}[how]
				if !errors.Is(err, want) {
					t.Errorf("%s, server %v, %d bytes: %v", how, server, len(partial), err)
				}
			}
		}
	}
}

// TestReadDeadline: reading goes on after a deadline, writing after one does not.
func TestReadDeadline(t *testing.T) {
	id := testIdentity(t, "P-256")
	c, s := tcpPair(t)
	client, server := Client(c, id.clientConfig()), Server(s, id.serverConfig())
	mustShake(t, client, server)
	for range 3 {
		client.SetReadDeadline(time.Now().Add(5 * time.Millisecond))
		var e net.Error
		if _, err := client.Read(make([]byte, 1)); !errors.As(err, &e) || !e.Timeout() {
			t.Fatalf("read: %v", err)
		}
	}
	client.SetReadDeadline(time.Now().Add(10 * time.Second))
	ping(t, server, client, []byte("still here"))

	client.SetWriteDeadline(time.Now().Add(20 * time.Millisecond))
	var err error
	for err == nil {
		_, err = client.Write(make([]byte, 1<<20)) // nobody reads
	}
	var e net.Error
	if !errors.As(err, &e) || !e.Timeout() {
		t.Errorf("write: %v", err)
	}
	client.SetWriteDeadline(time.Time{})
	if _, err := client.Write([]byte("x")); err == nil {
		t.Error("a write after part of a record was lost")
	} else if errors.As(err, &e) && e.Timeout() {
		t.Errorf("the later error still calls itself a timeout: %v", err)
	}
}

func TestClosing(t *testing.T) {
	id := testIdentity(t, "P-256")
	start := func() (client, server *Conn, raw net.Conn) {
		c, s := tcpPair(t)
		client, server = Client(c, id.clientConfig()), Server(s, id.serverConfig())
		mustShake(t, client, server)
		return client, server, s
	}
	client, server, _ := start()
	if err := client.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	if _, err := client.Write([]byte("x")); !errors.Is(err, errClosedForWriting) {
		t.Errorf("write after CloseWrite: %v", err)
	}
	if _, err := server.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("read after close_notify: %v", err)
	}
	ping(t, server, client, []byte("the other direction is open"))

	client, _, raw := start()
	raw.Close()
	if _, err := client.Read(make([]byte, 1)); err != io.ErrUnexpectedEOF {
		t.Errorf("a connection cut without close_notify reads as %v", err)
	}

	// Close ends a blocked Read and a blocked Write.
	client, _, _ = start()
	done := make(chan error, 2)
	go func() { _, err := client.Read(make([]byte, 1)); done <- err }()
	go func() {
		var err error
		for err == nil {
			_, err = client.Write(make([]byte, 1<<20))
		}
		done <- err
	}()
	time.Sleep(50 * time.Millisecond)
	client.Close()
	for range 2 {
		select {
		case err := <-done:
			if err == nil {
				t.Error("no error after Close")
			}
		case <-time.After(10 * time.Second):
			t.Fatal("Close does not end a blocked call")
		}
	}
	c, _ := tcpPair(t)
	if err := Client(c, id.clientConfig()).CloseWrite(); err == nil {
		t.Error("CloseWrite before the handshake")
	}
}

// TestConcurrent: handshakes at the same time over one listener, both directions of each
// connection in use at once; goroutines return to the start.
func TestConcurrent(t *testing.T) {
	count := 200
	if testing.Short() {
		count = 20
	}
	if *long {
		count = 1000
	}
	id := testIdentity(t, "P-256")
	before := runtime.NumGoroutine()
	l, err := Listen("tcp", "127.0.0.1:0", id.serverConfig())
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				io.Copy(c, c)
			}()
		}
	}()
	config := id.clientConfig()
	config.ClientSessionCache = NewLRUClientSessionCache(10)
	var wg sync.WaitGroup
	failures := make(chan error, count)
	for range count {
		wg.Go(func() {
			c, err := Dial("tcp", l.Addr().String(), config)
			if err != nil {
				failures <- err
				return
			}
			defer c.Close()
			data := pattern(50000)
			go c.Write(data)
			got := make([]byte, len(data))
			if _, err := io.ReadFull(c, got); err != nil || !bytes.Equal(got, data) {
				failures <- fmt.Errorf("echo: %v", err)
			}
		})
	}
	wg.Wait()
	close(failures)
	for err := range failures {
		t.Error(err)
	}
	l.Close()
	for range 100 {
		if runtime.NumGoroutine() <= before+2 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Errorf("%d goroutines before, %d after", before, runtime.NumGoroutine())
}

// TestBulk moves data both ways at once while both sides change their keys.
func TestBulk(t *testing.T) {
	size := 8 << 20
	if testing.Short() {
		size = 1 << 20
	}
	if *long {
		size = 208 << 20
	}
	id := testIdentity(t, "P-256")
	c, s := tcpPair(t)
	client, server := Client(c, id.clientConfig()), Server(s, id.serverConfig())
	mustShake(t, client, server)
	data := pattern(size)
	var wg sync.WaitGroup
	for _, conn := range []*Conn{client, server} {
		wg.Go(func() {
			for i := 0; i < len(data); i += size / 16 {
				if _, err := conn.Write(data[i : i+size/16]); err != nil {
					t.Errorf("write: %v", err)
				}
				if err := conn.KeyUpdate(i%2 == 0); err != nil {
					t.Errorf("KeyUpdate: %v", err)
				}
			}
			conn.CloseWrite()
		})
		wg.Go(func() {
			got, err := io.ReadAll(conn)
			if err != nil || !bytes.Equal(got, data) {
				t.Errorf("read %d bytes: %v", len(got), err)
			}
		})
	}
	wg.Wait()
}

// TestKeyLimit: a key that has protected its share of records is changed by itself.
func TestKeyLimit(t *testing.T) {
	id := testIdentity(t, "P-256")
	a, b := memPair(t)
	client, server := Client(a, id.clientConfig()), Server(b, id.serverConfig())
	mustShake(t, client, server)
	secret := bytes.Clone(client.out.secret)
	client.out.updateDue.Store(true)
	ping(t, client, server, []byte("data"))
	if bytes.Equal(secret, client.out.secret) || !bytes.Equal(server.in.secret, client.out.secret) {
		t.Error("the key was not changed on both sides")
	}
}

// TestTicketRotation: tickets live as long as they say, over a change of keys.
func TestTicketRotation(t *testing.T) {
	id := testIdentity(t, "P-256")
	now := time.Now()
	var mu sync.Mutex
	clock := func() time.Time { mu.Lock(); defer mu.Unlock(); return now }
	advance := func(d time.Duration) { mu.Lock(); defer mu.Unlock(); now = now.Add(d) }
	cc, sc := id.clientConfig(), id.serverConfig()
	cc.Time, sc.Time = clock, clock
	cc.ClientSessionCache = NewLRUClientSessionCache(1)
	for i, step := range []struct {
		later   time.Duration
		resumed bool
	}{{0, false}, {time.Hour, true}, {22 * time.Hour, true}, {2 * time.Hour, false}} {
		advance(step.later)
		if i == 3 {
			// The certificate has expired by now; only the session's age matters here.
			cc.InsecureSkipVerify = true
		}
		a, b := memPair(t)
		client, server := Client(a, cc), Server(b, sc)
		mustShake(t, client, server)
		echo(t, client, server, []byte("x"))
		if client.ConnectionState().DidResume != step.resumed {
			t.Errorf("step %d: resumed is %v", i, !step.resumed)
		}
	}
}
