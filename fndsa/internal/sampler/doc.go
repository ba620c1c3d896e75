// Package sampler draws the lattice vector of a signature.
package sampler

//go:generate go run github.com/saker-pq/saker/fndsa/internal/fpr/twin/maketwin .
