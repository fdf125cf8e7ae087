package corpus

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Value returns the case as a map with the keys of a case file, in the order of the format. Read
// accepts the JSON of this map. The error is a *model.Error if the case is nested too deeply.
func (c Case) Value() (model.Value, error) { return c.encode(false) }

// YAML returns the case as the text of a case file. Documents are written as text if
// YAML would change their numbers or if they are too deep to be nested in the case. A case of more
// than 1 MiB is written as JSON. The error is that of Value.
func (c Case) YAML() ([]byte, error) {
	v, err := c.encode(true)
	if err != nil {
		return nil, err
	}
	if text := v.AppendJSON(nil); len(text) > maxYAML || !yamlKeeps(v) {
		return append(text, '\n'), nil
	}
	return yamlText(v)
}

// maxYAML is the maximal length of a case that is written as YAML. Nobody reads longer cases, and the
// YAML library takes about 100 times their length of memory.
const maxYAML = 1 << 20

// Inline returns the case with its schema written into it. The result can be read without other
// files. A schema that cannot be built is not changed.
func (c Case) Inline() Case {
	if c.SchemaErr == nil && !c.Schema.Schemaless() {
		c.Schema = SourceOf(c.Input.Schema)
		c.Input.Options.ListTypes = false
	}
	return c
}

// An encoder builds a map field by field and remembers the first error.
type encoder struct {
	members []model.Member
	err     error
}

func (e *encoder) add(name string, v model.Value) {
	e.members = append(e.members, model.Member{Name: name, Value: v})
}

func (e *encoder) text(name, text string) {
	if text != "" {
		e.add(name, model.NewString(text))
	}
}

func (e *encoder) list(name string, elements []model.Value) {
	if len(elements) > 0 {
		e.add(name, e.built(model.NewList(elements...)))
	}
}

// part adds the map that the function fill builds, unless the map is empty.
func (e *encoder) part(name string, fill func(*encoder)) {
	var inner encoder
	fill(&inner)
	if inner.err != nil && e.err == nil {
		e.err = inner.err
	}
	if len(inner.members) > 0 {
		e.add(name, e.built(model.NewMap(inner.members...)))
	}
}

func (e *encoder) built(v model.Value, err error) model.Value {
	if err != nil && e.err == nil {
		e.err = err
	}
	return v
}

func texts[S ~string](list []S) []model.Value {
	var values []model.Value
	for _, s := range list {
		values = append(values, model.NewString(string(s)))
	}
	return values
}

// encode writes the case. If forYAML is true, documents become text if YAML would change
// their numbers.
func (c Case) encode(forYAML bool) (model.Value, error) {
	var e encoder
	e.list("rule", texts(c.Rule))
	e.list("not", texts(c.Not))
	e.text("comment", c.Comment)
	e.input(c.Input, c.Schema, forYAML)
	c.Want.encode(&e, c.Input.Op, forYAML)
	if k := c.Kubernetes; k != nil && k.ID == "" {
		e.text("kubernetes", same)
	} else if k != nil {
		e.part("kubernetes", func(inner *encoder) {
			inner.text("divergence", k.ID)
			k.Want.encode(inner, c.Input.Op, forYAML)
		})
	}
	return e.value()
}

// InputValue returns a map with the keys of a case file that define the input: schema, operation,
// options and documents. ReadInput is its inverse. The error is a *model.Error if a document is
// nested too deeply.
func InputValue(in Input, schema SchemaSource) (model.Value, error) {
	var e encoder
	e.input(in, schema, false)
	return e.value()
}

// value returns the map that was built.
func (e *encoder) value() (model.Value, error) {
	if e.err != nil {
		return model.Value{}, e.err
	}
	return model.NewMap(e.members...)
}

// input adds the schema, the operation, the options and the documents.
func (e *encoder) input(in Input, schema SchemaSource, forYAML bool) {
	e.part("schema", schema.encode)
	e.text("op", string(in.Op))
	e.part("options", in.Options.encode)
	if in.Op == OpCompose {
		e.patches(in, forYAML)
		return
	}
	for _, d := range in.Documents() {
		if text, ok := in.Text[d.Name]; ok {
			e.add(d.Name+textSuffix, model.NewString(text))
		} else {
			e.document(d.Name, d.Value, forYAML)
		}
	}
}

// insideCase is the greatest depth of a document inside a case. A case adds at most two
// levels around a document.
const insideCase = model.DefaultMaxDepth - 2

// needsText reports whether a document must be written as text.
func needsText(v model.Value, forYAML bool) bool {
	return forYAML && !yamlKeeps(v) || deeperThan(v, insideCase)
}

// deeperThan reports whether v nests more than depth maps and lists.
func deeperThan(v model.Value, depth int) bool {
	if depth == 0 {
		return v.Type() == model.Map || v.Type() == model.List
	}
	for _, m := range v.Members() {
		if deeperThan(m, depth-1) {
			return true
		}
	}
	for _, e := range v.Elements() {
		if deeperThan(e, depth-1) {
			return true
		}
	}
	return false
}

// document adds a document as a value, or as text if necessary. An absent document is
// written as null.
func (e *encoder) document(name string, v model.Value, forYAML bool) {
	switch {
	case v.Type() == model.Absent:
		e.add(name, model.NewNull())
	case needsText(v, forYAML):
		e.add(name+textSuffix, model.NewString(v.JSON()))
	default:
		e.add(name, v)
	}
}

// patches adds the patches: either all as values, or all as text.
func (e *encoder) patches(in Input, forYAML bool) {
	var values, asText []model.Value
	plain := len(in.Text) == 0
	for _, d := range in.Documents() {
		values = append(values, d.Value)
		asText = append(asText, model.NewString(string(in.JSON(d.Name))))
		plain = plain && !needsText(d.Value, forYAML)
	}
	if plain {
		e.list(documentPatches, values)
	} else {
		e.list(documentPatches+textSuffix, asText)
	}
}

func (s SchemaSource) encode(e *encoder) {
	if s.Schemaless() {
		e.add("schemaless", model.NewBool(true))
		return
	}
	e.text("ref", s.Ref)
	e.text("apiVersion", s.APIVersion)
	e.text("kind", s.Kind)
	if s.OpenAPI.Type() != model.Absent {
		e.add("openapi", s.OpenAPI)
	}
	e.text("root", s.Root)
	e.text("crd", s.CRD)
	e.text("version", s.Version)
}

// Value returns the options in the form of a case file: a map of the options that are set. It
// is absent if no option is set.
func (o Options) Value() model.Value {
	var e encoder
	if o.encode(&e); len(e.members) == 0 {
		return model.Value{}
	}
	return e.built(model.NewMap(e.members...))
}

func (o Options) encode(e *encoder) {
	for _, option := range []struct {
		name string
		on   bool
	}{{"overwrite", o.Overwrite}, {"resend", o.Resend}, {"strict", o.Strict}, {"unions", o.Unions}, {"listTypes", o.ListTypes}, {"noWide", o.NoWide}} {
		if option.on {
			e.add(option.name, model.NewBool(true))
		}
	}
	e.list("ignore", texts(DirectiveNames(o.Ignore)))
	if o.Omit != 0 {
		e.add("level", e.built(model.NewList(texts(DirectiveNames(smp.AllDirectives&^o.Omit))...)))
	}
	e.list("preconditions", texts(pathTexts(o.Preconditions)))
	var keep []string
	for _, p := range o.Keep {
		keep = append(keep, p.String())
	}
	e.list("keep", texts(keep))
}

// pathTexts returns the texts of paths. It returns nil for nil.
func pathTexts(paths []model.Path) []string {
	if paths == nil {
		return nil
	}
	texts := []string{}
	for _, p := range paths {
		texts = append(texts, p.String())
	}
	return texts
}

// encode writes the answer. An absent result is written as null, or as [] if the
// operation returns a list.
func (a Answer) encode(e *encoder, op Op, forYAML bool) {
	w := a.Rejection
	if w == nil && a.Result.Type() == model.Absent && op.givesList() {
		a.Result = e.built(model.NewList())
	}
	if w == nil {
		e.document("want", a.Result, forYAML)
		e.list("wide", texts(pathTexts(a.Wide)))
		return
	}
	e.part("error", func(inner *encoder) {
		inner.text("kind", string(w.Code))
		inner.text("path", w.Path.String())
		inner.text("document", w.Document)
		inner.text("rule", string(w.Rule))
		if w.Conflicts.Type() != model.Absent {
			inner.add("conflicts", w.Conflicts)
		}
	})
}

// identity returns a text that is equal for cases with the same operation, schema,
// options and inputs.
func (c Case) identity() string {
	var e encoder
	e.text("op", string(c.Input.Op))
	s := c.Schema
	if name, pointer, ok := strings.Cut(s.Ref, "#"); s.Ref != "" {
		s.Ref = beside(c.File, name)
		if ok {
			s.Ref += "#" + pointer
		}
	}
	if s.CRD != "" {
		s.CRD = beside(c.File, s.CRD)
	}
	e.part("schema", s.encode)
	e.part("options", c.Input.Options.encode)
	for _, d := range c.Input.Documents() {
		if text, ok := c.Input.Text[d.Name]; ok {
			e.add(d.Name+textSuffix, model.NewString(text))
		} else {
			e.add(d.Name, d.Value)
		}
	}
	v, _ := e.value() // values that are too deep are left out
	return v.Canonical()
}
