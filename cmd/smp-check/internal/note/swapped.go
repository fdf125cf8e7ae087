package note

import (
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
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
	if !kinds.Complete(ours) && kinds.Complete(theirs) {
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
	if path, found := requiredOnlyIn(schema, patch.Value, original.Value); found && kinds.Complete(ours) && kinds.Complete(theirs) {
		n.Warn("%s has %s, which kind %s requires, but %s lacks it; %s", patch.Name, path, model.Shorten(ours.Kind), original.Name, order)
		return
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

// requiredOnlyIn returns the path of a field that a server requires in the objects of a schema, and that a patch has and
// the object lacks. The object may be a fragment that lacks a whole part, such as spec.
func requiredOnlyIn(s smp.Schema, patch, object model.Value) (model.Path, bool) {
	for name, field := range s.Fields() {
		ours, has := patch.Get(name)
		theirs, both := object.Get(name)
		if !has || ours.Type() == model.Null {
			continue
		}
		if ours.Type() == model.Map {
			if path, found := requiredOnlyIn(field, ours, theirs); found {
				return append(model.Path{model.Field(name)}, path...), true
			}
		} else if !both && field.Marks().Required {
			return model.Path{model.Field(name)}, true
		}
	}
	return nil, false
}

func fieldPath(text string) model.Path {
	var path model.Path
	for _, name := range strings.Split(text, ".") {
		path = append(path, model.Field(name))
	}
	return path
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
