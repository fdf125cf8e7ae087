package patches

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// LastApplied is the annotation in which kubectl apply stores the applied manifest, as JSON.
const LastApplied = "kubectl.kubernetes.io/last-applied-configuration"

var errNoAnnotation = errors.New("there is no such annotation")

var (
	lastAppliedPath = FieldsPath("metadata", "annotations", LastApplied)
	namespacePath   = FieldsPath("metadata", "namespace")
)

// identity lists the fields that kubectl apply never deletes, because they identify the
// object. kubectl adds the namespace to the manifest before it stores the manifest.
var identity = []model.Path{FieldsPath("apiVersion"), FieldsPath("kind"), FieldsPath("metadata", "name"), namespacePath}

// FieldsPath returns the path of fields with these names.
func FieldsPath(names ...string) model.Path {
	var path model.Path
	for _, name := range names {
		path = append(path, model.Field(name))
	}
	return path
}

// LastAppliedTo returns the manifest in the last-applied annotation of a live object. If
// there is no annotation, the error wraps errNoAnnotation, and explains how to pass the
// manifest to the command as a file. Errors name the file and the annotation, but do not
// contain the content of the annotation.
func LastAppliedTo(live load.Document, command string) (load.Document, error) {
	if err := load.CheckRoots([]load.Document{live}); err != nil {
		return load.Document{}, err
	}
	d := load.Document{Name: fmt.Sprintf("%s: %s", live.Name, lastAppliedPath)}
	annotation, _ := lastAppliedPath.Lookup(live.Value)
	switch kind := annotation.Type(); kind {
	case model.String:
	case model.Absent, model.Null:
		return d, fmt.Errorf("%s: %w; only client-side kubectl apply writes it; pass the last applied manifest: smp-check %s ORIGINAL MODIFIED CURRENT", d.Name, errNoAnnotation, command)
	default:
		return load.Document{}, fmt.Errorf("%s: expected a manifest as a string, got %s", d.Name, kind.Noun())
	}
	text := []byte(annotation.Text())
	var fault *model.Error
	var err error
	if d.Value, err = model.Parse(text); errors.As(err, &fault) {
		line, column := load.Position(text, fault.Offset)
		return load.Document{}, fmt.Errorf("%s: the annotation is not JSON: line %d, column %d: %s: %w", d.Name, line, column, fault.Code, errors.Unwrap(fault))
	}
	return d, err
}

// AsApply prepares the documents as kubectl apply does: it adds current's identifying fields
// to modified if they are missing, and removes the last-applied annotation from modified. If
// modified identifies another object, it returns an *smp.Error with Code Precondition.
func (t *Documents) AsApply() error {
	modified, err := without(t.Modified.Value, lastAppliedPath)
	for _, path := range identity {
		holder, _ := path[:len(path)-1].Lookup(modified)
		ours, _ := path.Lookup(modified)
		theirs, _ := path.Lookup(t.Current.Value)
		switch {
		case err != nil:
			return err
		case !takesMembers(holder), theirs.Type() != model.String:
			// The engine reports a value of the wrong type, and an absent value of current
			// changes nothing.
		case ours.Type() == model.Absent, ours.Type() == model.Null, isEmptyNamespace(path, ours):
			modified, err = with(modified, path, theirs)
		case len(path) > 1 && !model.Equal(ours, theirs):
			// Different kinds are reported by the choice of the schema.
			return &smp.Error{Code: smp.Precondition, Document: t.Modified.Name, Path: path,
				Cause: fmt.Errorf("expected %[2]s, as in %[3]s, got %[1]s; the files contain different objects", output.OneLine(ours), output.OneLine(theirs), t.Current.Name)}
		}
	}
	t.Modified.Value = modified
	return err
}

// isEmptyNamespace reports whether v is the namespace of a manifest and "", which counts as
// absent.
func isEmptyNamespace(path model.Path, v model.Value) bool {
	return path.Equal(namespacePath) && v.Type() == model.String && v.Text() == ""
}

// Annotate sets the last-applied annotation in the patch: modified without its own
// annotation.
func (t *Documents) Annotate() error {
	manifest, err := without(t.Modified.Value, lastAppliedPath)
	if err != nil {
		return err
	}
	t.Modified.Value = manifest
	for _, path := range []model.Path{lastAppliedPath[:1], lastAppliedPath[:2]} {
		if holder, _ := path.Lookup(manifest); !takesMembers(holder) {
			return &smp.Error{Code: smp.WrongType, Document: t.Modified.Name, Path: path,
				Cause: fmt.Errorf("expected a map for the annotation of --write-last-applied, got %s", holder.Type().Noun())}
		}
	}
	text, err := appliedText(manifest, t.Current.Value)
	t.annotation = model.NewString(text)
	return err
}

// appliedText returns a manifest exactly as kubectl apply stores it. It is the text of an
// encoding/json Encoder, including the final line break. It has annotations even if they are
// empty. If the manifest has no namespace, the text has the namespace of the live object.
func appliedText(manifest, live model.Value) (string, error) {
	annotations, _ := lastAppliedPath[:2].Lookup(manifest)
	if annotations.Type() != model.Map {
		annotations = model.MustParse("{}")
	}
	noted, err := with(manifest, lastAppliedPath[:2], annotations)
	if err != nil {
		return "", err
	}
	namespace, _ := namespacePath.Lookup(live)
	said, _ := namespacePath.Lookup(manifest)
	if (said.Type() == model.Absent || isEmptyNamespace(namespacePath, said)) && namespace.Type() == model.String {
		if noted, err = with(noted, namespacePath, namespace); err != nil {
			return "", err
		}
	}
	var text bytes.Buffer
	err = json.NewEncoder(&text).Encode(noted.ToAny())
	return text.String(), err
}

// takesMembers reports whether a value is a map, absent or null.
func takesMembers(v model.Value) bool {
	return v.Type() == model.Map || v.Type() == model.Absent || v.Type() == model.Null
}

// with returns a document with the value at a path of field names. Values on the path that are
// not maps are replaced by maps.
func with(v model.Value, path model.Path, value model.Value) (model.Value, error) {
	if len(path) == 0 {
		return value, nil
	}
	if v.Type() != model.Map {
		v = model.Value{}
	}
	name := string(path[0].(model.Field))
	inner, _ := v.Get(name)
	inner, err := with(inner, path[1:], value)
	if err != nil {
		return model.Value{}, err
	}
	return v.WithMembers(model.Member{Name: name, Value: inner})
}

// without returns a document without the value at a path of field names.
func without(v model.Value, path model.Path) (model.Value, error) {
	if _, there := path.Lookup(v); !there {
		return v, nil
	}
	return with(v, path, model.Value{})
}
