package tlsext

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"golang.org/x/sys/cpu"

	"github.com/saker-pq/saker/tlsext/internal/keyexchange"
	"github.com/saker-pq/saker/tlsext/internal/keyschedule"
	"github.com/saker-pq/saker/tlsext/internal/record"
	"github.com/saker-pq/saker/tlsext/internal/sigscheme"
)

// settings is a Config after it was checked, with defaults filled in.
type settings struct {
	rand         io.Reader
	now          func() time.Time
	timeout      time.Duration // 0: none
	suites       []*keyschedule.Suite
	groups       []*keyexchange.Group
	schemes      []*sigscheme.Scheme
	certSchemes  []*sigscheme.Scheme
	certificates []*credential
}

// ValidateClient reports what keeps the configuration from being used by a client.
func (c *Config) ValidateClient() error {
	if c == nil {
		return errors.New("tlsext: config: nil, but a client needs RootCAs and ServerName")
	}
	if _, err := c.settle(); err != nil {
		return err
	}
	if c.InsecureSkipVerify {
		return nil
	}
	if c.ServerName == "" {
		return errors.New("tlsext: config: a client needs ServerName or InsecureSkipVerify")
	}
	if c.RootCAs == nil {
		return errors.New("tlsext: config: a client needs RootCAs or InsecureSkipVerify")
	}
	return nil
}

// ValidateServer reports what keeps the configuration from being used by a server.
func (c *Config) ValidateServer() error {
	if c == nil {
		return errors.New("tlsext: config: nil, but a server needs Certificates or GetCertificate")
	}
	if _, err := c.settle(); err != nil {
		return err
	}
	if len(c.Certificates) == 0 && c.GetCertificate == nil {
		return errors.New("tlsext: config: a server needs Certificates or GetCertificate")
	}
	verifies := c.ClientAuth == VerifyClientCertIfGiven || c.ClientAuth == RequireAndVerifyClientCert
	if verifies && c.ClientCAs == nil {
		return errors.New("tlsext: config: ClientAuth asks for verified certificates, but ClientCAs is nil")
	}
	return nil
}

// settle checks the fields that clients and servers share, once.
func (c *Config) settle() (*settings, error) {
	c.once.Do(func() {
		if c.settled, c.err = c.check(); c.err != nil {
			c.err = fmt.Errorf("tlsext: config: %w", c.err)
		}
	})
	return c.settled, c.err
}

func (c *Config) check() (*settings, error) {
	s := &settings{rand: c.Rand, now: c.Time, timeout: c.HandshakeTimeout}
	if s.rand == nil {
		s.rand = rand.Reader
	}
	if s.now == nil {
		s.now = time.Now
	}
	switch {
	case s.timeout == 0:
		s.timeout = DefaultHandshakeTimeout
	case s.timeout < 0:
		s.timeout = 0
	}
	if c.ClientAuth < NoClientCert || c.ClientAuth > RequireAndVerifyClientCert {
		return nil, fmt.Errorf("ClientAuth: unknown policy %d", c.ClientAuth)
	}
	if n := c.RecordSizeLimit; n != 0 && (n < record.MinSizeLimit || n > record.MaxInner) {
		return nil, fmt.Errorf("RecordSizeLimit: %d is not between %d and %d", n, record.MinSizeLimit, record.MaxInner)
	}
	if n := c.RecordPadding; n < 0 || n > record.MaxInner {
		return nil, fmt.Errorf("RecordPadding: %d is not between 0 and %d", n, record.MaxInner)
	}
	if len(c.ServerName) > 255 {
		return nil, fmt.Errorf("ServerName: %d bytes are longer than a host name can be", len(c.ServerName))
	}
	if err := checkProtocols(c.NextProtos); err != nil {
		return nil, err
	}
	if err := s.checkLists(c); err != nil {
		return nil, err
	}
	for i := range c.Certificates {
		cred, err := s.newCredential(&c.Certificates[i])
		if err != nil {
			return nil, fmt.Errorf("config: Certificates[%d]: %w", i, err)
		}
		s.certificates = append(s.certificates, cred)
	}
	return s, nil
}

// checkProtocols keeps the list inside one extension.
func checkProtocols(protos []string) error {
	total := 0
	for i, p := range protos {
		if len(p) == 0 || len(p) > 255 {
			return fmt.Errorf("NextProtos[%d]: length %d is not between 1 and 255", i, len(p))
		}
		total += 1 + len(p)
	}
	if total > 1<<14 {
		return fmt.Errorf("NextProtos: %d bytes are too many for a ClientHello", total)
	}
	return nil
}

// checkLists resolves the lists of code points.
func (s *settings) checkLists(c *Config) (err error) {
	s.suites = defaultSuites()
	if c.CipherSuites != nil {
		if s.suites, err = resolve("CipherSuites", c.CipherSuites, keyschedule.SuiteByID); err != nil {
			return err
		}
	}
	s.groups = keyexchange.All
	if c.CurvePreferences != nil {
		if s.groups, err = resolve("CurvePreferences", c.CurvePreferences, keyexchange.ByID); err != nil {
			return err
		}
	}
	s.schemes = sigscheme.Default()
	if c.SignatureSchemes != nil {
		if s.schemes, err = resolve("SignatureSchemes", c.SignatureSchemes, sigscheme.ByID); err != nil {
			return err
		}
	}
	for i, k := range s.schemes {
		if k.CertificateOnly {
			return fmt.Errorf("SignatureSchemes[%d]: %s cannot sign a TLS 1.3 handshake; it belongs in CertificateSchemes", i, k.Name)
		}
	}
	if c.CertificateSchemes != nil {
		s.certSchemes, err = resolve("CertificateSchemes", c.CertificateSchemes, sigscheme.ByID)
		return err
	}
	s.certSchemes = slices.Clone(s.schemes)
	for _, pair := range [][2]uint16{
		{sigscheme.PSSWithSHA256, sigscheme.PKCS1WithSHA256},
		{sigscheme.PSSWithSHA384, sigscheme.PKCS1WithSHA384},
		{sigscheme.PSSWithSHA512, sigscheme.PKCS1WithSHA512},
	} {
		if findScheme(s.schemes, pair[0]) != nil {
			s.certSchemes = append(s.certSchemes, sigscheme.ByID(pair[1]))
		}
	}
	return nil
}

// resolve turns code points into descriptions; unknown and repeated ones are errors.
func resolve[ID ~uint16, T any](field string, ids []ID, byID func(uint16) *T) ([]*T, error) {
	if len(ids) == 0 {
		return nil, fmt.Errorf("%s: the list is empty; nil means the default", field)
	}
	var list []*T
	for i, id := range ids {
		v := byID(uint16(id))
		if v == nil {
			return nil, fmt.Errorf("%s[%d]: 0x%04x is not supported", field, i, uint16(id))
		}
		if slices.Contains(ids[:i], id) {
			return nil, fmt.Errorf("%s[%d]: %v appears twice", field, i, id)
		}
		list = append(list, v)
	}
	return list, nil
}

// defaultSuites puts ChaCha20 first where AES would run in software, which is slow and
// not constant-time.
func defaultSuites() []*keyschedule.Suite {
	hardware := cpu.X86.HasAES && cpu.X86.HasPCLMULQDQ || cpu.ARM64.HasAES && cpu.ARM64.HasPMULL || cpu.S390X.HasAESGCM
	if hardware {
		return []*keyschedule.Suite{keyschedule.AES128GCM, keyschedule.AES256GCM, keyschedule.ChaCha20}
	}
	return []*keyschedule.Suite{keyschedule.ChaCha20, keyschedule.AES128GCM, keyschedule.AES256GCM}
}

// findScheme returns the scheme with a code point from a list, or nil.
func findScheme(list []*sigscheme.Scheme, id uint16) *sigscheme.Scheme {
	for _, s := range list {
		if s.ID == id {
			return s
		}
	}
	return nil
}

func schemeIDs(list []*sigscheme.Scheme) []uint16 {
	ids := make([]uint16, len(list))
	for i, s := range list {
		ids[i] = s.ID
	}
	return ids
}

func publicIDs[ID ~uint16](list []uint16) []ID {
	out := make([]ID, len(list))
	for i, v := range list {
		out[i] = ID(v)
	}
	return out
}
