// Package stockx509 lets crypto/tls accept certificates that crypto/x509 cannot verify:
// a classical leaf, whose key crypto/tls knows, certified by a chain of FN-DSA, Falcon,
// hybrid or any other keys of package provider, or by a chain with alternative
// ("catalyst") signatures of which both must be valid.
//
//	config, err := stockx509.ClientConfig(&tls.Config{ServerName: "www.example.org"},
//		stockx509.Options{Roots: roots})
//	conn, err := tls.Dial("tcp", "www.example.org:443", config)
//
// The server needs nothing: it sends its chain, which crypto/tls does not read. To check
// client certificates in the same way, a server uses [ServerConfig].
//
// # What this protects
//
// The chain: nobody who breaks classical signatures can issue a certificate that is
// accepted. The handshake is still signed with the leaf's classical key, so someone who
// breaks that very key can impersonate its owner until the certificate expires. Package
// tlsext has post-quantum signatures in the handshake too, package authenticator adds
// them to a connection of crypto/tls.
//
// # How it stays safe
//
// crypto/tls cannot be taught other algorithms, so its own verification is switched off
// (InsecureSkipVerify) and all of it is done in VerifyConnection, which crypto/tls calls
// in every handshake, resumed ones included, before it reports success: chain, time,
// extended key usage, and for servers the host name, by x509ext. Whatever could get
// around that hook, or would be ignored because of it, is an error when the configuration
// is made. A copy of the configuration (Clone, tls.Dial, net/http) keeps the hook; do
// not replace it.
//
// Handshakes are TLS 1.3. Settings of FN-DSA (FIPS 206) are experimental: see package
// provider.
package stockx509
