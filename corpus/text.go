package corpus

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"sigs.k8s.io/yaml"
)

// MaxYAML is how long a YAML text may be, in bytes, before and after its
// aliases are written out. JSON is bounded by package model alone.
const MaxYAML = 64 << 20

// ParseText reads one document. Text that is JSON becomes a value untouched,
// digit by digit. Other text is read as kubectl reads YAML: numbers lose what
// does not fit a 64-bit integer or float (1.0 becomes 1), names that are no
// strings become strings, and empty text is null.
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
	if errors.As(err, &limit) && limit.Kind == model.Limit || looksLikeJSON(src) {
		return model.Value{}, err
	}
	return parseYAML(src)
}

// looksLikeJSON goes by the first character, as kubectl does: a map in flow
// style that is no JSON is a mistake in JSON.
func looksLikeJSON(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n")
	return len(src) > 0 && (src[0] == '{' || src[0] == '[')
}

func parseYAML(src []byte) (model.Value, error) {
	if len(src) > MaxYAML {
		return model.Value{}, fmt.Errorf("yaml: more than %d bytes", MaxYAML)
	}
	if err := checkYAML(src); err != nil {
		return model.Value{}, err
	}
	text, err := yaml.YAMLToJSONStrict(src)
	if err != nil {
		return model.Value{}, err
	}
	return model.Parse(text)
}

// parseError says of a document that it is no JSON, as the engine does.
func parseError(document string, err error) error {
	out := &smp.Error{Kind: smp.Syntax, Document: document, Cause: err}
	var e *model.Error
	if errors.As(err, &e) {
		out.Path = e.Path
		if e.Kind == model.Limit {
			out.Kind = smp.Limit
		}
	}
	return out
}
