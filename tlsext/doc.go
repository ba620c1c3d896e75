// Package tlsext is TLS 1.3 (RFC 8446) with signature schemes that can be plugged in:
// FN-DSA, Falcon, hybrids, composites and CIRCL's schemes beside ECDSA, Ed25519 and
// RSA-PSS. Names and meanings follow crypto/tls. A [Conn] is a net.Conn; [Transport] and
// [ConfigureServer] put net/http on it, with HTTP/2.
//
// If you do not need certificates with such keys, use crypto/tls: it has seen far more
// scrutiny. This package exists because nothing in crypto/tls reaches the signature in
// CertificateVerify.
//
// # Status
//
// FN-DSA (FIPS 206) is not final, and no code point for it or for Falcon is official.
// The values are those of package provider and can be replaced there. Experimental
// schemes are neither offered nor used unless [Config.SignatureSchemes] names them.
//
// # What it speaks
//
//   - TLS 1.3 only: no older version, no renegotiation, no early data (0-RTT), no
//     client authentication after the handshake.
//   - Groups X25519MLKEM768, SecP256r1MLKEM768 (draft-ietf-tls-ecdhe-mlkem), X25519,
//     P-256, P-384, with HelloRetryRequest.
//   - The three suites of AES-GCM and ChaCha20-Poly1305.
//   - server_name, ALPN, client certificates, resumption by tickets with a fresh key
//     exchange (psk_dhe_ke), KeyUpdate, record_size_limit (RFC 8449), padding, exporters
//     and the tls-exporter channel binding (RFC 9266), key log, middlebox
//     compatibility.
//
// signature_algorithms and signature_algorithms_cert are two settings,
// [Config.SignatureSchemes] and [Config.CertificateSchemes], and both are enforced on
// what the peer presents. To take an FN-DSA leaf under an ECDSA root, both lists are
// needed, unless the root is the trust anchor itself.
//
// # Sizes and limits
//
// An FN-DSA-512 certificate has about 1.8 KB and a CertificateVerify 674 bytes. A chain
// of four Falcon-1024 certificates passes 14 KB. Accepted are chains of up to 16
// certificates and 128 KB, and handshakes of up to [DefaultHandshakeTimeout].
//
// # Differences from crypto/tls
//
//   - A client must set RootCAs; the system's roots are not used by themselves.
//   - A [Config] is checked as a whole, when it is first used or by ValidateClient and
//     ValidateServer; [Listen], [NewListener], [Dial] and [Transport] fail at once.
//   - A resumed session is verified against the present configuration again.
//   - A server sends its ticket with the first data it writes.
//   - A KeyUpdate the peer asks for is sent with the next write.
//   - Config.Rand reaches everything but ML-KEM encapsulation.
//
// Errors found on this side are a [*Fault], which names the alert that was sent; alerts
// of the peer are an [Alert] in the error's chain.
package tlsext
