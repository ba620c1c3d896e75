// Package authenticator is exported authenticators (RFC 9261): over a TLS connection that
// exists already, either side proves that it holds further certificates, and the
// connection is what binds the proof. It needs nothing of the connection but
// ExportKeyingMaterial, so the connection may be one of crypto/tls, and the certificate
// one whose key crypto/tls does not know: FN-DSA, Falcon, a hybrid or a composite.
//
// # Use
//
// Each side makes one [Endpoint] per connection. One asks with [Endpoint.Request], the
// other answers with [Endpoint.Authenticate] or [Endpoint.Refuse], and the first decides
// with [Endpoint.Validate]. Messages travel as application data, in whatever frame the
// application has, over this connection or another one that is as confidential. A
// server may also answer a question nobody asked, with [Endpoint.AuthenticateSpontaneous].
//
// # Status
//
// Complete for TLS 1.3. Connections of TLS 1.2 are refused, though the document allows
// those with the extended master secret. Code points of FN-DSA and Falcon are
// experimental (see package provider); they are used when a request names them and a
// certificate for them is given, never otherwise.
//
// # What a valid authenticator means
//
// The other end of this connection, at some time after the handshake, held the private
// key of the certificate and consented to use it here. It does not mean that the holder
// of one certificate and the holder of another are the same (RFC 9261, section 9), and a
// connection through a proxy that terminates TLS is two connections, between which no
// authenticator is valid.
//
// # Sizes
//
// An authenticator is the chain, a CertificateVerify and a Finished: with FN-DSA-512 and
// a chain of two about 4.4 KB; an empty one is 36 or 52 bytes.
package authenticator
