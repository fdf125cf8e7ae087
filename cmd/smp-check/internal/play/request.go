package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/found"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// MaxBytes limits the total length of the texts in a request, so that the page answers
// without noticeable delay.
const MaxBytes = 128 << 10

// A Request contains the input on the page.
type Request struct {
	Op        corpus.Op `json:"op"`
	Documents []string  `json:"documents"`            // in the order of the operation
	Kind      string    `json:"kind,omitempty"`       // as in apps/v1/Deployment; with Schema also #/pointer
	Schema    string    `json:"schema,omitempty"`     // an OpenAPI document, a JSON schema or a CustomResourceDefinition
	NoSchema  bool      `json:"schemaless,omitempty"` // merge without a schema
	Dialect   string    `json:"dialect,omitempty"`    // empty for the default of the operation
	Strict    bool      `json:"strict,omitempty"`
	Unions    bool      `json:"unions,omitempty"` // see smp.Engine.Unions
	Ignore    string    `json:"ignore,omitempty"` // directives to ignore, as an older server would
}

// The names of the documents and the schema in errors.
const (
	schemaFile = "schema"
	crdFile    = "crd"
)

// names returns the names of the documents in errors, which are those of package corpus.
func (r Request) names() []string {
	in := corpus.Input{Op: r.Op}
	if r.Op == corpus.OpCompose {
		in.Patches = load.Values(make([]load.Document, len(r.Documents)))
	}
	var names []string
	for _, d := range in.Documents() {
		names = append(names, d.Name)
	}
	return names
}

// An input is a request that has been read.
type input struct {
	Request
	docs   []load.Document
	reader load.Reader
	choice schemas.Choice
	chosen schemas.Chosen // once the documents are merged
	ignore smp.Directives
	// mistakes holds the likely mistakes in the patch; nil if the operation has no patch.
	mistakes *mistakes
}

// directives returns the directives with these names, which are separated by commas.
func directives(names string) (smp.Directives, error) {
	var all smp.Directives
	for _, name := range strings.FieldsFunc(names, func(r rune) bool { return r == ',' }) {
		d := corpus.Directive(strings.TrimPrefix(name, "$"))
		if d == 0 {
			return 0, fmt.Errorf("unknown directive %q; expected %s", name, strings.Join(corpus.DirectiveNames(smp.AllDirectives), ", "))
		}
		all |= d
	}
	return all, nil
}

// read reads the texts of a request. On an error, the result contains the documents read so
// far.
func (r Request) read() (*input, error) {
	in := &input{Request: r}
	size := len(r.Schema) + len(r.Kind)
	for _, text := range r.Documents {
		size += len(text)
	}
	names := r.names()
	switch {
	case !slices.Contains(corpus.Ops(), r.Op):
		return in, fmt.Errorf("unknown operation %q", r.Op)
	case len(names) != len(r.Documents):
		return in, fmt.Errorf("%s requires %d documents, got %d", r.Op, len(names), len(r.Documents))
	case size > MaxBytes:
		return in, fmt.Errorf("limit: the texts have %d bytes in total; the page accepts at most %d, but smp-check on the command line accepts more", size, MaxBytes)
	case r.Dialect != "" && r.Dialect != corpus.Documented && r.Dialect != corpus.Kubernetes:
		return in, fmt.Errorf("unknown dialect %q", r.Dialect)
	}
	var err error
	if in.ignore, err = directives(r.Ignore); err != nil {
		return in, err
	}
	if err := in.readSchema(); err != nil {
		return in, err
	}
	expanded := 0 // bytes as JSON
	for i, text := range r.Documents {
		d, err := load.OnlyDocument(names[i], []byte(text), in.NoSchema)
		if err == nil && names[i] != "original" && strings.TrimSpace(text) != "null" {
			err = d.CheckPresent() // an absent document would delete everything
		}
		if err != nil {
			return in, err
		}
		if expanded += len(d.Value.JSON()); expanded > MaxBytes {
			return in, fmt.Errorf("limit: with their aliases expanded, the texts have more than %d bytes; smp-check on the command line accepts more", MaxBytes)
		}
		in.docs = append(in.docs, d)
	}
	return in, nil
}

// readSchema determines the source of the schema.
func (in *input) readSchema() error {
	in.reader.Texts = map[string][]byte{schemaFile: []byte(in.Schema), crdFile: []byte(in.Schema)}
	in.choice.Input = &in.reader
	in.choice.Schemaless, in.choice.Require = in.NoSchema, true
	pointer, name := "", ""
	switch {
	case strings.HasPrefix(in.Kind, "#"):
		pointer = in.Kind
	default:
		name = strings.TrimSpace(in.Kind)
	}
	switch {
	case in.NoSchema:
	case strings.TrimSpace(in.Schema) == "":
		if pointer != "" {
			return errors.New("kind: a pointer requires a schema; paste one, or enter a kind such as apps/v1/Deployment")
		}
	case strings.Contains(in.Schema, "CustomResourceDefinition"):
		in.choice.CRDs = []string{crdFile}
	default:
		in.choice.File = schemaFile + pointer
	}
	if name == "" {
		return nil
	}
	if err := in.choice.CheckCRDs(); err != nil {
		return err
	}
	if err := in.choice.NameKind(name); err != nil {
		return fmt.Errorf("kind: %w", err)
	}
	return nil
}

// engine returns the engine for applying patches, with the settings of the request.
func (in *input) engine() engine.Engine {
	return engine.Engine{Cluster: in.Dialect == corpus.Kubernetes, Strict: in.Strict, Unions: in.Unions, Ignore: in.ignore}
}

// toCase returns the request as a case without an expected answer.
func (in *input) toCase() (corpus.Case, error) {
	var err error
	if in.chosen, err = in.choice.Choose(in.docs...); err != nil {
		return corpus.Case{}, err
	}
	c := corpus.Case{Name: "from-the-page", File: "from-the-page.yaml", Comment: "from the page"}
	c.Input = load.Input(in.Op, in.chosen.Schema, in.docs)
	c.Schema = found.SchemaSource(in.chosen.Schema, in.chosen.Kind)
	o := &c.Input.Options
	switch in.Op {
	case corpus.OpDiff, corpus.OpThreeWay:
		o.Omit, o.Overwrite = in.ignore, in.Op == corpus.OpThreeWay
	default:
		o.Strict, o.Unions, o.Ignore = in.Strict, in.Unions, in.ignore
	}
	return c, nil
}

// requestOf returns the request for a case. It is an error if the page does not support a part
// of the case.
func requestOf(c corpus.Case) (Request, error) {
	o := c.Input.Options
	r := Request{Op: c.Input.Op, Dialect: corpus.Documented, Strict: o.Strict, Unions: o.Unions, Ignore: strings.Join(corpus.DirectiveNames(o.Ignore|o.Omit), ",")}
	makesPatch := r.Op == corpus.OpDiff || r.Op == corpus.OpThreeWay
	if o.Strict && makesPatch || o.ListTypes || o.NoWide || len(o.Preconditions)+len(o.Keep) > 0 || c.SchemaErr != nil {
		return r, errors.New("the page cannot show this case, because it has an option that the page lacks, or an invalid schema")
	}
	switch s := c.Schema; {
	case s.Schemaless():
		r.NoSchema = true
	case s.Kind != "":
		r.Kind = s.APIVersion + "/" + s.Kind
	default:
		s = c.Inline().Schema
		text, err := yamlOf(s.OpenAPI)
		if err != nil {
			return r, err
		}
		r.Schema, r.Kind = text, "#/components/schemas/"+s.Root
	}
	for _, d := range c.Input.Documents() {
		text, isText := c.Input.Text[d.Name]
		if !isText {
			var err error
			if text, err = yamlOf(d.Value); err != nil {
				return r, err
			}
		}
		if text == "" {
			return r, errors.New("the page cannot show this document, because an empty text means a missing object")
		}
		r.Documents = append(r.Documents, text)
	}
	return r, nil
}
