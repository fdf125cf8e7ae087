package main

import (
	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A schemaChoice is how the command line says which schema the documents have.
// The first of these that it names is taken:
//
//  1. --schema FILE[#/pointer]
//  2. --schemaless
//  3. the kind that --kind names, else the one that the first document which
//     says its kind is of: from the --crd that describes it, else from the
//     built-in table
//
// What --merge-key declares then holds in place of what the schema says.
type schemaChoice struct {
	file       string
	schemaless bool
	kind       kindFlag
	crds       []string
	listTypes  bool
	mergeKeys  mergeKeyFlag

	// What was chosen: the kind, empty where none is said; that the schema is of
	// a custom resource, and the defaults it has then; and for a --schema the same
	// with list types.
	merged    kubernetes.Kind
	custom    bool
	defaults  openapi.Defaults
	listTyped func() (smp.Schema, error)
}

// register adds the flags to a command that merges documents.
func (c *schemaChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.BoolVar(&c.schemaless, "schemaless", false, "merge without schema: maps by name, lists are replaced")
	flags.Var(&c.kind, "kind", "take the schema of this kind, whatever the documents say: apps/v1/Deployment, v1/Service")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("kind", completeKinds))
	c.registerSources(cmd)
}

// registerSources adds the flags that say where schemas come from.
func (c *schemaChoice) registerSources(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.file, "schema", "", "`FILE[#/pointer]` of the schema: an OpenAPI document or a schema object")
	flags.StringArrayVar(&c.crds, "crd", nil, "`FILE` of a CustomResourceDefinition for custom resources (may be repeated)")
	flags.BoolVar(&c.listTypes, "list-types", false, "let list and map types count as strategies where a schema has no patch strategy")
	c.mergeKeys.register(cmd)
}

// check rejects flags that contradict each other.
func (c *schemaChoice) check(cmd *cobra.Command) error {
	switch {
	case c.schemaless && c.file != "":
		return usageErrorf(cmd, "--schema and --schemaless contradict each other")
	case c.schemaless && c.listTypes:
		return usageErrorf(cmd, "--list-types needs a schema, and --schemaless is without")
	}
	return nil
}

// choose returns the schema of documents that are merged with each other.
// Errors are *smp.Errors, or say why a file could not be read.
func (c *schemaChoice) choose(r *inputReader, docs ...document) (smp.Schema, error) {
	if err := checkRoots(docs); err != nil {
		return smp.Schema{}, err
	}
	s, err := c.declared(r, docs)
	if err != nil {
		return smp.Schema{}, err
	}
	return c.mergeKeys.apply(s)
}

// kindOf returns the kind as which documents are merged, the name of the document
// that says it, empty for the command line, and whether there is one. --kind wins
// over what documents say, also where they contradict each other.
func (c *schemaChoice) kindOf(docs []document) (kind kubernetes.Kind, source string, found bool, err error) {
	if full(c.kind.Kind) {
		c.merged = c.kind.Kind
		return c.merged, "", true, nil
	}
	kind, from, found, err := commonKind(docs)
	c.merged = kind
	return kind, from.name, found, err
}

// declared returns the schema that files and tables give.
func (c *schemaChoice) declared(r *inputReader, docs []document) (smp.Schema, error) {
	kind, source, found, err := c.kindOf(docs)
	if err != nil {
		return smp.Schema{}, err
	}
	switch {
	case c.file != "":
		f, err := readSchemaFile(r, c.file)
		if err == nil && f.holdsKinds() && !found {
			err = f.needsKind("a kind with --kind")
		}
		if err != nil {
			return smp.Schema{}, err
		}
		c.listTyped = func() (smp.Schema, error) { return f.schema(kind, true) }
		return f.schema(kind, c.listTypes)
	case c.schemaless:
		return smp.Schema{}, nil
	case !found:
		return smp.Schema{}, noKind(docs)
	}
	crds, err := readCRDs(r, c.crds)
	if err != nil {
		return smp.Schema{}, err
	}
	if s, ok, err := crds.schema(kind); ok {
		if err == nil {
			crd, version, _ := crds.find(kind)
			c.custom = true
			c.defaults, err = crd.Defaults(version)
		}
		return s, err
	}
	if s, ok := builtIn(kind, c.listTypes); ok {
		return s, nil
	}
	return smp.Schema{}, unknownKind(source, kind)
}
