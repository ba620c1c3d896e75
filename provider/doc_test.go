package provider

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// row is the line of docs/identifiers.md about a registered scheme.
func row(info Info) string {
	var oids, points, forms []string
	for _, oid := range info.LegacyOIDs {
		oids = append(oids, oid.String())
	}
	for _, id := range info.LegacyTLS {
		points = append(points, fmt.Sprintf("0x%04X", id))
	}
	for _, form := range info.Codec.Forms() {
		forms = append(forms, string(form))
	}
	numbers := "official"
	switch dotted := info.OID.String(); {
	case strings.HasPrefix(dotted, "2.999."):
		numbers = "ours"
	case strings.HasPrefix(dotted, "1.3.9999."):
		numbers = "OQS"
	case strings.HasPrefix(dotted, "1.3.6.1.5.5.7.6."):
		numbers = "LAMPS"
	case info.Experimental:
		numbers = "CIRCL"
	}
	if info.Experimental {
		numbers += ", experimental"
	}
	point := fmt.Sprintf("0x%04X", info.TLSIdentifier)
	if info.TLSIdentifier == 0 {
		point = "none"
	}
	line := "|"
	for _, cell := range []string{
		info.Name, info.OID.String(), point,
		strings.Join(oids, ", "), strings.Join(points, ", "), numbers, strings.Join(forms, ", "),
	} {
		line += " " + strings.TrimLeft(cell+" |", " ")
	}
	return line
}

// The tables of docs/identifiers.md are those of the registry: no row missing, none too many, all true.
func TestIdentifiersDocument(t *testing.T) {
	document, err := os.ReadFile("../docs/identifiers.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]bool{}
	for line := range strings.Lines(string(document)) {
		line = strings.TrimSpace(line)
		if cells := strings.Split(line, "|"); len(cells) == 9 && strings.Contains(cells[2], ".") {
			rows[line] = true
		}
	}
	for _, s := range withOID() {
		info, _ := Describe(s)
		want := row(info)
		if !rows[want] {
			t.Errorf("docs/identifiers.md lacks the row\n%s", want)
		}
		delete(rows, want)
	}
	for line := range rows {
		t.Errorf("docs/identifiers.md has a row the registry does not know\n%s", line)
	}
	for _, form := range []PrivateKeyForm{FormSeed, FormExpanded, FormBoth, FormOQS, FormBC, FormStandard} {
		if !strings.Contains(string(document), "\n| "+string(form)+" | ") {
			t.Errorf("docs/identifiers.md does not explain the form %s", form)
		}
	}
}
