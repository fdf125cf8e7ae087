package schemas

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Choice holds the flags that determine the schema of documents. The first of these
// sources that applies is used:
//
//  1. --schema FILE[#/pointer]
//  2. --schemaless
//  3. the schema of a kind, from --crd or the built-in table; the kind is that of --kind, or
//     else of the first document that has one
//
// A kind without a schema merges without one, but it is an error if the kind cannot be a
// custom resource. Declarations of --merge-key override the schema.
type Choice struct {
	File       string     // --schema
	Schemaless bool       // --schemaless
	Kind       kinds.Flag // --kind
	KindName   string     // the value of --kind, if it is a name, which NameKind replaces by a kind
	CRDs       []string   // files of --crd
	ListTypes  bool       // --list-types
	MergeKeys  MergeKeys  // --merge-key
	Require    bool       // --require-schema

	Input *load.Reader // reads the files

	// Undefined are the kinds for which Choose found no schema, in order. Empty are the definitions
	// without fields that it found.
	Undefined []kubernetes.Kind
	Empty     []EmptyDefinition

	used   mergeKeyUse // the places of MergeKeys in the documents
	crds   crdList     // of CRDs, once they have been read
	schema *schemaFile // of File, once it has been read
}

// Chosen is the schema of documents that are merged with each other, and where it comes from.
type Chosen struct {
	Schema    smp.Schema
	Kind      kubernetes.Kind            // empty if there is none
	Custom    bool                       // the object is a custom resource
	Undefined bool                       // the custom resource has no definition and merges without a schema
	BuiltIn   bool                       // the schema is that of the built-in table, unchanged, as in a cluster
	OfTable   bool                       // the kind is in the built-in table, even if its lists merge differently
	Defaults  openapi.Defaults           // of the custom resource
	ListTyped func() (smp.Schema, error) // the file of --schema, read with list types; nil without --schema
	Flags     *Choice                    // the flags that determined the schema
}

// CheckCRDs reads the files of --crd, for commands that need no schema, and returns the first
// error in them.
func (c *Choice) CheckCRDs() error {
	_, err := c.definitions()
	return err
}

// Choose returns the schema of documents that are merged with each other. Errors are
// *smp.Errors, or errors of reading a file.
func (c *Choice) Choose(docs ...load.Document) (Chosen, error) {
	if err := load.CheckRoots(docs); err != nil {
		return Chosen{}, err
	}
	found, err := c.declared(docs)
	if err == nil && len(c.Kind.Part) > 0 && !c.Schemaless {
		found.Schema, err = partOf(found.Schema, c.Kind)
	}
	if err == nil {
		found.Schema, err = c.MergeKeys.Apply(found.Schema)
	}
	if err != nil {
		return Chosen{}, err
	}
	for _, d := range docs {
		c.used.see(c.MergeKeys, d.Value)
	}
	found.Flags = c
	return found, nil
}

// ChooseKnown is like Choose, for patches that need no schema: if no schema is known for the
// documents, it returns Schemaless, without a note or an error.
func (c *Choice) ChooseKnown(docs ...load.Document) (Chosen, error) {
	kind, _, found, err := c.KindOf(docs)
	if err == nil {
		err = load.CheckRoots(docs)
	}
	unknown := Chosen{Schema: smp.Schemaless, Kind: kind, Flags: c}
	if err != nil || !found {
		return unknown, err
	}
	if _, ok := builtIn(kind, c.ListTypes); !ok {
		crds, err := c.definitions()
		if err != nil {
			return unknown, err
		}
		if s, ok, err := crds.schema(kind); err != nil || !ok || definesNothing(s) {
			return unknown, err
		}
	}
	return c.Choose(docs...)
}

// CheckObject rejects a document that is not an object, such as an error message of kubectl. A
// flag that determines the schema allows other documents.
func (c *Choice) CheckObject(d load.Document) error {
	if c.File != "" || c.Schemaless || kinds.Complete(c.Kind.Kind) || d.Value.Type() != model.Map || hasOne(d.Value, "apiVersion", "kind", "metadata") {
		return nil
	}
	return fmt.Errorf("%s: not a Kubernetes object: it has no apiVersion, kind and metadata; for another document, name the schema with --kind, --schema or --schemaless", d.Name)
}

// KindOf returns the kind of documents, the document that it comes from, and whether there is
// one. If --kind is set, it takes precedence over the documents, even if their kinds
// contradict each other, and source is empty.
func (c *Choice) KindOf(docs []load.Document) (kind kubernetes.Kind, source string, found bool, err error) {
	if kinds.Complete(c.Kind.Kind) {
		return c.Kind.Kind, "", true, nil
	}
	kind, source, err = commonKind(docs)
	return kind, source, kinds.Complete(kind), err
}

// commonKind returns the common kind of documents, and the name of the document that declares
// it. The error for different kinds contains advice.
func commonKind(docs []load.Document) (kubernetes.Kind, string, error) {
	documents := make([]corpus.Document, len(docs))
	for i, d := range docs {
		documents[i] = corpus.Document{Name: d.Name, Value: d.Value}
	}
	kind, source, err := corpus.CommonKind(documents)
	if e := (*smp.Error)(nil); errors.As(err, &e) {
		first := slices.IndexFunc(docs, func(d load.Document) bool { return kinds.Complete(corpus.DeclaredKind(d.Value)) })
		advising := *e
		advising.Cause = fmt.Errorf("%w; expected documents of one kind; --kind %s ignores the difference", e.Cause, kinds.Text(corpus.DeclaredKind(docs[first].Value)))
		err = &advising
	}
	return kind, source, err
}

// CheckKustomizations rejects kustomizations, unless a flag determines their schema.
func (c *Choice) CheckKustomizations(docs []load.Document) error {
	i := slices.IndexFunc(docs, load.Document.IsKustomization)
	if i < 0 || c.File != "" || c.Schemaless || kinds.Complete(c.Kind.Kind) {
		return nil
	}
	crds, err := c.definitions()
	if err != nil {
		return err
	}
	if kind := docs[i].Identity().Kind; slices.Contains(crds.kinds(), kind) {
		return nil
	}
	return notAnObject(docs[i])
}

// declared returns the schema without the changes of --merge-key.
func (c *Choice) declared(docs []load.Document) (Chosen, error) {
	if err := c.CheckKustomizations(docs); err != nil {
		return Chosen{}, err
	}
	kind, source, found, err := c.KindOf(docs)
	if err != nil {
		return Chosen{}, err
	}
	chosen := Chosen{Kind: kind}
	switch {
	case c.File != "":
		f, err := c.schemaFile()
		switch {
		case err != nil:
		case f.holdsKinds() && !found:
			err = f.needsKind(", or name a kind with --kind")
		case !f.holdsKinds() && kinds.Complete(c.Kind.Kind):
			if _, _, clash := commonKind(docs); clash == nil {
				err = fmt.Errorf("--kind: %s is a single schema without a kind; omit --kind", f.label())
			}
		}
		if err != nil {
			return Chosen{}, err
		}
		chosen.ListTyped = func() (smp.Schema, error) { return f.schema(kind, true) }
		chosen.Schema, err = f.schema(kind, c.ListTypes)
		return chosen, err
	case c.Schemaless:
		chosen.Schema = smp.Schemaless
		return chosen, nil
	case !found:
		return Chosen{}, noKind(docs)
	}
	crds, err := c.definitions()
	if err != nil {
		return Chosen{}, err
	}
	if s, ok, err := crds.schema(kind); ok {
		if err != nil {
			return Chosen{}, err
		}
		crd, version, _ := crds.find(kind)
		chosen.Schema, chosen.Custom = s, true
		chosen.Defaults, err = crd.Defaults(version)
		if err == nil && len(c.MergeKeys) == 0 && definesNothing(s) {
			if c.Require {
				return Chosen{}, fmt.Errorf("%s: %s: no schema for version %s of kind %s", crd.name, smp.UnknownKind, model.Shorten(version), model.Shorten(kind.Kind))
			}
			c.addEmpty(EmptyDefinition{crd.name, kind})
		}
		return chosen, err
	}
	if s, ok := builtIn(kind, c.ListTypes); ok {
		chosen.Schema, chosen.OfTable, chosen.BuiltIn = s, true, !c.ListTypes && len(c.MergeKeys) == 0
		return chosen, nil
	}
	if c.Require || source == "" || kinds.IsMistake(kind, crds.kinds()) {
		return Chosen{}, unknownKind(source, kind, crds.kinds())
	}
	c.addUndefined(kind)
	chosen.Schema, chosen.Custom, chosen.Undefined = smp.Schemaless, true, true
	return chosen, nil
}
