package minimize

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/corpus"
)

// SharedText returns the names and strings that both cases contain, sorted. For the input and
// the result of Minimize with Redact, these are the words that could not be replaced.
// Directives are left out. A document given as text that is not JSON counts as one string.
func SharedText(a, b corpus.Case) []string {
	words := newDraft(a).words()
	var shared []string
	for word := range newDraft(b).words() {
		if words[word] {
			shared = append(shared, word)
		}
	}
	slices.Sort(shared)
	return shared
}

// words returns all names and strings of the draft, including those of documents that
// are given as text.
func (d draft) words() map[string]bool {
	d.given = nil // if it were set, written would count words and call this method again
	for _, name := range d.texts() {
		if value, ok := d.withValue(name); ok {
			d = value
		}
	}
	v := d.vocabulary()
	words := v.names
	maps.Copy(words, v.strings)
	for _, name := range d.texts() {
		if text := d.c.Input.Text[name]; text != "" {
			words[text] = true
		}
	}
	return words
}

// redact replaces every word of the case: all words at once or, if that fails, as many words
// as possible.
func (s *search) redact() {
	s.pruneSchema()
	s.dropText()
	if s.best.typ == nil {
		return
	}
	s.best.given = s.best.words()
	s.best = s.best.written()
	v := s.best.vocabulary()
	names, texts := slices.Sorted(maps.Keys(v.names)), slices.Sorted(maps.Keys(v.strings))
	words := slices.Concat(s.shortNames(names), s.shortStrings(texts))
	base := s.best
	s.halves(len(words), func(changed []bool) (draft, bool) {
		w := wording{names: map[string]string{}, strings: map[string]string{}}
		for i, word := range words {
			switch {
			case !changed[i]:
			case i < len(names):
				w.names[names[i]] = word
			default:
				w.strings[texts[i-len(names)]] = word
			}
		}
		return base.reworded(w)
	})
}
