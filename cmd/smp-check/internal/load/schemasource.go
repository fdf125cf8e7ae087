package load

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A schemaFile is the file of --schema: an OpenAPI document, a schema object,
// or a place in one of these.
type schemaFile struct {
	Document
	pointer string // # for the whole file
}

// schemaWords are the words of which a schema, or a document that holds some, has
// at least one.
var schemaWords = []string{
	"type", "properties", "items", "additionalProperties", "$ref", "allOf", "openapi", "swagger", "components", "definitions",
	"x-kubernetes-preserve-unknown-fields", "x-kubernetes-int-or-string", "x-kubernetes-embedded-resource",
}

// readSchemaFile reads FILE[#/pointer], once for all documents.
func readSchemaFile(r *Reader, text string) (schemaFile, error) {
	if r.schema == nil {
		f, err := newSchemaFile(r, text)
		if err != nil {
			return schemaFile{}, err
		}
		r.schema = &f
	}
	return *r.schema, nil
}

func newSchemaFile(r *Reader, text string) (schemaFile, error) {
	file, pointer := text, "#"
	if i := strings.Index(text, "#"); i >= 0 {
		file, pointer = text[:i], text[i:]
	}
	d, err := r.Document(file)
	if err != nil {
		return schemaFile{}, err
	}
	switch kind := corpus.DeclaredKind(d.Value); {
	case pointer != "#":
	case kind.Kind == "CustomResourceDefinition":
		return schemaFile{}, fmt.Errorf("%s: is a CustomResourceDefinition; name it with --crd", d.Name)
	case Complete(kind):
		return schemaFile{}, fmt.Errorf("%s: is an object of kind %s, and no schema", d.Name, kind)
	case d.Value.Kind() == model.Map && !slices.ContainsFunc(schemaWords, func(word string) bool { _, ok := d.Value.Get(word); return ok }):
		return schemaFile{}, fmt.Errorf("%s: is no schema: it has none of %s", d.Name, strings.Join(schemaWords, ", "))
	}
	return schemaFile{d, pointer}, nil
}

// holdsKinds reports whether a kind is needed to say which schema is meant: the
// whole of a file that holds schemas rather than being one.
func (f schemaFile) holdsKinds() bool {
	_, v2 := f.Value.Get("swagger")
	_, v3 := f.Value.Get("openapi")
	return f.pointer == "#" && (v2 || v3)
}

// needsKind is the error that no kind says which schema of an OpenAPI document
// is meant.
func (f schemaFile) needsKind(how string) error {
	return fmt.Errorf("%s: is an OpenAPI document; name one of its schemas, as in --schema '%[1]s#/components/schemas/NAME', or %s", f.Name, how)
}

// schema returns what the pointer points at, or the whole file, or the
// definition of the kind in a file that holds kinds.
func (f schemaFile) schema(kind kubernetes.Kind, listTypes bool) (smp.Schema, error) {
	var opts []openapi.Option
	if listTypes {
		opts = append(opts, openapi.ListTypes())
	}
	parsed, err := openapi.Read(f.Value, opts...)
	if err != nil {
		return smp.Schema{}, InFile(err, "schema", f.Name)
	}
	var s smp.Schema
	if f.holdsKinds() {
		s, err = parsed.Kind(kind.APIVersion, kind.Kind)
	} else {
		s, err = parsed.Schema(f.pointer)
	}
	return s, InFile(err, "schema", f.Name)
}

// builtIn returns the schema of a kind in the built-in table.
func builtIn(k kubernetes.Kind, listTypes bool) (smp.Schema, bool) {
	if listTypes {
		return kubernetes.LookupListTypes(k.APIVersion, k.Kind)
	}
	return kubernetes.Lookup(k.APIVersion, k.Kind)
}

// A crdList is the CustomResourceDefinitions of a command line, of which no two
// describe the same kind.
type crdList []crdFile

type crdFile struct {
	name string
	*openapi.CRD
}

// readCRDs reads the definitions that files hold, once for all documents.
func readCRDs(r *Reader, files []string) (crdList, error) {
	if r.crds != nil {
		return r.crds, nil
	}
	list := crdList{}
	docs, err := readDefinitions(r, files)
	if err != nil {
		return nil, err
	}
	for _, d := range docs {
		crd, err := openapi.ReadCRD(d.Value)
		if err != nil {
			return nil, InFile(err, "schema", d.Name)
		}
		for _, other := range list {
			if other.Group() == crd.Group() && other.Kind() == crd.Kind() {
				return nil, fmt.Errorf("%s: %s: kind %s of group %s is described by %s already", d.Name, smp.InvalidSchema, crd.Kind(), crd.Group(), other.name)
			}
		}
		list = append(list, crdFile{d.Name, crd})
	}
	r.crds = list
	return list, nil
}

// kinds returns the kinds that are served, in the order of the command line.
func (list crdList) kinds() []kubernetes.Kind {
	var kinds []kubernetes.Kind
	for _, crd := range list {
		for _, version := range crd.Versions() {
			kinds = append(kinds, kubernetes.Kind{APIVersion: crd.Group() + "/" + version, Kind: crd.Kind()})
		}
	}
	return kinds
}

// schema returns the schema of a kind, and whether the list describes it: its
// version may all the same be one that is not served.
func (list crdList) schema(k kubernetes.Kind) (smp.Schema, bool, error) {
	crd, version, ok := list.find(k)
	if !ok {
		return smp.Schema{}, false, nil
	}
	s, err := crd.Schema(version)
	return s, true, InFile(crd.withServed(err), "schema", crd.name)
}

// find returns the definition that describes a kind, and the kind's version.
func (list crdList) find(k kubernetes.Kind) (crd crdFile, version string, found bool) {
	group, version, _ := strings.Cut(k.APIVersion, "/")
	for _, crd := range list {
		if crd.Group() == group && crd.Kind() == k.Kind {
			return crd, version, true
		}
	}
	return crdFile{}, version, false
}

// withServed adds to the error that a version is not served which ones are.
func (crd crdFile) withServed(err error) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Kind != smp.UnknownKind {
		return err
	}
	served := "none is"
	if versions := crd.Versions(); len(versions) > 0 {
		served = "served: " + strings.Join(versions, ", ")
	}
	more := *e
	more.Cause = fmt.Errorf("%w; %s", e.Cause, served)
	return &more
}

// noVersion is the error that a definition serves nothing.
func (crd crdFile) noVersion() error {
	return &smp.Error{
		Kind:     smp.UnknownKind,
		Document: crd.name,
		Path:     model.Path{model.Field("spec"), model.Field("versions")},
		Cause:    fmt.Errorf("no version of %s.%s is served", crd.Kind(), crd.Group()),
	}
}
