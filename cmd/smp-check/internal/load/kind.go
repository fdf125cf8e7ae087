package load

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Complete reports whether a kind has both apiVersion and kind.
func Complete(k kubernetes.Kind) bool { return k.APIVersion != "" && k.Kind != "" }

// KindText returns the apiVersion and the kind for messages, such as apps/v1/Deployment. It
// leaves out the middle of a very long text.
func KindText(k kubernetes.Kind) string { return model.Shorten(k.String()) }

// unknownKind returns the error for a kind without a schema. It lists all remedies. The name
// file is that of the document with the kind, or empty if the kind is that of --kind.
func unknownKind(file string, k kubernetes.Kind, custom []kubernetes.Kind) error {
	hint := "Pass its schema with --crd FILE or --schema FILE, use the schema of another kind with --kind, or merge without a schema with --schemaless."
	cause := fmt.Errorf("no schema is known for %s\n%s%s", KindText(k), hint, similar(k, custom))
	if file == "" {
		return fmt.Errorf("--kind: %s: %w", smp.UnknownKind, cause)
	}
	return &smp.Error{Code: smp.UnknownKind, Document: file, Path: model.Path{model.Field("kind")}, Cause: cause}
}

// insteadOfKustomization is advice for a kustomization that is used as an object or a patch.
const insteadOfKustomization = "To patch the objects that it builds, run kustomize build FOLDER | smp-check apply - PATCH. " +
	"To check its patches, run smp-check lint FOLDER. To combine or compare its patches, name their files. " +
	"To set its images, run smp-check apply FILE --image NAME=REF. To merge the file itself, pass --schemaless."

// notAnObject returns the error for a kustomization that is used as an object or a patch. It
// lists all remedies.
func notAnObject(d Document) error {
	e := &smp.Error{Code: smp.UnknownKind, Document: d.Name, Cause: fmt.Errorf("this is a kustomization, which is not an object of a cluster\n%s", insteadOfKustomization)}
	if d.Identity().Kind.Kind != "" {
		e.Path = model.Path{model.Field("kind")}
	}
	return e
}

// isMistake reports whether a kind without a schema cannot be a custom resource. This holds
// for a kind in three cases: the group has built-in kinds; the name is that of a built-in
// kind, and the group has no dot or is similar to the group of that kind; or the name is
// similar to that of a kind in a --crd file with the same group.
//
//	apps/v1/Deploymnt   the group apps has built-in kinds
//	app/v1/Deployment   similar to apps/v1/Deployment
func isMistake(k kubernetes.Kind, custom []kubernetes.Kind) bool {
	group := groupOf(k)
	var siblings []string
	for _, one := range custom {
		if groupOf(one) == group {
			siblings = append(siblings, one.Kind)
		}
	}
	if Nearest(k.Kind, siblings) != "" {
		return true
	}
	for _, one := range kubernetes.Kinds() {
		g := groupOf(one)
		switch {
		case g == group && (g != "" || k.APIVersion == one.APIVersion):
			return true
		case one.Kind == k.Kind && (!strings.Contains(group, ".") || Nearest(group, []string{g}) != ""):
			return true
		}
	}
	return false
}

// groupOf returns the API group of a kind. The core group is empty.
func groupOf(k kubernetes.Kind) string {
	group, _, grouped := strings.Cut(k.APIVersion, "/")
	if !grouped {
		return ""
	}
	return group
}

// CheckUndefined rejects a kind without a schema that cannot be a custom resource. The error
// has one line. It suggests similar kinds, both built-in ones and those in custom.
func CheckUndefined(k kubernetes.Kind, custom []kubernetes.Kind) error {
	if !isMistake(k, custom) {
		return nil
	}
	meant := ""
	for _, one := range append(similarOf(k, custom), similarBuiltIn(k)...) {
		if meant == "" {
			meant = "; did you mean " + KindText(one)
		} else {
			meant += ", " + KindText(one)
		}
	}
	if meant != "" {
		meant += "?"
	}
	return fmt.Errorf("no schema is known for %s%s", KindText(k), meant)
}

// Custom returns the kinds that the files of --crd define, after Choose has read them.
func (r *Reader) Custom() []kubernetes.Kind { return r.crds.kinds() }

// UndefinedNote explains how objects of kinds without a schema merge. The argument keyed is the
// flag or field that defines how some of the lists merge. It is empty if it is not set.
func UndefinedNote(kinds []kubernetes.Kind, keyed string) string {
	text := fmt.Sprintf("no schema is known for %s: maps merge by name, and lists are replaced", kindNames(kinds))
	if keyed != "" {
		text += ", except for those in " + keyed
	}
	return text
}

// addUndefined records a kind whose objects merge without a schema.
func (r *Reader) addUndefined(k kubernetes.Kind) {
	if !slices.Contains(r.Undefined, k) {
		r.Undefined = append(r.Undefined, k)
	}
}

// An EmptyDefinition is a version of a CustomResourceDefinition that defines no fields.
type EmptyDefinition struct {
	File string
	Kind kubernetes.Kind
}

func (r *Reader) addEmpty(d EmptyDefinition) {
	if !slices.Contains(r.Empty, d) {
		r.Empty = append(r.Empty, d)
	}
}

// definesNothing reports whether the schema of a custom resource defines only apiVersion, kind and
// metadata, and allows any other field.
func definesNothing(s smp.Schema) bool {
	if s.Declared() {
		return false
	}
	for name := range s.Fields() {
		if name != "apiVersion" && name != "kind" && name != "metadata" {
			return false
		}
	}
	return true
}

// similar returns lines with the custom and built-in kinds that have names similar to that of
// k, or an empty string if there are none.
func similar(k kubernetes.Kind, custom []kubernetes.Kind) string {
	lines := ""
	if near := similarOf(k, custom); len(near) > 0 {
		lines += "\nKinds in the --crd files with a similar name: " + kindNames(near) + "."
	}
	if near := similarBuiltIn(k); len(near) > 0 {
		lines += "\nBuilt-in kinds with a similar name: " + kindNames(near) + "."
	}
	return lines
}

// similarOf returns the kinds of a list whose name is most similar to k's.
func similarOf(k kubernetes.Kind, list []kubernetes.Kind) []kubernetes.Kind {
	var names []string
	for _, one := range list {
		names = append(names, one.Kind)
	}
	name := Nearest(k.Kind, names)
	return slices.DeleteFunc(slices.Clone(list), func(one kubernetes.Kind) bool { return name == "" || one.Kind != name })
}

// similarBuiltIn returns the built-in kinds with a name similar to that of k.
func similarBuiltIn(k kubernetes.Kind) []kubernetes.Kind {
	near := slices.DeleteFunc(kubernetes.Nearest(k.APIVersion, k.Kind), func(one kubernetes.Kind) bool {
		return Nearest(k.Kind, []string{one.Kind}) == "" // in short names, most letters may differ
	})
	if short := Nearest(k.Kind, slices.Sorted(maps.Keys(shortNames))); len(near) == 0 && short != "" {
		near = kindsNamed(short, kubernetes.Kinds())
	}
	return near
}

func kindNames(kinds []kubernetes.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = KindText(k)
	}
	return strings.Join(names, ", ")
}

// CheckRoots rejects documents that are not maps (rule root). It accepts empty documents,
// which the engine judges. Call it before kinds are looked up: a document that is not a map
// has no kind, so the error would be about the missing kind.
func CheckRoots(docs []Document) error {
	for _, d := range docs {
		switch kind := d.Value.Type(); kind {
		case model.Map, model.Null, model.Absent:
		default:
			cause := fmt.Errorf("expected a map, got %s", kind.Noun())
			if IsJSONPatch(d.Value) {
				cause = errors.New("this is a JSON Patch (RFC 6902); expected a strategic merge patch, which is a map; use kubectl patch --type json")
			}
			return &smp.Error{Code: smp.WrongType, Document: d.Name, Rule: smp.RuleRoot, Cause: cause}
		}
	}
	return nil
}

// IsJSONPatch reports whether a document is a list of JSON Patch operations.
func IsJSONPatch(v model.Value) bool {
	for _, e := range v.Elements() {
		op, _ := e.Get("op")
		path, _ := e.Get("path")
		if op.Type() != model.String || path.Type() != model.String {
			return false
		}
	}
	return v.Type() == model.List && v.Len() > 0
}

// noKind returns the error for documents without a kind.
func noKind(docs []Document) error {
	names, empty := make([]string, len(docs)), ""
	for i, d := range docs {
		names[i] = d.Name
		if d.CheckPresent() != nil {
			empty += ", and " + d.Name + " is empty"
		}
	}
	return &smp.Error{
		Code:     smp.UnknownKind,
		Document: strings.Join(names, ", "),
		Cause: fmt.Errorf("no document has an apiVersion and kind%s\n%s", empty,
			"Name the kind with --kind, as in --kind apps/v1/Deployment, or a schema with --schema FILE, or merge without a schema with --schemaless."),
	}
}

// A kindFlag is a flag: a kind as apiVersion/kind, or a part of a kind.
type kindFlag struct {
	kubernetes.Kind
	part model.Path // of field names; empty for the whole kind
}

// String returns the kind and its part, if there is one. For the zero value, it returns an
// empty string:
//
//	apps/v1/Deployment
//	apps/v1/Deployment#spec.template
func (k *kindFlag) String() string {
	switch {
	case !Complete(k.Kind):
		return ""
	case len(k.part) > 0:
		return k.Kind.String() + "#" + k.part.String()
	}
	return k.Kind.String()
}

// Set parses a kind, a name of exactly one built-in kind, a part of a kind, or the type of a
// part:
//
//	apps/v1/Deployment                  v1/Service
//	Deployment                          deployments    deploy
//	apps/v1/Deployment#spec.template
//	PodSpec                             v1/PodSpec
func (k *kindFlag) Set(text string) error { return k.set(text, nil) }

// set is like Set, but a name may also be that of a kind in custom.
func (k *kindFlag) set(text string, custom []kubernetes.Kind) error {
	apiVersion, name := "", text
	if i := strings.LastIndexByte(text, '/'); i > 0 {
		apiVersion, name = text[:i], text[i+1:]
	}
	if place := partNamed(apiVersion, name); place != "" {
		text = place
	}
	k.part = nil
	if kind, path, ok := strings.Cut(text, "#"); ok {
		part, err := FieldPath(path)
		switch {
		case path == "", err == nil && len(part) == 0:
			return fmt.Errorf("%s: missing field after #, as in apps/v1/Deployment#spec.template", text)
		case err != nil:
			return err
		}
		text, k.part = kind, part
	}
	slash := strings.LastIndexByte(text, '/')
	if slash < 0 && text != "" {
		switch kinds := kindsNamed(text, slices.Concat(custom, kubernetes.Kinds())); len(kinds) {
		case 1:
			k.Kind = kinds[0]
			return nil
		case 0:
			which, hint := "no built-in kind", similar(kubernetes.Kind{Kind: text}, custom)
			if len(custom) > 0 {
				which = "no kind of --crd and no built-in kind"
			} else if hint == "" {
				hint = "; to name a custom kind, add its apiVersion, or pass its definition with --crd"
			}
			return fmt.Errorf("expected APIVERSION/KIND, as in apps/v1/Deployment; %s is called %s%s", which, text, hint)
		default:
			return fmt.Errorf("several kinds are called %s; name one: %s", text, kindNames(kinds))
		}
	}
	if slash <= 0 || slash == len(text)-1 {
		return errors.New("expected APIVERSION/KIND, as in apps/v1/Deployment or v1/Service, or the name of a built-in kind")
	}
	k.Kind = kubernetes.Kind{APIVersion: text[:slash], Kind: text[slash+1:]}
	return nil
}

// Type names the flag's value in help texts.
func (k *kindFlag) Type() string { return "apiVersion/kind" }
