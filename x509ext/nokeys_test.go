package x509ext_test

import (
	"crypto"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/cloudflare/circl/sign"

	"github.com/saker-pq/saker/fndsa"
	"github.com/saker-pq/saker/hybrid"
	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/scheme"
)

// The packages whose exported functions and methods are called below, with the folders of their sources.
var packages = map[string]string{"provider": "../provider", "scheme": "../scheme", "hybrid": "../hybrid", "x509ext": ".", "cms": "cms"}

// exported lists the exported functions ("cms.Sign") and methods of exported types ("hybrid.PublicKey.Equal").
func exported(t *testing.T) map[string]bool {
	t.Helper()
	list := map[string]bool{}
	for name, folder := range packages {
		noTests := func(info fs.FileInfo) bool { return !strings.HasSuffix(info.Name(), "_test.go") }
		//lint:ignore SA1019 build constraints do not matter here
		parsed, err := parser.ParseDir(token.NewFileSet(), folder, noTests, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range parsed[name].Files {
			for _, declaration := range file.Decls {
				f, ok := declaration.(*ast.FuncDecl)
				if !ok || !f.Name.IsExported() {
					continue
				}
				if f.Recv == nil {
					list[name+"."+f.Name.Name] = true
					continue
				}
				receiver := f.Recv.List[0].Type
				if star, ok := receiver.(*ast.StarExpr); ok {
					receiver = star.X
				}
				if id, ok := receiver.(*ast.Ident); ok && id.IsExported() {
					list[name+"."+id.Name+"."+f.Name.Name] = true
				}
			}
		}
	}
	return list
}

// mayPanic are the methods whose panics CIRCL's interface sign.Scheme demands, as their documentation says.
var mayPanic = map[string]bool{"hybrid.Scheme.Sign": true, "hybrid.Scheme.Verify": true, "hybrid.Scheme.DeriveKey": true}

// needsReceiver are the methods that a nil receiver makes panic: those of errors, and those that add to a pool, where
// the alternative is to lose the certificate silently.
var needsReceiver = map[string]bool{
	"x509ext.ChainError.Error": true, "x509ext.ChainError.Unwrap": true, "x509ext.UnsupportedAlgorithmError.Error": true,
	"cms.SignerError.Error": true, "cms.SignerError.Unwrap": true, "x509ext.CertPool.AddCert": true, "x509ext.CertPool.AppendCertsFromPEM": true,
}

// mayBeNil are the places in which nil stands for a key that is left out.
var mayBeNil = map[string]bool{"x509ext.CreateAlternativeCertificate, argument 5: PublicKey nil": true}

var (
	keyTypes = []reflect.Type{
		reflect.TypeFor[any](), reflect.TypeFor[crypto.PublicKey](), reflect.TypeFor[crypto.PrivateKey](), reflect.TypeFor[crypto.Signer](),
		reflect.TypeFor[sign.PublicKey](), reflect.TypeFor[sign.PrivateKey](), reflect.TypeFor[sign.Scheme](),
		reflect.TypeFor[*hybrid.PrivateKey](), reflect.TypeFor[*hybrid.Scheme](), reflect.TypeFor[*fndsa.PublicKey](), reflect.TypeFor[*fndsa.PrivateKey](),
	}
	errorType = reflect.TypeFor[error]()
)

// A variant is an argument in which one thing is wrong.
type variant struct {
	name  string
	value reflect.Value
	isKey bool // a key is what is wrong
}

// variants changes good in every place: keys in it become noKeys, all other things zero, and bytes short.
func variants(good reflect.Value, typ reflect.Type) []variant {
	var list []variant
	if slices.Contains(keyTypes, typ) {
		for _, k := range noKeys() {
			value := reflect.Zero(typ)
			if k.value != nil {
				value = reflect.ValueOf(k.value)
			}
			if value.Type().AssignableTo(typ) {
				list = append(list, variant{k.name, value, true})
			}
		}
		return list
	}
	list = append(list, variant{name: "zero", value: reflect.Zero(typ)})
	switch typ.Kind() {
	case reflect.Pointer:
		list = append(list, variant{name: "pointer to zero", value: reflect.New(typ.Elem())})
	case reflect.Slice:
		if typ.Elem().Kind() == reflect.Uint8 {
			for _, b := range []string{"", "0", "0\x80", "0\x00", "\x04\x00", strings.Repeat("0", 100), "-----BEGIN X-----\n-----END X-----\n"} {
				list = append(list, variant{name: fmt.Sprintf("%q", b), value: reflect.ValueOf([]byte(b)).Convert(typ)})
			}
			return append(list, variant{name: "cut", value: good.Slice(0, good.Len()/2)})
		}
		if good.Len() > 0 {
			for _, v := range variants(good.Index(0), typ.Elem()) {
				value := reflect.MakeSlice(typ, 1, 1)
				value.Index(0).Set(v.value)
				list = append(list, variant{"element " + v.name, value, v.isKey})
			}
		}
	case reflect.Struct:
		for i := range typ.NumField() {
			if !typ.Field(i).IsExported() {
				continue
			}
			for _, v := range variants(good.Field(i), typ.Field(i).Type) {
				value := reflect.New(typ).Elem()
				value.Set(good)
				value.Field(i).Set(v.value)
				list = append(list, variant{typ.Field(i).Name + " " + v.name, value, v.isKey})
			}
		}
	}
	return list
}

// call calls f and returns its error and whether it has one, or what it panicked with. Where it answers yes or no, no
// stands for an error.
func call(f reflect.Value, args []reflect.Value) (hasError bool, panicked any, err error) {
	defer func() { panicked = recover() }()
	results := f.Call(args)
	if len(results) == 0 {
		return false, nil, nil
	}
	switch last := results[len(results)-1]; {
	case last.Type() == errorType:
		err, _ = last.Interface().(error)
		return true, nil, err
	case last.Kind() == reflect.Bool && !last.Bool():
		return true, nil, errNo
	case last.Kind() == reflect.Bool:
		return true, nil, nil
	}
	return false, nil, nil
}

var errNo = errors.New("no")

// arguments prepares values for f.
func arguments(f reflect.Value, values []any) []reflect.Value {
	args := make([]reflect.Value, len(values))
	for i, value := range values {
		if args[i] = reflect.Zero(f.Type().In(i)); value != nil {
			args[i] = reflect.ValueOf(value)
		}
	}
	return args
}

// try calls f with every variant of each argument. Nothing may panic, and what is no key is an error.
func try(t *testing.T, name string, f reflect.Value, good []any) {
	t.Helper()
	args := arguments(f, good)
	for i, kept := range args {
		value := kept
		if value.Kind() == reflect.Interface && !value.IsNil() {
			value = value.Elem()
		}
		for _, v := range variants(value, f.Type().In(i)) {
			args[i] = v.value
			place := fmt.Sprintf("%s, argument %d: %s", name, i, v.name)
			hasError, panicked, err := call(f, args)
			if panicked != nil && !mayPanic[name] {
				t.Errorf("%s: panic: %v", place, panicked)
			}
			if panicked == nil && hasError && v.isKey && err == nil && !mayBeNil[place] {
				t.Errorf("%s: no error", place)
			}
		}
		args[i] = kept
	}
}

// TestNoKeys calls every exported function with everything that is no key in the place of every key, and with
// other bad arguments.
func TestNoKeys(t *testing.T) {
	missing := exported(t)
	for name, c := range functions(t) {
		if !missing[name] {
			t.Errorf("%s does not exist", name)
		}
		delete(missing, name)
		t.Run(name, func(t *testing.T) {
			f := reflect.ValueOf(c.function)
			if _, panicked, err := call(f, arguments(f, c.good)); panicked != nil || (err != nil) != c.fails {
				t.Fatalf("with good arguments: error %v, panic %v", err, panicked)
			}
			try(t, name, f, c.good)
		})
	}
	for name := range missing {
		if strings.Count(name, ".") == 1 {
			t.Errorf("%s is not in the list of functions", name)
		}
	}
}

// TestNoReceivers calls every exported method of nil, zero and good receivers: empty ones give errors, and nothing
// panics.
func TestNoReceivers(t *testing.T) {
	missing := exported(t)
	for typeName, r := range receivers(t) {
		typ := reflect.TypeOf(r.good)
		for i := range typ.NumMethod() {
			method := typ.Method(i).Name
			name := typeName + "." + method
			if !missing[name] {
				continue // a method of an embedded type
			}
			delete(missing, name)
			var empty []reflect.Value
			if !needsReceiver[name] {
				empty = append(empty, reflect.Zero(typ))
			}
			if typ.Kind() == reflect.Pointer {
				empty = append(empty, reflect.New(typ.Elem()))
			}
			for _, receiver := range empty {
				f := receiver.Method(i)
				hasError, panicked, err := call(f, arguments(f, r.arguments[method]))
				if panicked != nil && !mayPanic[name] {
					t.Errorf("%s of %#v: panic: %v", name, receiver, panicked)
				}
				if panicked == nil && hasError && err == nil && !r.noErrors {
					t.Errorf("%s of %#v: no error", name, receiver)
				}
			}
			try(t, name, reflect.ValueOf(r.good).Method(i), r.arguments[method])
		}
	}
	for name := range missing {
		if strings.Count(name, ".") == 2 {
			t.Errorf("%s is not a method of the listed receivers", name)
		}
	}
}

// TestNoKeysInCodecs: the codecs that Describe hands out refuse what is no key of their scheme, and bytes that are none.
func TestNoKeysInCodecs(t *testing.T) {
	_, foreign := scheme.FNDSA512().DeriveKey(make([]byte, 32))
	for _, s := range provider.All() {
		info, _ := provider.Describe(s)
		for _, k := range append(noKeys(), noKey{"a key of FN-DSA-512", foreign}) {
			key, ok := k.value.(sign.PrivateKey)
			if k.value != nil && !ok || key != nil && s == scheme.FNDSA512() && k.value == foreign {
				continue
			}
			for _, form := range append(info.Codec.Forms(), info.Codec.DefaultForm(key)) {
				data, err := info.Codec.MarshalPrivateKey(key, form)
				if err == nil || data != nil {
					t.Errorf("%s, form %s, %s: error %v and %d bytes", s.Name(), form, k.name, err, len(data))
				}
			}
		}
		for _, content := range []string{"", "\x00", "\x04", "\x04\x00", "\x80\x00", "\x80\x01\x00", "0\x00", "0\x04\x04\x00\x04\x00", "0\x80", "\x04\x01\x00"} {
			if key, _, err := info.Codec.ParsePrivateKey([]byte(content)); err == nil {
				t.Errorf("%s: %q was read as %T", s.Name(), content, key)
			}
		}
	}
}
