package model

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The fast loops and marks for long lists of similar elements give the same
// results as simple code.
func TestKeyedLists(t *testing.T) {
	rounds := 30_000
	if testing.Short() {
		rounds = 4_000
	}
	r := rand.New(rand.NewPCG(3, 11))
	projections, matched, differences := 0, 0, 0
	for range rounds {
		l := newKeyedList(r)
		a, b := l.parse(t), l.changed(r).parse(t)
		if checkProject(t, a.list, l.key) {
			projections++
		}
		matched += checkMatching(t, a.list, l.key, []string{l.text(r), l.text(r), "other"}[r.IntN(3):])
		differences += checkDiffering(t, a.list, b.list)
		near, err := ParseString(b.root.doc.src, Near(a.root))
		if err != nil {
			t.Fatal(err)
		}
		if err := sameDocument(near.doc, b.root.doc); err != nil {
			t.Fatalf("%.2000q near %.2000q: %v", b.root.doc.src, a.root.doc.src, err)
		}
	}
	if projections < rounds/4 || matched < rounds/2 || differences < rounds/2 {
		t.Errorf("%d projections, %d texts found, %d differences", projections, matched, differences)
	}
}

// A keyedList creates texts with a list of maps, most of which have the same
// members.
type keyedList struct {
	key      string
	elements []string
	around   string // text around the list, with _ in place of the list
}

func newKeyedList(r *rand.Rand) keyedList {
	keys := []string{"k", "name", "12345678", "longer than eight", `a\"b`, "$k", "é"}
	l := keyedList{key: keys[r.IntN(len(keys))]}
	l.around = []string{"_", `{"l":_}`, `{"l":_,"` + l.key + `":"v1"}`, `["` + strings.Repeat("x", r.IntN(40)) + `",_,"some more text at the end of it"]`}[r.IntN(4)]
	odd := 1 + r.IntN(60)
	for range r.IntN(90) {
		l.elements = append(l.elements, l.element(r, odd))
	}
	return l
}

// element creates an element. Some elements differ from the others.
func (l *keyedList) element(r *rand.Rand, odd int) string {
	value := fmt.Sprintf(`"v%d"`, r.IntN(100))
	if r.IntN(4) == 0 {
		value = `"` + strings.Repeat("x", r.IntN(45)) + `"`
	}
	if r.IntN(odd) > 0 {
		return `{"` + l.key + `":` + value + `,"other":` + []string{"1", "2", "11"}[r.IntN(3)] + `}`
	}
	return []string{
		`{}`, `{"` + l.key + `":1}`, `{"other":1,"` + l.key + `":` + value + `}`, `{"other":1}`, `["` + l.key + `"]`, `"v1"`, `7`, `null`,
		`{"` + l.key + `":"\u0076"}`, `{"` + l.key + `":{"` + l.key + `":"v1"}}`, `{"` + l.key + `":` + value + `}`, `{"other":null,"deep":[[1]]}`,
	}[r.IntN(12)]
}

// text returns a text that elements may have as their key.
func (l *keyedList) text(r *rand.Rand) string {
	if r.IntN(3) == 0 {
		return strings.Repeat("x", r.IntN(45))
	}
	return fmt.Sprintf("v%d", r.IntN(100))
}

// changed returns a list with some elements changed, removed or added.
func (l *keyedList) changed(r *rand.Rand) *keyedList {
	other := *l
	other.elements = slices.Clone(l.elements)
	for range r.IntN(4) {
		if len(other.elements) == 0 {
			break
		}
		i := r.IntN(len(other.elements))
		switch r.IntN(8) {
		case 0:
			other.elements = slices.Delete(other.elements, i, i+1)
		case 1:
			other.elements = slices.Insert(other.elements, i, l.element(r, 2))
		default:
			other.elements[i] = l.element(r, 2)
		}
	}
	return &other
}

// A parsedList is a parsed keyedList and the document around it.
type parsedList struct{ root, list Value }

func (l *keyedList) parse(t *testing.T) parsedList {
	t.Helper()
	text := strings.ReplaceAll(l.around, "_", "["+strings.Join(l.elements, ",")+"]")
	v, err := ParseString(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	checkTape(t, v.doc)
	p := parsedList{v, v}
	switch {
	case v.Type() == Map:
		p.list, _ = v.Get("l")
	case l.around != "_":
		p.list = v.At(1)
	}
	return p
}

// checkProject compares a projection with the expected text, and reports whether there is a
// projection.
func checkProject(t *testing.T, list Value, key string) bool {
	t.Helper()
	key = MustParse(`"` + key + `"`).Text()
	var want []string
	possible := list.Len() > 0 && len(appendQuoted(nil, key)) == len(key)+2
	for _, e := range list.Elements() {
		member, _ := e.Get(key)
		if possible = possible && member.Type() == String; !possible {
			break
		}
		want = append(want, "{"+string(appendQuoted(nil, key))+":"+member.JSON()+"}")
	}
	got, ok := ForTests.Project(new(Builder), list, key)
	if ok != possible {
		t.Fatalf("%.2000s has a projection: %t, want %t", list.JSON(), ok, possible)
	}
	if ok {
		d := MustParse("[" + strings.Join(want, ",") + "]").doc
		if text := got.JSON(); text != d.src {
			t.Fatalf("%.2000s: got %.2000s", list.JSON(), text)
		}
		if got.Len() != len(want) || got.flags() != d.tape[0].meta || got.height() != d.tape[1].height() {
			t.Fatalf("%.2000s: the projection has other properties than its text", list.JSON())
		}
		if err := sameDocument(got.doc, d); err != nil {
			t.Fatalf("%.2000s: %v", list.JSON(), err)
		}
	}
	return ok
}

// checkMatching compares Matching with HasText, and returns the number of results.
func checkMatching(t *testing.T, list Value, key string, texts []string) int {
	t.Helper()
	key = MustParse(`"` + key + `"`).Text()
	type found struct {
		element Element
		text    int
	}
	var got, want []found
	for i, e := range list.Elements() {
		member, _ := e.Get(key)
		if n := slices.IndexFunc(texts, member.HasText); n >= 0 || member.Type() != String {
			want = append(want, found{Element{i, e}, n})
		}
	}
	for e, n := range ForTests.Matching(list, key, texts) {
		got = append(got, found{e, n})
	}
	if !slices.Equal(got, want) {
		t.Fatalf("%q of %q in %.2000s: got %v, want %v", key, texts, list.JSON(), got, want)
	}
	return len(want)
}

// checkDiffering compares the results of DifferingElements and Equal for two lists with Equal for
// their elements. It returns the number of differences.
func checkDiffering(t *testing.T, a, b Value) int {
	t.Helper()
	if a.Len() != b.Len() {
		return 0
	}
	var got, want []int
	for i, e := range a.Elements() {
		if !Equal(e, b.At(i)) {
			want = append(want, i)
		}
	}
	ForTests.DifferingElements(a, b, func(i int, x, y Value) bool {
		if x != a.At(i) || y != b.At(i) {
			t.Fatalf("element %d is not %s and %s", i, x.JSON(), y.JSON())
		}
		got = append(got, i)
		return true
	})
	if !slices.Equal(got, want) || Equal(a, b) != (len(want) == 0) {
		t.Fatalf("%.2000s and %.2000s differ at %v, got %v", a.JSON(), b.JSON(), want, got)
	}
	return len(want)
}
