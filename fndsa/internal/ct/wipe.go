package ct

import "runtime"

// Wipe sets every element of s to its zero value. The KeepAlive makes the cleared memory look used, so that
// the compiler cannot drop the stores because nothing reads them any more.
func Wipe[S ~[]E, E any](s S) {
	clear(s)
	runtime.KeepAlive(s)
}

// WipeValue sets *p to its zero value, for secrets held in structures and arrays.
func WipeValue[T any](p *T) {
	var zero T
	*p = zero
	runtime.KeepAlive(p)
}
