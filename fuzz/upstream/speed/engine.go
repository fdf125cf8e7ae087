package speed

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	dropin "github.com/strategicpatch/smp/smp/strategicpatch"
)

// An Operation is an operation to measure. Run runs it once.
type Operation struct {
	// Name is ApplyJSON, Apply, DiffJSON, ThreeWayJSON or Parse.
	Name string
	// Engine is smp or shipped, which is apimachinery's.
	Engine string
	Run    func() error
}

// The engines.
const (
	Ours   = "smp"
	Theirs = "shipped"
)

// Operations returns the operations to measure for a workload. The two engines are next to
// each other for each operation:
//
//   - ApplyJSON, from bytes to bytes
//   - Apply on parsed documents; apimachinery changes the original
//   - DiffJSON, from the original to the result of a plain patch
//   - ThreeWayJSON, with a live document to which a server added something
//   - Parse, the strict scan of both documents, which only this project has
func (w Workload) Operations() ([]Operation, error) {
	original, err := model.Parse(w.Original)
	if err != nil {
		return nil, err
	}
	change, err := model.Parse(w.Change)
	if err != nil {
		return nil, err
	}
	operations := append(w.applies(),
		Operation{"Parse", Ours, func() error {
			if _, err := model.Parse(w.Original); err != nil {
				return err
			}
			_, err := model.Parse(w.Change)
			return err
		}},
		Operation{"Apply", Ours, func() error {
			_, err := smp.Apply(w.Schema, original, change)
			return err
		}})
	if w.Patch == "order" {
		// apimachinery removes the order from the patch, so a patch can be applied only
		// once.
		return operations, nil
	}
	inPlace, err := w.applyInPlace()
	if err != nil {
		return nil, err
	}
	lookup, err := strategicpatch.NewPatchMetaFromStruct(w.Struct)
	if err != nil {
		return nil, err
	}
	return append(operations, inPlace,
		Operation{"DiffJSON", Ours, func() error {
			_, err := smp.DiffJSON(w.Schema, w.Original, w.Modified)
			return err
		}},
		Operation{"DiffJSON", Theirs, func() error {
			_, err := strategicpatch.CreateTwoWayMergePatch(w.Original, w.Modified, w.Struct)
			return err
		}},
		Operation{"ThreeWayJSON", Ours, func() error {
			_, err := smp.Engine{}.ThreeWayJSON(w.Schema, w.Original, w.Modified, w.Live, smp.ThreeWayOptions{Overwrite: true})
			return err
		}},
		Operation{"ThreeWayJSON", Theirs, func() error {
			_, err := strategicpatch.CreateThreeWayMergePatch(w.Original, w.Modified, w.Live, lookup, true)
			return err
		}}), nil
}

// Doors returns the same operations through the packages that know the kinds and types: kubernetes, and
// strategicpatch, which replaces apimachinery's package. Each is next to the function of apimachinery
// that it replaces.
func (w Workload) Doors() ([]Operation, error) {
	lookup, err := strategicpatch.NewPatchMetaFromStruct(w.Struct)
	if err != nil {
		return nil, err
	}
	ours, err := dropin.NewPatchMetaFromStruct(w.Struct)
	if err != nil {
		return nil, err
	}
	apply := func() ([]byte, error) { return strategicpatch.StrategicMergePatch(w.Original, w.Change, w.Struct) }
	diff := func() ([]byte, error) {
		return strategicpatch.CreateTwoWayMergePatch(w.Original, w.Modified, w.Struct)
	}
	threeWay := func() ([]byte, error) {
		return strategicpatch.CreateThreeWayMergePatch(w.Original, w.Modified, w.Live, lookup, true)
	}
	var all []Operation
	for _, door := range []struct {
		name         string
		ours, theirs func() ([]byte, error)
	}{
		{"kubernetes.Apply", func() ([]byte, error) { return kubernetes.Apply(w.Original, w.Change) }, apply},
		{"kubernetes.Diff", func() ([]byte, error) { return kubernetes.Diff(w.Original, w.Modified) }, diff},
		{"kubernetes.ThreeWay", func() ([]byte, error) {
			return kubernetes.ThreeWay(w.Original, w.Modified, w.Live, smp.ThreeWayOptions{Overwrite: true})
		}, threeWay},
		{"strategicpatch.StrategicMergePatch", func() ([]byte, error) {
			return dropin.StrategicMergePatch(w.Original, w.Change, w.Struct)
		}, apply},
		{"strategicpatch.CreateTwoWayMergePatch", func() ([]byte, error) {
			return dropin.CreateTwoWayMergePatch(w.Original, w.Modified, w.Struct)
		}, diff},
		{"strategicpatch.CreateThreeWayMergePatch", func() ([]byte, error) {
			return dropin.CreateThreeWayMergePatch(w.Original, w.Modified, w.Live, ours, true)
		}, threeWay},
	} {
		all = append(all, Operation{door.name, Ours, withoutResult(door.ours)}, Operation{door.name, Theirs, withoutResult(door.theirs)})
	}
	return all, nil
}

func withoutResult(call func() ([]byte, error)) func() error {
	return func() error {
		_, err := call()
		return err
	}
}

// applies returns ApplyJSON of both engines.
func (w Workload) applies() []Operation {
	return []Operation{
		{"ApplyJSON", Ours, func() error {
			_, err := smp.ApplyJSON(w.Schema, w.Original, w.Change)
			return err
		}},
		{"ApplyJSON", Theirs, func() error {
			_, err := strategicpatch.StrategicMergePatch(w.Original, w.Change, w.Struct)
			return err
		}},
	}
}

// applyInPlace returns apimachinery's Apply on decoded documents. The operation can be
// repeated, because a plain patch changes nothing when it is applied again.
func (w Workload) applyInPlace() (Operation, error) {
	var original, change map[string]any
	if err := json.Unmarshal(w.Original, &original); err != nil {
		return Operation{}, err
	}
	if err := json.Unmarshal(w.Change, &change); err != nil {
		return Operation{}, err
	}
	return Operation{"Apply", Theirs, func() error {
		_, err := strategicpatch.StrategicMergeMapPatch(original, change, w.Struct)
		return err
	}}, nil
}
