package cms

import (
	"crypto"
	"crypto/rand"
	"slices"
	"time"

	"github.com/saker-pq/saker/internal/der"
	"github.com/saker-pq/saker/x509ext"
	"golang.org/x/crypto/cryptobyte"
	"golang.org/x/crypto/cryptobyte/asn1"
)

// standardAttributes are those that Sign would write about a content.
func standardAttributes(id identity, content []byte) []Attribute {
	digest, algorithm, _, err := chooseAlgorithm(id.Certificate, DigestDefault)
	if err != nil {
		panic(err)
	}
	set := must(newSignedAttributes(oidData, digest.sum(content), digest.identifier(), algorithm, Options{SigningTime: now}))
	return must(parseSet(set))
}

// parseSet reads signed attributes under the SET OF tag.
func parseSet(set []byte) ([]Attribute, error) {
	content, err := der.ParseElement(set, asn1.SET, "test")
	if err != nil {
		return nil, err
	}
	return parseAttributes(content, "test", true)
}

// craft makes a message that Sign might refuse to make: with any attributes,
// nil for a bare content, properly signed, and edited afterwards.
func craft(id identity, content []byte, attributes []Attribute, edit func(*SignedData, *SignerInfo)) []byte {
	digest, algorithm, options, err := chooseAlgorithm(id.Certificate, DigestDefault)
	if err != nil {
		panic(err)
	}
	info := &SignerInfo{
		RawIssuer: id.Certificate.RawIssuer, SerialNumber: id.Certificate.SerialNumber, version: versionIssuerAndSerial,
		digestAlgorithm: digest.identifier(), signatureAlgorithm: algorithm,
	}
	message := content
	if attributes != nil {
		info.signedAttributes = must(marshalAttributes(attributes))
		message = info.signedAttributes
	}
	info.Signature = must(crypto.SignMessage(id.Key, rand.Reader, message, options))
	s := &SignedData{
		ContentType: oidData, Content: content, version: versionIssuerAndSerial,
		Certificates: []*x509ext.Certificate{id.Certificate}, digestAlgorithms: []der.AlgorithmIdentifier{digest.identifier()},
	}
	if edit != nil {
		edit(s, info)
	}
	info.raw = must(info.marshal())
	s.Signers = append(s.Signers, info)
	return must(s.marshal())
}

// without removes the attributes of a type.
func without(list []Attribute, oid []int) []Attribute {
	return slices.DeleteFunc(slices.Clone(list), func(a Attribute) bool { return slices.Equal(a.Type, oid) })
}

// with replaces the attribute of a type, or removes it if there are no values.
func with(list []Attribute, oid []int, values ...[]byte) []Attribute {
	return append(without(list, oid), Attribute{Type: oid, Values: values})
}

// value writes one element.
func value(write func(b *cryptobyte.Builder)) []byte {
	var b cryptobyte.Builder
	write(&b)
	return must(b.Bytes())
}

func timeElement(at time.Time) []byte {
	return value(func(b *cryptobyte.Builder) { addTime(b, at) })
}
