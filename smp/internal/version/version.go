// Package version adds the resourceVersion of an object to patches that could overwrite changes of
// others, and keeps patches from removing it.
package version

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

var (
	metadata = model.Path{model.Field("metadata")}
	place    = metadata.Append(model.Field("resourceVersion"))
)

// For returns the resourceVersion of a document for a patch that overwrites more than the change: it
// replaces places as a whole (see smp.DiffOptions.Wide) or a list by a marker, or deletes an element and
// adds it again. A server then rejects the patch if others have changed the object. For any other patch,
// the version is absent. It is also absent if the patch sets resourceVersion or replaces metadata
// itself. A null does not set it: to a server, it means any version.
func For(patch, document model.Value, wide []model.Path) model.Value {
	if len(wide) == 0 && !overwrites(patch) {
		return model.Value{}
	}
	version, _ := place.Lookup(document)
	changes, ok := metadata.Lookup(patch)
	set, _ := changes.Get("resourceVersion")
	_, replaced := changes.Get(syntax.Patch)
	if version.Type() != model.String || !missing(set) || replaced || ok && changes.Type() != model.Map {
		return model.Value{}
	}
	return version
}

// overwrites reports whether a patch value replaces a list by a marker, or deletes an element and adds
// it again. The list or element is then that of the document, and loses what others have changed in it
// since it was read.
func overwrites(patch model.Value) bool {
	if !patch.HasDollar() {
		return false
	}
	if syntax.HasMarker(patch) || addsAgain(patch) {
		return true
	}
	for _, v := range patch.Members() {
		if overwrites(v) {
			return true
		}
	}
	for _, e := range patch.Elements() {
		if overwrites(e) {
			return true
		}
	}
	return false
}

// addsAgain reports whether a patch list deletes an element, and has another element with the same
// keys. A deletion contains the keys, and nothing else. An element may lack a key that has a default.
func addsAgain(list model.Value) bool {
	var deletions []model.Value
	keys := map[string]bool{}
	for _, e := range list.Elements() {
		if syntax.Delete.In(e) {
			deletions = append(deletions, e)
			for name := range e.Members() {
				keys[name] = !syntax.LooksLikeDirective(name)
			}
		}
	}
	if deletions == nil {
		return false
	}
	sent := map[string]bool{}             // the keys of other elements, as text
	combinations := map[string][]string{} // names of the keys that other elements have
	for _, e := range list.Elements() {
		var names []string
		for name := range e.SortedMembers() {
			if keys[name] {
				names = append(names, name)
			}
		}
		if names != nil && !syntax.Delete.In(e) {
			sent[textOf(e, names)] = true
			combinations[fmt.Sprintf("%q", names)] = names
		}
	}
	for _, e := range deletions {
		for _, names := range combinations {
			if sent[textOf(e, names)] {
				return true
			}
		}
	}
	return false
}

// textOf returns a text that is equal for two elements with the same values of the given members.
func textOf(e model.Value, names []string) string {
	var text []byte
	for _, name := range names {
		v, _ := e.Get(name)
		text = append(fmt.Appendf(text, "%q:", name), v.Canonical()...)
	}
	return string(text)
}

// Pin returns the patch with the resourceVersion that For returns. The error is that of
// [model.Path.Set].
func Pin(patch, document model.Value, wide []model.Path) (model.Value, error) {
	version := For(patch, document, wide)
	if version.Type() == model.Absent {
		return patch, nil
	}
	return place.Set(patch, version)
}

// Keep returns modified with the resourceVersion of a document, if modified has none. A patch from
// the document to modified then neither removes the version nor has a conflict about it. A server
// never removes the version, and a patch that does so is accepted for any version.
func Keep(modified, document model.Value) (model.Value, error) {
	version, _ := place.Lookup(document)
	has, _ := place.Lookup(modified)
	in, _ := metadata.Lookup(modified)
	if version.Type() != model.String || !missing(has) || modified.Type() != model.Map || in.Type() != model.Map {
		return modified, nil
	}
	return place.Set(modified, version)
}

// missing reports whether a resourceVersion is absent or null.
func missing(version model.Value) bool {
	return version.Type() == model.Absent || version.Type() == model.Null
}
