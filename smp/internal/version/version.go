// Package version adds the resourceVersion of an object to patches that could overwrite changes of
// others.
package version

import "github.com/strategicpatch/smp/model"

var (
	metadata = model.Path{model.Field("metadata")}
	place    = metadata.Append(model.Field("resourceVersion"))
)

// For returns the resourceVersion of a document for a patch that replaces places as a whole (see
// smp.DiffOptions.Wide). A server then rejects the patch if others have changed the object. For any
// other patch, the version is absent. It is also absent if the patch sets resourceVersion or
// replaces metadata itself.
func For(patch, document model.Value, wide []model.Path) model.Value {
	if len(wide) == 0 {
		return model.Value{}
	}
	version, _ := place.Lookup(document)
	changes, ok := metadata.Lookup(patch)
	_, present := changes.Get("resourceVersion")
	_, replaced := changes.Get("$patch")
	if version.Type() != model.String || present || replaced || ok && changes.Type() != model.Map {
		return model.Value{}
	}
	return version
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
