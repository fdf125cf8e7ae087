package corpus

import (
	"fmt"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Input is an operation with its documents, schema and options.
type Input struct {
	Op      Op
	Schema  smp.Schema
	Options Options
	// These are the documents of the operation. A document that Op does not take is absent.
	Original, Modified, Current, Patch, Left, Right model.Value
	Patches                                         []model.Value
	// Text holds the exact text of documents that were given as text, by their names in Documents.
	// If the text is empty or not JSON, the Value of the document is absent. A subject that reads
	// text uses this text instead of the Value. One that does not must return the error of Err if
	// there is one, and can then use the Values.
	Text map[string]string
}

// A Document is one document of an Input.
type Document struct {
	// Name is the name of the document in errors: original, modified, current, patch,
	// patches[n], left or right.
	Name  string
	Value model.Value
}

// Documents returns the documents that in.Op takes, in the operation's order.
func (in Input) Documents() []Document {
	var documents []Document
	for _, name := range in.Op.inputs() {
		if name != documentPatches {
			documents = append(documents, Document{name, *in.document(name)})
			continue
		}
		for i, v := range in.Patches {
			documents = append(documents, Document{patchName(i), v})
		}
	}
	return documents
}

// JSON returns the text of the document with this name (see Documents): the entry in in.Text if
// there is one, or else the value as JSON. It returns nil if the document is absent.
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

// Err returns the error of a subject that cannot read text: an *smp.Error with code syntax or limit
// for the first document whose text is not JSON. It returns nil if there is no such document. Empty
// text means an absent document, except for a patch, where it is an error.
func (in Input) Err() error {
	for _, d := range in.Documents() {
		text, ok := in.Text[d.Name]
		if !ok || text == "" && slices.Contains([]string{documentOriginal, documentModified, documentCurrent}, d.Name) {
			continue
		}
		if _, err := model.ParseString(text); err != nil {
			return parseError(d.Name, err)
		}
	}
	return nil
}

// withText returns the input with every document as text. A document without a text gets its
// canonical form as text, and the value that is read from this text.
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
			return Input{}, fmt.Errorf("%s: cannot read its canonical text: %w", d.Name, err)
		}
		in = in.With(d.Name, v)
	}
	in.Text = text
	return in, nil
}

// document returns a pointer to the named document.
func (in *Input) document(name string) *model.Value {
	switch name {
	case documentOriginal:
		return &in.Original
	case documentModified:
		return &in.Modified
	case documentCurrent:
		return &in.Current
	case documentPatch:
		return &in.Patch
	case documentLeft:
		return &in.Left
	default:
		return &in.Right
	}
}

// With returns the input with v as the value of the document with this name (see Documents). The
// result has no text of the document. With does not change in.
func (in Input) With(document string, v model.Value) Input {
	if _, ok := in.Text[document]; ok {
		in.Text = maps.Clone(in.Text)
		if delete(in.Text, document); len(in.Text) == 0 {
			in.Text = nil
		}
	}
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

func patchName(i int) string { return fmt.Sprintf("%s[%d]", documentPatches, i) }
