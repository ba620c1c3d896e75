//go:build race

package fndsa_test

const raceEnabled = true
