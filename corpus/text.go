package corpus

import (
	"bytes"
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/yaml"
)

// MaxYAML is the maximum length of a YAML text, in bytes.
//
// Deprecated: use [yaml.MaxBytes].
const MaxYAML = yaml.MaxBytes

// ParseText parses one document.
//
// Deprecated: use [yaml.Parse], which also reads YAML in flow style.
func ParseText(src []byte) (model.Value, error) { return yaml.Parse(src) }

// looksLikeJSON reports whether the text begins with { or [.
func looksLikeJSON(src []byte) bool {
	src = bytes.TrimLeft(src, " \t\r\n")
	return len(src) > 0 && (src[0] == '{' || src[0] == '[')
}

// parseError returns the engine's error for a document that is not JSON.
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
