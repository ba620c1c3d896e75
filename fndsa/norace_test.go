//go:build !race

package fndsa_test

const raceEnabled = false
