package protocol

import (
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Request is one request of a driver to an engine.
type Request struct {
	// Dialect is the dialect of the answer.
	Dialect string
	// BuiltIn is the kind whose built-in schema is the schema of the request. It is zero if
	// there is none. Engines with their own schemas use BuiltIn instead of the schema.
	BuiltIn kubernetes.Kind
	// Repeat is the number of times to carry out the request, to detect answers that
	// vary.
	Repeat int
	Input  corpus.Input
}

// A requestWriter writes requests. It caches schemas, because many requests share them.
type requestWriter struct {
	schemas map[smp.Schema]writtenSchema
}

// A writtenSchema is a schema in the form of a case file, and its kind.
type writtenSchema struct {
	source corpus.SchemaSource
	kind   kubernetes.Kind
}

// maxRepeat is the greatest number of times that an engine carries out one request.
const maxRepeat = 10_000

// maxSchemas is the number of schemas that a driver or an engine caches.
const maxSchemas = 1000

// line returns the line that requests an operation. The field case of the line has the keys
// of a case file, except for the rules and the answer. It contains the schema itself.
func (w *requestWriter) line(seq int, dialect string, repeat int, in corpus.Input) ([]byte, error) {
	schema := w.schema(in.Schema)
	in.Options.ListTypes = false // the schema already includes the effect of list types
	body, err := corpus.InputValue(in, schema.source)
	if err != nil {
		return nil, err
	}
	line := fmt.Appendf(nil, `{"cmd":"run","seq":%d,"dialect":`, seq)
	line = appendLine(line, model.NewString(dialect))
	if repeat > 1 {
		line = fmt.Appendf(line, `,"repeat":%d`, repeat)
	}
	if schema.kind != (kubernetes.Kind{}) {
		line = append(line, `,"builtIn":{"apiVersion":`...)
		line = appendLine(line, model.NewString(schema.kind.APIVersion))
		line = append(line, `,"kind":`...)
		line = append(appendLine(line, model.NewString(schema.kind.Kind)), '}')
	}
	line = appendLine(append(line, `,"case":`...), body)
	return append(line, "}\n"...), nil
}

func (w *requestWriter) schema(s smp.Schema) writtenSchema {
	if written, ok := w.schemas[s]; ok {
		return written
	}
	written := writtenSchema{source: corpus.SourceOf(s)}
	if !written.source.Schemaless() {
		written.kind = builtInKinds()[written.source.OpenAPI.JSON()]
	}
	if w.schemas == nil || len(w.schemas) == maxSchemas {
		w.schemas = map[smp.Schema]writtenSchema{}
	}
	w.schemas[s] = written
	return written
}

// builtInKinds maps the OpenAPI text of a schema to its built-in kind: the first kind if
// several have equal schemas. A schema does not contain its kind, so the kind is found by the
// text of the schema.
var builtInKinds = sync.OnceValue(func() map[string]kubernetes.Kind {
	kinds := map[string]kubernetes.Kind{}
	for _, kind := range kubernetes.Kinds() {
		s, _ := kubernetes.Lookup(kind.APIVersion, kind.Kind)
		text := openapi.Encode(s).JSON()
		if _, ok := kinds[text]; !ok {
			kinds[text] = kind
		}
	}
	return kinds
})

// A requestReader reads requests.
type requestReader struct {
	schemas map[string]smp.Schema // by their JSON
}

// read returns the request in a line with command run.
func (r *requestReader) read(line model.Value) (Request, error) {
	var request Request
	dialect, _ := line.Get(memberDialect)
	request.Dialect = dialect.Text()
	builtIn, _ := line.Get(memberBuiltIn)
	apiVersion, _ := builtIn.Get("apiVersion")
	kind, _ := builtIn.Get("kind")
	request.BuiltIn = kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}
	repeat, _ := line.Get(memberRepeat)
	times, _ := repeat.Int64()
	request.Repeat = int(max(1, min(times, maxRepeat)))
	body, _ := line.Get(memberCase)
	var err error
	request.Input, err = r.input(body)
	return request, err
}

// input reads the input of an operation from the case in a request.
func (r *requestReader) input(body model.Value) (corpus.Input, error) {
	in, from, err := corpus.ReadInput(memberCase, body)
	if err != nil {
		return corpus.Input{}, err
	}
	schema, _ := body.Get("schema")
	in.Schema, err = r.schema(schema, from)
	return in, err
}

func (r *requestReader) schema(v model.Value, from corpus.SchemaSource) (smp.Schema, error) {
	key := v.JSON()
	if s, ok := r.schemas[key]; ok {
		return s, nil
	}
	s, err := from.Schema()
	if err != nil {
		return smp.Schema{}, fmt.Errorf("schema: %w", err)
	}
	if r.schemas == nil || len(r.schemas) == maxSchemas {
		r.schemas = map[string]smp.Schema{}
	}
	r.schemas[key] = s
	return s, nil
}
