package keyschedule

import (
	"bytes"
	"encoding/hex"
	"strings"
	"testing"
)

func unhex(s string) []byte {
	b, err := hex.DecodeString(strings.ReplaceAll(s, " ", ""))
	if err != nil {
		panic(err)
	}
	return b
}

const (
	traceClientHello = "010000c00303cb34ecb1e78163ba1c38c6dacb196a6dffa21a8d9912ec18a2ef6283024dece700000613011303130201" +
		"0000910000000b0009000006736572766572ff01000100000a00140012001d0017001800190100010101020103010400" +
		"230000003300260024001d002099381de560e4bd43d23d8e435a7dbafeb3c06e51c13cae4d5413691e529aaf2c002b00" +
		"03020304000d0020001e040305030603020308040805080604010501060102010402050206020202002d00020101001c" +
		"00024001"
	traceServerHello = "020000560303a6af06a4121860dc5e6e60249cd34c95930c8ac5cb1434dac155772ed3e269280013010000" +
		"2e00330024001d0020c9828876112095fe66762bdbf7c672e156d6cc253b833df1dd69b1b04e751f0f002b00020304"
)

// TestRFC8448 follows the trace "Simple 1-RTT Handshake" (RFC 8448, section 3) from the
// shared secret and the transcript hashes to every secret.
func TestRFC8448(t *testing.T) {
	check := func(name string, got []byte, want string) {
		t.Helper()
		if !bytes.Equal(got, unhex(want)) {
			t.Errorf("%s: %x, want %s", name, got, want)
		}
	}
	s := AES128GCM
	k := New(s, nil)
	check("early secret", k.secret, "33ad0a1c607ec03b09e6cd9893680ce210adf300aa1f2660e1b22e10f170f92a")
	shared := unhex("8bd4054fb55b9d63fdfbacf9f04b9f0d35e6d63f537563efd46272900f89492d")
	hellos := NewTranscript(s)
	hellos.Add(unhex(traceClientHello))
	hellos.Add(unhex(traceServerHello))
	check("transcript", hellos.Sum(), "860c06edc07858ee8e78f0e7428c58edd6b43f2ca3e6e95f02ed063cf0e1cad8")
	client, server := k.Handshake(shared, hellos.Sum())
	check("handshake secret", k.secret, "1dc826e93606aa6fdc0aadc12f741b01046aa6b99f691ed221a9f0ca043fbeac")
	check("client handshake traffic", client, "b3eddb126e067f35a780b3abf45e2d8f3b1a950738f52e9600746a0e27a55a21")
	check("server handshake traffic", server, "b67b7d690cc16c4e75e54213cb2d37b4e9c912bcded9105d42befd59d391ad38")
	_, iv := s.TrafficKeys(server)
	check("server handshake iv", iv[:], "5d313eb2671276ee13000b30")
	check("server handshake key", s.ExpandLabel(server, "key", nil, 16), "3fce516009c21727d0f2e4e86ee403bc")
	client, server, exporter := k.Application(unhex("9608102a0f1ccc6db6250b7b7e417b1a000eaada3daae4777a7686c9ff83df13"))
	check("master secret", k.secret, "18df06843d13a08bf2a449844c5f8a478001bc4d4c627984d5a41da8d0402919")
	check("client application traffic", client, "9e40646ce79a7f9dc05af8889bce6552875afa0b06df0087f792ebb7c17504a5")
	check("server application traffic", server, "a11af9f05531f856ad47116b45a950328204b4f44bfb6b3a4b4f1f3fcb631643")
	check("exporter", exporter, "fe22f881176eda18eb8f44529e6792c50c9a3f89452f68d8ae311b4309d3cf50")
	resumption := k.Resumption(unhex("209145a96ee8e2a122ff810047cc952684658d6049e86429426db87c54ad143d"))
	check("resumption", resumption, "7df235f2031d2a051287d02b0241b0bfdaf86cc856231f2d5aba46c434ec196c")
	check("pre-shared key", s.ResumptionPSK(resumption, []byte{0, 0}), "4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3")
	if !bytes.Equal(k.secret, make([]byte, 32)) {
		t.Error("the schedule keeps its last secret")
	}
	// Section 4 goes on with that key.
	check("early secret of the resumption", New(s, unhex("4ecd0eb6ec3b4d87f5d6028f922ca4c5851a277fd41311c9e62d2c9492e1c4f3")).secret,
		"9b2188e9b2fc6d64d71dc329900e20bb41915000f678aa839cbb797cb7d8332c")
}

// TestTranscriptRetry builds the synthetic message by hand.
func TestTranscriptRetry(t *testing.T) {
	for _, s := range []*Suite{AES128GCM, AES256GCM, ChaCha20} {
		tr := NewTranscript(s)
		tr.Add([]byte("first hello"))
		first := tr.Sum()
		tr.Retry()
		tr.Add([]byte("retry"))
		want := NewTranscript(s)
		want.Add([]byte{254, 0, 0, byte(s.HashLen)})
		want.Add(first)
		if !bytes.Equal(want.SumWith([]byte("retry")), tr.Sum()) {
			t.Errorf("%s: transcripts differ", s.Name)
		}
	}
}

func TestFinished(t *testing.T) {
	for _, s := range []*Suite{AES128GCM, AES256GCM, ChaCha20} {
		base, hash := bytes.Repeat([]byte{1}, s.HashLen), bytes.Repeat([]byte{2}, s.HashLen)
		mac := s.FinishedMAC(base, hash)
		if !s.CheckFinished(base, hash, mac) {
			t.Errorf("%s: own MAC refused", s.Name)
		}
		for i := range mac {
			mac[i] ^= 1
			if s.CheckFinished(base, hash, mac) {
				t.Errorf("%s: byte %d flipped and accepted", s.Name, i)
			}
			mac[i] ^= 1
		}
		if s.CheckFinished(base, hash, mac[:len(mac)-1]) || s.CheckFinished(base, hash, nil) {
			t.Errorf("%s: short MAC accepted", s.Name)
		}
	}
}
