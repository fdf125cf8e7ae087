package kustomization

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Target selects the objects of a patch.
type Target struct {
	expressions map[string]expression // by field; a field without an expression matches everything
	labels      selector
	annotations selector
}

// TargetFields are the fields that a target may have.
var TargetFields = []string{"group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"}

// A TargetError is an invalid field of a target.
type TargetError struct {
	Field string // empty for the target itself
	Cause error
}

// Error returns the field and the cause.
func (e *TargetError) Error() string {
	if e.Field == "" {
		return ": " + e.Cause.Error()
	}
	return "." + e.Field + ": " + e.Cause.Error()
}

// Unwrap returns the Cause.
func (e *TargetError) Unwrap() error { return e.Cause }

// ReadTarget parses a target, which consists of regular expressions and of selectors of
// labels and annotations. Expressions must match whole fields. Missing and empty fields match
// every object. Unknown fields are ignored. Errors are of type *TargetError.
func ReadTarget(v model.Value) (Target, error) {
	t := Target{expressions: map[string]expression{}}
	if k := v.Type(); k != model.Map && k != model.Null && k != model.Absent {
		return t, &TargetError{"", fmt.Errorf("expected a map with any of %s, got %s", strings.Join(TargetFields, ", "), k.Noun())}
	}
	for _, field := range TargetFields {
		text, _ := v.Get(field)
		switch k := text.Type(); {
		case k == model.Absent || k == model.Null || k == model.String && text.Text() == "":
			continue
		case k != model.String:
			return t, &TargetError{field, fmt.Errorf("expected a string, got %s", k.Noun())}
		}
		var err error
		switch field {
		case "labelSelector":
			t.labels, err = parseSelector(text.Text())
		case "annotationSelector":
			t.annotations, err = parseSelector(text.Text())
		default:
			t.expressions[field], err = readExpression(text.Text())
		}
		if err != nil {
			return t, &TargetError{field, err}
		}
	}
	return t, nil
}

// ParseTarget parses a target on one line: conditions with commas between them. The fields are group,
// version, kind, name and namespace, with a regular expression that must match the whole field, and
// label and annotation, with a selector. Commas in brackets belong to their condition.
//
//	kind=Deployment,name=web.*,label=app=web,label=tier in (web, api)
func ParseTarget(text string) (Target, error) {
	fields := map[string]string{}
	for _, condition := range conditions(text) {
		field, value, ok := strings.Cut(condition, "=")
		field, value = strings.TrimSpace(field), strings.TrimSpace(value)
		if !ok || value == "" {
			return Target{}, fmt.Errorf("expected FIELD=VALUE with commas between conditions, as in kind=Deployment,label=app=web, got %q", condition)
		}
		name := map[string]string{"label": "labelSelector", "annotation": "annotationSelector"}[field]
		switch {
		case name != "" && fields[name] != "":
			value = fields[name] + "," + value
		case name != "":
		case slices.Contains(identityFields, field):
			if name = field; fields[name] != "" {
				return Target{}, fmt.Errorf("%s: expected one condition on this field; a regular expression may contain alternatives, as in %[1]s=a|b", field)
			}
		default:
			advice := meant.Suggestion(strings.TrimSuffix(field, "Selector"), append(slices.Clone(identityFields), "label", "annotation"))
			if advice == "" {
				advice = "; to compare a label, write label=" + strings.TrimSpace(condition)
			}
			return Target{}, fmt.Errorf("unknown field %q%s; expected any of %s, label, annotation", field, advice, strings.Join(identityFields, ", "))
		}
		fields[name] = value
	}
	members := []model.Member{}
	for _, field := range TargetFields {
		if value := fields[field]; value != "" {
			members = append(members, model.Member{Name: field, Value: model.NewString(value)})
		}
	}
	v, err := model.NewMap(members...)
	if err != nil {
		return Target{}, err
	}
	t, err := ReadTarget(v)
	if fault := (*TargetError)(nil); errors.As(err, &fault) {
		return t, fmt.Errorf("%s: %w", strings.TrimSuffix(fault.Field, "Selector"), fault.Cause)
	}
	return t, err
}

// identityFields are the fields of a target that identify objects.
var identityFields = TargetFields[:5]

// conditions splits a text at its commas, except for those in brackets and behind a backslash.
func conditions(text string) []string {
	var all []string
	depth, from, inClass := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case inClass:
			inClass = c != ']'
		case c == '[':
			inClass = true
		case c == '(' || c == '{':
			depth++
		case c == ')' || c == '}':
			depth--
		case c == ',' && depth <= 0:
			all = append(all, text[from:i])
			from = i + 1
		}
	}
	return append(all, text[from:])
}

// Unlimited reports whether the target has no conditions, and therefore selects every object.
func (t Target) Unlimited() bool {
	return len(t.expressions) == 0 && len(t.labels) == 0 && len(t.annotations) == 0
}

// Selects reports whether the target selects an object. Like kustomize, it compares name and
// namespace with the current and with the original ones. The targets of a run share m.
func (t Target) Selects(v model.Value, m *Matches) bool { return t.selects(newResource(v), m) }

func (t Target) selects(r resource, m *Matches) bool {
	metadata, _ := r.value.Get("metadata")
	labels, _ := metadata.Get("labels")
	annotations, _ := metadata.Get("annotations")
	return t.selectsID(r, m) && t.labels.matches(labels) && t.annotations.matches(annotations)
}

// selectsID reports whether the target selects an object if only its identity is compared.
func (t Target) selectsID(r resource, m *Matches) bool {
	first := r.first()
	for field, e := range t.expressions {
		if !m.matches(e, r.id.field(field)) && !(isName(field) && m.matches(e, first.field(field))) {
			return false
		}
	}
	return true
}

// isName reports whether a field of a target is also compared with the original identity.
func isName(field string) bool { return field == "name" || field == "namespace" }

// field returns the field of the identity that a field of a target is compared with.
func (id ID) field(name string) string {
	switch name {
	case "group":
		return id.Group
	case "version":
		return id.Version
	case "kind":
		return id.Kind
	case "name":
		return id.Name
	}
	return id.effectiveNamespace()
}

// selected returns the indexes of the objects that a target selects. It reports a warning if
// there are none, unless the labels and annotations of an object are doubtful.
func (s *kustomizationRun) selected(e entry) []int {
	if s.tooMuch(len(s.resources)) {
		s.forget()
		return nil
	}
	var found []int
	for i, r := range s.resources {
		if e.target.selects(r, &s.matches) {
			found = append(found, i)
		}
	}
	maySelect := func(r resource) bool { return r.isDoubtful(anyField) && e.target.selectsID(r, &s.matches) }
	none := len(found) == 0 && s.complete && !slices.ContainsFunc(s.resources, maySelect)
	if s.matches.TooMany() {
		s.forget()
		return nil
	}
	if none {
		s.report(s.document, e.path.Append(model.Field("target")), MissingTarget, finding.Warning,
			errors.New("the target selects none of the resources, so the patch has no effect"))
	}
	return found
}

// kinds returns the kinds that a target may select if the resources are unknown. This is the
// kind declared by the patch, if the target selects this kind. If not, these are built-in
// kinds in their most stable versions.
func (t Target) kinds(declared kubernetes.Kind, m *Matches) []kubernetes.Kind {
	selects := func(k kubernetes.Kind) bool {
		group, version, grouped := strings.Cut(k.APIVersion, "/")
		if !grouped {
			group, version = "", k.APIVersion
		}
		for field, text := range map[string]string{"group": group, "version": version, "kind": k.Kind} {
			if e, ok := t.expressions[field]; ok && !m.matches(e, text) {
				return false
			}
		}
		return true
	}
	if kinds.Complete(declared) && selects(declared) {
		return []kubernetes.Kind{declared}
	}
	if _, ok := t.expressions["kind"]; !ok {
		return nil
	}
	var found []kubernetes.Kind
	for _, k := range kubernetes.Kinds() {
		if selects(k) && !strings.HasSuffix(k.Kind, "List") {
			found = append(found, k)
		}
	}
	stable := map[string]bool{}
	isStable := func(k kubernetes.Kind) bool {
		return !strings.Contains(k.APIVersion, "alpha") && !strings.Contains(k.APIVersion, "beta")
	}
	for _, k := range found {
		stable[k.Kind] = stable[k.Kind] || isStable(k)
	}
	return slices.DeleteFunc(found, func(k kubernetes.Kind) bool { return stable[k.Kind] && !isStable(k) })
}
