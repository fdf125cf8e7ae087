package minimize

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The letters of short words. Names have lower-case letters and strings have capitals, so
// that they can be distinguished. Without n and y, only the words in yamlWords have another
// meaning in YAML.
const (
	nameLetters   = "abcdefghijklmopqrstuvwxz"
	stringLetters = "ABCDEFGHIJKLMOPQRSTUVWXZ"
)

// yamlWords lists the words from these letters that are not strings in YAML.
var yamlWords = []string{"true", "false", "off"}

// shortWords returns the first n words that consist of these letters, without the words in
// excluded:
//
//	a, b, …, z, aa, ab, …
func shortWords(n int, letters string, excluded map[string]bool) []string {
	var words []string
	for i := 0; len(words) < n; i++ {
		text := ""
		for rest := i; rest >= 0; rest = rest/len(letters) - 1 {
			text = letters[rest%len(letters):][:1] + text
		}
		if !excluded[text] && !slices.Contains(yamlWords, strings.ToLower(text)) {
			words = append(words, text)
		}
	}
	return words
}

// shortenNames replaces the names of fields with short names: all names at once or, if the
// fault then disappears, one name at a time.
func (s *search) shortenNames() {
	if s.KeepNames {
		return
	}
	s.reword(slices.Sorted(maps.Keys(s.best.vocabulary().names)), s.shortNames, func(words map[string]string) wording {
		return wording{names: words}
	})
}

// shortNames returns short names for a sorted list of names. The short name of a name with $
// begins with $.
func (s *search) shortNames(names []string) []string {
	short := shortWords(len(names), nameLetters, s.best.given)
	for i, name := range names {
		if strings.HasPrefix(name, "$") {
			short[i] = "$" + short[i]
		}
	}
	return short
}

// shortenStrings replaces strings with short ones. Equal strings stay equal.
func (s *search) shortenStrings() {
	s.reword(slices.Sorted(maps.Keys(s.best.vocabulary().strings)), s.shortStrings, func(words map[string]string) wording {
		return wording{strings: words}
	})
}

func (s *search) shortStrings(texts []string) []string {
	return shortWords(len(texts), stringLetters, s.best.given)
}

// maxPieces is the maximum number of pieces into which cutStrings divides a string. Each piece may
// take a run of a command.
const maxPieces = 64

// cutStrings drops pieces of the strings that cannot be replaced, unless the case is redacted: pieces
// of a secret may still be secret. Different strings stay different.
func (s *search) cutStrings() {
	if s.best.typ == nil || s.Redact {
		return
	}
	for _, text := range slices.Sorted(maps.Keys(s.best.vocabulary().strings)) {
		pieces := strings.Split(text, "")
		if len(pieces) < 2 {
			continue
		}
		if size := (len(pieces) + maxPieces - 1) / maxPieces; size > 1 {
			var larger []string
			for piece := range slices.Chunk(pieces, size) {
				larger = append(larger, strings.Join(piece, ""))
			}
			pieces = larger
		}
		base, others := s.best, s.best.vocabulary().strings
		s.halves(len(pieces), func(gone []bool) (draft, bool) {
			var left strings.Builder
			for i, piece := range pieces {
				if !gone[i] {
					left.WriteString(piece)
				}
			}
			if short := left.String(); short != "" && !others[short] {
				return base.reworded(wording{strings: map[string]string{text: short}})
			}
			return draft{}, false
		})
	}
}

// shortenNumbers replaces numbers with small integers. Equal numbers stay equal. If the fault
// disappears, shortenNumbers keeps the form of fractions and exponents.
func (s *search) shortenNumbers() {
	numbers := slices.SortedFunc(maps.Keys(s.best.vocabulary().numbers), compareNumbers)
	for _, spelled := range []bool{false, true} {
		short := func(numbers []string) []string { return smallNumbers(numbers, spelled) }
		s.reword(numbers, short, func(words map[string]string) wording { return wording{numbers: words} })
	}
}

func compareNumbers(a, b string) int {
	x, y := model.MustParse(a), model.MustParse(b)
	if c := model.Compare(x, y); c != 0 {
		return c
	}
	return strings.Compare(a, b)
}

// smallNumbers returns 1, 2, 3 … for sorted numbers. If spelled is true, fractions and
// exponents keep their form, as in 1.0 and 2e0.
func smallNumbers(numbers []string, spelled bool) []string {
	small := make([]string, len(numbers))
	n := 0
	for i, text := range numbers {
		if i == 0 || !model.Equal(model.MustParse(text), model.MustParse(numbers[i-1])) {
			n++
		}
		small[i] = strconv.Itoa(n)
		switch {
		case !spelled:
		case strings.ContainsAny(text, "eE"):
			small[i] += "e0"
		case strings.Contains(text, "."):
			small[i] += ".0"
		}
	}
	return small
}

// reword replaces old words with short ones, all at once or one at a time. A word that is
// already as short as the new one is kept.
func (s *search) reword(old []string, short func([]string) []string, as func(map[string]string) wording) {
	if s.best.typ == nil || len(old) == 0 {
		return
	}
	words := map[string]string{}
	fresh := short(old)
	for i, text := range old {
		words[text] = fresh[i]
	}
	if s.one(s.best.reworded(as(words))) {
		return
	}
	taken := map[string]bool{}
	for _, text := range old {
		taken[text] = true
	}
	// Each word in turn gets the first unused short word.
	free := slices.DeleteFunc(fresh, func(text string) bool { return taken[text] })
	s.inTurn(len(old), func(i int) (draft, bool) {
		if len(free) == 0 {
			return draft{}, false
		}
		return s.best.reworded(as(map[string]string{old[i]: free[0]}))
	}, func(i int) bool {
		free = free[1:]
		return true
	})
}
