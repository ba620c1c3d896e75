package cfsslca

import (
	"fmt"
	"maps"
	"slices"

	"github.com/cloudflare/cfssl/config"
	cferr "github.com/cloudflare/cfssl/errors"
)

// encryptionUsages are the key usages of a signing profile, by CFSSL's names,
// that a key which only signs cannot have.
var encryptionUsages = []string{"key encipherment", "data encipherment", "key agreement", "encipher only", "decipher only"}

// maskProfile returns a copy of profile without the encryption usages. A
// profile that allows no other key usage is CFSSL's policy error for a profile
// without any: a certificate with no keyUsage would allow more, not less.
func maskProfile(profile *config.SigningProfile) (*config.SigningProfile, error) {
	masked := *profile
	masked.Usage = slices.DeleteFunc(slices.Clone(profile.Usage), func(usage string) bool {
		return slices.Contains(encryptionUsages, usage)
	})
	before, _, _ := profile.Usages()
	after, _, _ := masked.Usages()
	if before != 0 && after == 0 {
		return nil, cferr.New(cferr.PolicyError, cferr.NoKeyUsages)
	}
	return &masked, nil
}

// selectProfile finds the profile that a request names, as CFSSL does: one
// that is not there means the default.
func selectProfile(policy *config.Signing, name string) (*config.SigningProfile, error) {
	if policy == nil || policy.Default == nil {
		return nil, cferr.New(cferr.PolicyError, cferr.InvalidPolicy)
	}
	if p := policy.Profiles[name]; p != nil && name != "" {
		return p, nil
	}
	return policy.Default, nil
}

// replaceProfile returns a policy with next in the place of the profile that
// selectProfile finds. Nothing of the old policy changes: others use it.
func replaceProfile(policy *config.Signing, name string, next *config.SigningProfile) *config.Signing {
	changed := &config.Signing{Profiles: maps.Clone(policy.Profiles), Default: policy.Default}
	if p := policy.Profiles[name]; p != nil && name != "" {
		changed.Profiles[name] = next
	} else {
		changed.Default = next
	}
	return changed
}

// checkPolicy refuses what a signer here would do otherwise than the policy
// says. resealing tells whether the CA's key is one that CFSSL cannot use.
func checkPolicy(policy *config.Signing, resealing bool) error {
	if !policy.Valid() {
		return cferr.New(cferr.PolicyError, cferr.InvalidPolicy)
	}
	if err := checkProfile("default", policy.Default, resealing); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(policy.Profiles)) {
		if err := checkProfile(name, policy.Profiles[name], resealing); err != nil {
			return err
		}
	}
	return nil
}

// checkProfile refuses profiles whose certificates somebody else is to sign,
// and, where certificates are resealed, those with certificate transparency:
// what CFSSL sends to the logs bears a shadow key, and the logs would accept
// none of the real keys.
func checkProfile(name string, p *config.SigningProfile, resealing bool) error {
	if p.RemoteName != "" || p.RemoteServer != "" || p.AuthRemote.RemoteName != "" {
		return policyError("cfsslca: profile %q: remote signers are not supported", name)
	}
	if resealing && len(p.CTLogServers) > 0 {
		return policyError("cfsslca: profile %q: ct_log_servers are not supported with these keys", name)
	}
	return nil
}

// policyError is CFSSL's error for a policy that cannot be followed, with a
// text that says why.
func policyError(format string, args ...any) error {
	return cferr.Wrap(cferr.PolicyError, cferr.InvalidPolicy, fmt.Errorf(format, args...))
}
