package minimize

import (
	"maps"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// wanted is the name of the wanted result, which is reduced like a document.
const wanted = "want"

// answered is the name of the actual result, which is reduced like a document, too.
const answered = "answer"

// A draft is a case while it is being reduced.
type draft struct {
	c corpus.Case
	// typ is the schema as a tree. It is nil as long as the case has its first schema.
	typ *smp.Definition
	// schema is the text of the schema. text is the text of everything that is reduced. A
	// draft with a shorter text is better.
	schema, text string
	// given are the words of the first case, if they are to be replaced. shared is the number
	// of these words that the draft still contains.
	given  map[string]bool
	shared int
	// inStep is set if the wanted answer and the actual answer must stay comparable: the
	// documents and both answers lose the same parts. answer is then the actual answer to
	// the first case without these parts.
	inStep bool
	answer corpus.Answer
}

// listed reports whether the documents cannot change in step with the answers: an answer names
// places of the documents in texts, as lists of conflicts and problems do, or a document is a text
// that is not JSON.
func (d draft) listed() bool {
	r := d.c.Want.Rejection
	return d.inStep && (d.c.Input.Op == corpus.OpConflicts || d.c.Input.Op == corpus.OpLint ||
		r != nil && r.Conflicts.Type() != model.Absent || len(d.texts()) > 0)
}

// withPaths returns the draft with a change of the paths in both answers: the places of errors, and
// the places that a patch replaces as a whole. The document of a path is empty if the path may be in
// any document. withPaths returns false if the function change returns false for one of the paths.
func (d draft) withPaths(change func(document string, path model.Path) (model.Path, bool)) (draft, bool) {
	for _, answer := range []*corpus.Answer{&d.c.Want, &d.answer} {
		if r := answer.Rejection; r != nil {
			changed := *r
			var ok bool
			if changed.Path, ok = change(r.Document, r.Path); !ok {
				return draft{}, false
			}
			answer.Rejection = &changed
		}
		answer.Wide = slices.Clone(answer.Wide)
		for i, path := range answer.Wide {
			var ok bool
			if answer.Wide[i], ok = change("", path); !ok {
				return draft{}, false
			}
		}
	}
	return d, true
}

// sameAnswer reports whether two answers have equal results, or are rejections for the same
// reason at the same place.
func sameAnswer(a, b corpus.Answer) bool {
	x, y := a.Rejection, b.Rejection
	if x == nil || y == nil {
		return x == y && model.Equal(a.Result, b.Result)
	}
	return x.Code == y.Code && x.Rule == y.Rule && x.Document == y.Document && x.Path.Equal(y.Path)
}

// newDraft returns a case in a form in which all parts can be dropped: the case contains its
// schema, and its documents contain no white space.
func newDraft(c corpus.Case) draft {
	if c.SchemaErr == nil {
		c.Schema = inlineSource(c.Input.Schema)
		c.Input.Options.ListTypes = false
	}
	c.Kubernetes = nil
	d := draft{c: c, schema: c.Schema.OpenAPI.Canonical()}
	var docs []corpus.Document
	for _, doc := range d.documents() {
		docs = append(docs, corpus.Document{Name: doc.Name, Value: compact(doc.Value)})
	}
	return d.withDocuments(docs)
}

// compact returns the same value without white space and unnecessary escapes.
func compact(v model.Value) model.Value {
	if v.Type() == model.String {
		return model.NewString(v.Text())
	}
	return corpus.Rebuilt(v, func(name string, m model.Value) (string, model.Value) { return name, compact(m) })
}

// documents returns the values that can be reduced: the documents that are present and
// not given as text, the wanted result and, if it is reduced in step, the actual result.
func (d draft) documents() []corpus.Document {
	docs := append(d.c.Input.Documents(),
		corpus.Document{Name: wanted, Value: d.c.Want.Result},
		corpus.Document{Name: answered, Value: d.answer.Result})
	return slices.DeleteFunc(docs, func(doc corpus.Document) bool {
		_, isText := d.c.Input.Text[doc.Name]
		return isText || doc.Value.Type() == model.Absent
	})
}

// withDocuments returns the draft with its documents replaced by the given ones, by name.
func (d draft) withDocuments(docs []corpus.Document) draft {
	for _, doc := range docs {
		v, err := model.Parse(doc.Value.AppendJSON(nil), model.MaxDepth(model.HardMaxDepth))
		if err != nil {
			v = doc.Value
		}
		d.set(doc.Name, v)
	}
	return d.written()
}

func (d *draft) set(name string, v model.Value) {
	switch name {
	case wanted:
		d.c.Want.Result = v
	case answered:
		d.answer.Result = v
	default:
		d.c.Input = d.c.Input.With(name, v)
	}
}

// withType returns the draft with a schema built from a tree, or false if the tree is not a
// valid schema.
func (d draft) withType(t smp.Definition) (draft, bool) {
	s, err := smp.NewSchema(t, nil)
	if err != nil || d.c.SchemaErr != nil {
		return draft{}, false
	}
	d.typ, d.c.Input.Schema = &t, s
	d.c.Schema = inlineSource(s)
	d.schema = d.c.Schema.OpenAPI.Canonical()
	return d.written(), true
}

// inlineSource returns a schema in the form of a case file: a single schema object if
// possible. For smp.Schemaless it returns the zero SchemaSource.
func inlineSource(s smp.Schema) corpus.SchemaSource {
	if s.Equal(smp.Schemaless) {
		return corpus.SchemaSource{}
	}
	encoded := openapi.Encode(s)
	schemas, _ := model.Path{model.Field("components"), model.Field("schemas")}.Lookup(encoded)
	if root, ok := schemas.Get(openapi.Root); ok && schemas.Len() == 1 {
		return corpus.SchemaSource{OpenAPI: root}
	}
	return corpus.SchemaSource{OpenAPI: encoded, Root: openapi.Root}
}

// written returns the draft with its text updated.
func (d draft) written() draft {
	text := []byte(d.schema)
	for name, v := range d.c.Input.Options.Value().Members() {
		text = v.AppendJSON(append(text, name...))
	}
	for _, doc := range d.documents() {
		if doc.Name != answered { // it is not part of the case
			text = doc.Value.AppendJSON(append(text, '\n'))
		}
	}
	for _, name := range d.texts() { // the name in the case file is longer for a document given as text than for a value
		text = append(append(text, '\n'), name+"Text"+d.c.Input.Text[name]...)
	}
	d.text = string(text)
	if d.shared = 0; d.given != nil {
		for word := range d.words() {
			if d.given[word] {
				d.shared++
			}
		}
	}
	return d
}

// texts returns the names of the documents that are given as text.
func (d draft) texts() []string {
	return slices.Sorted(maps.Keys(d.c.Input.Text))
}

// better reports whether the draft is smaller than another one, or shares fewer words
// with the first case.
func (d draft) better(other draft) bool {
	if d.shared != other.shared {
		return d.shared < other.shared
	}
	if len(d.text) != len(other.text) {
		return len(d.text) < len(other.text)
	}
	return d.text < other.text
}
