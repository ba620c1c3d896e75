package report

import (
	"io"

	"github.com/saker-pq/saker/bench/internal/ops"
	"github.com/saker-pq/saker/bench/internal/worker"
)

// publishedE is one Ed25519 verification, in microseconds, on the machine of the published figures: two virtual cores of
// an AMD Zen 5 "Turin" with AVX-512, Go 1.26.8, gcc 12.2, clang 19.1.7, rustc 1.95.
const publishedE = 41.8

// keyColumns are the operations that schemes are compared by. In published figures, all in microseconds, 0 stands where an
// implementation has no such thing.
var keyColumns = []string{ops.Keygen, ops.SignEncoded, ops.Sign, ops.VerifyEncoded, ops.Verify}

// published are figures of other implementations, taken on that machine and not by this program: the lowest of several
// undisturbed rounds' medians. A kept key is one in the fastest form that an implementation can keep.
var published = []struct {
	title string
	n512  [5]float64
	n1024 [5]float64
}{
	{"c-fn-dsa 8ccaee0, AVX2, clang", [5]float64{2484, 188, 154, 10.5, 0}, [5]float64{9777, 379, 305, 22.5, 0}},
	{"rust-fn-dsa 0629bb1, AVX2", [5]float64{1848, 200, 179, 11.3, 8.4}, [5]float64{7115, 395, 359, 22.2, 16.8}},
	{"VecFalcon 1ca74a1, AVX2, gcc", [5]float64{2946, 162, 117, 14.7, 0}, [5]float64{10359, 326, 232, 30.0, 0}},
	{"VecFalcon 1ca74a1, AVX-512, clang", [5]float64{2524, 135, 100.5, 10.5, 0}, [5]float64{9504, 269, 201, 22.4, 0}},
	{"Falcon reference ce15e75, AVX2, key kept as its tree", [5]float64{5095, 168, 96, 18.9, 0}, [5]float64{15321, 339, 190, 39.6, 0}},
	{"liboqs 8979276, Falcon", [5]float64{5112, 187, 0, 35.9, 0}, [5]float64{15053, 370, 0, 71.8, 0}},
	{"go-fn-dsa e24833f, plain Go", [5]float64{6308, 343, 0, 44.5, 0}, [5]float64{23813, 698, 0, 91.2, 0}},
}

// common are schemes measured on both machines: where their figures differ in E, so may those of the others.
var common = []struct {
	title, backend, scheme string
	us                     [5]float64
}{
	{"CIRCL ML-DSA-44", ops.CIRCL, "ML-DSA-44", [5]float64{40, 118, 94, 35, 14.0}},
	{"standard library ECDSA P-256", ops.GoLibrary, "ECDSA-P-256", [5]float64{11.0, 0, 25.7, 0, 55.9}},
}

// publishedSection puts Saker beside other implementations of Falcon and FN-DSA, in E.
func (r *Report) publishedSection(w io.Writer) error {
	t := &table{number: 1, header: []string{"E", "generate a key", "sign, from the encoded key", "sign, key kept", "verify, from the encoded key", "verify, key kept"}}
	here := func(title, backend, scheme string) {
		row := []string{title}
		for _, operation := range keyColumns {
			row = append(row, r.medianE(backend, scheme, operation))
		}
		t.add(row...)
	}
	there := func(title string, us [5]float64) {
		row := []string{title}
		for _, x := range us {
			cell := ""
			if x > 0 {
				cell = figure(x / publishedE)
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	here("**n = 512: Saker, here**", worker.Native, "FN-DSA-512")
	here("**n = 512: Saker, plain Go, here**", "purego", "FN-DSA-512")
	for _, p := range published {
		there("n = 512: "+p.title, p.n512)
	}
	here("**n = 1024: Saker, here**", worker.Native, "FN-DSA-1024")
	here("**n = 1024: Saker, plain Go, here**", "purego", "FN-DSA-1024")
	for _, p := range published {
		there("n = 1024: "+p.title, p.n1024)
	}
	for _, c := range common {
		here("on both: "+c.title+", here", c.backend, c.scheme)
		there("on both: "+c.title+", there", c.us)
	}
	return t.markdown(w)
}
