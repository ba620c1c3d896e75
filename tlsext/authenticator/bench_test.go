package authenticator

import "testing"

func BenchmarkAuthenticate(b *testing.B) {
	for _, name := range []string{"FN-DSA-512", "ML-DSA-44", "ECDSA P-256"} {
		b.Run(name, func(b *testing.B) {
			w := testWorld(name)
			client, server := ends("connection")
			request := must(client.Request(w.asks(Client)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := server.Authenticate(request, w.leaf); err != nil {
					b.Fatal(err)
				}
				clear(server.done)
			}
		})
	}
}

func BenchmarkValidate(b *testing.B) {
	for _, name := range []string{"FN-DSA-512", "ML-DSA-44", "ECDSA P-256"} {
		b.Run(name, func(b *testing.B) {
			w := testWorld(name)
			client, server := ends("connection")
			request := must(client.Request(w.asks(Client)))
			answer, options := must(server.Authenticate(request, w.leaf)), w.options()
			b.ReportAllocs()
			for b.Loop() {
				if _, err := client.Validate(request, answer, options); err != nil {
					b.Fatal(err)
				}
				clear(client.done)
			}
		})
	}
}
