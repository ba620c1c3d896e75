package fndsa

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/saker-pq/saker/fndsa/internal/core"
)

// SignBatch signs many messages with one key, on all processors, and returns
// the signatures in the order of the messages. Random bytes are read from
// rand first and in that order, so each signature is the one that signing the
// messages one after the other would have made. On any error, and when ctx
// ends, it returns no signatures.
func (k *PrivateKey) SignBatch(ctx context.Context, rand io.Reader, messages [][]byte, opts *Options) ([][]byte, error) {
	if k == nil || k.core == nil {
		return nil, fmt.Errorf("%w: signing with a zero PrivateKey", ErrUnsupportedAlgorithm)
	}
	if ctx == nil {
		return nil, errNoContext
	}
	random := make([][core.RandomSize]byte, len(messages))
	defer clear(random)
	for i := range random {
		if err := readRandom(rand, random[i][:]); err != nil {
			return nil, err
		}
	}
	sigs := make([][]byte, len(messages))
	errs := forEach(ctx, len(messages), func(i int) error {
		in, err := opts.input(k.core.Set(), messages[i], false)
		if err == nil {
			sigs[i], err = k.core.AppendSignature(nil, &random[i], &in, nil)
		}
		return err
	})
	for i, err := range errs {
		if err != nil {
			return nil, fmt.Errorf("fndsa: signing message %d of %d: %w", i, len(messages), err)
		}
	}
	return sigs, nil
}

// SignedMessage is one question for VerifyBatch. Its fields are the arguments
// of Verify.
type SignedMessage struct {
	PublicKey *PublicKey
	Message   []byte
	Signature []byte
	Options   *Options
}

// VerifyBatch verifies many signatures, under one key or under many, on all
// processors. Entry i of the result is what Verify returns for items[i], or
// the error of ctx if ctx ended before item i was looked at.
func VerifyBatch(ctx context.Context, items []SignedMessage) []error {
	if ctx == nil {
		return slices.Repeat([]error{errNoContext}, len(items))
	}
	return forEach(ctx, len(items), func(i int) error {
		it := &items[i]
		return Verify(it.PublicKey, it.Message, it.Signature, it.Options)
	})
}

var errNoContext = errors.New("fndsa: batch with a nil context")

// forEach calls do(0) to do(n-1), each once, from as many goroutines as there
// are processors, and returns their errors. Calls not yet begun when ctx ends
// are replaced by its error.
func forEach(ctx context.Context, n int, do func(i int) error) []error {
	errs := make([]error, n)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				if errs[i] = ctx.Err(); errs[i] == nil {
					errs[i] = do(i)
				}
			}
		})
	}
	workers.Wait()
	return errs
}
