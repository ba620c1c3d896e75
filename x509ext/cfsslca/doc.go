// Package cfsslca runs a certificate authority on FN-DSA, Falcon, hybrid or any
// other key of package provider with CFSSL: its JSON files, its signing
// profiles, its certificate database, its HTTP API and its clients.
//
// CFSSL 1.6.5 knows RSA, ECDSA and Ed25519. The functions here have the names
// and the behaviour of CFSSL's own, and accept these keys and all others, in
// any mix of CA and subject:
//
//	csr.ParseRequest, csr.Generate     ParseRequest, GenerateCSR
//	initca.New, NewFromSigner, Renew…  InitCA, InitCAFromSigner, RenewCA
//	cfssl gencert                      NewCertificate
//	local.NewSigner                    NewSigner
//	selfsign.Sign                      SelfSign
//	crl.NewCRLFromDB                   NewCRL
//	ocsp.NewSigner, NewDBSource        NewOCSPSigner, NewOCSPSource
//	cfssl serve                        Server
//
// What a certificate says is decided by CFSSL in every case. It is shown a
// request and a CA with throwaway Ed25519 keys, and what it issues gets the real
// keys and the real signature from package x509ext before anybody sees it. Where
// all keys are classical, CFSSL's own code does everything.
//
// A key request names the algorithm as a whole, {"algo": "fndsa512"}, or as
// family and size, {"algo": "fndsa", "size": 512}; every name that
// provider.ByName knows is one. A request that names none is an error, where
// CFSSL would make an ECDSA key.
//
// Not supported with keys that CFSSL does not know: certificate transparency
// and remote signers. A profile with either is refused.
//
// Package cadb opens the database. Errors about policies and requests are
// CFSSL's, with its codes.
//
// Status: FN-DSA (FIPS 206) is not final and has no official identifiers.
// Certificates made today may not be readable by tomorrow's software.
package cfsslca
