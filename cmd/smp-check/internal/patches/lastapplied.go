package patches

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
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
var identity = append([]model.Path{FieldsPath("apiVersion"), FieldsPath("kind")}, objectNames...)

// objectNames lists the identifying fields that distinguish objects of the same kind.
var objectNames = []model.Path{FieldsPath("metadata", "name"), namespacePath}

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
		line, column := yamlerror.Position(text, fault.Offset)
		return load.Document{}, fmt.Errorf("%s: the annotation is not JSON: line %d, column %d: %s: %w", d.Name, line, column, fault.Code, errors.Unwrap(fault))
	}
	return d, err
}

// AsApply prepares the documents as kubectl apply does: it removes the last-applied annotation
// from modified, and adds current's identifying fields to modified if they are missing. If
// modified identifies another object, it returns an *smp.Error with Code Precondition.
func (t *Documents) AsApply() error {
	var err error
	if t.Modified.Value, err = lastAppliedPath.Set(t.Modified.Value, model.Value{}); err != nil {
		return err
	}
	return t.identify()
}

// AsFiles prepares documents that all come from files: it adds current's identifying fields to
// modified if they are missing. If original or modified identifies another object than
// current, it returns an *smp.Error with Code Precondition.
func (t *Documents) AsFiles() error {
	if err := CheckSameObject(t.Original, t.Current); err != nil {
		return err
	}
	return t.identify()
}

func (t *Documents) identify() error {
	err := CheckSameObject(t.Modified, t.Current)
	if err == nil {
		t.Modified.Value, err = Identified(t.Modified.Value, t.Current.Value)
	}
	return err
}

// CheckSameObject returns an *smp.Error with Code Precondition if a document has another name
// or namespace than the object of other. Missing fields are not compared. Different kinds are
// reported by the choice of the schema.
func CheckSameObject(d, other load.Document) error {
	for _, path := range objectNames {
		ours, _ := path.Lookup(d.Value)
		theirs, _ := path.Lookup(other.Value)
		if theirs.Type() != model.String || isMissing(path, ours) || isMissing(path, theirs) || model.Equal(ours, theirs) {
			continue
		}
		return &smp.Error{Code: smp.Precondition, Document: d.Name, Path: path,
			Cause: fmt.Errorf("expected %[2]s, as in %[3]s, got %[1]s; the files contain different objects", model.Shorten(output.OneLine(ours)), model.Shorten(output.OneLine(theirs)), other.Name)}
	}
	return nil
}

// Identified returns a manifest with the identifying fields of an object that the manifest
// lacks, so that a patch does not delete them.
func Identified(manifest, object model.Value) (model.Value, error) {
	for _, path := range identity {
		holder, _ := path[:len(path)-1].Lookup(manifest)
		ours, _ := path.Lookup(manifest)
		theirs, _ := path.Lookup(object)
		if manifest.Type() != model.Map || !takesMembers(holder) || theirs.Type() != model.String || !isMissing(path, ours) {
			continue // the engine reports a value of the wrong type
		}
		var err error
		if manifest, err = path.Set(manifest, theirs); err != nil {
			return model.Value{}, err
		}
	}
	return manifest, nil
}

// isMissing reports whether v, the value of an identifying field, counts as absent.
func isMissing(path model.Path, v model.Value) bool {
	return v.Type() == model.Absent || v.Type() == model.Null || isEmptyNamespace(path, v)
}

// isEmptyNamespace reports whether v is the namespace of a manifest and "", which counts as
// absent.
func isEmptyNamespace(path model.Path, v model.Value) bool {
	return path.Equal(namespacePath) && v.Type() == model.String && v.Text() == ""
}

// Annotate sets the last-applied annotation in the patch: modified without its own
// annotation.
func (t *Documents) Annotate() error {
	manifest, err := lastAppliedPath.Set(t.Modified.Value, model.Value{})
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
	text, err := appliedText(manifest)
	t.annotation = model.NewString(text)
	return err
}

// Annotated returns modified with the annotation that Annotate has set.
func (t Documents) Annotated() (model.Value, error) {
	return lastAppliedPath.Set(t.Modified.Value, t.annotation)
}

// SameAnnotation reports whether two objects have the same last-applied annotation.
func SameAnnotation(a, b model.Value) bool {
	ours, _ := lastAppliedPath.Lookup(a)
	theirs, _ := lastAppliedPath.Lookup(b)
	return model.Equal(ours, theirs)
}

// appliedText returns a manifest exactly as kubectl apply stores it. It is the text of an
// encoding/json Encoder, including the final line break. It has annotations even if they are
// empty.
func appliedText(manifest model.Value) (string, error) {
	annotations, _ := lastAppliedPath[:2].Lookup(manifest)
	if annotations.Type() != model.Map {
		annotations = model.MustParse("{}")
	}
	noted, err := lastAppliedPath[:2].Set(manifest, annotations)
	if err != nil {
		return "", err
	}
	var text bytes.Buffer
	err = json.NewEncoder(&text).Encode(noted.ToAny())
	return text.String(), err
}

// takesMembers reports whether a value is a map, absent or null.
func takesMembers(v model.Value) bool {
	return v.Type() == model.Map || v.Type() == model.Absent || v.Type() == model.Null
}
