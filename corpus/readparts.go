package corpus

import (
	"regexp"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// knownRule reports whether there is a rule of this name.
func knownRule(rule smp.Rule) bool { return slices.Contains(smp.Rules(), rule) }

// Conflicting is how cases and other engines name the code of a
// *smp.ConflictError, the error of a three-way merge that lists its conflicts.
const Conflicting = smp.Conflicting

// errorKinds are the error codes that a case may want.
var errorKinds = []smp.Code{
	smp.Syntax, smp.Limit, smp.WrongType, smp.InvalidDirective, smp.MissingMergeKey, smp.InvalidMergeKey,
	smp.AmbiguousMergeKey, smp.OrderMismatch, smp.RetainKeysMismatch, smp.UnionConflict, smp.UnknownField, smp.InvalidSchema,
	smp.UnknownKind, smp.DifferentKind, smp.NotRepresentable, smp.Precondition, smp.NotComposable, Conflicting,
}

// decidedBeforeMerging reports whether errors with a code arise before any rule
// of merging has a say, so that they name none.
func decidedBeforeMerging(k smp.Code) bool {
	switch k {
	case smp.Syntax, smp.Limit, smp.InvalidSchema, smp.UnknownKind, smp.DifferentKind:
		return true
	}
	return false
}

// schemaForms are the sets of keys that a schema may have.
var schemaForms = []string{"ref", "apiVersion kind", "openapi", "openapi root", "crd", "crd version", "schemaless"}

func (r *caseReader) readSchema(v model.Value) error {
	var names []string
	s := &r.c.Schema
	for name, part := range v.SortedMembers() {
		names = append(names, name)
		text := map[string]*string{
			"ref": &s.Ref, "apiVersion": &s.APIVersion, "kind": &s.Kind, "root": &s.Root, "crd": &s.CRD, "version": &s.Version,
		}[name]
		switch {
		case text != nil:
			*text = part.Text()
			if *text == "" {
				return r.faultf(r.node("schema", name), "schema.%s: a string is needed", name)
			}
		case name == "openapi":
			s.OpenAPI = part
		case name == "schemaless" && !part.Bool():
			return r.faultf(r.node("schema", name), "schema.schemaless: true is all it can be")
		}
	}
	if !slices.Contains(schemaForms, strings.Join(names, " ")) {
		return r.faultf(r.node("schema"), "schema: give ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true")
	}
	return nil
}

func (r *caseReader) readOptions(v model.Value) error {
	if v.Type() != model.Map || v.Len() == 0 {
		return r.faultf(r.node("options"), "options: a map is needed; leave it out where there are none")
	}
	o := &r.c.Input.Options
	for name, part := range v.Members() {
		ok := part.Bool() // what is off is left out
		switch name {
		case "overwrite":
			o.Overwrite = ok
		case "resend":
			o.Resend = ok
		case "strict":
			o.Strict = ok
		case "unions":
			o.Unions = ok
		case "listTypes":
			o.ListTypes = ok
		case "ignore":
			o.Ignore, ok = directivesNamed(part)
			ok = ok && o.Ignore != 0
		case "level":
			var emitted smp.Directives
			emitted, ok = directivesNamed(part)
			o.Omit = smp.AllDirectives &^ emitted
			ok = ok && o.Omit != 0
		case "preconditions":
			o.Preconditions, ok = placesNamed(part, isName)
		case "noWide":
			o.NoWide = ok
		default:
			return r.faultf(r.node("options", name), "options: unknown option %q", name)
		}
		switch {
		case !ok:
			return r.faultf(r.node("options", name), "options.%s: it cannot be %s", name, part.JSON())
		case !r.c.Input.Op.heeds(name):
			return r.faultf(r.node("options", name), "options.%s: it means nothing to %s", name, r.c.Input.Op)
		}
	}
	return nil
}

// placesNamed returns the places that a list names, none of them twice and none
// the root: paths of such steps.
func placesNamed(list model.Value, allowed func(model.Step) bool) (places []model.Path, ok bool) {
	for _, v := range list.Elements() {
		p, ok := parseKeyedPath(v.Text())
		for _, step := range p {
			ok = ok && allowed(step)
		}
		if !ok || len(p) == 0 || slices.ContainsFunc(places, p.Equal) {
			return nil, false
		}
		places = append(places, p)
	}
	return places, len(places) > 0
}

func isName(step model.Step) bool {
	_, ok := step.(model.Field)
	return ok
}

func anyStep(model.Step) bool { return true }

// parsePath reads a path of names and indexes, in the spelling in which paths
// are printed.
func parsePath(text string) (p model.Path, ok bool) {
	p, ok = parseKeyedPath(text)
	for _, step := range p {
		if !isName(step) && !isIndex(step) {
			return nil, false
		}
	}
	return p, ok
}

// parseKeyedPath is parsePath for any steps.
func parseKeyedPath(text string) (p model.Path, ok bool) {
	p, err := model.ParsePath(text)
	return p, err == nil && p.String() == text
}

func isIndex(step model.Step) bool {
	i, ok := step.(model.Index)
	return ok && i >= 0
}

// readAnswer reads want, wantText or error below these names.
func (r *caseReader) readAnswer(to *Answer, name string, v model.Value, above ...string) error {
	at := append(slices.Clone(above), name)
	switch name {
	case "want":
		to.Result = v
		return r.checkResult(v, at)
	case "error":
		return r.readRejection(to, v, at)
	default:
		parsed, err := model.ParseString(v.Text())
		if err != nil {
			return r.faultf(r.node(at...), "%s: %w", strings.Join(at, "."), err)
		}
		to.Result = parsed
		return r.checkResult(parsed, at)
	}
}

func (r *caseReader) readRejection(to *Answer, v model.Value, at []string) error {
	w := &Rejection{}
	to.Rejection = w
	where := strings.Join(at, ".")
	kind, _ := v.Get("kind")
	w.Code = smp.Code(kind.Text())
	parse := parsePath
	if w.Code == Conflicting {
		parse = parseKeyedPath
	}
	path := false
	for name, part := range v.Members() {
		ok := false
		switch name {
		case "kind":
			ok = slices.Contains(errorKinds, w.Code)
		case "path":
			w.Path, ok = parse(part.Text())
			path = true
		case "conflicts":
			w.Conflicts = part
			ok = w.Code == Conflicting && part.Len() > 0 && areConflicts(part)
		case "document":
			w.Document = part.Text()
			ok = w.Document == "schema" || r.c.Input.Op.names(w.Document)
		case "rule":
			w.Rule = smp.Rule(part.Text())
			ok = knownRule(w.Rule)
		default:
			return r.faultf(r.node(at...), "%s: unknown key %q", where, name)
		}
		if !ok {
			return r.faultf(r.node(append(at, name)...), "%s.%s: it cannot be %s", where, name, part.JSON())
		}
	}
	if kind.Type() == model.Absent || !path {
		return r.faultf(r.node(at...), "%s: kind and path are needed", where)
	}
	return nil
}

// same says in place of a divergence that the shipped engine does not differ.
const same = "same"

// divergenceID is how divergences are named.
var divergenceID = regexp.MustCompile(`^[a-z]+(-[a-z]+)*$`)

func (r *caseReader) readKubernetes(v model.Value) error {
	const name = "kubernetes"
	d := &Divergence{}
	r.c.Kubernetes = d
	if v.Type() == model.String {
		if v.Text() != same || r.c.Input.Op == OpApply {
			return r.faultf(r.node(name), "kubernetes: it cannot be %s of %s", v.JSON(), r.c.Input.Op)
		}
		return nil
	}
	answers := 0
	for key, part := range v.Members() {
		switch key {
		case "divergence":
			d.ID = part.Text()
		case "want", "wantText", "error":
			answers++
			if err := r.readAnswer(&d.Want, key, part, name); err != nil {
				return err
			}
		case "wide":
			var ok bool
			d.Want.Wide, ok = placesNamed(part, anyStep)
			if op := r.c.Input.Op; !ok || op != OpDiff && op != OpThreeWay {
				return r.faultf(r.node(name, key), "kubernetes.wide: it cannot be %s of %s", part.JSON(), op)
			}
		default:
			return r.faultf(r.node(name, key), "kubernetes: unknown key %q", key)
		}
	}
	switch {
	case !divergenceID.MatchString(d.ID):
		return r.faultf(r.node(name), "kubernetes.divergence: the name of a divergence is needed")
	case answers != 1:
		return r.faultf(r.node(name), "kubernetes: either want or error is needed")
	case d.Want.Wide != nil && d.Want.Rejection != nil:
		return r.faultf(r.node(name, "wide"), "kubernetes.wide: an error replaces nothing")
	}
	return nil
}
