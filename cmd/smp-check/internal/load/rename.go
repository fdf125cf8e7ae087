package load

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
)

// CheckSameObject rejects a patch whose name or namespace differs from the document's.
func CheckSameObject(original, patch Document) error {
	ours, theirs := IdentityOf(patch.Value), IdentityOf(original.Value)
	for _, f := range names(ours, theirs) {
		if f.ours != "" && f.theirs != "" && f.ours != f.theirs {
			return fmt.Errorf("%s: %s: the patch is for %s, but %s contains %s", patch.Name, f.name, quoted(f.ours), original.Name, quoted(f.theirs))
		}
	}
	return nil
}

// Difference returns a text about the first identifying field with different values in two
// documents, as in `b.yaml: metadata.name: "api" here, "web" in a.yaml`. It is empty if there
// is no such field.
func Difference(first, second Document) string {
	ours, theirs := second.Identity(), first.Identity()
	fields := append([]nameOf{{"apiVersion", ours.APIVersion, theirs.APIVersion}, {"kind", ours.Kind.Kind, theirs.Kind.Kind}}, names(ours, theirs)...)
	for _, f := range fields {
		if f.ours != "" && f.theirs != "" && f.ours != f.theirs {
			return fmt.Sprintf("%s: %s: %s here, %s in %s", second.Name, f.name, quoted(f.ours), quoted(f.theirs), first.Name)
		}
	}
	switch { // a name that does not begin with the generateName
	case ours.Name != "" && theirs.GenerateName != "":
		return fmt.Sprintf("%s: metadata.name: %s here, generateName %s in %s", second.Name, quoted(ours.Name), quoted(theirs.GenerateName), first.Name)
	case ours.GenerateName != "" && theirs.Name != "":
		return fmt.Sprintf("%s: metadata.generateName: %s here, name %s in %s", second.Name, quoted(ours.GenerateName), quoted(theirs.Name), first.Name)
	}
	return ""
}

// CheckNotRenamed rejects a patch if its result is a different object: the name or namespace is
// another one, or the name, apiVersion or kind is missing. A missing namespace is allowed, because
// a server keeps it. If named is set, the user has named the schema, so that the document need not
// be an object of a cluster, and anything may be missing.
func CheckNotRenamed(original, patch Document, result model.Value, named bool) error {
	after, before := IdentityOf(result), IdentityOf(original.Value)
	for _, f := range names(after, before) {
		switch {
		case f.theirs == "" || f.ours == f.theirs || f.ours == "" && (named || f.name == namespaceField):
		case f.ours == "":
			return fmt.Errorf("%s: %s: the patch removes it; it is %s in %s", patch.Name, f.name, quoted(f.theirs), original.Name)
		default:
			return fmt.Errorf("%s: %s: the patch changes it from %s to %s", patch.Name, f.name, quoted(f.theirs), quoted(f.ours))
		}
	}
	switch {
	case named:
	case after.APIVersion == "" && before.APIVersion != "":
		return fmt.Errorf("%s: apiVersion: the patch removes it", patch.Name)
	case after.Kind.Kind == "" && before.Kind.Kind != "":
		return fmt.Errorf("%s: kind: the patch removes it", patch.Name)
	}
	return nil
}

// InNamespace returns the result of a patch as a server stores it, which is in the namespace of the
// original.
func InNamespace(original, result model.Value) (model.Value, error) {
	namespace := model.Path{model.Field("metadata"), model.Field("namespace")}
	was, _ := namespace.Lookup(original)
	metadata, _ := result.Get("metadata")
	if _, has := metadata.Get("namespace"); has || was.Type() != model.String || metadata.Type() != model.Map {
		return result, nil
	}
	return namespace.Set(result, was)
}

const namespaceField = "metadata.namespace"

// DeletesObject reports whether a patch deletes the whole object.
func DeletesObject(patch model.Value) bool {
	directive, _ := patch.Get("$patch")
	return directive.Type() == model.String && directive.Text() == "delete"
}

// Title returns the kind, namespace and name of the document's object, as in "Deployment
// shop/web", or the file if it has none.
func (d Document) Title() string {
	if id := d.Identity(); id != (Identity{}) {
		return id.String()
	}
	return d.Name
}

// DeleteCommand returns the kubectl command that deletes an object with this identity.
func (id Identity) DeleteCommand() string {
	words := []string{"kubectl delete", cmp.Or(model.Shorten(strings.ToLower(id.Kind.Kind)), "KIND"), cmp.Or(model.Shorten(id.Name), "NAME")}
	if id.Namespace != "" {
		words = append(words, "-n", model.Shorten(id.Namespace))
	}
	return strings.Join(words, " ")
}

// A nameOf is an identifying field with its values in two documents.
type nameOf struct{ name, ours, theirs string }

// names returns the identifying fields of two objects with their values.
func names(ours, theirs Identity) []nameOf {
	name := "metadata.name"
	if ours.bare || theirs.bare {
		name = "name"
	}
	all := []nameOf{{name, ours.Name, theirs.Name}, {namespaceField, ours.Namespace, theirs.Namespace}}
	if ours.Name == "" && theirs.Name == "" { // without a name, a server generates the name from generateName
		all = append(all, nameOf{"metadata.generateName", ours.GenerateName, theirs.GenerateName})
	}
	return all
}

// quoted returns a part of an identity for messages.
func quoted(text string) string { return output.OneLine(model.NewString(model.Shorten(text))) }
