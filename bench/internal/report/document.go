package report

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// DocumentName is the document that results are written into.
const DocumentName = "performance.md"

// sections are the parts of the document that a run writes. One that writes nothing keeps what it says.
var sections = []struct {
	name  string
	write func(r *Report, w io.Writer) error
}{
	{"machine", (*Report).machineSection},
	{"saker", (*Report).sakerSection},
	{"backends", (*Report).backendsSection},
	{"peers", (*Report).peersSection},
	{"published", (*Report).publishedSection},
	{"scaling", (*Report).scalingSection},
	{"profile", (*Report).profileSection},
	{"size", (*Report).sizeSection},
}

// UpdateDocument replaces the results in the document in dir by those of r. What stands between
//
//	<!-- bench:begin NAME -->
//	<!-- bench:end -->
//
// belongs to the section NAME; the rest of the document stays as it is.
func (r *Report) UpdateDocument(dir string) error {
	path := filepath.Join(dir, DocumentName)
	old, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("report: %w", err)
	}
	text, err := r.replaceSections(string(old))
	if err != nil {
		return fmt.Errorf("report: %s: %w", path, err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return nil
}

const endMark = "<!-- bench:end -->\n"

func (r *Report) replaceSections(text string) (string, error) {
	for _, s := range sections {
		begin := "<!-- bench:begin " + s.name + " -->\n"
		before, rest, found := strings.Cut(text, begin)
		_, after, ended := strings.Cut(rest, endMark)
		if !found || !ended {
			return "", fmt.Errorf("found no section %q, expected lines %q and %q", s.name, strings.TrimSpace(begin), strings.TrimSpace(endMark))
		}
		var body bytes.Buffer
		if err := s.write(r, &body); err != nil {
			return "", err
		}
		if body.Len() == 0 {
			continue
		}
		text = before + begin + body.String() + endMark + after
	}
	return text, nil
}
