// Command exported-authenticator adds FN-DSA-512 authentication to a connection of
// crypto/tls (RFC 9261). Client and server connect with an ordinary ECDSA certificate;
// then the client asks, inside the connection, for a proof with FN-DSA, and talks to the
// server only after it was given.
//
//	go run ./examples/exported-authenticator
package main

import (
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/binary"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"os"
	"time"

	"github.com/saker-pq/saker/provider"
	"github.com/saker-pq/saker/tlsext"
	"github.com/saker-pq/saker/tlsext/authenticator"
	"github.com/saker-pq/saker/x509ext"
)

const (
	host = "localhost"
	alg  = "FN-DSA-512"
)

func main() {
	if err := run(os.Stdout); err != nil {
		log.Fatal(err)
	}
}

func run(out io.Writer) error {
	classicalKey, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	_, postQuantumKey, err := provider.ByName(alg).GenerateKey()
	if err != nil {
		return err
	}
	classical, err := selfSigned(classicalKey)
	if err != nil {
		return err
	}
	postQuantum, err := selfSigned(postQuantumKey)
	if err != nil {
		return err
	}
	listener, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{{Certificate: [][]byte{classical.Raw}, PrivateKey: classicalKey}},
	})
	if err != nil {
		return err
	}
	defer listener.Close()
	served := make(chan error, 1)
	go func() {
		served <- serve(listener, tlsext.Certificate{Certificate: [][]byte{postQuantum.Raw}, PrivateKey: postQuantumKey})
	}()
	if err := connect(listener.Addr().String(), classical, postQuantum, out); err != nil {
		return err
	}
	return <-served
}

// serve answers one client: first the proof it asks for, then a greeting.
func serve(listener net.Listener, certificate tlsext.Certificate) error {
	accepted, err := listener.Accept()
	if err != nil {
		return err
	}
	conn := accepted.(*tls.Conn)
	defer conn.Close()
	if err := conn.Handshake(); err != nil {
		return err
	}
	endpoint, err := authenticator.ForStock(conn.ConnectionState(), authenticator.Server)
	if err != nil {
		return err
	}
	request, err := readFrame(conn)
	if err != nil {
		return err
	}
	answer, err := endpoint.Authenticate(request, certificate)
	if err != nil {
		return err
	}
	if err := writeFrame(conn, answer); err != nil {
		return err
	}
	return writeFrame(conn, []byte("hello"))
}

// connect trusts one root for the handshake and another for the proof.
func connect(address string, classical, postQuantum *x509ext.Certificate, out io.Writer) error {
	stockRoots := x509.NewCertPool()
	stockRoots.AddCert(classical.Certificate)
	conn, err := tls.Dial("tcp", address, &tls.Config{RootCAs: stockRoots, ServerName: host, MinVersion: tls.VersionTLS13})
	if err != nil {
		return err
	}
	defer conn.Close()
	endpoint, err := authenticator.ForStock(conn.ConnectionState(), authenticator.Client)
	if err != nil {
		return err
	}
	info, _ := provider.Describe(provider.ByName(alg))
	request, err := endpoint.Request(&authenticator.RequestOptions{
		SignatureSchemes: []tlsext.SignatureScheme{tlsext.SignatureScheme(info.TLSIdentifier)},
		ServerName:       host,
	})
	if err != nil {
		return err
	}
	if err := writeFrame(conn, request); err != nil {
		return err
	}
	answer, err := readFrame(conn)
	if err != nil {
		return err
	}
	roots := x509ext.NewCertPool()
	roots.AddCert(postQuantum)
	peer, err := endpoint.Validate(request, answer, x509ext.VerifyOptions{Roots: roots})
	if err != nil {
		return err
	}
	greeting, err := readFrame(conn)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "handshake with %s, then %v in %d bytes: %s\n",
		conn.ConnectionState().PeerCertificates[0].PublicKeyAlgorithm, peer.Scheme, len(answer), greeting)
	return nil
}

// maxFrame is far above an authenticator with a chain of large certificates.
const maxFrame = 1 << 18

func writeFrame(w io.Writer, data []byte) error {
	_, err := w.Write(append(binary.BigEndian.AppendUint32(nil, uint32(len(data))), data...))
	return err
}

func readFrame(r io.Reader) ([]byte, error) {
	var length uint32
	if err := binary.Read(r, binary.BigEndian, &length); err != nil {
		return nil, err
	}
	if length > maxFrame {
		return nil, fmt.Errorf("found a frame of %d bytes, expected at most %d", length, maxFrame)
	}
	data := make([]byte, length)
	_, err := io.ReadFull(r, data)
	return data, err
}

func selfSigned(key crypto.Signer) (*x509ext.Certificate, error) {
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: host}, DNSNames: []string{host},
		NotBefore: time.Now().Add(-time.Minute), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509ext.CreateCertificate(nil, template, template, key.Public(), key)
	if err != nil {
		return nil, err
	}
	return x509ext.ParseCertificate(der)
}
