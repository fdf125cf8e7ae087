package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/model"
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
type schemaChoice struct {
	file       string
	schemaless bool
	kind       kindFlag
	crds       []string
	listTypes  bool
}

// register adds the flags to a command, and the check that they go together.
func (c *schemaChoice) register(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&c.file, "schema", "", "`FILE[#/pointer]` of the schema: an OpenAPI document or a schema object")
	flags.BoolVar(&c.schemaless, "schemaless", false, "merge without schema: maps by name, lists are replaced")
	flags.Var(&c.kind, "kind", "merge as documents of this kind, whatever they say: apps/v1/Deployment, v1/Service")
	flags.StringArrayVar(&c.crds, "crd", nil, "`FILE` of a CustomResourceDefinition for custom resources (may be repeated)")
	flags.BoolVar(&c.listTypes, "list-types", false, "let list and map types count as strategies where a schema has no patch strategy")
	cobra.CheckErr(cmd.RegisterFlagCompletionFunc("kind", completeKinds))
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
	kind, from, found, err := commonKind(docs)
	if err != nil {
		return smp.Schema{}, err
	}
	source := from.name
	if full(c.kind.Kind) {
		kind, source, found = c.kind.Kind, "", true
	}
	switch {
	case c.file != "":
		return c.fromFile(r, kind, found)
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
		return s, err
	}
	lookup := kubernetes.Lookup
	if c.listTypes {
		lookup = kubernetes.LookupListTypes
	}
	if s, ok := lookup(kind.APIVersion, kind.Kind); ok {
		return s, nil
	}
	return smp.Schema{}, unknownKind(source, kind)
}

// fromFile returns the schema that --schema names: what its pointer points at,
// or else the file itself, or the definition of the kind in a file that is an
// OpenAPI document.
func (c *schemaChoice) fromFile(r *inputReader, kind kubernetes.Kind, found bool) (smp.Schema, error) {
	file, pointer := c.file, "#"
	if i := strings.Index(file, "#"); i >= 0 {
		file, pointer = file[:i], file[i:]
	}
	d, err := r.document(file)
	if err != nil {
		return smp.Schema{}, err
	}
	var opts []openapi.Option
	if c.listTypes {
		opts = append(opts, openapi.ListTypes())
	}
	if pointer == "#" && said(d.value).Kind == "CustomResourceDefinition" {
		return smp.Schema{}, fmt.Errorf("%s: is a CustomResourceDefinition; name it with --crd", d.name)
	}
	parsed, err := openapi.Read(d.value, opts...)
	if err != nil {
		return smp.Schema{}, inFile(err, "schema", d.name)
	}
	var s smp.Schema
	switch {
	case pointer == "#" && isOpenAPI(d.value) && !found:
		return smp.Schema{}, fmt.Errorf("%s: is an OpenAPI document; name one of its schemas, as in --schema '%[1]s#/components/schemas/NAME', or a kind with --kind", d.name)
	case pointer == "#" && isOpenAPI(d.value):
		s, err = parsed.Kind(kind.APIVersion, kind.Kind)
	default:
		s, err = parsed.Schema(pointer)
	}
	return s, inFile(err, "schema", d.name)
}

// isOpenAPI reports whether a document holds schemas rather than being one.
func isOpenAPI(v model.Value) bool {
	_, v2 := v.Get("swagger")
	_, v3 := v.Get("openapi")
	return v2 || v3
}

// A crdList is the CustomResourceDefinitions of a command line, of which no two
// describe the same kind.
type crdList []crdFile

type crdFile struct {
	name string
	*openapi.CRD
}

func readCRDs(r *inputReader, files []string) (crdList, error) {
	var list crdList
	for _, file := range files {
		d, err := r.document(file)
		if err != nil {
			return nil, err
		}
		crd, err := openapi.ReadCRD(d.value)
		if err != nil {
			return nil, inFile(err, "schema", d.name)
		}
		for _, other := range list {
			if other.Group() == crd.Group() && other.Kind() == crd.Kind() {
				return nil, fmt.Errorf("%s: %s: kind %s of group %s is described by %s already", d.name, smp.InvalidSchema, crd.Kind(), crd.Group(), other.name)
			}
		}
		list = append(list, crdFile{d.name, crd})
	}
	return list, nil
}

// schema returns the schema of a kind, and whether the list describes it: its
// version may all the same be one that is not served.
func (list crdList) schema(k kubernetes.Kind) (smp.Schema, bool, error) {
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for _, crd := range list {
		if crd.Group() == group && crd.Kind() == k.Kind {
			s, err := crd.Schema(version)
			return s, true, inFile(err, "schema", crd.name)
		}
	}
	return smp.Schema{}, false, nil
}
