package load

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// DeclaredKind returns what a document says of its kind; what it does not say, or not
// as a string, is empty.
func DeclaredKind(v model.Value) kubernetes.Kind {
	apiVersion, _ := v.Get("apiVersion")
	kind, _ := v.Get("kind")
	return kubernetes.Kind{APIVersion: apiVersion.Text(), Kind: kind.Text()}
}

// Complete reports whether a document that says so says its kind.
func Complete(k kubernetes.Kind) bool { return k.APIVersion != "" && k.Kind != "" }

// commonKind returns the kind that the first document which says its kind is
// of, and which document that is. It reports false where none does. Documents
// that contradict each other are an *smp.Error of Kind DifferentKind; a patch
// may leave out apiVersion or kind. Documents of which none says its kind may
// hold anything under these names.
func commonKind(docs []Document) (kind kubernetes.Kind, from Document, found bool, err error) {
	for _, d := range docs {
		if k := DeclaredKind(d.Value); Complete(k) {
			kind, from, found = k, d, true
			break
		}
	}
	if !found {
		return kind, from, false, nil
	}
	for _, d := range docs {
		k := DeclaredKind(d.Value)
		switch {
		case k.Kind != "" && k.Kind != kind.Kind:
			err = differentKind(d, "kind", k.Kind, from, kind.Kind)
		case k.APIVersion != "" && k.APIVersion != kind.APIVersion:
			err = differentKind(d, "apiVersion", k.APIVersion, from, kind.APIVersion)
		default:
			continue
		}
		return kubernetes.Kind{}, Document{}, false, err
	}
	return kind, from, true, nil
}

func differentKind(d Document, field, has string, other Document, otherHas string) error {
	return &smp.Error{
		Kind:     smp.DifferentKind,
		Document: d.Name,
		Path:     model.Path{model.Field(field)},
		Cause:    fmt.Errorf("%s here, %s in %s", has, otherHas, other.Name),
	}
}

// unknownKind says that there is no schema for the kind that a document, or
// the command line, names, and every way out.
func unknownKind(file string, k kubernetes.Kind) error {
	hint := "Name its schema with --crd FILE or --schema FILE, take the one of another kind with --kind, or merge without one with --schemaless."
	cause := fmt.Errorf("no schema is known for %s\n%s%s", k, hint, similar(k))
	if file == "" {
		return fmt.Errorf("--kind: %s: %w", smp.UnknownKind, cause)
	}
	return &smp.Error{Kind: smp.UnknownKind, Document: file, Path: model.Path{model.Field("kind")}, Cause: cause}
}

// similar is a line with the built-in kinds that someone who wrote k may have
// meant; empty if there are none.
func similar(k kubernetes.Kind) string {
	near := kubernetes.Nearest(k.APIVersion, k.Kind)
	if len(near) == 0 {
		return ""
	}
	return "\nBuilt-in kinds with a similar name: " + kindNames(near) + "."
}

func kindNames(kinds []kubernetes.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return strings.Join(names, ", ")
}

// CheckRoots rejects documents that are no maps (rule root): they cannot say
// their kind, which is a lesser fault. An empty document is for the engine to
// judge.
func CheckRoots(docs []Document) error {
	for _, d := range docs {
		switch kind := d.Value.Kind(); kind {
		case model.Map, model.Null, model.Absent:
		default:
			return &smp.Error{
				Kind:     smp.WrongKind,
				Document: d.Name,
				Rule:     smp.RuleRoot,
				Cause:    fmt.Errorf("a document is a map, not a %s", kind),
			}
		}
	}
	return nil
}

// noKind says that no document tells which schema to take.
func noKind(docs []Document) error {
	names := make([]string, len(docs))
	for i, d := range docs {
		names[i] = d.Name
	}
	return &smp.Error{
		Kind:     smp.UnknownKind,
		Document: strings.Join(names, ", "),
		Cause: fmt.Errorf("no document says its apiVersion and kind\n%s",
			"Name the kind with --kind, as in --kind apps/v1/Deployment, or a schema with --schema FILE, or merge without one with --schemaless."),
	}
}

// A kindFlag is a kind as apiVersion/kind, as a flag.
type kindFlag struct{ kubernetes.Kind }

// String returns apps/v1/Deployment, and nothing for the zero value.
func (k *kindFlag) String() string {
	if !Complete(k.Kind) {
		return ""
	}
	return k.Kind.String()
}

// Set reads apps/v1/Deployment or v1/Service.
func (k *kindFlag) Set(text string) error {
	slash := strings.LastIndexByte(text, '/')
	if slash < 1 || slash == len(text)-1 {
		hint := "apps/v1/Deployment or v1/Service"
		if near := kubernetes.Nearest("", text); slash < 0 && len(near) > 0 {
			hint = near[0].String()
		}
		return fmt.Errorf("want APIVERSION/KIND, as in %s", hint)
	}
	k.Kind = kubernetes.Kind{APIVersion: text[:slash], Kind: text[slash+1:]}
	return nil
}

// Type names the flag's value in help texts.
func (k *kindFlag) Type() string { return "apiVersion/kind" }
