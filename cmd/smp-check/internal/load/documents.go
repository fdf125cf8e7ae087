package load

import (
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// OneEach reads one document from each file. An empty file is an error.
func OneEach(input *Reader, files []string) ([]Document, error) {
	var docs []Document
	for _, file := range files {
		d, err := input.Document(file)
		if err == nil {
			err = d.CheckPresent()
		}
		if err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// Values returns the values of documents.
func Values(docs []Document) []model.Value {
	all := make([]model.Value, len(docs))
	for i, d := range docs {
		all[i] = d.Value
	}
	return all
}

// InFiles replaces the engine's name of a document, such as "patch", in err with the name of
// its file. Other errors, and nil, are returned unchanged.
func InFiles(err error, files map[string]string) error {
	var e *smp.Error
	if !errors.As(err, &e) || files[e.Document] == "" {
		return err
	}
	return InFile(err, e.Document, files[e.Document])
}
