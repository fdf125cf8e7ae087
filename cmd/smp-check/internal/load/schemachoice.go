package load

import (
	"fmt"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A SchemaChoice is how the command line says which schema the documents have.
// The first of these that it names is taken:
//
//  1. --schema FILE[#/pointer]
//  2. --schemaless
//  3. the kind that --kind names, else the one that the first document which
//     says its kind is of: from the --crd that describes it, else from the
//     built-in table, else none, as for Schemaless, unless the kind must be a mistake
//
// What --merge-key declares then holds in place of what the schema says.
type SchemaChoice struct {
	File       string    // --schema
	Schemaless bool      // --schemaless
	Kind       kindFlag  // --kind
	CRDs       []string  // the files of --crd
	ListTypes  bool      // --list-types
	MergeKeys  MergeKeys // --merge-key
	Require    bool      // --require-schema

	// What Choose found:
	Merged    kubernetes.Kind            // the kind, empty where none is said
	Custom    bool                       // the object is a custom resource
	Undefined bool                       // no definition of the custom resource is known: it merges without schema
	BuiltIn   bool                       // the schema is of the built-in table, unchanged: a cluster has it
	OfTable   bool                       // the kind is of the built-in table, however its lists merge
	Defaults  openapi.Defaults           // that the custom resource has
	ListTyped func() (smp.Schema, error) // a --schema, read with list types
}

// CheckCRDs reads the files of --crd, for commands that need no schema. The error says what
// is wrong with them.
func (c *SchemaChoice) CheckCRDs(r *Reader) error {
	_, err := readCRDs(r, c.CRDs)
	return err
}

// Choose returns the schema of documents that are merged with each other.
// Errors are *smp.Errors, or say why a file could not be read.
func (c *SchemaChoice) Choose(r *Reader, docs ...Document) (smp.Schema, error) {
	if err := CheckRoots(docs); err != nil {
		return smp.Schema{}, err
	}
	s, err := c.declared(r, docs)
	if err == nil && len(c.Kind.part) > 0 && !c.Schemaless {
		s, err = partOf(s, c.Kind)
	}
	if err != nil {
		return smp.Schema{}, err
	}
	return c.MergeKeys.Apply(s)
}

// KindOf returns the kind as which documents are merged, the name of the document
// that says it, empty for the command line, and whether there is one. --kind wins
// over what documents say, also where they contradict each other.
func (c *SchemaChoice) KindOf(docs []Document) (kind kubernetes.Kind, source string, found bool, err error) {
	if Complete(c.Kind.Kind) {
		c.Merged = c.Kind.Kind
		return c.Merged, "", true, nil
	}
	kind, source, err = commonKind(docs)
	c.Merged = kind
	return kind, source, Complete(kind), err
}

// commonKind returns the kind that documents say, and the name of the one that does.
func commonKind(docs []Document) (kubernetes.Kind, string, error) {
	documents := make([]corpus.Document, len(docs))
	for i, d := range docs {
		documents[i] = corpus.Document{Name: d.Name, Value: d.Value}
	}
	return corpus.CommonKind(documents)
}

// declared returns the schema that files and tables give.
func (c *SchemaChoice) declared(r *Reader, docs []Document) (smp.Schema, error) {
	kind, source, found, err := c.KindOf(docs)
	if err != nil {
		return smp.Schema{}, err
	}
	switch {
	case c.File != "":
		f, err := readSchemaFile(r, c.File)
		switch {
		case err != nil:
		case f.holdsKinds() && !found:
			err = f.needsKind(", or name a kind with --kind")
		case !f.holdsKinds() && Complete(c.Kind.Kind):
			if _, _, clash := commonKind(docs); clash == nil {
				err = fmt.Errorf("--kind: %s is one schema, of no kind; leave out --kind", f.label())
			}
		}
		if err != nil {
			return smp.Schema{}, err
		}
		c.ListTyped = func() (smp.Schema, error) { return f.schema(kind, true) }
		return f.schema(kind, c.ListTypes)
	case c.Schemaless:
		return smp.Schemaless, nil
	case !found:
		return smp.Schema{}, noKind(docs)
	}
	crds, err := readCRDs(r, c.CRDs)
	if err != nil {
		return smp.Schema{}, err
	}
	if s, ok, err := crds.schema(kind); ok {
		if err == nil {
			crd, version, _ := crds.find(kind)
			c.Custom = true
			c.Defaults, err = crd.Defaults(version)
		}
		return s, err
	}
	if s, ok := builtIn(kind, c.ListTypes); ok {
		c.OfTable, c.BuiltIn = true, !c.ListTypes && len(c.MergeKeys) == 0
		return s, nil
	}
	if c.Require || source == "" || isMistake(kind, crds.kinds()) {
		return smp.Schema{}, unknownKind(source, kind, crds.kinds())
	}
	c.Custom, c.Undefined = true, true
	r.addUndefined(kind)
	return smp.Schemaless, nil
}
