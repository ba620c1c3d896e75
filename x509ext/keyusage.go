package x509ext

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"fmt"
)

var oidKeyUsage = asn1.ObjectIdentifier{2, 5, 29, 15}

const signatureUsages = x509.KeyUsageDigitalSignature | x509.KeyUsageContentCommitment | x509.KeyUsageCertSign | x509.KeyUsageCRLSign

var keyUsageNames = []string{"digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement", "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly"}

// checkKeyUsage applies the rule for keys that can only sign: a keyUsage
// extension, if there is one, names at least one kind of signing and nothing
// else (RFC 9881, section 5, says it for ML-DSA; the other drafts repeat it).
func checkKeyUsage(usage x509.KeyUsage, extensions []pkix.Extension, scheme string) error {
	present := false
	for _, e := range extensions {
		present = present || e.Id.Equal(oidKeyUsage)
	}
	if !present {
		return nil
	}
	if usage&signatureUsages == 0 {
		return fmt.Errorf("x509ext: keyUsage: a %s key needs digitalSignature, nonRepudiation, keyCertSign or cRLSign (found none of them)", scheme)
	}
	for i, name := range keyUsageNames {
		if bit := x509.KeyUsage(1) << i; usage&bit != 0 && signatureUsages&bit == 0 {
			return fmt.Errorf("x509ext: keyUsage: a %s key can only sign (found %s)", scheme, name)
		}
	}
	return nil
}
