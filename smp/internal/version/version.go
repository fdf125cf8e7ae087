// Package version adds the resourceVersion of an object to patches that could overwrite changes of
// others, and keeps patches from removing it.
package version

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

var (
	metadata = model.Path{model.Field("metadata")}
	place    = metadata.Append(model.Field("resourceVersion"))
)

// For returns the resourceVersion of a document for a patch that replaces places as a whole (see
// smp.DiffOptions.Wide) or a list by a marker. A server then rejects the patch if others have changed
// the object. For any other patch, the version is absent. It is also absent if the patch sets
// resourceVersion or replaces metadata itself. A null does not set it: to a server, it means any
// version.
func For(patch, document model.Value, wide []model.Path) model.Value {
	if len(wide) == 0 && !replacesList(patch) {
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

// replacesList reports whether a patch value replaces a list by a marker. The list is then that of the
// document, and loses elements that others have added since it was read.
func replacesList(patch model.Value) bool {
	if !patch.HasDollar() {
		return false
	}
	if syntax.HasMarker(patch) {
		return true
	}
	for _, v := range patch.Members() {
		if replacesList(v) {
			return true
		}
	}
	for _, e := range patch.Elements() {
		if replacesList(e) {
			return true
		}
	}
	return false
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
