package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

// wanted is the name of the wanted result where it counts as a document.
const wanted = "want"

// A draft is a case on its way to a smaller one.
type draft struct {
	c Case
	// typ is the schema as a tree, nil while it is still the one that the case
	// came with.
	typ *smp.Type
	// schema is the text of the schema, and text that of all that is reduced:
	// the shorter it is, the better is the draft.
	schema, text string
	// given are the words of the first case where those that come should have
	// others, and shared is how many it still has.
	given  map[string]bool
	shared int
}

// newDraft returns a case in a form whose parts can be dropped: with its schema
// inside, and documents without white space.
func newDraft(c Case) draft {
	if c.schemaErr == nil {
		c.Schema = inlineSource(c.Input.Schema)
		c.Input.Options.ListTypes = false
	}
	c.Kubernetes = nil
	d := draft{c: c, schema: c.Schema.OpenAPI.Canonical()}
	var docs []Document
	for _, doc := range d.documents() {
		docs = append(docs, Document{doc.Name, compact(doc.Value)})
	}
	return d.withDocuments(docs)
}

// compact returns the same value without white space, and with no more escapes
// than needed.
func compact(v model.Value) model.Value {
	if v.Kind() == model.String {
		return model.NewString(v.Text())
	}
	return rebuilt(v, func(name string, m model.Value) (string, model.Value) { return name, compact(m) })
}

// rebuilt returns a map or list with what change makes of its members, by name,
// and of its elements, whose name is empty; what becomes absent is dropped. A
// scalar comes back as it is.
func rebuilt(v model.Value, change func(name string, m model.Value) (string, model.Value)) model.Value {
	out, err := v, error(nil)
	switch v.Kind() {
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			name, m = change(name, m)
			members = append(members, model.Member{Name: name, Value: m})
		}
		out, err = model.NewMap(members...)
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			_, e = change("", e)
			elements = append(elements, e)
		}
		out, err = model.NewList(elements...)
	}
	if err != nil {
		return v // it would be too deep, and nothing here makes a value deeper
	}
	return out
}

// documents returns what can be reduced: the documents that are there and not
// given as text, and the wanted result.
func (d draft) documents() []Document {
	in := d.c.Input
	var docs []Document
	for _, name := range []string{original, modified, current, patch, left, right} {
		docs = append(docs, Document{name, *in.document(name)})
	}
	for i, v := range in.Patches {
		docs = append(docs, Document{patchName(i), v})
	}
	docs = append(docs, Document{wanted, d.c.Want.Result})
	return slices.DeleteFunc(docs, func(doc Document) bool {
		_, isText := in.Text[doc.Name]
		return isText || doc.Value.Kind() == model.Absent
	})
}

// withDocuments returns the draft with these documents in place of those of the
// same names.
func (d draft) withDocuments(docs []Document) draft {
	d.c.Input.Patches = slices.Clone(d.c.Input.Patches)
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
	for i := range d.c.Input.Patches {
		if name == patchName(i) {
			d.c.Input.Patches[i] = v
			return
		}
	}
	if name == wanted {
		d.c.Want.Result = v
	} else {
		*d.c.Input.document(name) = v
	}
}

// withType returns the draft with a schema that is built from a tree; false if
// that is none.
func (d draft) withType(t smp.Type) (draft, bool) {
	s, err := smp.NewSchema(t, nil)
	if err != nil || d.c.schemaErr != nil {
		return draft{}, false
	}
	d.typ, d.c.Input.Schema = &t, s
	d.c.Schema = inlineSource(s)
	d.schema = d.c.Schema.OpenAPI.Canonical()
	return d.written(), true
}

// inlineSource returns a schema as a case file has it: as an object that stands
// alone where it needs no other, and none for no schema.
func inlineSource(s smp.Schema) SchemaSource {
	if s.Equal(smp.Schema{}) {
		return SchemaSource{}
	}
	encoded := openapi.Encode(s)
	schemas, _ := model.Path{model.Field("components"), model.Field("schemas")}.Lookup(encoded)
	if root, ok := schemas.Get(openapi.Root); ok && schemas.Len() == 1 {
		return SchemaSource{OpenAPI: root}
	}
	return SchemaSource{OpenAPI: encoded, Root: openapi.Root}
}

// written returns the draft with its text brought up to date.
func (d draft) written() draft {
	var options encoder
	d.c.Input.Options.encode(&options)
	text := []byte(d.schema)
	for _, m := range options.members {
		text = m.Value.AppendJSON(append(text, m.Name...))
	}
	for _, doc := range d.documents() {
		text = doc.Value.AppendJSON(append(text, '\n'))
	}
	for _, name := range d.texts() { // a document that is no text is better
		text = append(append(text, '\n'), name+textSuffix+d.c.Input.Text[name]...)
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
	var names []string
	for name := range d.c.Input.Text {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// better reports whether the draft is smaller than another, or gives less away.
func (d draft) better(other draft) bool {
	if d.shared != other.shared {
		return d.shared < other.shared
	}
	if len(d.text) != len(other.text) {
		return len(d.text) < len(other.text)
	}
	return d.text < other.text
}
