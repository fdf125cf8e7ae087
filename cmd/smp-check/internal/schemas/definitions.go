package schemas

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

const definitionKind = "CustomResourceDefinition"

// readDefinitions reads CustomResourceDefinitions from files and directories. Files may
// contain several documents. Documents of other kinds are ignored. So are kustomize patches
// to definitions in the same file or directory. A file with a single document must contain a
// definition, and each name must lead to at least one definition.
func readDefinitions(r *load.Reader, names []string) ([]load.Document, error) {
	var found []load.Document
	for _, name := range names {
		files, unread, isFolder := r.Files(name)
		if len(unread) > 0 {
			return nil, unread[0]
		}
		var whole, parts []load.Document
		for _, file := range files {
			entries, err := r.Entries(file)
			if isFolder && load.IsTemplateFault(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			alone := len(entries) == 1 && !isFolder
			for _, d := range load.Documents(entries) {
				switch kind := corpus.DeclaredKind(d.Value).Kind; {
				case alone && kind == "":
					return nil, fmt.Errorf("%s: not a %s: it has no kind; pass a schema with --schema", d.Name, definitionKind)
				case kind == definitionKind && mayPatch(d.Value):
					parts = append(parts, d)
				case kind == definitionKind || alone:
					whole = append(whole, d)
				}
			}
			if alone && len(parts) > 0 {
				return nil, noDefinition(parts[0], "")
			}
		}
		for _, d := range parts {
			id := load.IdentityOf(d.Value).Name
			if id == "" || !slices.ContainsFunc(whole, func(w load.Document) bool { return load.IdentityOf(w.Value).Name == id }) {
				return nil, noDefinition(d, ", in which case add the file with the definition itself")
			}
		}
		if len(whole) == 0 {
			return nil, fmt.Errorf("%s: contains no %s", load.DisplayName(name), definitionKind)
		}
		found = append(found, whole...)
	}
	return found, nil
}

// mayPatch reports whether a definition looks like a kustomize patch to another definition,
// because it has neither a group nor names. kubebuilder generates such patches.
func mayPatch(v model.Value) bool {
	spec, _ := v.Get("spec")
	k := spec.Type()
	return (k == model.Map || k == model.Null || k == model.Absent) && !hasOne(spec, "group", "names")
}

// noDefinition returns the error for an incomplete definition, which may be a patch to another
// one.
func noDefinition(d load.Document, more string) error {
	_, err := openapi.ReadCRD(d.Value)
	return load.InFile(withMore(err, smp.InvalidSchema, ", or the document is only a patch for such a definition"+more), "schema", d.Name)
}
