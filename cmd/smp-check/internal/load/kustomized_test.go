package load

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// The words of YAML 1.1 are strings for kustomize, as names and as values. Everything else has
// the same value as for a cluster.
func TestAsKustomize(t *testing.T) {
	const text = `a: [on, Off, y, N, YES, no, yEs]
b: {on: yes, off: no}
c: &c {n: on}
d: {<<: *c, other: "on"}
e: [true, False, TRUE, !!bool yes, "yes", 'no', 017, 0o17, 1_000, ~, 2001-01-01, 1:30]
f: *c
true: on
`
	const want = `{"a":["on","Off","y","N","YES","no","yEs"],"b":{"on":"yes","off":"no"},"c":{"n":"on"},"d":{"n":"on","other":"on"},` +
		`"e":[true,false,true,true,"yes","no",15,15,1000,null,"2001-01-01","1:30"],"f":{"n":"on"},"true":"on"}`
	docs, err := inMemory("a.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	if got := docs[0].AsKustomize().Value; !model.Equal(got, model.MustParse(want)) {
		t.Errorf("%s\nwant\n%s", got.JSON(), want)
	}
}

// TestAsKustomizeOfOneDocument replaces the text of the file, which all documents share. If
// AsKustomize searched this text for words, its work would grow with the number of documents.
func TestAsKustomizeOfOneDocument(t *testing.T) {
	docs, err := inMemory("a.yaml", "a: on\n---\nb: c\n")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`{"a":"on"}`, `{"b":"c"}`} {
		docs[i].source.text = nil
		if got := docs[i].AsKustomize().Value; !model.Equal(got, model.MustParse(want)) {
			t.Errorf("document %d: got %s, want %s", i, got.JSON(), want)
		}
	}
}

// An item of a List has the same value as a document.
func TestAsKustomizeOfOneItem(t *testing.T) {
	docs, err := inMemory("a.yaml", "kind: List\nitems:\n- {a: b}\n- {ON: YES, N: [Off]}\n")
	if err != nil || len(docs) != 2 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	const want = `{"ON":"YES","N":["Off"]}`
	if got := docs[1].AsKustomize().Value; !model.Equal(got, model.MustParse(want)) {
		t.Errorf("got %s, want %s", got.JSON(), want)
	}
}

// TestAsKustomizeOfItems replaces the text of a List in JSON after its first item. If AsKustomize
// searched the text for each item, its work would grow with the square of their number.
func TestAsKustomizeOfItems(t *testing.T) {
	docs, err := inMemory("a.json", `{"apiVersion":"v1","kind":"List","items":[{"a":"b"},{"a":"c"}]}`)
	if err != nil || len(docs) != 2 {
		t.Fatalf("%d documents, %v", len(docs), err)
	}
	docs[0].AsKustomize()
	docs[1].source.text = []byte("a: on")
	docs[1].AsKustomize()
	if len(docs[1].source.tree.Content) > 0 {
		t.Error("the text of the List was searched twice")
	}
}
