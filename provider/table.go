package provider

import (
	"github.com/cloudflare/circl/pki"
	"github.com/cloudflare/circl/sign"
	"github.com/cloudflare/circl/sign/schemes"

	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/internal/identifiers"
	"github.com/saker-pq/saker/scheme"
)

// std is the registry behind the functions of this package.
var std = standardRegistry()

// standardRegistry holds our schemes and CIRCL's. It panics if two of them clash, which no input can cause.
func standardRegistry() *registry {
	r := newRegistry()
	for _, s := range scheme.All() {
		info := Info{Scheme: s, Experimental: true, Codec: seedCodec{scheme: s, allowsExpanded: true}}
		info.setNumbers(identifiers.Get(s.Name()))
		switch s {
		case scheme.Falcon512(), scheme.FalconPadded512():
			info.Codec = falconCodec{s, 9}
		case scheme.Falcon1024(), scheme.FalconPadded1024():
			info.Codec = falconCodec{s, 10}
		}
		must(r.register(&r.ours, info))
	}
	for _, s := range hybrid.All() {
		h := s.(*hybrid.Scheme)
		info := Info{Scheme: s, Experimental: true, Codec: newHybridCodec(h)}
		if info.setNumbers(identifiers.Get(s.Name())); info.OID == nil {
			info.OID = h.Oid() // the composites of ML-DSA, whose numbers are not ours
		}
		must(r.register(&r.ours, info))
	}
	for _, s := range schemes.All() {
		must(r.register(&r.circl, circlInfo(s)))
	}
	return r
}

// circlInfo is what CIRCL says about a scheme of its own, with the code points of ML-DSA, which it lacks
// (draft-ietf-tls-mldsa).
func circlInfo(s sign.Scheme) Info {
	info := Info{Scheme: s}
	if certificate, ok := s.(pki.CertificateScheme); ok {
		info.OID = certificate.Oid()
	}
	if tls, ok := s.(pki.TLSScheme); ok {
		info.TLSIdentifier = tls.TLSIdentifier()
	}
	switch s.Name() {
	case "ML-DSA-44":
		info.TLSIdentifier = 0x0904
	case "ML-DSA-65":
		info.TLSIdentifier = 0x0905
	case "ML-DSA-87":
		info.TLSIdentifier = 0x0906
	case "Ed25519", "Ed448":
		info.Codec = edwardsCodec{s}
		return info
	case "Ed25519-Dilithium2", "Ed448-Dilithium3":
		info.Experimental = true // CIRCL calls them temporary
		return info
	default:
		return info
	}
	info.Codec = seedCodec{scheme: s}
	return info
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
