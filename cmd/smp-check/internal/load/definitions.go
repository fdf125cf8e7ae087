package load

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/openapi"
)

const definitionKind = "CustomResourceDefinition"

// readDefinitions reads the definitions of custom resources that files hold. A file
// may be a bundle of documents, and a name a folder of files; other kinds in those, and
// patches to definitions that stand there, too, are passed over. A file of one document
// has to be a definition, and each name has to lead to one.
func readDefinitions(r *Reader, names []string) ([]Document, error) {
	var found []Document
	for _, name := range names {
		files, unread, isFolder := r.filesIn(name)
		if len(unread) > 0 {
			return nil, unread[0]
		}
		var whole, parts []Document
		for _, file := range files {
			docs, err := r.parsed(file)
			if isFolder && isTemplateFault(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			alone := len(docs) == 1 && !isFolder
			for _, d := range docs {
				switch kind := corpus.DeclaredKind(d.Value).Kind; {
				case alone && kind == "":
					return nil, fmt.Errorf("%s: is no %s: it does not say its kind; name a schema with --schema", d.Name, definitionKind)
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
			id := IdentityOf(d.Value).Name
			if id == "" || !slices.ContainsFunc(whole, func(w Document) bool { return IdentityOf(w.Value).Name == id }) {
				return nil, noDefinition(d, ", which needs the definition beside it")
			}
		}
		if len(whole) == 0 {
			return nil, fmt.Errorf("%s: holds no %s", DisplayName(name), definitionKind)
		}
		found = append(found, whole...)
	}
	return found, nil
}

// mayPatch reports whether a definition may be a patch to one, for kustomize, as
// kubebuilder writes them: it says neither its group nor its names.
func mayPatch(v model.Value) bool {
	spec, _ := v.Get("spec")
	k := spec.Type()
	return (k == model.Map || k == model.Null || k == model.Absent) && !hasOne(spec, "group", "names")
}

// noDefinition is the error that a document lacks what a definition has, and may be a
// patch to one.
func noDefinition(d Document, more string) error {
	_, err := openapi.ReadCRD(d.Value)
	return InFile(withMore(err, smp.InvalidSchema, ", or this is only a patch to one"+more), "schema", d.Name)
}
