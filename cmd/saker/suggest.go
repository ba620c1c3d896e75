package main

import (
	"regexp"
	"slices"
	"strings"
)

// classicalName matches what people call the algorithms that saker has no key
// generation for.
var classicalName = regexp.MustCompile(`^(dsa|rsa[0-9]*|ec(dsa)?(p?[0-9]+)?|p(256|384|521)|prime256v1|secp[0-9]+[kr]1)$`)

// plainName leaves out what people write differently in names of schemes.
func plainName(name string) string {
	return strings.NewReplacer("-", "", "+", "", "_", "", " ", "").Replace(strings.ToLower(name))
}

// schemeHint says what may have been meant by an unknown name of a scheme.
func schemeHint(name string, schemes []string) string {
	plain := plainName(name)
	if classicalName.MatchString(plain) {
		return "openssl genpkey makes ECDSA and RSA keys; saker reads them"
	}
	if near := nearest(plain, schemes); len(near) > 0 {
		return "did you mean " + strings.Join(near, " or ") + "?"
	}
	return "\"saker schemes\" shows all names"
}

// nearest returns the one or two choices that are most like a word: it is
// their beginning, or a few letters differ.
func nearest(word string, choices []string) []string {
	const most, letters = 2, 3
	var near []string
	distance := make(map[string]int)
	for _, choice := range choices {
		plain := plainName(choice)
		d := editDistance(word, plain)
		isBeginning := len(word) >= letters && strings.HasPrefix(plain, word)
		if isBeginning || d <= letters && 2*d < len(word) {
			near = append(near, choice)
			distance[choice] = d
		}
	}
	slices.SortStableFunc(near, func(a, b string) int { return distance[a] - distance[b] })
	return near[:min(len(near), most)]
}

// editDistance counts the letters to insert, delete or replace (Levenshtein).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
