package corpus

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A wording says which words of a case become others: names of members, strings
// that stand as values, numbers by their spelling. What it does not have stays.
// What a name means to a directive follows: the field behind $setElementOrder/,
// the names in $retainKeys and $patchMergeKey, merge keys of the schema.
type wording struct {
	names, strings, numbers map[string]string
}

// reworded returns the draft in other words.
func (d draft) reworded(w wording) (draft, bool) {
	var docs []Document
	for _, doc := range d.documents() {
		docs = append(docs, Document{doc.Name, w.value(doc.Value)})
	}
	var preconditions []model.Path
	for _, path := range d.c.Input.Options.Preconditions {
		preconditions = append(preconditions, w.path(path))
	}
	d.c.Input.Options.Preconditions = preconditions
	return d.withDocuments(docs).withType(w.typ(*d.typ))
}

func word(words map[string]string, old string) string {
	if to, ok := words[old]; ok {
		return to
	}
	return old
}

func (w wording) name(name string) string {
	directive, field := directiveOf(name)
	return directive + word(w.names, field)
}

func (w wording) nameList(list []string) []string {
	list = slices.Clone(list)
	for i, name := range list {
		list[i] = word(w.names, name)
	}
	return list
}

func (w wording) value(v model.Value) model.Value {
	switch v.Kind() {
	case model.String:
		return model.NewString(word(w.strings, v.Text()))
	case model.Number:
		if n, err := model.NewNumber(word(w.numbers, v.NumberText())); err == nil {
			return n
		}
	}
	return rebuilt(v, func(name string, m model.Value) (string, model.Value) {
		switch {
		case name == patchMark && m.Kind() == model.String:
			return name, m
		case listsFields(name):
			return name, rebuilt(m, func(_ string, e model.Value) (string, model.Value) {
				if e.Kind() == model.String {
					return "", model.NewString(word(w.names, e.Text()))
				}
				return "", w.value(e)
			})
		}
		return w.name(name), w.value(m)
	})
}

func (w wording) path(p model.Path) model.Path {
	p = slices.Clone(p)
	for i, step := range p {
		if field, ok := step.(model.Field); ok {
			p[i] = model.Field(w.name(string(field)))
		}
	}
	return p
}

func (w wording) typ(t smp.Type) smp.Type {
	t.Keys, t.Recommended = w.nameList(t.Keys), w.nameList(t.Recommended)
	t.Default = w.value(t.Default)
	fields := map[string]smp.Type{}
	for name, field := range t.Fields {
		fields[word(w.names, name)] = w.typ(field)
	}
	if t.Fields = nil; len(fields) > 0 {
		t.Fields = fields
	}
	for _, inner := range []**smp.Type{&t.Values, &t.Element} {
		if *inner != nil {
			reworded := w.typ(**inner)
			*inner = &reworded
		}
	}
	return t
}

// A vocabulary is the words of a case.
type vocabulary struct {
	names, strings, numbers map[string]bool
}

func (d draft) vocabulary() vocabulary {
	v := vocabulary{map[string]bool{}, map[string]bool{}, map[string]bool{}}
	for _, doc := range d.documents() {
		v.addValue(doc.Value)
	}
	for _, path := range d.c.Input.Options.Preconditions {
		for _, step := range path {
			if field, ok := step.(model.Field); ok {
				v.addName(string(field))
			}
		}
	}
	if d.typ != nil {
		v.addType(*d.typ)
	}
	delete(v.strings, "") // there is nothing shorter, and nothing to hide
	delete(v.names, "")
	return v
}

// fixedNames are the directives, which are no one's words.
var fixedNames = []string{patchMark, retainKeys, mergeKeys}

func (v vocabulary) addName(name string) {
	if _, field := directiveOf(name); !slices.Contains(fixedNames, field) {
		v.names[field] = true
	}
}

func (v vocabulary) addValue(value model.Value) {
	switch value.Kind() {
	case model.String:
		v.strings[value.Text()] = true
	case model.Number:
		v.numbers[value.NumberText()] = true
	}
	for name, m := range value.Members() {
		switch {
		case name == patchMark && m.Kind() == model.String:
		case listsFields(name):
			for _, e := range m.Elements() {
				if e.Kind() == model.String {
					v.addName(e.Text())
				} else {
					v.addValue(e)
				}
			}
		default:
			v.addName(name)
			v.addValue(m)
		}
	}
	for _, e := range value.Elements() {
		v.addValue(e)
	}
}

func (v vocabulary) addType(t smp.Type) {
	for name, field := range t.Fields {
		v.addName(name)
		v.addType(field)
	}
	for _, name := range slices.Concat(t.Keys, t.Recommended) {
		v.addName(name)
	}
	v.addValue(t.Default)
	for _, inner := range []*smp.Type{t.Values, t.Element} {
		if inner != nil {
			v.addType(*inner)
		}
	}
}

// The letters of short words. Names have small ones and strings capitals, to
// tell them apart. None of the words is one that YAML reads as a boolean.
const (
	nameLetters   = "abcdefghijklmopqrstuvwxz"
	stringLetters = "ABCDEFGHIJKLMOPQRSTUVWXZ"
)

// shortWords returns n words of these letters, in order, leaving some out.
func shortWords(n int, letters string, but map[string]bool) []string {
	var words []string
	for i := 0; len(words) < n; i++ {
		text := ""
		for rest := i; rest >= 0; rest = rest/len(letters) - 1 {
			text = letters[rest%len(letters):][:1] + text
		}
		if !but[text] && !yamlWords[strings.ToLower(text)] {
			words = append(words, text)
		}
	}
	return words
}

// shortenNames gives the names of members short ones, all at once or where that
// shows the fault no longer one at a time.
func (s *search) shortenNames() {
	if s.KeepNames {
		return
	}
	s.reword(slices.Sorted(maps.Keys(s.best.vocabulary().names)), s.shortNames, func(words map[string]string) wording {
		return wording{names: words}
	})
}

// shortNames returns short names for sorted ones; those that begin with $ go
// on doing so.
func (s *search) shortNames(names []string) []string {
	short := shortWords(len(names), nameLetters, s.best.given)
	for i, name := range names {
		if strings.HasPrefix(name, "$") {
			short[i] = "$" + short[i]
		}
	}
	return short
}

// shortenStrings does the same with strings that stand as values.
func (s *search) shortenStrings() {
	s.reword(slices.Sorted(maps.Keys(s.best.vocabulary().strings)), s.shortStrings, func(words map[string]string) wording {
		return wording{strings: words}
	})
}

func (s *search) shortStrings(texts []string) []string {
	return shortWords(len(texts), stringLetters, s.best.given)
}

// shortenNumbers makes small integers of numbers: equal ones of equal numbers,
// else, where spelling matters, each as an integer or fraction as it was.
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

// smallNumbers returns 1, 2, 3 … for sorted numbers.
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

// reword puts short words in place of old ones. Words that are short already
// stay: what there is to gain is length, and among equal lengths order.
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
	// One word at a time gets the first short one that is free.
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
