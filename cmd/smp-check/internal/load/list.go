package load

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// CheckSingle rejects a List, because a patch is for one object.
func (d Document) CheckSingle() error {
	items, isList := d.items()
	if !isList {
		return nil
	}
	return &smp.Error{
		Code:     smp.WrongType,
		Document: d.Name,
		Path:     model.Path{model.Field("kind")},
		Cause: fmt.Errorf("a List of %d objects; expected one object: save each item in a file of its own, or get one by name (kubectl get KIND NAME -o yaml)",
			items.Len()),
	}
}

// items returns the items of a List, and whether the document is a List.
func (d Document) items() (model.Value, bool) {
	items, _ := d.Value.Get("items")
	return items, IsList(d.Value)
}

// IsList reports whether a value is a List of objects: a v1 List, or a list of one kind, such as a
// DeploymentList. The latter has at least one item and no name of its own. Each item has the
// apiVersion and the kind, or it has neither of them, but metadata.
func IsList(v model.Value) bool {
	items, _ := v.Get("items")
	of, isList := itemKind(v)
	if items.Type() != model.List || !isList {
		return false
	}
	name, _ := model.Path{model.Field("metadata"), model.Field("name")}.Lookup(v)
	if of.Kind != "" && (of.APIVersion == "" || name.Text() != "") {
		return false
	}
	for _, item := range items.Elements() {
		if of.Kind != "" && corpus.DeclaredKind(item) != of && !isUntyped(item) {
			return false
		}
	}
	return of.Kind == "" || items.Len() > 0
}

// itemKind returns the kind of the items of a list, which is empty for a v1 List. It reports whether
// the kind of v is that of a list.
func itemKind(v model.Value) (of kubernetes.Kind, isList bool) {
	of = corpus.DeclaredKind(v)
	of.Kind, isList = strings.CutSuffix(of.Kind, "List")
	return of, isList
}

// isUntyped reports whether a value is an object without apiVersion and kind. An API server leaves
// them out in the items of a list of one kind.
func isUntyped(v model.Value) bool {
	metadata, _ := v.Get("metadata")
	_, hasVersion := v.Get("apiVersion")
	_, hasKind := v.Get("kind")
	return metadata.Type() == model.Map && !hasVersion && !hasKind
}

// withKind returns an object with an apiVersion and a kind in front.
func withKind(v model.Value, k kubernetes.Kind) model.Value {
	head, err := model.NewMap(model.Member{Name: "apiVersion", Value: model.NewString(k.APIVersion)}, model.Member{Name: "kind", Value: model.NewString(k.Kind)})
	if err == nil {
		head, err = merged(head, v)
	}
	if err != nil {
		return v
	}
	return head
}
