package authenticator

import (
	"sync"
	"sync/atomic"
	"testing"
)

// Endpoints are shared by goroutines; one answer, offered many times, is accepted once.
func TestConcurrent(t *testing.T) {
	w := testWorld("Ed25519")
	client, server := ends("connection")
	request := must(client.Request(w.asks(Client)))
	answer := must(server.Authenticate(request, w.leaf))
	var accepted atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := client.Validate(request, answer, w.options()); err == nil {
				accepted.Add(1)
			}
			own := must(client.Request(w.asks(Client)))
			if _, err := client.Validate(own, must(server.Authenticate(own, w.leaf)), w.options()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if accepted.Load() != 1 {
		t.Errorf("accepted %d times", accepted.Load())
	}
}
