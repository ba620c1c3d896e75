package fndsa_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// algorithms are those of Falcon v1.2, by number.
var algorithms = map[string]string{
	"1": "splitfft", "2": "mergefft", "3": "HashToPoint", "4": "Keygen", "5": "NTRUGen", "6": "NTRUSolve",
	"7": "Reduce", "8": "LDL*", "9": "ffLDL*", "10": "Sign", "11": "ffSampling", "12": "BaseSampler",
	"13": "ApproxExp", "14": "BerExp", "15": "SamplerZ", "16": "Verify", "17": "Compress", "18": "Decompress",
}

// TestReferences holds every "Falcon v1.2, Algorithm N Name" in a comment
// against the list, so that a wrong number or a name without one fails.
func TestReferences(t *testing.T) {
	reference := regexp.MustCompile(`Algorithms? (\d+) ([A-Za-z*]+)(?:(?:,| and|, and) (\d+) ([A-Za-z*]+))*`)
	pair := regexp.MustCompile(`(\d+) ([A-Za-z]+\*?)`)
	found := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || path == "references_test.go" {
			return err
		}
		source, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		comments := strings.NewReplacer("\n// ", " ", "\n//\t", " ").Replace(string(source))
		for _, at := range regexp.MustCompile(`Falcon v1\.2`).FindAllStringIndex(comments, -1) {
			rest := comments[at[1]:min(len(comments), at[1]+200)]
			if end := strings.Index(rest, ")"); end >= 0 {
				rest = rest[:end]
			}
			for _, m := range reference.FindAllString(rest, -1) {
				for _, p := range pair.FindAllStringSubmatch(m, -1) {
					found++
					if algorithms[p[1]] != p[2] {
						t.Errorf("%s: Algorithm %s is %q, not %q", path, p[1], algorithms[p[1]], p[2])
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if found < 15 {
		t.Errorf("only %d references to algorithms found", found)
	}
	t.Logf("%d references", found)
}
