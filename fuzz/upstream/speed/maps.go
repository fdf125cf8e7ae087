package speed

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	dropin "github.com/strategicpatch/smp/smp/strategicpatch"
)

// These names stand in for engines on Go maps, which are compared with the operations of
// Maps.
const (
	// TheirsAfterCopy is apimachinery's engine together with a deep copy of the original,
	// which is necessary because the engine changes it.
	TheirsAfterCopy = "deep copy + shipped"
	// TheirsOfText is apimachinery's engine for an operation that it does not support on
	// maps: the documents are encoded, and the patch is decoded.
	TheirsOfText = "text + shipped"
)

// Maps returns operations on documents as Go maps, with several engines for each:
// StrategicMergeMapPatch, CreateTwoWayMergeMapPatch, and a three-way merge.
func (w Workload) Maps() ([]Operation, error) {
	inPlace, err := w.applyInPlace()
	if err != nil {
		return nil, err
	}
	lookup, err := strategicpatch.NewPatchMetaFromStruct(w.Struct)
	if err != nil {
		return nil, err
	}
	var original, change, modified, live map[string]any
	for document, text := range map[*map[string]any][]byte{&original: w.Original, &change: w.Change, &modified: w.Modified, &live: w.Live} {
		if err := json.Unmarshal(text, document); err != nil {
			return nil, err
		}
	}
	return []Operation{
		{"Apply", Ours, func() error {
			_, err := dropin.StrategicMergeMapPatch(original, change, w.Struct)
			return err
		}},
		{"Apply", Theirs + ", in place", inPlace.Run},
		{"Apply", TheirsAfterCopy, func() error {
			_, err := strategicpatch.StrategicMergeMapPatch(runtime.DeepCopyJSON(original), change, w.Struct)
			return err
		}},
		{"Diff", Ours, func() error {
			_, err := dropin.CreateTwoWayMergeMapPatch(original, modified, w.Struct)
			return err
		}},
		{"Diff", Theirs, func() error {
			_, err := strategicpatch.CreateTwoWayMergeMapPatch(original, modified, w.Struct)
			return err
		}},
		{"ThreeWay", Ours, func() error { return w.threeWayOfMaps(original, modified, live) }},
		{"ThreeWay", TheirsOfText, func() error {
			var texts [3][]byte
			for i, document := range []map[string]any{original, modified, live} {
				var err error
				if texts[i], err = json.Marshal(document); err != nil {
					return err
				}
			}
			patch, err := strategicpatch.CreateThreeWayMergePatch(texts[0], texts[1], texts[2], lookup, true)
			if err != nil {
				return err
			}
			var m map[string]any
			return json.Unmarshal(patch, &m)
		}},
	}, nil
}

func (w Workload) threeWayOfMaps(documents ...map[string]any) error {
	var values [3]model.Value
	for i, document := range documents {
		var err error
		if values[i], err = model.WrapAny(document); err != nil {
			return err
		}
	}
	patch, err := smp.Engine{}.ThreeWay(w.Schema, values[0], values[1], values[2], smp.ThreeWayOptions{Overwrite: true})
	if err != nil {
		return err
	}
	if patch.ShareAny() == nil {
		return fmt.Errorf("no patch")
	}
	for _, v := range values {
		if err := v.Err(); err != nil {
			return err
		}
	}
	return nil
}

// MeasureMaps measures the operations of Maps.
func (w Workload) MeasureMaps() ([]Contest, error) {
	operations, err := w.Maps()
	if err != nil {
		return nil, err
	}
	return w.contests(operations)
}

// WriteMaps writes contests on maps as a section of the page.
func WriteMaps(w io.Writer, contests []Contest) error {
	var b strings.Builder
	b.WriteString("\n## On Go maps\n\n")
	b.WriteString("These are the functions on `map[string]any`: Apply is StrategicMergeMapPatch, Diff is\n")
	b.WriteString("CreateTwoWayMergeMapPatch. apimachinery applies in place, so callers that need the original\n")
	b.WriteString("must copy it first. smp does not change the original. The result shares its unchanged parts\n")
	b.WriteString("with the original.\n\n")
	writeContests(&b, contests)
	_, err := io.WriteString(w, b.String())
	return err
}
