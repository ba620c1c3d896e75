package cms

import (
	"bytes"
	"encoding/pem"
	"errors"
	"fmt"
)

// Types of PEM blocks: RFC 7468, sections 8 and 9.
const (
	pemCMS   = "CMS"
	pemPKCS7 = "PKCS7"
)

// ParsePEM reads exactly one PEM block, "CMS" or the older "PKCS7". Text may
// precede it, only white space may follow.
func ParsePEM(text []byte) (*SignedData, error) {
	block, rest := pem.Decode(text)
	switch {
	case block == nil:
		return nil, errors.New("cms: pem: no block found")
	case bytes.Count(text, []byte("-----BEGIN")) != 1:
		return nil, errors.New("cms: pem: expected one block, found several")
	case len(bytes.TrimSpace(rest)) != 0:
		return nil, fmt.Errorf("cms: pem: %d bytes after the block", len(rest))
	case block.Type != pemCMS && block.Type != pemPKCS7:
		return nil, fmt.Errorf("cms: pem: found block %q, expected %q", block.Type, pemCMS)
	case len(block.Headers) != 0:
		return nil, fmt.Errorf("cms: pem: block %q has headers, expected none", block.Type)
	}
	return Parse(block.Bytes)
}

// EncodePEM puts the DER of a message into a PEM block "CMS".
func EncodePEM(der []byte) []byte {
	return pem.EncodeToMemory(&pem.Block{Type: pemCMS, Bytes: der})
}
