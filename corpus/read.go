package corpus

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// textSuffix is the suffix of keys whose value is a document as text.
const textSuffix = "Text"

// caseForm is the message for a file that is not a case file.
const caseForm = "not a case file; a case has rule, comment, schema, op, the documents that op takes, and want or error: see corpus/README.md"

// A caseReader reads one case file. Its methods return *LoadErrors.
type caseReader struct {
	source
	c     Case
	given map[string]bool // the keys of the file, without the suffix Text
}

func newReader(s source) *caseReader {
	return &caseReader{source: s, c: Case{File: s.file}, given: map[string]bool{}}
}

// readCase reads a case from the content of its file. Files that the case refers to are read
// through the library.
func readCase(s source, files *library) (Case, error) {
	r := newReader(s)
	if s.value.Type() != model.Map {
		return Case{}, r.faultf(r.root, "expected a map, got %s: %s", s.value.Type().Noun(), caseForm)
	}
	if tests, ok := s.value.Get("tests"); ok && tests.Type() == model.List {
		return Case{}, r.faultf(r.root, "a file of test vectors, not a case; corpus/vectors/readers contains programs that run vectors")
	}
	if err := r.readOp(); err != nil {
		return Case{}, err
	}
	for name, v := range s.value.Members() {
		if err := r.readKey(name, v); err != nil {
			return Case{}, err
		}
	}
	if err := r.checkComplete(); err != nil {
		return Case{}, err
	}
	if k := r.c.Kubernetes; k != nil && k.ID == "" {
		k.Want = r.c.Want
	}
	return r.c, r.buildSchema(files)
}

// readOp reads the operation first, because it determines the other keys.
func (r *caseReader) readOp() error {
	v, ok := r.value.Get("op")
	if !ok {
		return r.faultf(r.root, "missing op: %s", caseForm)
	}
	r.c.Input.Op = Op(v.Text())
	if !r.c.Input.Op.known() {
		return r.faultf(r.node("op"), "op: unknown operation %s; expected apply, diff, threeway, compose, conflicts or lint", v.JSON())
	}
	return nil
}

func (r *caseReader) readKey(name string, v model.Value) error {
	base := strings.TrimSuffix(name, textSuffix)
	if base != "want" && !isDocument(base) {
		base = name
	}
	if r.given[base] {
		return r.faultf(r.node(name), "%s is given twice, as a value and as text", base)
	}
	r.given[base] = true
	var err error
	switch {
	case name == "op":
	case name == "rule":
		r.c.Rule, err = r.rules(name, v)
	case name == "not":
		r.c.Not, err = r.rules(name, v)
	case name == "comment":
		r.c.Comment = v.Text()
		if strings.TrimSpace(r.c.Comment) == "" {
			err = r.faultf(r.node(name), "comment: expected a sentence")
		}
	case name == "schema":
		err = r.readSchema(v)
	case name == "options":
		err = r.readOptions(v)
	case name == "kubernetes":
		err = r.readKubernetes(v)
	case base == "want" || name == "error":
		err = r.readAnswer(&r.c.Want, name, v)
	case r.c.Input.Op.takes(base):
		err = r.readDocument(name, v)
	case isDocument(base):
		err = r.faultf(r.node(name), "%s: unexpected for %s; expected %s", name, r.c.Input.Op, strings.Join(r.c.Input.Op.inputs(), ", "))
	default:
		err = r.faultf(r.node(name), "unknown key %q", name)
	}
	return err
}

// isDocument reports whether any operation has an input document with this name.
func isDocument(name string) bool {
	for op := range operationInputs {
		if op.takes(name) {
			return true
		}
	}
	return false
}

func (r *caseReader) rules(name string, v model.Value) ([]smp.Rule, error) {
	var rules []smp.Rule
	for _, id := range v.Elements() {
		rule := smp.Rule(id.Text())
		switch {
		case !knownRule(rule):
			return nil, r.faultf(r.node(name), "%s: unknown rule %s", name, id.JSON())
		case slices.Contains(rules, rule):
			return nil, r.faultf(r.node(name), "%s: duplicate rule %s", name, rule)
		}
		rules = append(rules, rule)
	}
	if len(rules) == 0 {
		return nil, r.faultf(r.node(name), "%s: expected a list of rule ids", name)
	}
	return rules, nil
}

// readDocument reads an input document, as a value or as text.
func (r *caseReader) readDocument(name string, v model.Value) error {
	in := &r.c.Input
	base, isText := strings.CutSuffix(name, textSuffix)
	if base != documentPatches {
		return r.setDocument(in.document(base), base, v, isText)
	}
	if v.Type() != model.List || v.Len() == 0 {
		return r.faultf(r.node(name), "%s: expected a list of patches", name)
	}
	in.Patches = make([]model.Value, v.Len())
	for i, element := range v.Elements() {
		if err := r.setDocument(&in.Patches[i], patchName(i), element, isText); err != nil {
			return err
		}
	}
	return nil
}

func (r *caseReader) setDocument(to *model.Value, name string, v model.Value, isText bool) error {
	if !isText {
		*to = v
		return nil
	}
	if v.Type() != model.String {
		field, _, _ := strings.Cut(name, "[")
		return r.faultf(r.node(field+textSuffix), "%s: expected a string, got %s", strings.Replace(name, field, field+textSuffix, 1), v.Type().Noun())
	}
	if r.c.Input.Text == nil {
		r.c.Input.Text = map[string]string{}
	}
	r.c.Input.Text[name] = v.Text()
	// Text that is not JSON is a valid input: the engine has to reject it.
	if parsed, err := model.ParseString(v.Text()); err == nil {
		*to = parsed
	}
	return nil
}

// checkComplete rejects a case with missing or contradicting keys.
func (r *caseReader) checkComplete() error {
	for _, name := range slices.Concat([]string{"rule", "comment", "schema"}, r.c.Input.Op.inputs()) {
		if !r.given[name] {
			return r.faultf(r.root, "missing key %s", name)
		}
	}
	switch {
	case r.given["want"] && r.given["error"]:
		return r.faultf(r.node("error"), "expected want or error, got both")
	case !r.given["want"] && !r.given["error"]:
		return r.faultf(r.root, "missing key want or error")
	}
	for _, rule := range r.c.Not {
		if slices.Contains(r.c.Rule, rule) {
			return r.faultf(r.node("not"), "not: rule %s is also listed under rule", rule)
		}
	}
	return nil
}

// ReadInput reads the input of an operation from the keys of a case file: schema, op, options, and
// all documents that the operation takes. Other keys are errors. It returns the source of the
// schema but does not build the schema. name is the name of the value in error messages.
func ReadInput(name string, v model.Value) (Input, SchemaSource, error) {
	if v.Type() != model.Map {
		return Input{}, SchemaSource{}, fmt.Errorf("%s: expected a map, got %s", name, v.Type().Noun())
	}
	r := newReader(source{file: name, value: v})
	if err := r.readOp(); err != nil {
		return Input{}, SchemaSource{}, err
	}
	for key, part := range v.Members() {
		base := strings.TrimSuffix(key, textSuffix)
		if !r.c.Input.Op.takes(base) && !slices.Contains([]string{"op", "schema", "options"}, key) {
			return Input{}, SchemaSource{}, fmt.Errorf("%s: unexpected key %q", name, key)
		}
		if err := r.readKey(key, part); err != nil {
			return Input{}, SchemaSource{}, err
		}
	}
	for _, key := range append([]string{"schema"}, r.c.Input.Op.inputs()...) {
		if !r.given[key] {
			return Input{}, SchemaSource{}, fmt.Errorf("%s: missing key %s", name, key)
		}
	}
	return r.c.Input, r.c.Schema, nil
}

// buildSchema builds the schema. If the schema cannot be built, this may be the error that
// the case expects.
func (r *caseReader) buildSchema(files *library) error {
	s, err := files.build(r.c.Schema, r.file, r.c.Input.Options.ListTypes)
	r.c.Input.Schema = s
	if err == nil {
		r.c.written = files.writtenSchema(s)
		return nil
	}
	var e *smp.Error
	isError := errors.As(err, &e)
	if w := r.c.Want.Rejection; w != nil && isError && decidedBeforeMerging(w.Code) {
		r.c.SchemaErr = err
		return nil
	}
	var loadErr *LoadError
	if errors.As(err, &loadErr) {
		return loadErr
	}
	if isError && e.Document == "schema" { // the text begins with the document
		return r.faultf(r.node("schema"), "%w", err)
	}
	return r.faultf(r.node("schema"), "schema: %w", err)
}
