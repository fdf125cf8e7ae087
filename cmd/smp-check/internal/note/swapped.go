package note

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// SwappedPatch warns if original seems to be the patch and patch seems to be the object. The
// schema is that of the object.
func (n *Notes) SwappedPatch(schema smp.Schema, original, patch load.Document) {
	const order = "the order of arguments is ORIGINAL PATCH"
	if path, found := directiveIn(original.Value); found {
		if _, both := directiveIn(patch.Value); !both {
			n.Warn("%s contains the directive %s, like a patch, but %s contains none; %s", original.Name, path, patch.Name, order)
			return
		}
	}
	ours, theirs := corpus.DeclaredKind(original.Value), corpus.DeclaredKind(patch.Value)
	if !load.Complete(ours) && load.Complete(theirs) {
		n.Warn("%s has no apiVersion and kind, like a patch, but %s has both; %s", original.Name, patch.Name, order)
		return
	}
	for _, path := range serverFields() {
		_, inPatch := path.Lookup(patch.Value)
		if _, inOriginal := path.Lookup(original.Value); inPatch && !inOriginal {
			n.Warn("%s has %s, which only servers set, but %s lacks it; %s", patch.Name, path, original.Name, order)
			return
		}
	}
	for _, path := range requiredFields(schema) {
		inPatch, inOriginal := isSet(path, patch.Value), isSet(path, original.Value)
		if load.Complete(ours) && load.Complete(theirs) && inPatch && !inOriginal {
			n.Warn("%s has %s, which kind %s requires, but %s lacks it; %s", patch.Name, path, model.Shorten(ours.Kind), original.Name, order)
			return
		}
	}
	has := fieldsOf(original.Value)
	if more := fieldsOf(patch.Value) - has; has < mostFields && more > 2 && repeats(original.Value, patch.Value) {
		n.Say("%s has all fields of %s, and %d more; the files may be swapped: %s", patch.Name, original.Name, more, order)
	}
}

// An object with mostFields fields or more is not taken for a patch. This limits the length of the
// lists that are compared.
const mostFields = 200

// serverFields returns the fields that only servers set, and that patches do not contain.
func serverFields() []model.Path {
	paths := []model.Path{{model.Field("status")}}
	for _, name := range serverMetadata {
		if name != "resourceVersion" { // which may be a precondition of a patch
			paths = append(paths, model.Path{model.Field("metadata"), model.Field(name)})
		}
	}
	return paths
}

// requiredFields returns fields of a schema that are required in objects of common kinds, but
// rare in patches.
func requiredFields(s smp.Schema) []model.Path {
	workload := fieldPath("spec.template.spec.containers")
	var paths []model.Path
	if isField(s, workload) {
		paths = append(paths, fieldPath("spec.selector.matchLabels"))
	}
	for _, text := range []string{"spec.containers", "spec.jobTemplate.spec.template.spec.containers", "spec.scaleTargetRef", "roleRef", "provisioner"} {
		paths = append(paths, fieldPath(text))
	}
	return slices.DeleteFunc(append(paths, workload), func(path model.Path) bool { return !isField(s, path) })
}

func fieldPath(text string) model.Path {
	var path model.Path
	for _, name := range strings.Split(text, ".") {
		path = append(path, model.Field(name))
	}
	return path
}

// isField reports whether a path of names leads to a field of a schema.
func isField(s smp.Schema, path model.Path) bool {
	for _, step := range path {
		inner, known := s.Member(string(step.(model.Field)))
		if !known || s.Type() != smp.MapType {
			return false
		}
		s = inner
	}
	return true
}

// isSet reports whether a path leads to a map, list or string.
func isSet(path model.Path, v model.Value) bool {
	found, _ := path.Lookup(v)
	return found.Type() == model.Map || found.Type() == model.List || found.Type() == model.String
}

// directiveIn returns the path of the first directive in a document.
func directiveIn(v model.Value) (model.Path, bool) {
	for name, member := range v.Members() {
		if isDirective(name) {
			return model.Path{model.Field(name)}, true
		}
		if path, ok := directiveIn(member); ok {
			return append(model.Path{model.Field(name)}, path...), true
		}
	}
	for i, element := range v.Elements() {
		if path, ok := directiveIn(element); ok {
			return append(model.Path{model.Index(i)}, path...), true
		}
	}
	return nil, false
}

func isDirective(name string) bool {
	return name == "$patch" || name == "$retainKeys" || name == "$patchMergeKey" ||
		strings.HasPrefix(name, "$setElementOrder/") || strings.HasPrefix(name, "$deleteFromPrimitiveList/")
}

// repeats reports whether a patch has all fields of an object, except for apiVersion, kind and
// metadata, and the object has other fields.
func repeats(object, patch model.Value) bool {
	some := false
	for name, member := range object.Members() {
		if name == "apiVersion" || name == "kind" || name == "metadata" {
			continue
		}
		theirs, ok := patch.Get(name)
		if !ok || !holds(theirs, member) {
			return false
		}
		some = true
	}
	return some
}

// holds reports whether a value has all fields of another one and, for each element of the
// other one, an element that holds it.
func holds(v, other model.Value) bool {
	if v.Type() != other.Type() {
		return false
	}
	for name, member := range other.Members() {
		ours, ok := v.Get(name)
		if !ok || !holds(ours, member) {
			return false
		}
	}
	for _, element := range other.Elements() {
		found := false
		for _, ours := range v.Elements() {
			found = found || holds(ours, element)
		}
		if !found {
			return false
		}
	}
	return true
}

// fieldsOf returns the number of fields in a value, including nested ones.
func fieldsOf(v model.Value) int {
	n := 0
	for _, member := range v.Members() {
		n += 1 + fieldsOf(member)
	}
	for _, element := range v.Elements() {
		n += fieldsOf(element)
	}
	return n
}
