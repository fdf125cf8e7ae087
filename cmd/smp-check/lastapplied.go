package main

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// lastApplied is the annotation in which kubectl apply keeps the manifest that
// it applied, as JSON.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

var lastAppliedPath = model.Path{model.Field("metadata"), model.Field("annotations"), model.Field(lastApplied)}

// lastAppliedTo returns the manifest that was applied last to a live object,
// which its annotation holds. Errors name the file and the annotation, and
// repeat nothing of what it holds.
func lastAppliedTo(live document) (document, error) {
	d := document{name: fmt.Sprintf("%s: %s", live.name, lastAppliedPath)}
	annotation, _ := lastAppliedPath.Lookup(live.value)
	switch kind := annotation.Kind(); kind {
	case model.String:
	case model.Absent, model.Null:
		return document{}, fmt.Errorf("%s: there is no such annotation, which kubectl apply writes (server-side apply does not); name the manifest that was applied last: smp-check threeway ORIGINAL MODIFIED CURRENT", d.name)
	default:
		return document{}, fmt.Errorf("%s: the annotation is a %s, and not a manifest as text", d.name, kind)
	}
	text := []byte(annotation.Text())
	var fault *model.Error
	var err error
	if d.value, err = model.Parse(text); errors.As(err, &fault) {
		line, column := position(text, fault.Offset)
		return document{}, fmt.Errorf("%s: the annotation is no JSON document: line %d, column %d: %s: %w", d.name, line, column, fault.Kind, errors.Unwrap(fault))
	}
	return d, err
}
