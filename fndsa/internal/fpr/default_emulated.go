//go:build !(amd64 || arm64) || saker_emulated

package fpr

const defaultBackend = Emulated
