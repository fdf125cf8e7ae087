package main

import (
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// readDocuments reads one document from each file.
func readDocuments(input *inputReader, files []string) ([]document, error) {
	var docs []document
	for _, file := range files {
		d, err := input.document(file)
		if err != nil {
			return nil, err
		}
		docs = append(docs, d)
	}
	return docs, nil
}

// values returns what documents hold.
func values(docs []document) []model.Value {
	all := make([]model.Value, len(docs))
	for i, d := range docs {
		all[i] = d.value
	}
	return all
}

// inFiles returns err with the name of a file in place of the document that the
// engine knows it as; files has them by these names. Other errors, and nil, come
// back as they are.
func inFiles(err error, files map[string]string) error {
	var e *smp.Error
	if !errors.As(err, &e) || files[e.Document] == "" {
		return err
	}
	return inFile(err, e.Document, files[e.Document])
}
