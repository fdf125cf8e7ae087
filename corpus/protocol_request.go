package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A Request is what a driver asks an engine to do once.
type Request struct {
	// Dialect is the dialect to answer in.
	Dialect string
	// BuiltIn is the built-in kind that the schema is of, zero where it is of
	// none. Engines that bring their own schemas go by it.
	BuiltIn kubernetes.Kind
	// Repeat is how often to carry it out, to see whether the answer varies.
	Repeat int
	Input  Input
}

// A requestWriter writes requests. It remembers schemas, which many requests
// share.
type requestWriter struct {
	schemas map[smp.Schema]writtenSchema
}

// A writtenSchema is a schema as a case gives it, and the kind that it is of.
type writtenSchema struct {
	source SchemaSource
	kind   kubernetes.Kind
}

// maxRepeat is how often an engine carries out one request at the most.
const maxRepeat = 10_000

// maxSchemas is how many schemas a driver or an engine remembers.
const maxSchemas = 1000

// line returns the line that asks for an operation. The case has what a case
// file has, without the rules and the answer; its schema stands inside it.
func (w *requestWriter) line(seq int, dialect string, repeat int, in Input) ([]byte, error) {
	schema := w.schema(in.Schema)
	c := Case{Input: in, Schema: schema.source}
	c.Input.Options.ListTypes = false // the schema says it
	body, err := c.encodeInput()
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
	var written writtenSchema
	if !s.Equal(smp.Schema{}) {
		text := openapi.Encode(s)
		written = writtenSchema{SchemaSource{OpenAPI: text, Root: openapi.Root}, builtInKinds()[text.JSON()]}
	}
	if w.schemas == nil || len(w.schemas) == maxSchemas {
		w.schemas = map[smp.Schema]writtenSchema{}
	}
	w.schemas[s] = written
	return written
}

// builtInKinds finds a built-in kind by its schema as OpenAPI; of kinds whose
// schemas are equal the first. A schema has no name of its own: cases get it by
// kind, laws hand it on, and it is written and read again.
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

// encodeInput returns the members of a case file that say what to do.
func (c Case) encodeInput() (model.Value, error) {
	v, err := Case{Schema: c.Schema, Input: c.Input}.encode(false)
	if err != nil {
		return model.Value{}, err
	}
	kept := slices.DeleteFunc(v.AppendMembers(nil), func(m model.Member) bool { return m.Name == "want" })
	return model.NewMap(kept...)
}

// A requestReader reads requests.
type requestReader struct {
	schemas map[string]smp.Schema // by their JSON
}

// read returns what a line of command run asks for.
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

// input reads the part of a case that says what to do.
func (r *requestReader) input(body model.Value) (Input, error) {
	const file = memberCase
	reader := &caseReader{source: source{file: file, value: body}, c: Case{File: file}, given: map[string]bool{}}
	if body.Kind() != model.Map {
		return Input{}, fmt.Errorf("the %s is a %s, not a map", file, body.Kind())
	}
	if err := reader.readOp(); err != nil {
		return Input{}, err
	}
	for name, v := range body.Members() {
		base := strings.TrimSuffix(name, textSuffix)
		if !reader.c.Input.Op.takes(base) && !slices.Contains([]string{"op", "schema", "options"}, name) {
			return Input{}, fmt.Errorf("%s: it is no place for %q", file, name)
		}
		if err := reader.readKey(name, v); err != nil {
			return Input{}, err
		}
	}
	for _, name := range append([]string{"schema"}, reader.c.Input.Op.inputs()...) {
		if !reader.given[name] {
			return Input{}, fmt.Errorf("the %s has no %s", file, name)
		}
	}
	in := reader.c.Input
	schema, _ := body.Get("schema")
	var err error
	in.Schema, err = r.schema(schema, reader.c.Schema)
	return in, err
}

// errFiles is why a schema that stands elsewhere cannot be had.
var errFiles = errors.New("the schema has to stand in the line")

func (r *requestReader) schema(v model.Value, from SchemaSource) (smp.Schema, error) {
	key := v.JSON()
	if s, ok := r.schemas[key]; ok {
		return s, nil
	}
	none := newLibrary(func(string) ([]byte, error) { return nil, errFiles })
	s, err := none.build(from, memberCase, false)
	if err != nil {
		return smp.Schema{}, fmt.Errorf("schema: %w", err)
	}
	if r.schemas == nil || len(r.schemas) == maxSchemas {
		r.schemas = map[string]smp.Schema{}
	}
	r.schemas[key] = s
	return s, nil
}
