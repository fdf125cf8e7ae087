package load

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

const definitionKind = "CustomResourceDefinition"

// readDefinitions reads the definitions of custom resources that files hold. A file
// may be a bundle of documents, and a name a folder of files; other kinds in those, and
// patches to definitions, are passed over. A file of one document has to be a
// definition, and each name has to lead to one.
func readDefinitions(r *Reader, names []string) ([]Document, error) {
	var found []Document
	for _, name := range names {
		files, isFolder, err := r.filesIn(name)
		if err != nil {
			return nil, err
		}
		before, patches := len(found), ""
		for _, file := range files {
			docs, err := r.documents(file)
			if err != nil {
				return nil, err
			}
			if len(docs) == 1 && !isFolder {
				switch d := docs[0]; {
				case corpus.DeclaredKind(d.Value).Kind == "":
					return nil, fmt.Errorf("%s: is no %s: it does not say its kind; name a schema with --schema", d.Name, definitionKind)
				case patchesDefinition(d.Value):
					return nil, fmt.Errorf("%s: is a patch to a %s: it has none of spec.group, spec.names and spec.versions; name the definition", d.Name, definitionKind)
				}
				found = append(found, docs...)
				continue
			}
			for _, d := range docs {
				switch {
				case patchesDefinition(d.Value):
					patches = ", only patches to some, which have none of spec.group, spec.names and spec.versions"
				case corpus.DeclaredKind(d.Value).Kind == definitionKind:
					found = append(found, d)
				}
			}
		}
		if len(found) == before {
			return nil, fmt.Errorf("%s: holds no %s%s", DisplayName(name), definitionKind, patches)
		}
	}
	return found, nil
}

// patchesDefinition reports whether a document says that it is a definition and nothing
// that one needs: it is a patch to one, for kustomize, as kubebuilder writes them.
func patchesDefinition(v model.Value) bool {
	spec, _ := v.Get("spec")
	switch spec.Kind() {
	case model.Map, model.Null, model.Absent:
	default:
		return false
	}
	return corpus.DeclaredKind(v).Kind == definitionKind && !slices.ContainsFunc([]string{"group", "names", "versions"}, func(name string) bool {
		_, ok := spec.Get(name)
		return ok
	})
}
