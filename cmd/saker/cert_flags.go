package main

import (
	"crypto/x509"
	"crypto/x509/pkix"
	"net"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"
)

// subjectFlags say whom a certificate or a request names.
type subjectFlags struct {
	cn            string
	org, dns, ips []string
}

func (f *subjectFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.cn, "cn", "", "common name of the subject")
	flags.StringArrayVar(&f.org, "org", nil, "organization of the subject (may be repeated)")
	flags.StringSliceVar(&f.dns, "dns", nil, "host names the certificate is for")
	flags.StringSliceVar(&f.ips, "ip", nil, "IP addresses the certificate is for")
}

func (f *subjectFlags) name() pkix.Name {
	return pkix.Name{CommonName: f.cn, Organization: f.org}
}

func (f *subjectFlags) addresses() ([]net.IP, error) {
	var ips []net.IP
	for _, text := range f.ips {
		ip := net.ParseIP(text)
		if ip == nil {
			return nil, usagef("", "--ip: found %q, expected an IP address", text)
		}
		ips = append(ips, ip)
	}
	return ips, nil
}

// hosts returns the host names after a look at their form.
func (f *subjectFlags) hosts() ([]string, error) {
	if f.dns != nil && len(f.dns) == 0 {
		return nil, usagef("", "--dns: found \"\", expected a host name") // --dns ""
	}
	for _, name := range f.dns {
		if isHostName(name) {
			continue
		}
		hint := "for example www.example.org or *.example.org"
		switch {
		case net.ParseIP(name) != nil:
			hint = "addresses go in --ip"
		case strings.ContainsFunc(name, func(r rune) bool { return r > unicode.MaxASCII }):
			hint = "write the A-label, xn--..."
		case strings.Contains(name, "://"):
			hint = "the name alone, without the scheme and the path of a URL"
		}
		return nil, usagef(hint, "--dns: found %q, expected a host name", name)
	}
	return f.dns, nil
}

// isHostName tells names in the preferred form of RFC 1034, section 3.5, also
// with the underscores that are in use and a wildcard as the first label.
func isHostName(name string) bool {
	if len(name) > 253 || net.ParseIP(name) != nil {
		return false
	}
	for label := range strings.SplitSeq(strings.TrimPrefix(name, "*."), ".") {
		if label == "" || len(label) > 63 || label[0] == '-' || label[len(label)-1] == '-' {
			return false
		}
		for _, c := range []byte(label) {
			isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
			if !isLetter && (c < '0' || c > '9') && c != '-' && c != '_' {
				return false
			}
		}
	}
	return true
}

func (f *subjectFlags) empty() bool {
	return f.cn == "" && len(f.org)+len(f.dns)+len(f.ips) == 0
}

// certFlags say what is in a certificate beside the subject and the key.
type certFlags struct {
	usage            []string
	days, pathLength int
	ca               bool
}

func (f *certFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.usage, "usage", nil, "extended key usage: server, client, any (default: none named)")
	flags.IntVar(&f.days, "days", 365, "days the certificate is valid, from now")
	flags.BoolVar(&f.ca, "ca", false, "the subject may issue certificates")
	flags.IntVar(&f.pathLength, "path-length", -1, "with --ca: how many CAs may follow below (-1: any number)")
}

// template turns the flags into what x509ext.CreateCertificate takes.
func (f *certFlags) template(subject *subjectFlags, now time.Time) (*x509.Certificate, error) {
	switch {
	case f.days < 1 || f.days > 36500:
		return nil, usagef("", "--days: found %d, expected 1 to 36500", f.days)
	case !f.ca && f.pathLength != -1:
		return nil, usagef("add --ca, or leave --path-length out", "--path-length is for CA certificates")
	case f.pathLength < -1:
		return nil, usagef("", "--path-length: found %d, expected -1 or more", f.pathLength)
	}
	begin := now.Truncate(time.Second)
	t := &x509.Certificate{
		Subject:               subject.name(),
		NotBefore:             begin,
		NotAfter:              begin.AddDate(0, 0, f.days),
		KeyUsage:              x509.KeyUsageDigitalSignature,
		BasicConstraintsValid: true,
		IsCA:                  f.ca,
	}
	if f.ca {
		t.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageCRLSign
		t.MaxPathLen = f.pathLength
		t.MaxPathLenZero = f.pathLength == 0
	}
	for _, name := range f.usage {
		usage, err := extendedUsage(name)
		if err != nil {
			return nil, err
		}
		t.ExtKeyUsage = append(t.ExtKeyUsage, usage)
	}
	var err error
	if t.DNSNames, err = subject.hosts(); err != nil {
		return nil, err
	}
	t.IPAddresses, err = subject.addresses()
	return t, err
}

func extendedUsage(name string) (x509.ExtKeyUsage, error) {
	switch name {
	case "server":
		return x509.ExtKeyUsageServerAuth, nil
	case "client":
		return x509.ExtKeyUsageClientAuth, nil
	case "any":
		return x509.ExtKeyUsageAny, nil
	}
	return 0, usagef("", "--usage: found %q, expected server, client or any", name)
}

// checkNames refuses a certificate that names nobody, and a CA that nothing
// could name as its issuer.
func checkNames(t *x509.Certificate) error {
	hasName := t.Subject.String() != ""
	if t.IsCA && !hasName {
		return usagef("for example --cn \"Example Root\"", "found no subject name for a CA, expected --cn or --org")
	}
	if !hasName && len(t.DNSNames)+len(t.IPAddresses)+len(t.EmailAddresses)+len(t.URIs) == 0 {
		return errNoName()
	}
	return nil
}

func errNoName() error {
	return usagef("for example --cn \"Example Root\" or --dns www.example.org",
		"found no name for the subject, expected --cn, --org, --dns or --ip")
}
