package corpus

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// knownRule reports whether a rule with this name exists.
func knownRule(rule smp.Rule) bool { return slices.Contains(smp.Rules(), rule) }

// Conflicting is the code of a *smp.ConflictError (an error of a three-way merge that
// lists conflicts) in cases and in the protocol.
const Conflicting = smp.Conflicting

// errorKinds lists the error codes that a case may expect.
var errorKinds = []smp.Code{
	smp.Syntax, smp.Limit, smp.WrongType, smp.InvalidDirective, smp.MissingMergeKey, smp.InvalidMergeKey,
	smp.AmbiguousMergeKey, smp.OrderMismatch, smp.RetainKeysMismatch, smp.UnionConflict, smp.UnknownField, smp.InvalidSchema,
	smp.UnknownKind, smp.DifferentKind, smp.NotRepresentable, smp.Precondition, smp.NotComposable, Conflicting,
}

// decidedBeforeMerging reports whether errors with a code are found before merging
// begins. Such errors name no rule.
func decidedBeforeMerging(k smp.Code) bool {
	switch k {
	case smp.Syntax, smp.Limit, smp.InvalidSchema, smp.UnknownKind, smp.DifferentKind:
		return true
	}
	return false
}

// schemaForms lists the sets of keys that a schema may have.
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
				return r.faultf(r.node("schema", name), "schema.%s: expected a string", name)
			}
		case name == "openapi":
			s.OpenAPI = part
		case name == "schemaless" && !part.Bool():
			return r.faultf(r.node("schema", name), "schema.schemaless: expected true")
		}
	}
	if !slices.Contains(schemaForms, strings.Join(names, " ")) {
		return r.faultf(r.node("schema"), "schema: expected ref; apiVersion and kind; openapi (and root); crd (and version); or schemaless: true")
	}
	return nil
}

// expectedOption describes the valid values of an option.
func expectedOption(name string) string {
	directives := "a list of different directives: " + strings.Join(directiveNames, ", ")
	switch name {
	case "ignore":
		return directives
	case "level":
		return directives + ", but not all of these"
	case "preconditions":
		return "a list of different paths of fields, such as [metadata.resourceVersion]"
	case "keep":
		return "a list of different paths, as smp prints them, such as ['spec.containers[name=app].image', 'finalizers[=example.com/a]']"
	default:
		return "true; leave the option out if it is off"
	}
}

func (r *caseReader) readOptions(v model.Value) error {
	if v.Type() != model.Map || v.Len() == 0 {
		return r.faultf(r.node("options"), "options: expected a map of options; leave it out if there are none")
	}
	o := &r.c.Input.Options
	for name, part := range v.Members() {
		ok := part.Bool() // options that are not set are left out, so the value false is an error
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
		case "keep":
			o.Keep, ok = keepPathsNamed(part)
		default:
			return r.faultf(r.node("options", name), "options: unknown option %q", name)
		}
		switch {
		case !ok:
			return r.faultf(r.node("options", name), "options.%s: invalid value %s; expected %s", name, part.JSON(), expectedOption(name))
		case !r.c.Input.Op.accepts(name):
			return r.faultf(r.node("options", name), "options.%s: not an option of %s", name, r.c.Input.Op)
		}
	}
	return nil
}

// placesNamed returns the paths in a list. It returns false if the list is empty, or if a
// path is invalid, is the root, contains a step that is not allowed, or is listed twice.
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

// keepPathsNamed returns the paths to keep in a list. It returns false if the list is empty,
// or if a path is invalid, is not in the form in which paths are printed, or is listed twice.
func keepPathsNamed(list model.Value) (paths []smp.KeepPath, ok bool) {
	seen := map[string]bool{}
	for _, v := range list.Elements() {
		p, err := smp.ParseKeepPath(v.Text())
		if err != nil || p.String() != v.Text() || seen[v.Text()] {
			return nil, false
		}
		seen[v.Text()] = true
		paths = append(paths, p)
	}
	return paths, len(paths) > 0
}

func isName(step model.Step) bool {
	_, ok := step.(model.Field)
	return ok
}

func anyStep(model.Step) bool { return true }

// parsePath parses a path of names and indexes. It accepts only the form in which paths
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

// parseKeyedPath is like parsePath and accepts all steps.
func parseKeyedPath(text string) (p model.Path, ok bool) {
	p, err := model.ParsePath(text)
	return p, err == nil && p.String() == text
}

func isIndex(step model.Step) bool {
	i, ok := step.(model.Index)
	return ok && i >= 0
}

// readAnswer reads the value of want, wantText or error, and stores it in to. Messages name
// the value and the keys above it.
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

// expectedInError describes the valid values of a key of error.
func (r *caseReader) expectedInError(name string, code smp.Code) string {
	switch name {
	case "kind":
		var kinds []string
		for _, kind := range errorKinds {
			kinds = append(kinds, string(kind))
		}
		return "one of " + strings.Join(kinds, ", ")
	case "path":
		if code == Conflicting {
			return "a path as smp prints it, such as spec.containers[name=app].image"
		}
		return "a path of fields and indexes as smp prints it, such as spec.containers[0].image, or . for the document"
	case "document":
		return "schema or a document: " + strings.Join(r.c.Input.Op.inputs(), ", ")
	case "rule":
		return "the id of a rule (smp-check rules lists them)"
	default:
		return "a list of conflicts, each with path, kind, left and right; the kind of the error must be conflict"
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
			return r.faultf(r.node(append(at, name)...), "%s.%s: invalid value %s; expected %s", where, name, part.JSON(), r.expectedInError(name, w.Code))
		}
	}
	if kind.Type() == model.Absent || !path {
		return r.faultf(r.node(at...), "%s: expected kind and path", where)
	}
	return nil
}

// same is the value of the key kubernetes in cases for which a cluster gives the answer of
// the specification.
const same = "same"

// knownDivergence reports whether a case may give this reason for the answer of a cluster: a
// divergence, or the rule that applies only to clusters.
func knownDivergence(id string) bool {
	_, ok := cluster.DivergenceNamed(id)
	return ok || id == string(smp.RuleThreeWayUnsent)
}

func (r *caseReader) readKubernetes(v model.Value) error {
	const name = "kubernetes"
	d := &ClusterAnswer{}
	r.c.Kubernetes = d
	if v.Type() == model.String {
		if v.Text() != same || r.c.Input.Op == OpApply {
			return r.faultf(r.node(name), "kubernetes: unexpected %s for %s; expected a map with divergence, and want or error", v.JSON(), r.c.Input.Op)
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
				return r.faultf(r.node(name, key), "kubernetes.wide: unexpected %s for %s; expected a list of paths, for diff or threeway", part.JSON(), op)
			}
		default:
			return r.faultf(r.node(name, key), "kubernetes: unknown key %q", key)
		}
	}
	switch {
	case d.ID == "":
		return r.faultf(r.node(name), "kubernetes.divergence: expected the id of a divergence, such as nulls-kept")
	case !knownDivergence(d.ID):
		return r.faultf(r.node(name, "divergence"), "kubernetes.divergence: unknown divergence %q; smp-check rules lists all divergences", d.ID)
	case answers != 1:
		return r.faultf(r.node(name), "kubernetes: expected either want or error")
	case d.Want.Wide != nil && d.Want.Rejection != nil:
		return r.faultf(r.node(name, "wide"), "kubernetes.wide: unexpected with an error")
	}
	return nil
}
