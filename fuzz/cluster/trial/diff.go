package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Diffed contains the results of diffs between a live object and a modified one, both as
// stored by the server.
type Diffed struct {
	Pairs int
	// Wide is the number of patches that replace more than the changed place as a whole.
	Wide int
	// Unsayable contains the pairs without a strategic merge patch: a list in the root of the
	// document cannot be changed, and nothing around it can be replaced. A JSON Merge Patch
	// is sent instead.
	Unsayable *Failures
	Kinds     map[kubernetes.Kind]int
	// Theirs contains the failures of apimachinery's patches, by type of failure.
	Theirs map[string]*Failures
	// Failed contains descriptions of our failures.
	Failed []string
}

// Failures counts failures, and contains the smallest example.
type Failures struct {
	N       int
	Example string
}

func (f *Failures) add(example string) {
	f.N++
	if f.N == 1 || cmp.Or(cmp.Compare(len(example), len(f.Example)), strings.Compare(example, f.Example)) < 0 {
		f.Example = example
	}
}

// diffOf returns our patch from the live object to the modified document.
func diffOf(s Subject, modified model.Value) (model.Value, error) {
	return engine.Diff(s.Schema, s.Live, modified, smp.DiffOptions{})
}

// Diff changes every subject into other objects that the server accepts, at most pairsEach of
// them. For each, it sends our patch, reads the object back, and then restores it. It returns
// an error if a request fails.
func (w *World) Diff(ctx context.Context, pairsEach int) (*Diffed, error) {
	d := &Diffed{Kinds: map[kubernetes.Kind]int{}, Theirs: map[string]*Failures{}, Unsayable: &Failures{}}
	var lock sync.Mutex
	// Subjects that are parts of the same object must not be changed at the same time.
	whole := map[string][]Subject{}
	var order []string
	for _, s := range w.Subjects {
		path := strings.TrimSuffix(strings.TrimSuffix(s.Path, "/status"), "/scale")
		if whole[path] == nil {
			order = append(order, path)
		}
		whole[path] = append(whole[path], s)
	}
	err := each(ctx, len(order), func(i int) error {
		for _, s := range whole[order[i]] {
			if err := w.diffs(ctx, s, pairsEach, d, &lock); err != nil {
				return err
			}
		}
		return nil
	})
	return d, err
}

// tries is the number of attempts to find a change that the server accepts.
const tries = 12

func (w *World) diffs(ctx context.Context, s Subject, pairs int, d *Diffed, lock *sync.Mutex) error {
	done := map[string]bool{}
	for seed := range uint64(tries * pairs) {
		live, err := w.get(ctx, s.Path)
		if err != nil {
			return err
		}
		s.Live = live
		target, ok, err := w.acceptable(ctx, s, newEditor(seed).edit(live))
		if err != nil {
			return err
		}
		key := target.Canonical()
		if !ok || done[key] {
			continue
		}
		p, err := w.pair(ctx, s, target)
		if err != nil {
			return err
		}
		if p.disturbed {
			continue
		}
		done[key] = true
		lock.Lock()
		d.count(s, p)
		lock.Unlock()
		if len(done) == pairs {
			return nil
		}
	}
	return nil
}

// acceptable returns the object that the server would store for a document, and whether the
// server accepts it. The metadata that every write changes is that of the live object.
func (w *World) acceptable(ctx context.Context, s Subject, modified model.Value) (model.Value, bool, error) {
	a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: modified.Canonical(), DryRun: true})
	if err != nil || !a.OK() {
		return model.Value{}, false, err
	}
	target := likeLive(a.Value, s.Live)
	return target, !model.Equal(target, s.Live), nil
}

// likeLive returns a document in which the metadata that every write changes is that of the
// live object.
func likeLive(v, live model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	from, _ := live.Get("metadata")
	if metadata.Type() != model.Map {
		return v
	}
	for _, name := range []string{"managedFields", "generation", "resourceVersion"} {
		old, _ := from.Get(name)
		metadata = with(metadata, of(name, old))
	}
	return with(v, of("metadata", metadata))
}

// A pair contains the results of the two patches between two objects.
type pair struct {
	// disturbed is set if others changed the object in the meantime, so that the pair is not
	// counted.
	disturbed bool
	wide      bool
	// unsayable is the reason why there is no strategic merge patch.
	unsayable string
	failure   string
	// theirs is the failure of apimachinery's patch. It is empty if there is none.
	theirs, example string
}

// pair tries both patches and then restores the object.
func (w *World) pair(ctx context.Context, s Subject, target model.Value) (pair, error) {
	var p pair
	var err error
	if !s.Custom {
		if p.theirs, p.example, err = w.shipped(ctx, s, target); err != nil || p.theirs == disturbed {
			p.disturbed = true
			return p, err
		}
	}
	var wide []model.Path
	patch, err := s.engine().Diff(s.Schema, s.Live, target, smp.DiffOptions{Wide: &wide})
	p.wide = len(wide) > 0
	format := client.Strategic
	switch {
	case s.Custom && err == nil:
		format, patch, err = s.form(patch)
	case atRoot(err):
		p.unsayable = fmt.Sprintf("%s: %v", s.Kind, err)
		format = client.Merge
		patch, err = smp.AsMergePatch(s.Live, target)
	}
	if err != nil {
		p.failure = fmt.Sprintf("%s\nfrom %s\nto %s\nours: %v", s, spoken(s.Live), spoken(target), err)
		return p, nil
	}
	stored, err := w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: format, Body: versioned(patch, s.Live).Canonical()})
	if err != nil || stored.Code == http.StatusConflict {
		p.disturbed = true
		return p, err
	}
	result, err := w.get(ctx, s.Path)
	if err != nil {
		return p, err
	}
	if version(result) != version(stored.Value) && stored.OK() {
		result = stored.Value // somebody has changed the object in the meantime
	}
	if found := judge.Places(target, likeLive(result, s.Live)); !stored.OK() || len(found) > 0 {
		p.failure = fmt.Sprintf("%s\nfrom %s\nto %s\nour patch %s\nPATCH %s\n%v", s, spoken(s.Live), spoken(target), patch.Canonical(), stored, found)
	}
	_, err = w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: versioned(s.Live, result).Canonical()})
	return p, err
}

// atRoot reports whether an error is about a list in the root of the document that cannot be
// changed.
func atRoot(err error) bool {
	var e *smp.Error
	return errors.As(err, &e) && e.Code == smp.NotRepresentable && len(e.Path) == 1
}

// version returns the resource version of an object.
func version(v model.Value) string {
	found, _ := model.Path{model.Field("metadata"), model.Field("resourceVersion")}.Lookup(v)
	return found.Text()
}

// versioned returns a document or patch that the server accepts only for this version of an
// object.
func versioned(v, object model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	if metadata.Type() != model.Map {
		metadata = emptyMap
	}
	return with(v, of("metadata", with(metadata, of("resourceVersion", model.NewString(version(object))))))
}

// spoken returns a short form of a document, without the fields that every object has.
func spoken(v model.Value) string {
	metadata, _ := v.Get("metadata")
	if metadata.Type() == model.Map {
		for _, name := range []string{"managedFields", "uid", "resourceVersion", "creationTimestamp", "generation"} {
			metadata = with(metadata, of(name, model.Value{}))
		}
		v = with(v, of("metadata", metadata))
	}
	return v.Canonical()
}

func (d *Diffed) count(s Subject, p pair) {
	d.Pairs++
	d.Kinds[s.Kind]++
	if p.wide {
		d.Wide++
	}
	if p.unsayable != "" {
		d.Unsayable.add(p.unsayable)
	}
	if p.failure != "" {
		d.Failed = append(d.Failed, p.failure)
	}
	if p.theirs != "" {
		if d.Theirs[p.theirs] == nil {
			d.Theirs[p.theirs] = &Failures{}
		}
		d.Theirs[p.theirs].add(p.example)
	}
}
