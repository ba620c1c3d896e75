package x509ext

// A shadowKey caches the Ed25519 stand-in of a certificate's key.
type shadowKey struct{}
