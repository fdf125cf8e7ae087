package trial

import (
	"context"
	"fmt"
	"net/http"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Plant is a wrong way to predict results, used to test the judge. Wrong is the number of
// predictions that differ from the server's result. Unexplained is the number of wrong
// predictions that the judge detected.
type Plant struct {
	Name               string
	Wrong, Unexplained int

	predict func(s Subject, patch model.Value) (model.Value, error)
}

// plants returns the wrong ways to predict. They follow the specification, for everything or
// for one divergence, or have other faults.
func plants() []*Plant {
	all := []*Plant{
		{Name: "the specification", predict: documented},
		{Name: "the live object unchanged", predict: func(s Subject, _ model.Value) (model.Value, error) { return s.Live, nil }},
		{Name: "list types as strategies", predict: func(s Subject, patch model.Value) (model.Value, error) {
			schema, _ := kubernetes.LookupListTypes(s.Kind.APIVersion, s.Kind.Kind)
			return engine.Apply(schema, s.Live, asRead(patch))
		}},
		{Name: "JSON Merge Patch", predict: func(s Subject, patch model.Value) (model.Value, error) {
			return scenarios.MergePatch(s.Live, asRead(patch)), nil
		}},
		{Name: "lists reversed", predict: altered(func(v model.Value) model.Value {
			return listOf(reverse(v.AppendElements(nil))...)
		})},
		{Name: "last elements lost", predict: altered(func(v model.Value) model.Value {
			elements := v.AppendElements(nil)
			return listOf(elements[:max(0, len(elements)-1)]...)
		})},
		{Name: "last elements doubled", predict: altered(func(v model.Value) model.Value {
			elements := v.AppendElements(nil)
			return listOf(append(elements, elements[max(0, len(elements)-1):]...)...)
		})},
	}
	for _, v := range cluster.Divergences() {
		all = append(all, &Plant{Name: "the specification at " + v.String(), predict: documentedAt(v)})
	}
	return all
}

func documented(s Subject, patch model.Value) (model.Value, error) {
	return smp.Apply(s.Schema, s.Live, asRead(patch))
}

// documentedAt returns a function that predicts results. If a divergence affects a patch, it
// predicts the result by the specification. For other patches, it predicts the result of the
// engine.
func documentedAt(v cluster.Divergence) func(s Subject, patch model.Value) (model.Value, error) {
	return func(s Subject, patch model.Value) (model.Value, error) {
		decides := false
		traced := engine
		traced.Trace = func(e cluster.Event) { decides = decides || e.Divergence == v }
		right, err := traced.Apply(s.Schema, s.Live, asRead(patch))
		if !decides {
			return right, err
		}
		return documented(s, patch)
	}
}

// altered returns a function that predicts the result of the engine, but with all lists of
// spec changed.
func altered(change func(list model.Value) model.Value) func(s Subject, patch model.Value) (model.Value, error) {
	return func(s Subject, patch model.Value) (model.Value, error) {
		v, err := predict(s, patch)
		spec, ok := v.Get("spec")
		if err != nil || !ok {
			return v, err
		}
		return with(v, of("spec", lists(spec, change))), nil
	}
}

func lists(v model.Value, change func(list model.Value) model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			v = with(v, of(name, lists(member, change)))
		}
		return v
	case model.List:
		return change(v)
	default:
		return v
	}
}

// enough is the number of detected predictions that suffice for a plant, and patience is the
// number of wrong predictions to try.
const (
	enough   = 3
	patience = 60
)

// Plant lets the judge decide about wrong predictions for patches that were tried. It returns
// an error if a request fails.
func (w *World) Plant(ctx context.Context, tried []Question) ([]*Plant, error) {
	all := plants()
	err := each(ctx, len(all), func(i int) error { return w.plant(ctx, all[i], tried) })
	return all, err
}

// A Question is a patch for a subject.
type Question struct {
	Subject Subject
	Patch   model.Value
}

func (w *World) plant(ctx context.Context, p *Plant, tried []Question) error {
	for _, q := range tried {
		if p.Unexplained == enough || p.Wrong == patience {
			return nil
		}
		right, rightErr := predict(q.Subject, q.Patch)
		wrong, wrongErr := p.predict(q.Subject, q.Patch)
		if wrongErr != nil && rightErr != nil || wrongErr == nil && rightErr == nil && model.Equal(right, wrong) {
			continue
		}
		t, err := w.try(ctx, q.Subject, q.Patch)
		if err != nil {
			return err
		}
		if j := t.Judge(); j.Verdict == judge.Unexplained || j.Verdict == judge.Explained {
			continue // the object has changed in the meantime, or the patch is a special one
		}
		t.Predicted, t.Err, t.Put = wrong, wrongErr, client.Answer{}
		if t.NeedsPut() {
			t.Put, err = w.Do(ctx, client.Request{Method: http.MethodPut, Path: q.Subject.Path, Body: wrong.Canonical(), DryRun: true})
			if err != nil {
				return fmt.Errorf("a planted prediction: %w", err)
			}
		}
		p.Wrong++
		if t.Judge().Verdict == judge.Unexplained {
			p.Unexplained++
		}
	}
	return nil
}
