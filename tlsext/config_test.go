package tlsext

import (
	"reflect"
	"strings"
	"testing"
)

func TestConfigErrors(t *testing.T) {
	id, other := testIdentity(t, "P-256"), testIdentity(t, "Ed25519")
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"empty scheme list":     {func(c *Config) { c.SignatureSchemes = []SignatureScheme{} }, "SignatureSchemes: the list is empty"},
		"unknown scheme":        {func(c *Config) { c.SignatureSchemes = []SignatureScheme{0x9999} }, "SignatureSchemes[0]: 0x9999 is not supported"},
		"repeated scheme":       {func(c *Config) { c.SignatureSchemes = []SignatureScheme{Ed25519, Ed25519} }, "SignatureSchemes[1]: ed25519 appears twice"},
		"certificate-only":      {func(c *Config) { c.SignatureSchemes = []SignatureScheme{PKCS1WithSHA256} }, "rsa_pkcs1_sha256 cannot sign a TLS 1.3 handshake"},
		"unknown cert scheme":   {func(c *Config) { c.CertificateSchemes = []SignatureScheme{1} }, "CertificateSchemes[0]: 0x0001"},
		"unknown group":         {func(c *Config) { c.CurvePreferences = []CurveID{25} }, "CurvePreferences[0]: 0x0019"},
		"unknown suite":         {func(c *Config) { c.CipherSuites = []uint16{0xc02f} }, "CipherSuites[0]: 0xc02f"},
		"empty protocol":        {func(c *Config) { c.NextProtos = []string{"h2", ""} }, "NextProtos[1]: length 0"},
		"long protocol":         {func(c *Config) { c.NextProtos = []string{strings.Repeat("a", 256)} }, "NextProtos[0]: length 256"},
		"many protocols":        {func(c *Config) { c.NextProtos = strings.Split(strings.Repeat("abcdefgh,", 2000)+"a", ",") }, "too many"},
		"client auth":           {func(c *Config) { c.ClientAuth = 5 }, "ClientAuth: unknown policy 5"},
		"small size limit":      {func(c *Config) { c.RecordSizeLimit = 63 }, "RecordSizeLimit: 63"},
		"large size limit":      {func(c *Config) { c.RecordSizeLimit = 16386 }, "RecordSizeLimit: 16386"},
		"negative padding":      {func(c *Config) { c.RecordPadding = -1 }, "RecordPadding: -1"},
		"long server name":      {func(c *Config) { c.ServerName = strings.Repeat("a", 256) }, "ServerName: 256 bytes"},
		"empty chain":           {func(c *Config) { c.Certificates = []Certificate{{PrivateKey: id.key}} }, "Certificates[0]: the chain is empty"},
		"no key":                {func(c *Config) { c.Certificates = []Certificate{{Certificate: id.chain}} }, "Certificates[0]: PrivateKey does not implement crypto.Signer (<nil>)"},
		"key of another":        {func(c *Config) { c.Certificates = []Certificate{{Certificate: id.chain, PrivateKey: other.key}} }, "does not belong to the leaf"},
		"broken certificate":    {func(c *Config) { c.Certificates = []Certificate{{Certificate: [][]byte{{1}}, PrivateKey: id.key}} }, "Certificates[0]: certificate 0 of the chain"},
		"no scheme for the key": {func(c *Config) { c.SignatureSchemes = []SignatureScheme{Ed25519} }, "no enabled signature scheme fits the key"},
		"narrowed to nothing":   {func(c *Config) { c.Certificates[0].SupportedSignatureAlgorithms = []SignatureScheme{Ed25519} }, "no enabled signature scheme fits the key"},
		"huge chain": {func(c *Config) {
			c.Certificates[0].Certificate = append(c.Certificates[0].Certificate, make([]byte, 128<<10))
		}, "more than the"},
		"verify without anchors": {func(c *Config) { c.ClientAuth = RequireAndVerifyClientCert }, "ClientCAs is nil"},
		"no certificates":        {func(c *Config) { c.Certificates = nil }, "a server needs Certificates"},
	} {
		config := id.serverConfig()
		c.change(config)
		err := config.ValidateServer()
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "tlsext: config: ") {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
		if _, e := Listen("tcp", "127.0.0.1:0", config); e == nil {
			t.Errorf("%s: Listen accepts it", name)
		}
		a, _ := memPair(t)
		if e := Server(a, config).Handshake(); e == nil || e.Error() != err.Error() {
			t.Errorf("%s: Handshake says %v", name, e)
		}
	}
	for name, c := range map[string]*Config{"nil": nil, "no roots": {ServerName: "example.test"}, "no name": {RootCAs: id.pool()}} {
		if err := c.ValidateClient(); err == nil {
			t.Errorf("%s: accepted for a client", name)
		}
		if _, err := Dial("tcp", "127.0.0.1:1", c); err == nil {
			t.Errorf("%s: dialled", name)
		}
	}
	if err := (*Config)(nil).ValidateServer(); err == nil {
		t.Error("nil accepted for a server")
	}
}

// TestClone fills every exported field and compares: a field forgotten in Clone would
// be lost silently.
func TestClone(t *testing.T) {
	id := testIdentity(t, "P-256")
	c := id.serverConfig()
	v := reflect.ValueOf(c).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if !v.Type().Field(i).IsExported() {
			continue
		}
		switch f.Kind() {
		case reflect.Func:
			f.Set(reflect.MakeFunc(f.Type(), func([]reflect.Value) []reflect.Value { return nil }))
		case reflect.Slice:
			f.Set(reflect.MakeSlice(f.Type(), 1, 1))
		case reflect.Pointer:
			f.Set(reflect.New(f.Type().Elem()))
		case reflect.Bool:
			f.SetBool(true)
		case reflect.Int, reflect.Int64:
			f.SetInt(1)
		case reflect.String:
			f.SetString("x")
		}
	}
	c.Rand, c.KeyLogWriter = strings.NewReader(""), new(strings.Builder)
	c.ClientSessionCache = NewLRUClientSessionCache(1)
	w := reflect.ValueOf(c.Clone()).Elem()
	for i := range v.NumField() {
		name := v.Type().Field(i).Name
		if !v.Type().Field(i).IsExported() {
			continue
		}
		if v.Field(i).IsZero() {
			t.Errorf("%s: the test does not fill it", name)
		}
		if w.Field(i).IsZero() {
			t.Errorf("%s: lost by Clone", name)
		}
	}
}

func TestLRUCache(t *testing.T) {
	c := NewLRUClientSessionCache(2)
	a, b := new(ClientSessionState), new(ClientSessionState)
	c.Put("a", a)
	c.Put("b", b)
	c.Get("a")
	c.Put("c", b)
	if _, ok := c.Get("b"); ok {
		t.Error("the least recently used entry stayed")
	}
	if got, ok := c.Get("a"); !ok || got != a {
		t.Error("the most recently used entry is gone")
	}
	c.Put("a", nil)
	if _, ok := c.Get("a"); ok {
		t.Error("entry removed but there")
	}
}
