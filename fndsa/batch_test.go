package fndsa_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/saker-pq/saker/fndsa"
)

// TestSignBatch compares a batch with single signatures of the same random
// bytes, in the same order.
func TestSignBatch(t *testing.T) {
	forEachSet(t, func(t *testing.T, p fndsa.Parameters) {
		key := keyOf(t, p)
		messages := make([][]byte, 17)
		for i := range messages {
			messages[i] = fmt.Appendf(nil, "message %d", i)
		}
		sigs, err := key.SignBatch(t.Context(), &counter{left: 40 * len(messages)}, messages, nil)
		if err != nil {
			t.Fatal(err)
		}
		source := &counter{left: 40 * len(messages)}
		items := make([]fndsa.SignedMessage, len(messages))
		for i, msg := range messages {
			single, err := key.SignMessage(source, msg, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(single, sigs[i]) {
				t.Errorf("signature %d is not the single one", i)
			}
			items[i] = fndsa.SignedMessage{PublicKey: key.PublicKey(), Message: msg, Signature: sigs[i]}
		}
		items[3].Message = []byte("another")
		items[5].PublicKey = nil
		for i, err := range fndsa.VerifyBatch(t.Context(), items) {
			switch {
			case i == 3 && err == fndsa.ErrInvalidSignature:
			case i == 5 && errors.Is(err, fndsa.ErrUnsupportedAlgorithm):
			case i != 3 && i != 5 && err == nil:
			default:
				t.Errorf("item %d: %v", i, err)
			}
		}
	})
}

func TestBatchOfNothing(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	sigs, err := key.SignBatch(t.Context(), &counter{}, nil, nil)
	if err != nil || len(sigs) != 0 {
		t.Errorf("%d signatures, error %v", len(sigs), err)
	}
	if errs := fndsa.VerifyBatch(t.Context(), nil); len(errs) != 0 {
		t.Errorf("%d errors", len(errs))
	}
}

func TestBatchCancelled(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	sigs, err := key.SignBatch(ctx, nil, make([][]byte, 5), nil)
	if sigs != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("%d signatures, error %v", len(sigs), err)
	}
	for i, err := range fndsa.VerifyBatch(ctx, make([]fndsa.SignedMessage, 5)) {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("item %d: %v", i, err)
		}
	}
}

func TestBatchErrorNamesMessage(t *testing.T) {
	key := keyOf(t, fndsa.Falcon512())
	_, err := key.SignBatch(t.Context(), nil, make([][]byte, 2), &fndsa.Options{Context: "a"})
	if !errors.Is(err, fndsa.ErrUnsupportedAlgorithm) || !strings.Contains(err.Error(), "message 0 of 2") {
		t.Errorf("error %v", err)
	}
}

func TestBatchWithoutContext(t *testing.T) {
	key := keyOf(t, fndsa.FNDSA512())
	var none context.Context
	if sigs, err := key.SignBatch(none, nil, make([][]byte, 2), nil); err == nil || sigs != nil {
		t.Errorf("signed %d messages, error %v", len(sigs), err)
	}
	for i, err := range fndsa.VerifyBatch(none, make([]fndsa.SignedMessage, 2)) {
		if err == nil {
			t.Errorf("item %d is valid", i)
		}
	}
}

// TestSharedKey uses one fresh key from many goroutines, so that they race
// for its expanded form.
func TestSharedKey(t *testing.T) {
	key, err := fndsa.NewPrivateKey(fndsa.FNDSA512(), keyOf(t, fndsa.FNDSA512()).Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			for j := range 5 {
				msg := []byte{byte(i), byte(j)}
				sig, err := key.SignMessage(nil, msg, nil)
				if err == nil {
					err = fndsa.Verify(key.PublicKey(), msg, sig, nil)
				}
				if err != nil {
					t.Errorf("goroutine %d: %v", i, err)
				}
			}
		})
	}
	wg.Wait()
}
