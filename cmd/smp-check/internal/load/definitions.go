package load

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

const definitionKind = "CustomResourceDefinition"

// readDefinitions reads the definitions of custom resources that files hold. A file
// may be a bundle of documents, and a name a folder of files; other kinds in those
// are passed over. A file of one document has to be a definition, and each name has
// to lead to one.
func readDefinitions(r *Reader, names []string) ([]Document, error) {
	var found []Document
	for _, name := range names {
		files, isFolder, err := r.filesIn(name)
		if err != nil {
			return nil, err
		}
		before := len(found)
		for _, file := range files {
			docs, err := r.documents(file)
			if err != nil {
				return nil, err
			}
			if len(docs) == 1 && !isFolder {
				if d := docs[0]; d.Value.Kind() == model.Map && corpus.DeclaredKind(d.Value).Kind == "" {
					return nil, fmt.Errorf("%s: is no %s: it does not say its kind; name a schema with --schema", d.Name, definitionKind)
				}
				found = append(found, docs...)
				continue
			}
			for _, d := range docs {
				if corpus.DeclaredKind(d.Value).Kind == definitionKind {
					found = append(found, d)
				}
			}
		}
		if len(found) == before {
			return nil, fmt.Errorf("%s: holds no %s", name, definitionKind)
		}
	}
	return found, nil
}
