package provider

import (
	"bytes"
	"encoding/asn1"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/scheme"
)

// octets, sequence and seedElement build contents; lengths are left to encoding/asn1.
func octets(t testing.TB, parts ...[]byte) []byte { return mustDER(t, bytes.Join(parts, nil)) }

func sequence(t testing.TB, elements ...[]byte) []byte {
	return mustDER(t, asn1.RawValue{Tag: asn1.TagSequence, IsCompound: true, Bytes: bytes.Join(elements, nil)})
}

func seedElement(t testing.TB, seed []byte) []byte {
	return mustDER(t, asn1.RawValue{Class: asn1.ClassContextSpecific, Tag: 0, Bytes: seed})
}

// pkcs8 wraps a content under the object identifier of a scheme.
func pkcs8(t testing.TB, s sign.Scheme, content []byte) []byte {
	t.Helper()
	info, _ := Describe(s)
	data, err := der.OneAsymmetricKey{Algorithm: der.AlgorithmIdentifier{OID: info.OID}, PrivateKey: content}.Marshal()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// flipped returns a copy with one bit of byte i changed.
func flipped(b []byte, i int) []byte {
	c := bytes.Clone(b)
	c[i] ^= 1
	return c
}

func TestFalconContentErrors(t *testing.T) {
	for _, s := range []sign.Scheme{scheme.Falcon512(), scheme.FalconPadded1024()} {
		pk, sk := testKey(s)
		rawPK, rawSK := []byte(rawBytes(t, pk)), []byte(rawBytes(t, sk))
		info, _ := Describe(s)
		f, g, bigF := info.Codec.(falconCodec).split(rawSK)
		zero := []byte{2, 1, 0}
		h := sequence(t, octets(t, rawPK[1:]))
		sizes := map[string]string{
			"Falcon-512":         "expected 1281, or 2178 with the public key",
			"Falcon-padded-1024": "expected 2305, or 4098 with the public key",
		}[s.Name()]
		_, otherSK := s.DeriveKey(make([]byte, 32))
		otherPK := []byte(rawBytes(t, otherSK.Public()))
		for name, c := range map[string]struct {
			content []byte
			want    string
		}{
			"empty":             {nil, "private key: missing (expected OCTET STRING)"},
			"bare":              {rawSK, "private key: ..."},
			"a seed":            {seedElement(t, make([]byte, 32)), "private key: found [0], expected OCTET STRING"},
			"no octets":         {octets(t), "private key has 0 bytes, " + sizes},
			"public key alone":  {octets(t, rawPK[1:]), "private key has ..."},
			"one byte less":     {octets(t, rawSK[:len(rawSK)-1]), "private key has ..."},
			"trailing":          {append(octets(t, rawSK), 0), "private key: 1 bytes after the end"},
			"oqs, trailing":     {append(octets(t, rawSK, rawPK), 5, 0), "private key: 2 bytes after the end"},
			"oqs, other key":    {octets(t, rawSK, otherPK), "oqs private key: public key: does not belong to the private key"},
			"oqs, bit in pk":    {octets(t, rawSK, flipped(rawPK, 100)), "oqs private key: public key: does not belong to the private key"},
			"oqs, header of pk": {octets(t, rawSK, flipped(rawPK, 0)), "oqs private key: public key: does not belong to the private key"},
			"oqs, swapped":      {octets(t, rawPK, rawSK), "fndsa: ..."},
			"bit in f":          {octets(t, flipped(rawSK, 20)), "fndsa: ..."},
			"bit in F":          {octets(t, flipped(rawSK, len(rawSK)-9)), "fndsa: ..."},
			"header":            {octets(t, flipped(rawSK, 0)), "fndsa: ..."},

			"bc, empty":         {sequence(t), "bc private key: version: missing (expected INTEGER)"},
			"bc, version 1":     {sequence(t, []byte{2, 1, 1}, octets(t, f), octets(t, g), octets(t, bigF), h), "bc private key: version must be 0 (found 0x01)"},
			"bc, version null":  {sequence(t, []byte{5, 0}), "bc private key: version: found NULL, expected INTEGER"},
			"bc, no f":          {sequence(t, zero), "bc private key: f: missing (expected OCTET STRING)"},
			"bc, short f":       {sequence(t, zero, octets(t, f[1:]), octets(t, g), octets(t, bigF), h), "bc private key: f has ..."},
			"bc, long g":        {sequence(t, zero, octets(t, f), octets(t, g, g[:1]), octets(t, bigF), h), "bc private key: g has ..."},
			"bc, F missing":     {sequence(t, zero, octets(t, f), octets(t, g), h), "bc private key: F: found SEQUENCE, expected OCTET STRING"},
			"bc, no public key": {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF)), "bc private key: public key: missing (expected SEQUENCE)"},
			"bc, bare h":        {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), octets(t, rawPK[1:])), "bc private key: public key: found OCTET STRING, expected SEQUENCE"},
			"bc, h with header": {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), sequence(t, octets(t, rawPK))), "bc private key: public key: ..."},
			"bc, other h":       {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), sequence(t, octets(t, otherPK[1:]))), "bc private key: public key: does not belong to the private key"},
			"bc, f and g":       {sequence(t, zero, octets(t, g), octets(t, f), octets(t, bigF), h), "fndsa: ..."},
			"bc, after h":       {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), h, zero), "bc private key: public key: 3 bytes after the end"},
			"bc, inside h":      {sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), sequence(t, octets(t, rawPK[1:]), zero)), "bc private key: h: 3 bytes after the end"},
			"bc, trailing":      {append(sequence(t, zero, octets(t, f), octets(t, g), octets(t, bigF), h), 0), "bc private key: 1 bytes after the end"},
		} {
			key, err := ParsePKCS8PrivateKey(pkcs8(t, s, c.content))
			wantError(t, s.Name()+", "+name, err, "pkcs8: "+s.Name()+": "+c.want)
			if key != nil {
				t.Errorf("%s: a key came with the error", name)
			}
		}
	}
}

func TestSeedContentErrors(t *testing.T) {
	for _, s := range []sign.Scheme{scheme.FNDSA512(), scheme.FNDSA1024(), ByName("ML-DSA-44")} {
		_, sk := testKey(s)
		_, other := s.DeriveKey(make([]byte, 32))
		rawSK, rawOther := []byte(rawBytes(t, sk)), []byte(rawBytes(t, other))
		seed := sk.(sign.Seeded).Seed()
		for name, c := range map[string]struct {
			content []byte
			want    string
		}{
			"empty":          {nil, "private key: missing (expected OCTET STRING)"},
			"null":           {[]byte{5, 0}, "private key: found NULL, expected OCTET STRING"},
			"short seed":     {seedElement(t, seed[1:]), "private key seed has 31 bytes, expected 32"},
			"long seed":      {seedElement(t, append([]byte{0}, seed...)), "private key seed has 33 bytes, expected 32"},
			"after seed":     {append(seedElement(t, seed), 0), "private key seed: 1 bytes after the end"},
			"cut seed":       {seedElement(t, seed)[:20], "private key seed: truncated, or length not in DER form"},
			"both, empty":    {sequence(t), "private key seed: missing (expected OCTET STRING)"},
			"both, [0]":      {sequence(t, seedElement(t, seed), octets(t, rawSK)), "private key seed: found [0], expected OCTET STRING"},
			"both, seed":     {sequence(t, octets(t, seed)), "private key expanded: missing (expected OCTET STRING)"},
			"both, short":    {sequence(t, octets(t, seed), octets(t, rawSK[1:])), "private key expanded has ..."},
			"both, swapped":  {sequence(t, octets(t, rawSK), octets(t, seed)), "private key expanded has 32 bytes, ..."},
			"both, 31 bytes": {sequence(t, octets(t, seed[1:]), octets(t, rawSK)), "private key seed has 31 bytes, expected 32"},
			"both, other":    {sequence(t, octets(t, seed), octets(t, rawOther)), "private key: seed and expanded key do not belong together"},
			"both, one bit":  {sequence(t, octets(t, seed), octets(t, flipped(rawSK, 99))), "private key: seed and expanded key do not belong together"},
			"both, after":    {sequence(t, octets(t, seed), octets(t, rawSK), []byte{5, 0}), "private key expanded: 2 bytes after the end"},
			"both, trailing": {append(sequence(t, octets(t, seed), octets(t, rawSK)), 0), "private key: 1 bytes after the end"},
		} {
			_, err := ParsePKCS8PrivateKey(pkcs8(t, s, c.content))
			wantError(t, s.Name()+", "+name, err, "pkcs8: "+s.Name()+": "+c.want)
		}
	}
}

func TestExpandedContentErrors(t *testing.T) {
	s := scheme.FNDSA512()
	pk, sk := testKey(s)
	rawPK, rawSK := []byte(rawBytes(t, pk)), []byte(rawBytes(t, sk))
	for name, c := range map[string]struct {
		content []byte
		want    string
	}{
		"with public key": {octets(t, rawSK, rawPK), "scheme: wrong size for private key: 2242 bytes, expected 1345"},
		"f, g, F only":    {octets(t, rawSK[:1281]), "scheme: wrong size for private key: 1281 bytes, expected 1345"},
		"trailing":        {append(octets(t, rawSK), 0), "private key: 1 bytes after the end"},
		"hash of the key": {octets(t, flipped(rawSK, 1344)), "fndsa: ..."},
		"bit in g":        {octets(t, flipped(rawSK, 500)), "fndsa: ..."},
	} {
		_, err := ParsePKCS8PrivateKey(pkcs8(t, s, c.content))
		wantError(t, name, err, "pkcs8: FN-DSA-512: "+c.want)
	}
	_, err := ParsePKCS8PrivateKey(pkcs8(t, ByName("ML-DSA-44"), octets(t, rawSK)))
	wantError(t, "ML-DSA-44", err, "pkcs8: ML-DSA-44: private key is in expanded form without the seed, which is needed")
}

func TestEdwardsContentErrors(t *testing.T) {
	for name, size := range map[string]int{"Ed25519": 32, "Ed448": 57} {
		s := ByName(name)
		_, sk := testKey(s)
		raw := []byte(rawBytes(t, sk))
		for what, c := range map[string]struct {
			content []byte
			want    string
		}{
			"bare":       {raw[:size], "private key: ..."},
			"short":      {octets(t, raw[:size-1]), "private key has ..."},
			"long":       {octets(t, raw, raw[:1]), "private key has ..."},
			"trailing":   {append(octets(t, raw[:size]), 0), "private key: 1 bytes after the end"},
			"public key": {octets(t, flipped(raw, size)), "public key: does not belong to the private key"},
		} {
			_, err := ParsePKCS8PrivateKey(pkcs8(t, s, c.content))
			wantError(t, name+", "+what, err, "pkcs8: "+name+": "+c.want)
		}
	}
}

// A key of one scheme under the number of another: the bytes alone cannot tell, the header and length can.
func TestKeyUnderOtherOID(t *testing.T) {
	for _, s := range scheme.All() {
		_, sk := testKey(s)
		content := octets(t, []byte(rawBytes(t, sk)))
		for _, other := range scheme.All() {
			_, err := ParsePKCS8PrivateKey(pkcs8(t, other, content))
			sameBytes := s.PrivateKeySize() == other.PrivateKeySize() // Falcon and its padded form share keys
			if !sameBytes {
				wantError(t, s.Name(), err, "pkcs8: "+other.Name()+": ...")
			} else if err != nil {
				t.Errorf("%s under the number of %s: %v", s.Name(), other.Name(), err)
			}
		}
	}
}

func TestEnvelopeErrors(t *testing.T) {
	s := scheme.FNDSA512()
	info, _ := Describe(s)
	pk, sk := testKey(s)
	seed := sk.(sign.Seeded).Seed()
	rawPK := []byte(rawBytes(t, pk))
	null := der.AlgorithmIdentifier{OID: info.OID, Parameters: []byte{5, 0}}
	unknown := der.AlgorithmIdentifier{OID: asn1.ObjectIdentifier{1, 2, 840, 10040, 4, 1}} // DSA
	alg := der.AlgorithmIdentifier{OID: info.OID}
	for want, k := range map[string]der.OneAsymmetricKey{
		"pkcs8: algorithm parameters must be absent (found NULL)": {Algorithm: null, PrivateKey: seedElement(t, seed)},
		"pkcs8: algorithm 1.2.840.10040.4.1 is not known":         {Algorithm: unknown, PrivateKey: seedElement(t, seed)},
		"pkcs8: FN-DSA-512: public key beside the private key: does not belong to the private key": {
			Algorithm: alg, PrivateKey: seedElement(t, seed), PublicKey: flipped(rawPK, 5)},
		"pkcs8: FN-DSA-512: public key beside the private key: 896 bytes, expected 897": {
			Algorithm: alg, PrivateKey: seedElement(t, seed), PublicKey: rawPK[1:]},
	} {
		data, err := k.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParsePKCS8PrivateKey(data)
		wantError(t, want, err, want)
	}
	_, err := ParsePKCS8PrivateKey(nil)
	wantError(t, "empty", err, "pkcs8: missing (expected SEQUENCE)")
	for want, spki := range map[string]der.SubjectPublicKeyInfo{
		"spki: algorithm parameters must be absent (found NULL)":                       {Algorithm: null, PublicKey: rawPK},
		"spki: algorithm 1.2.840.10040.4.1 is not known":                               {Algorithm: unknown, PublicKey: rawPK},
		"spki: FN-DSA-512: scheme: wrong size for public key: 901 bytes, expected 897": {Algorithm: alg, PublicKey: octets(t, rawPK)},
		"spki: FN-DSA-512: " + fndsa.ErrKeyEncoding.Error() + "...":                    {Algorithm: alg, PublicKey: flipped(rawPK, 0)},
	} {
		data, err := spki.Marshal()
		if err != nil {
			t.Fatal(err)
		}
		_, err = ParsePKIXPublicKey(data)
		wantError(t, want, err, want)
	}
	_, err = ParsePKIXPublicKey([]byte{0x30, 0x80})
	wantError(t, "indefinite length", err, "spki: truncated, or length not in DER form")
}

func TestMarshalErrors(t *testing.T) {
	pk, sk := testKey(scheme.FNDSA512())
	dilithium := ByName("Dilithium2")
	oldPK, oldSK := testKey(dilithium)
	foreign := wrappingKey{sk, fake{name: "foreign"}}
	for want, key := range map[string]any{
		"nil public key (<nil>)":                                            nil,
		"nil public key (*scheme.PublicKey)":                                (*scheme.PublicKey)(nil),
		"nil public key (*fndsa.PublicKey)":                                 (*fndsa.PublicKey)(nil),
		"zero key, without a scheme":                                        &scheme.PublicKey{},
		"scheme: nil or zero public key":                                    &fndsa.PublicKey{},
		"public key of type string is not supported":                        "a key",
		"public key of type *scheme.PrivateKey is not supported":            sk,
		"Dilithium2 has no object identifier, so its keys have no DER form": oldPK,
	} {
		_, err := MarshalPKIXPublicKey(key)
		wantError(t, want, err, want)
		_, err = MarshalPublicKeyPEM(key)
		wantError(t, want, err, want)
	}
	for want, key := range map[string]any{
		"nil private key (<nil>)":                                           nil,
		"nil private key (*scheme.PrivateKey)":                              (*scheme.PrivateKey)(nil),
		"nil private key (*fndsa.PrivateKey)":                               (*fndsa.PrivateKey)(nil),
		"zero key, without a scheme":                                        &scheme.PrivateKey{},
		"scheme: nil or zero private key":                                   &fndsa.PrivateKey{},
		"private key of type *scheme.PublicKey is not supported":            pk,
		"scheme foreign is not registered":                                  foreign,
		"Dilithium2 has no object identifier, so its keys have no DER form": oldSK,
	} {
		_, err := MarshalPKCS8PrivateKey(key)
		wantError(t, want, err, want)
		_, err = MarshalPrivateKeyPEM(key)
		wantError(t, want, err, want)
	}
	for want, layout := range map[string]Layout{
		`pkcs8: FN-DSA-512: private key form "oqs" is not defined (expected seed, expanded, both)`: {Form: FormOQS},
		`pkcs8: FN-DSA-512: private key form "x" is not defined (expected seed, expanded, both)`:   {Form: "x"},
		"pkcs8: FN-DSA-512: object identifier 1.3.9999.3.11 is not one of this scheme":             {OID: asn1.ObjectIdentifier{1, 3, 9999, 3, 11}},
		"pkcs8: attribute: found NULL, expected SEQUENCE":                                          {Attributes: []byte{5, 0}},
	} {
		_, err := MarshalPKCS8PrivateKeyLayout(sk, layout)
		wantError(t, want, err, want)
	}
	for name, want := range map[string]string{
		"Falcon-512":       `pkcs8: Falcon-512: private key form "seed" is not defined (expected oqs, expanded, bc)`,
		"Ed448":            `pkcs8: Ed448: private key form "seed" is not defined (expected standard, expanded)`,
		"Ed448-Dilithium3": `pkcs8: Ed448-Dilithium3: private key form "seed" is not defined (expected expanded)`,
	} {
		_, key := testKey(ByName(name))
		_, err := MarshalPKCS8PrivateKeyForm(key, FormSeed)
		wantError(t, want, err, want)
	}
}
