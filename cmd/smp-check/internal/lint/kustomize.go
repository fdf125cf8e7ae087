package lint

import (
	"errors"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// UnsupportedDirective is the code of problems of patches in kustomizations: kustomize does
// not support the directive.
const UnsupportedDirective smp.Code = "unsupported-directive"

// onlyFormat are the directives, or prefixes of directives, that kustomize treats as fields.
var onlyFormat = []string{"$retainKeys", "$setElementOrder/", "$deleteFromPrimitiveList/", "$patchMergeKey"}

// AddUnsupported reports the directives of a patch that kustomize leaves in the result as
// fields.
func (r *Report) AddUnsupported(d load.Document) {
	r.unsupported(d, nil, d.Value)
}

func (r *Report) unsupported(d load.Document, path model.Path, v model.Value) {
	for i, e := range v.Elements() {
		r.unsupported(d, path.Append(model.Index(i)), e)
	}
	for name, member := range v.Members() {
		at := path.Append(model.Field(name))
		if isOnlyFormat(name) {
			r.add(d, smp.Problem{Path: at, Code: UnsupportedDirective,
				Cause: errors.New("kustomize build does not support this directive, and leaves it in the object; smp-check fn supports it")}, Warning)
			continue
		}
		r.unsupported(d, at, member)
	}
}

func isOnlyFormat(name string) bool {
	for _, directive := range onlyFormat {
		if name == directive || strings.HasSuffix(directive, "/") && strings.HasPrefix(name, directive) {
			return true
		}
	}
	return false
}
