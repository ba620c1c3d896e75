package keccak

import (
	"math/rand/v2"
	"testing"

	"github.com/saker-pq/saker/fndsa/internal/impl/impltest"
)

func TestPermute4AgainstGeneric(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		r := rand.New(rand.NewPCG(24, 4))
		for trial := range 300 {
			var got [25][4]uint64
			for j := range got {
				for i := range got[j] {
					switch (trial + i) % 4 {
					case 0:
						got[j][i] = ^uint64(0)
					case 1:
						got[j][i] = 1 << r.IntN(64)
					default:
						got[j][i] = r.Uint64()
					}
				}
			}
			var want [4][25]uint64
			for i := range want {
				for j := range got {
					want[i][j] = got[j][i]
				}
				permuteGeneric(&want[i])
			}
			permute4(&got)
			for i := range want {
				for j := range got {
					if got[j][i] != want[i][j] {
						t.Fatalf("trial %d: lane %d of state %d = %#x, want %#x", trial, j, i, got[j][i], want[i][j])
					}
				}
			}
		}
	})
}

// Four inputs of all kinds of lengths against one at a time.
func TestX4(t *testing.T) {
	impltest.Run(t, "keccak", func(t *testing.T) {
		for n := range 300 {
			var s [4]SHAKE256
			for i, length := range [4]int{n, 299 - n, 2 * n, (n * n) % 137} {
				s[i].Write(input(length))
			}
			var x X4
			x.Start(&s)
			for block := range 3 {
				var got [4][Rate]byte
				x.ReadBlocks(&got)
				for i := range s {
					var want [Rate]byte
					s[i].ReadBlock(&want)
					if got[i] != want {
						t.Fatalf("case %d, block %d of stream %d differs from SHAKE256", n, block, i)
					}
				}
			}
			x.Wipe()
			if x != (X4{}) {
				t.Fatal("Wipe left something")
			}
		}
	})
}

func TestX4AfterRead(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("Start after a read did not panic")
		}
	}()
	var s [4]SHAKE256
	var b [1]byte
	s[2].Read(b[:])
	new(X4).Start(&s)
}

func BenchmarkPermute4(b *testing.B) {
	impltest.Bench(b, "keccak", func(b *testing.B) {
		var a [25][4]uint64
		for b.Loop() {
			permute4(&a)
		}
	})
}

// TestPermute4DeepInStacks calls the kernel, which has a large frame, near the ends of small stacks.
func TestPermute4DeepInStacks(t *testing.T) {
	var call func(depth int, a *[25][4]uint64)
	call = func(depth int, a *[25][4]uint64) {
		if depth > 0 {
			call(depth-1, a)
			return
		}
		permute4(a)
	}
	for depth := range 100 {
		done := make(chan bool)
		go func() {
			var a, b [25][4]uint64
			call(depth, &a)
			permute4Generic(&b)
			done <- a == b
		}()
		if !<-done {
			t.Fatalf("depth %d: wrong result", depth)
		}
	}
}
