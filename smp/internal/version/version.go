// Package version adds the resourceVersion of an object to patches that could overwrite changes of
// others, and keeps patches from removing it.
package version

import (
	"fmt"
	"slices"

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
// it again. The list or element is then that of the document, and loses the changes of others since it
// was read.
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
// keys. A deletion contains the keys, and nothing else. An element may lack a key that has a default, so
// only the keys that both have are compared.
func addsAgain(list model.Value) bool {
	deletions := map[string][]model.Value{} // by the names of the keys
	keys := map[string][]string{}           // the names themselves
	for _, e := range list.Elements() {
		if syntax.Delete.In(e) {
			names := namesIn(e, func(name string) bool { return !syntax.LooksLikeDirective(name) })
			id := fmt.Sprintf("%q", names)
			deletions[id], keys[id] = append(deletions[id], e), names
		}
	}
	deleted := map[string]map[uint64]bool{} // hashes of the keys of deletions, by the names of both
	for _, e := range list.Elements() {
		for id := range deletions {
			if syntax.Delete.In(e) {
				break
			}
			common := namesIn(e, func(name string) bool { return slices.Contains(keys[id], name) })
			both := id + fmt.Sprintf("%q", common)
			if len(common) > 0 && deleted[both] == nil {
				deleted[both] = map[uint64]bool{}
				for _, d := range deletions[id] {
					deleted[both][hashOf(d, common)] = true
				}
			}
			if deleted[both][hashOf(e, common)] {
				return true
			}
		}
	}
	return false
}

// namesIn returns the names of the members of an element that match, sorted.
func namesIn(e model.Value, match func(name string) bool) (names []string) {
	for name := range e.SortedMembers() {
		if match(name) {
			names = append(names, name)
		}
	}
	return names
}

// hashOf returns a hash of the given members. It is equal for equal values.
func hashOf(e model.Value, names []string) (h uint64) {
	for _, name := range names {
		v, _ := e.Get(name)
		h = h*0x9e3779b97f4a7c15 + v.Hash()
	}
	return h
}

// Pin returns the patch with the resourceVersion that For returns. The error is that of
// [model.Path.Set].
func Pin(patch, document model.Value, wide []model.Path) (model.Value, error) {
	return Set(patch, For(patch, document, wide))
}

// Set returns the patch with a resourceVersion, which may be absent. The error is that of
// [model.Path.Set].
func Set(patch, version model.Value) (model.Value, error) {
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
