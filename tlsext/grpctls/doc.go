// Package grpctls puts gRPC on tlsext: transport credentials for clients and
// servers that authenticate with FN-DSA, Falcon, hybrid or classical
// certificates. It is a module of its own, so that users of tlsext do not
// depend on gRPC.
//
// FN-DSA (FIPS 206) is not final: its certificates and code points are
// experimental, and used only where the Config names them.
package grpctls
