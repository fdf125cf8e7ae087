package corpus

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/corpus/yamldoc"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// MaxYAML is how long a YAML text may be, in bytes, before and after its
// aliases are written out. JSON is bounded by package model alone.
const MaxYAML = yamldoc.MaxBytes

// ParseText reads one document. Text that is JSON becomes a value untouched,
// digit by digit. Other text is read as kubectl reads YAML: numbers lose what
// does not fit a 64-bit integer or float (1.0 becomes 1), names that are no
// strings become strings, members are sorted by name, and empty text is null.
//
// The error is a *model.Error, with offset and path, where the text begins as a
// JSON map or list does and is none, and where it is too deep. Errors of YAML
// say the line. A name that stands twice in a map is an error, as is more than
// one document.
func ParseText(src []byte) (model.Value, error) {
	v, err := model.Parse(src)
	if err == nil {
		return v, nil
	}
	var limit *model.Error
	if errors.As(err, &limit) && limit.Code == model.Limit || looksLikeJSON(src) {
		return model.Value{}, err
	}
	d, err := readDocument(src)
	if err != nil {
		return model.Value{}, err
	}
	return sorted(d.Value)
}

// looksLikeJSON goes by the first character, as kubectl does: a map in flow
// style that is no JSON is a mistake in JSON.
func looksLikeJSON(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n")
	return len(src) > 0 && (src[0] == '{' || src[0] == '[')
}

// sorted returns a value with the members of its maps sorted, as kubectl has them.
func sorted(v model.Value) (model.Value, error) { return model.Parse(v.AppendCanonical(nil)) }

// readDocument reads the only document of a YAML text, which is null where there is
// none.
func readDocument(src []byte) (yamldoc.Document, error) {
	stream, err := yamldoc.Read(src)
	if err != nil {
		return yamldoc.Document{}, err
	}
	documents := stream.Documents()
	if len(documents) == 0 {
		return yamldoc.Document{Value: model.NewNull()}, nil
	}
	for _, d := range documents[1:] { // nothing follows a separator at the end
		if !isNothing(d) {
			return yamldoc.Document{}, fmt.Errorf("yaml: line %d: a second document begins here; only one is read", d.Line)
		}
	}
	return documents[0], nil
}

// isNothing reports whether a document has no text.
func isNothing(d yamldoc.Document) bool {
	root := d.Tree()
	return d.Value.Type() == model.Null && root != nil && root.Value == "" && root.Style == 0
}

// parseError says of a document that it is no JSON, as the engine does.
func parseError(document string, err error) error {
	out := &smp.Error{Code: smp.Syntax, Document: document, Cause: err}
	var e *model.Error
	if errors.As(err, &e) {
		out.Path = e.Path
		if e.Code == model.Limit {
			out.Code = smp.Limit
		}
	}
	return out
}
