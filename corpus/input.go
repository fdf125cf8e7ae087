package corpus

import (
	"fmt"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Input is what an operation is given.
type Input struct {
	Op      Op
	Schema  smp.Schema
	Options Options
	// The documents that Op takes; the others are absent.
	Original, Modified, Current, Patch, Left, Right model.Value
	Patches                                         []model.Value
	// Text holds the exact text of documents that were given as text, by the
	// name that Documents gives them. The Value of such a document is absent
	// when the text is empty or no JSON. A subject that reads text uses it.
	Text map[string]string
}

// A Document is one document of an Input.
type Document struct {
	// Name is the document's name as errors give it: original, modified,
	// current, patch, patches[n], left or right.
	Name  string
	Value model.Value
}

// Documents returns the documents that in.Op takes, in the order in which the
// operation names them.
func (in Input) Documents() []Document {
	var documents []Document
	for _, name := range in.Op.inputs() {
		if name != patches {
			documents = append(documents, Document{name, *in.document(name)})
			continue
		}
		for i, v := range in.Patches {
			documents = append(documents, Document{patchName(i), v})
		}
	}
	return documents
}

// JSON returns the text of a document that Documents names: the text it was
// given as, or its value as JSON; nothing for one that is absent.
func (in Input) JSON(document string) []byte {
	if text, ok := in.Text[document]; ok {
		return []byte(text)
	}
	for _, d := range in.Documents() {
		if d.Name == document && d.Value.Type() != model.Absent {
			return d.Value.AppendJSON(nil)
		}
	}
	return nil
}

// Err returns what keeps a subject that works on values from taking in: an
// *smp.Error (code syntax or limit) for the first document whose text is no
// JSON, nil if there is none. Empty text is an absent document, unless it should
// be a patch.
func (in Input) Err() error {
	for _, d := range in.Documents() {
		text, ok := in.Text[d.Name]
		if !ok || text == "" && slices.Contains([]string{original, modified, current}, d.Name) {
			continue
		}
		if _, err := model.ParseString(text); err != nil {
			return parseError(d.Name, err)
		}
	}
	return nil
}

// withText returns the same input with every document given as text: the one
// it has, or its canonical form, from which its value is read again.
func (in Input) withText() (Input, error) {
	text := maps.Clone(in.Text)
	if text == nil {
		text = map[string]string{}
	}
	for _, d := range in.Documents() {
		if _, ok := text[d.Name]; ok || d.Value.Type() == model.Absent {
			continue
		}
		text[d.Name] = d.Value.Canonical()
		v, err := model.ParseString(text[d.Name])
		if err != nil {
			return Input{}, fmt.Errorf("%s: its canonical text cannot be read: %w", d.Name, err)
		}
		in = in.With(d.Name, v)
	}
	in.Text = text
	return in, nil
}

// document returns where the named document is kept.
func (in *Input) document(name string) *model.Value {
	switch name {
	case original:
		return &in.Original
	case modified:
		return &in.Modified
	case current:
		return &in.Current
	case patch:
		return &in.Patch
	case left:
		return &in.Left
	default:
		return &in.Right
	}
}

// With returns the input with another value for a document that Documents names,
// and leaves the Patches of in as they are.
func (in Input) With(document string, v model.Value) Input {
	if in.Op != OpCompose {
		*in.document(document) = v
		return in
	}
	changed := make([]model.Value, len(in.Patches))
	for i, old := range in.Patches {
		changed[i] = old
		if patchName(i) == document {
			changed[i] = v
		}
	}
	in.Patches = changed
	return in
}

func patchName(i int) string { return fmt.Sprintf("%s[%d]", patches, i) }
