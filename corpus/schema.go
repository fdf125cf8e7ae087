package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A SchemaSource defines the source of a case's schema. At most one form of source is set. If none
// is set, the case has no schema.
//
//	SchemaSource{APIVersion: "apps/v1", Kind: "Deployment"}
//	SchemaSource{Ref: "../../schemas/unions.yaml"}
type SchemaSource struct {
	// Ref is a file with a schema object, or file#/pointer into an OpenAPI document.
	// Relative names are relative to the folder of the case.
	Ref string
	// APIVersion and Kind name a built-in Kubernetes kind.
	APIVersion, Kind string
	// OpenAPI is a schema object, or an OpenAPI document in which the definition Root
	// is the schema.
	OpenAPI model.Value
	Root    string
	// CRD is a file with a CustomResourceDefinition. Version is one of the versions in the
	// definition. Version may be empty if there is only one.
	CRD, Version string
}

// SourceOf returns a source that contains the schema itself. For smp.Schemaless it
// returns the zero SchemaSource.
func SourceOf(s smp.Schema) SchemaSource {
	if s.Equal(smp.Schemaless) {
		return SchemaSource{}
	}
	return SchemaSource{OpenAPI: openapi.Encode(s), Root: openapi.Root}
}

// Schemaless reports whether the case has no schema.
func (s SchemaSource) Schemaless() bool {
	return s.Ref == "" && s.Kind == "" && s.OpenAPI.Type() == model.Absent && s.CRD == ""
}

// Schema builds a schema that needs no file: a built-in kind, OpenAPI inside the case, or no
// schema. The error is an *smp.Error, or a plain error if the schema is in another file.
func (s SchemaSource) Schema() (smp.Schema, error) {
	return newLibrary(func(string) ([]byte, error) { return nil, errElsewhere }).build(s, "", false)
}

// errElsewhere is the error for a schema in another file.
var errElsewhere = errors.New("the schema must be in the case itself")

// A library reads the files that cases refer to. It reads each file once, and builds
// each shared schema once.
type library struct {
	read    func(file string) ([]byte, error)
	sources map[string]source
	schemas map[reference]smp.Schema
	written map[smp.Schema]*writtenSchema
}

// A reference identifies a schema in a file.
type reference struct {
	file, pointer string
	listTypes     bool
}

func newLibrary(read func(file string) ([]byte, error)) *library {
	return &library{read: read, sources: map[string]source{}, schemas: map[reference]smp.Schema{}, written: map[smp.Schema]*writtenSchema{}}
}

// A writtenSchema is a schema that several cases share, and a function that writes and reads
// it again when it is first called.
type writtenSchema struct {
	schema smp.Schema
	again  func() (smp.Schema, error)
}

func (l *library) writtenSchema(s smp.Schema) *writtenSchema {
	w := l.written[s]
	if w == nil {
		w = &writtenSchema{s, sync.OnceValues(func() (smp.Schema, error) { return reread(s) })}
		l.written[s] = w
	}
	return w
}

// load returns a file of the library.
func (l *library) load(file string) (source, error) {
	if s, ok := l.sources[file]; ok {
		return s, nil
	}
	text, err := l.read(file)
	if err != nil {
		var e *fs.PathError
		if errors.As(err, &e) {
			err = e.Err
		}
		return source{}, fmt.Errorf("%s: %w", file, err)
	}
	s, err := readSource(file, text)
	if err != nil {
		return source{}, err
	}
	l.sources[file] = s
	return s, nil
}

// build builds the schema for the case in this file.
func (l *library) build(s SchemaSource, file string, listTypes bool) (smp.Schema, error) {
	var opts []openapi.Option
	if listTypes {
		opts = append(opts, openapi.ListTypes())
	}
	switch {
	case s.Ref != "":
		name, pointer, _ := strings.Cut(s.Ref, "#")
		at := reference{beside(file, name), pointer, listTypes}
		if built, ok := l.schemas[at]; ok {
			return built, nil
		}
		built, err := l.refer(at.file, pointer, opts)
		if err == nil {
			l.schemas[at] = built
		}
		return built, err
	case s.Kind != "":
		return builtIn(s.APIVersion, s.Kind, listTypes)
	case s.Root != "":
		d, err := openapi.Read(s.OpenAPI, opts...)
		if err != nil {
			return smp.Schema{}, err
		}
		return d.Schema(s.Root)
	case s.OpenAPI.Type() != model.Absent:
		return openapi.Schema(s.OpenAPI, opts...)
	case s.CRD != "":
		return l.custom(beside(file, s.CRD), s.Version)
	default:
		return smp.Schemaless, nil
	}
}

// beside resolves a name relative to the folder of a file.
func beside(file, name string) string {
	if path.IsAbs(name) {
		return name
	}
	return path.Join(path.Dir(file), name)
}

func (l *library) refer(file, pointer string, opts []openapi.Option) (smp.Schema, error) {
	s, err := l.load(file)
	if err != nil {
		return smp.Schema{}, err
	}
	if pointer == "" {
		return openapi.Schema(s.value, opts...)
	}
	d, err := openapi.Read(s.value, opts...)
	if err != nil {
		return smp.Schema{}, err
	}
	return d.Schema("#" + pointer)
}

func builtIn(apiVersion, kind string, listTypes bool) (smp.Schema, error) {
	lookup := kubernetes.Lookup
	if listTypes {
		lookup = kubernetes.LookupListTypes
	}
	if s, ok := lookup(apiVersion, kind); ok {
		return s, nil
	}
	return smp.Schema{}, &smp.Error{
		Code:     smp.UnknownKind,
		Document: "schema",
		Cause:    fmt.Errorf("%s is not a built-in kind of %s", kind, apiVersion),
	}
}

func (l *library) custom(file, version string) (smp.Schema, error) {
	s, err := l.load(file)
	if err != nil {
		return smp.Schema{}, err
	}
	crd, err := openapi.ReadCRD(s.value)
	if err != nil {
		return smp.Schema{}, err
	}
	if version == "" {
		versions := crd.Versions()
		if len(versions) != 1 {
			return smp.Schema{}, fmt.Errorf("%s has %d versions; name one with the key version", file, len(versions))
		}
		version = versions[0]
	}
	return crd.Schema(version)
}
