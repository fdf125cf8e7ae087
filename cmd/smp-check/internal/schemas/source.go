package schemas

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A schemaFile is the file of --schema: an OpenAPI document, a JSON schema, or a place in one.
type schemaFile struct {
	load.Document
	file    string // the name from the command line
	pointer string // "#" for the whole file
	root    bool   // the pointer "#" was given: the file itself is the schema
}

// structureWords are the keywords of a schema that define the structure of its values.
var structureWords = []string{
	"properties", "items", "additionalProperties", "$ref", "allOf",
	"x-kubernetes-preserve-unknown-fields", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource",
}

// schemaWords are other keywords of schemas and of documents with schemas. A document with a
// keyword from neither list is not a schema.
var schemaWords = []string{"type", "patternProperties", "oneOf", "anyOf", "openapi", "swagger", "components", "definitions", "$defs"}

// hasOne reports whether a map has one of these members.
func hasOne(v model.Value, names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { _, ok := v.Get(name); return ok })
}

// schemaFile reads FILE[#/pointer] of --schema. Later calls return the result of the first one.
func (c *Choice) schemaFile() (schemaFile, error) {
	if c.schema == nil {
		f, err := newSchemaFile(c.Input, c.File)
		if err != nil {
			return schemaFile{}, err
		}
		c.schema = &f
	}
	return *c.schema, nil
}

func newSchemaFile(r *load.Reader, text string) (schemaFile, error) {
	file, pointer, named := strings.Cut(text, "#")
	pointer = "#" + pointer
	d, err := r.Document(file)
	if err != nil {
		return schemaFile{}, err
	}
	switch kind := corpus.DeclaredKind(d.Value); {
	case pointer != "#":
	case kind.Kind == "CustomResourceDefinition":
		return schemaFile{}, fmt.Errorf("%s: is a CustomResourceDefinition; pass it with --crd", d.Name)
	case kinds.Complete(kind):
		return schemaFile{}, fmt.Errorf("%s: expected a schema, got an object of kind %s", d.Name, kinds.Text(kind))
	case !hasOne(d.Value, structureWords...) && !hasOne(d.Value, schemaWords...):
		return schemaFile{}, fmt.Errorf("%s: not a schema; a JSON schema contains type, properties or definitions, and an OpenAPI document contains openapi or swagger", d.Name)
	}
	return schemaFile{d, file, pointer, named}, nil
}

// within returns a pattern for the pointers to the schemas in a file, such as
// #/definitions/NAME. The pattern is empty if the file is itself one schema.
func (f schemaFile) within() string {
	choice := choiceOf(f.Value)
	typ, typed := f.Value.Get("type")
	switch {
	case slices.Contains([]string{"#/components/schemas", "#/definitions", "#/$defs"}, f.pointer):
		return f.pointer + "/NAME"
	case f.pointer != "#":
		return ""
	case hasOne(f.Value, "openapi", "components"):
		return "#/components/schemas/NAME"
	case hasOne(f.Value, "swagger"):
		return "#/definitions/NAME"
	case f.root || hasOne(f.Value, structureWords...) || choice.many == 1:
		return ""
	case typed && !(typ.Text() == "object" && choice.defined):
		return "" // the file is one schema of that type, with alternatives
	case hasOne(f.Value, "definitions"):
		return "#/definitions/NAME"
	case hasOne(f.Value, "$defs"):
		return "#/$defs/NAME"
	}
	return choice.first
}

// A choice describes the alternatives of a schema (oneOf, anyOf) that define structure.
type choice struct {
	first   string // pointer to the first alternative
	many    int
	defined bool // there are alternatives, and all refer to definitions
}

func choiceOf(v model.Value) choice {
	for _, word := range []string{"oneOf", "anyOf"} {
		c := choice{defined: true}
		list, _ := v.Get(word)
		for i, part := range list.Elements() {
			if !hasOne(part, structureWords...) {
				continue
			}
			if c.many++; c.many == 1 {
				c.first = fmt.Sprintf("#/%s/%d", word, i)
			}
			c.defined = c.defined && hasOne(part, "$ref")
		}
		if c.many > 0 {
			return c
		}
	}
	return choice{}
}

// label returns the name of the file, with the pointer if there is one.
func (f schemaFile) label() string { return f.Name + strings.TrimSuffix(f.pointer, "#") }

// holdsKinds reports whether the file contains several schemas, so that a kind must select
// one.
func (f schemaFile) holdsKinds() bool { return f.within() != "" }

// needsKind returns the error for a file with several schemas if no kind selects one of them.
func (f schemaFile) needsKind(how string) error {
	if !hasOne(f.Value, "openapi", "swagger", "components", "definitions", "$defs") {
		how = "" // its schemas have no kinds
	}
	if f.place().Len() == 0 {
		return fmt.Errorf("%s: contains no schema: %s", f.Name, f.which())
	}
	return fmt.Errorf("%s: contains several schemas; %s%s", f.Name, f.which(), how)
}

// which is advice on how to name a schema in a file with several schemas, or a message that
// the file contains none.
func (f schemaFile) which() string {
	if f.place().Len() == 0 {
		return "there is nothing at " + strings.TrimSuffix(f.within(), "/NAME")
	}
	text := fmt.Sprintf("name a schema, as in --schema '%s%s'", f.file, f.within())
	if f.pointer == "#" && choiceOf(f.Value).many > 0 {
		text += fmt.Sprintf(", or the file itself, as in '%s#'", f.file)
	}
	return text
}

// place returns the map with the schemas of a file that contains several.
func (f schemaFile) place() model.Value {
	steps := strings.Split(f.within(), "/")
	v := f.Value
	for _, name := range steps[1 : len(steps)-1] {
		v, _ = v.Get(name)
	}
	return v
}

// schema returns the schema at the pointer. Without a pointer, it returns the schema of the
// whole file or, if the file contains several schemas, the schema of the kind.
func (f schemaFile) schema(kind kubernetes.Kind, listTypes bool) (smp.Schema, error) {
	var opts []openapi.Option
	if listTypes {
		opts = append(opts, openapi.ListTypes())
	}
	parsed, err := openapi.Read(f.Value, opts...)
	if err != nil {
		return smp.Schema{}, load.InFile(err, "schema", f.Name)
	}
	var s smp.Schema
	if f.holdsKinds() {
		s, err = parsed.Kind(kind.APIVersion, kind.Kind)
		err = withHint(err, f.which())
	} else {
		s, err = parsed.Schema(f.pointer)
	}
	return s, load.InFile(err, "schema", f.Name)
}

// builtIn returns the schema of a kind in the built-in table.
func builtIn(k kubernetes.Kind, listTypes bool) (smp.Schema, bool) {
	if listTypes {
		return kubernetes.LookupListTypes(k.APIVersion, k.Kind)
	}
	return kubernetes.Lookup(k.APIVersion, k.Kind)
}

// A crdList is the CustomResourceDefinitions of a command line. Each kind is defined at most
// once.
type crdList []crdFile

type crdFile struct {
	name string
	*openapi.CRD
	document load.Document // the definition itself
}

// definitions reads the files of --crd. Later calls return the result of the first one.
func (c *Choice) definitions() (crdList, error) {
	if c.crds != nil {
		return c.crds, nil
	}
	list := crdList{}
	docs, err := readDefinitions(c.Input, c.CRDs)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		crd, err := openapi.ReadCRD(d.Value)
		if err != nil {
			return nil, load.InFile(err, "schema", d.Name)
		}
		for _, other := range list {
			if other.Group() == crd.Group() && other.Kind() == crd.Kind() {
				return nil, fmt.Errorf("%s: %s: kind %s of group %s is already defined in %s", d.Name, smp.InvalidSchema, model.Shorten(crd.Kind()), model.Shorten(crd.Group()), other.name)
			}
		}
		list = append(list, crdFile{d.Name, crd, d})
	}
	c.crds = list
	return list, nil
}

// kinds returns the served kinds, in the order of the command line.
func (list crdList) kinds() []kubernetes.Kind {
	var kinds []kubernetes.Kind
	for _, crd := range list {
		for _, version := range crd.Versions() {
			kinds = append(kinds, kubernetes.Kind{APIVersion: crd.Group() + "/" + version, Kind: crd.Kind()})
		}
	}
	return kinds
}

// schema returns the schema of a kind, and whether the list defines the kind. If the list
// defines the kind but does not serve the requested version, it returns true and an error.
func (list crdList) schema(k kubernetes.Kind) (smp.Schema, bool, error) {
	crd, version, ok := list.find(k)
	if !ok {
		return smp.Schema{}, false, nil
	}
	s, err := crd.Schema(version)
	return s, true, load.InFile(crd.withServed(err), "schema", crd.name)
}

// find returns the definition of a kind, and the kind's version.
func (list crdList) find(k kubernetes.Kind) (crd crdFile, version string, found bool) {
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for _, crd := range list {
		if crd.Group() == group && crd.Kind() == k.Kind {
			return crd, version, true
		}
	}
	return crdFile{}, version, false
}

// withServed adds the list of served versions to an error about a version that is not served.
func (crd crdFile) withServed(err error) error {
	served := "none is"
	if versions := crd.Versions(); len(versions) > 0 {
		served = "served: " + strings.Join(versions, ", ")
	}
	return withHint(err, served)
}

// withHint adds a hint to an UnknownKind error. Other errors, and nil, are returned unchanged.
func withHint(err error, hint string) error { return withMore(err, smp.UnknownKind, "; "+hint) }

// withMore appends text to an error with the given code. Other errors, and nil, are
// returned unchanged.
func withMore(err error, code smp.Code, text string) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != code {
		return err
	}
	more := *e
	more.Cause = fmt.Errorf("%w%s", e.Cause, text)
	return &more
}

// noVersion returns the error for a definition that serves no version.
func (crd crdFile) noVersion() error {
	return &smp.Error{
		Code:     smp.UnknownKind,
		Document: crd.name,
		Path:     model.Path{model.Field("spec"), model.Field("versions")},
		Cause:    fmt.Errorf("no version of %s.%s is served", model.Shorten(crd.Kind()), model.Shorten(crd.Group())),
	}
}
