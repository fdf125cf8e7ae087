package minimize

import (
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// SharedText returns the names and strings that both cases contain, sorted. For the input and
// the result of Minimize with Redact, these are the words that could not be replaced. They may be in
// the documents or, in b, in the schema.
// Directives are left out. In a document that is given as text and is not JSON, each run of three or more
// letters and digits is a word. It is shared if it is a part of such a text of a.
func SharedText(a, b corpus.Case) []string {
	words := newDraft(a).words()
	d := newDraft(b)
	inSchema := vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	inSchema.addSchemaText(d.c.Schema.OpenAPI)
	left := d.words()
	maps.Copy(left, inSchema.names)
	maps.Copy(left, inSchema.strings)
	var shared []string
	for word := range left {
		if words[word] {
			shared = append(shared, word)
		}
	}
	for _, name := range d.texts() {
		text := d.c.Input.Text[name]
		if _, err := model.ParseString(text); err == nil {
			continue
		}
		for _, run := range runs(text) {
			for _, whole := range a.Input.Text { // the index of a patch may have changed
				if strings.Contains(whole, run) {
					shared = append(shared, run)
					break
				}
			}
		}
	}
	slices.Sort(shared)
	return slices.Compact(shared)
}

// plainWords are the words of JSON and of directives.
var plainWords = []string{
	"true", "false", "null", "$patch", "merge", "replace", "delete", "$retainKeys", "$patchMergeKey",
	"$setElementOrder/", "$deleteFromPrimitiveList/",
}

// runs returns the runs of three or more letters and digits in a text, except for parts of words of
// JSON and of directives.
func runs(text string) []string {
	all := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.DeleteFunc(all, func(run string) bool {
		return utf8.RuneCountInString(run) < 3 || slices.ContainsFunc(plainWords, func(word string) bool { return strings.Contains(word, run) })
	})
}

// PublicNames returns the names in a case that its documents use only for fields of a published
// schema, such as that of a built-in kind. These names tell nothing about the documents. Other names
// and all strings are not public, even if a field has the same name.
func PublicNames(c corpus.Case, s smp.Schema) map[string]bool {
	public, private := map[string]bool{}, vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	d := newDraft(c)
	for _, name := range d.texts() {
		if value, ok := d.withValue(name); ok {
			d = value
		}
	}
	for _, doc := range d.documents() {
		addPublic(public, private, s, doc.Value)
	}
	for _, words := range []map[string]bool{private.names, private.strings} {
		maps.DeleteFunc(public, func(name string, _ bool) bool { return words[name] })
	}
	return public
}

func addPublic(public map[string]bool, private vocabulary, s smp.Schema, v model.Value) {
	if v.Type() == model.String {
		private.strings[v.Text()] = true
	}
	for name, m := range v.Members() {
		_, field := directiveOf(name)
		inner, known := s.Field(field)
		if known {
			public[field] = true
		} else {
			private.addName(name)
		}
		if !listsFields(name) {
			addPublic(public, private, inner, m)
			continue
		}
		for _, e := range m.Elements() {
			if _, known := s.Field(e.Text()); known {
				public[e.Text()] = true
			} else {
				addPublic(public, private, inner, e)
			}
		}
	}
	for _, e := range v.Elements() {
		addPublic(public, private, s.Element(), e)
	}
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
