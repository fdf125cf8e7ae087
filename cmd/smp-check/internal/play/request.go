package play

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/found"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// MaxBytes is how long all texts of a request may be together: what takes a browser
// no noticeable time.
const MaxBytes = 128 << 10

// A Request is what stands in the page.
type Request struct {
	Op        corpus.Op `json:"op"`
	Documents []string  `json:"documents"`            // in the order of the operation
	Kind      string    `json:"kind,omitempty"`       // apps/v1/Deployment; with a schema also #/pointer
	Schema    string    `json:"schema,omitempty"`     // OpenAPI, a JSON schema, or a CustomResourceDefinition
	NoSchema  bool      `json:"schemaless,omitempty"` // merge without a schema
	Dialect   string    `json:"dialect,omitempty"`    // empty for the one that suits
	Strict    bool      `json:"strict,omitempty"`
	Unions    bool      `json:"unions,omitempty"` // patches know the unions of the schema
	Ignore    string    `json:"ignore,omitempty"` // directives that the server does not know
}

// The names of the files that a request holds.
const (
	schemaFile = "schema"
	crdFile    = "crd"
)

// names returns what errors call the documents, as package corpus does.
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
	choice load.SchemaChoice
	ignore load.Directives
	// mistakes are those in the patch; nil if there is none to look at.
	mistakes *mistakes
}

// read reads the texts of a request. The documents are those that could be read.
func (r Request) read() (*input, error) {
	in := &input{Request: r}
	size := len(r.Schema) + len(r.Kind)
	for _, text := range r.Documents {
		size += len(text)
	}
	names := r.names()
	switch {
	case !slices.Contains(corpus.Ops(), r.Op):
		return in, fmt.Errorf("there is no operation %q", r.Op)
	case len(names) != len(r.Documents):
		return in, fmt.Errorf("%s takes %d documents, and there are %d", r.Op, len(names), len(r.Documents))
	case size > MaxBytes:
		return in, fmt.Errorf("limit: the texts have %d bytes together; the page takes %d, smp-check on the command line more", size, MaxBytes)
	case r.Dialect != "" && r.Dialect != corpus.Documented && r.Dialect != corpus.Kubernetes:
		return in, fmt.Errorf("there is no dialect %q", r.Dialect)
	}
	if r.Ignore != "" {
		if err := in.ignore.Set(r.Ignore); err != nil {
			return in, err
		}
	}
	if err := in.readSchema(); err != nil {
		return in, err
	}
	for i, text := range r.Documents {
		d, err := load.OnlyDocument(names[i], []byte(text))
		if err == nil && names[i] != "original" && strings.TrimSpace(text) != "null" {
			err = d.CheckPresent() // what is not there yet would delete all there is
		}
		if err != nil {
			return in, err
		}
		in.docs = append(in.docs, d)
	}
	return in, nil
}

// readSchema says where the schema is from.
func (in *input) readSchema() error {
	in.reader.Texts = map[string][]byte{schemaFile: []byte(in.Schema), crdFile: []byte(in.Schema)}
	in.choice.Schemaless, in.choice.Require = in.NoSchema, true
	pointer := ""
	switch {
	case strings.HasPrefix(in.Kind, "#"):
		pointer = in.Kind
	case strings.TrimSpace(in.Kind) != "":
		if err := in.choice.Kind.Set(strings.TrimSpace(in.Kind)); err != nil {
			return fmt.Errorf("kind: %w", err)
		}
	}
	switch {
	case in.NoSchema:
	case strings.TrimSpace(in.Schema) == "":
		if pointer != "" {
			return errors.New("kind: a pointer leads into a schema, and there is none")
		}
	case strings.Contains(in.Schema, "CustomResourceDefinition"):
		in.choice.CRDs = []string{crdFile}
	default:
		in.choice.File = schemaFile + pointer
	}
	return nil
}

// engine returns the engine that the request asks for to apply patches.
func (in *input) engine() smp.Engine {
	e := smp.Engine{Strict: in.Strict, Unions: in.Unions, Ignore: smp.Directives(in.ignore)}
	if in.Dialect == corpus.Kubernetes {
		e.Dialect = smp.Kubernetes
	}
	return e
}

// toCase returns the request as a case without an answer.
func (in *input) toCase() (corpus.Case, error) {
	s, err := in.choice.Choose(&in.reader, in.docs...)
	if err != nil {
		return corpus.Case{}, err
	}
	c := corpus.Case{Name: "from-the-page", File: "from-the-page.yaml", Comment: "from the page"}
	c.Input = load.Input(in.Op, s, in.docs)
	c.Schema = found.SchemaSource(s, in.choice.Merged)
	o := &c.Input.Options
	switch in.Op {
	case corpus.OpDiff, corpus.OpThreeWay:
		o.Omit, o.Overwrite = smp.Directives(in.ignore), in.Op == corpus.OpThreeWay
	default:
		o.Strict, o.Unions, o.Ignore = in.Strict, in.Unions, smp.Directives(in.ignore)
	}
	return c, nil
}

// requestOf returns a case as the page shows it. It is an error if the page cannot
// say some of it.
func requestOf(c corpus.Case) (Request, error) {
	o := c.Input.Options
	r := Request{Op: c.Input.Op, Dialect: corpus.Documented, Strict: o.Strict, Unions: o.Unions, Ignore: strings.Join(corpus.DirectiveNames(o.Ignore|o.Omit), ",")}
	makesPatch := r.Op == corpus.OpDiff || r.Op == corpus.OpThreeWay
	if o.Strict && makesPatch || o.ListTypes || o.NoWide || len(o.Preconditions) > 0 || c.SchemaErr != nil {
		return r, errors.New("the page has no word for an option of the case")
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
			return r, errors.New("on the page, a document without a text is one that is not there yet")
		}
		r.Documents = append(r.Documents, text)
	}
	return r, nil
}
