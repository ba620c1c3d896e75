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

// section is a part of the document that a run writes; without makes it keep what it says.
type section struct {
	name  string
	write func(r *Report, w io.Writer) error
	empty func(r *Report) bool
}

var sections = []section{
	{"machine", (*Report).machineSection, (*Report).noResults},
	{"saker", (*Report).sakerSection, (*Report).noResults},
	{"backends", (*Report).backendsSection, (*Report).noResults},
	{"peers", (*Report).peersSection, (*Report).noResults},
	{"published", (*Report).publishedSection, (*Report).noResults},
	{"scaling", (*Report).scalingSection, (*Report).noResults},
	{"profile", (*Report).profileSection, func(r *Report) bool { return len(r.Profiles) == 0 }},
}

func (r *Report) noResults() bool { return len(r.Results) == 0 }

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
		if s.empty(r) {
			continue
		}
		var body bytes.Buffer
		if err := s.write(r, &body); err != nil {
			return "", err
		}
		text = before + begin + body.String() + endMark + after
	}
	return text, nil
}
