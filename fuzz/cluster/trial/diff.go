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

// Diffed counts pairs of a live object and one that it is to become, both as
// the server stores them.
type Diffed struct {
	Pairs int
	// Wide counts patches that replace more than the place that changed.
	Wide int
	// Unsayable counts the pairs for which there is no patch: a list of the
	// document's root cannot be said, and nothing around it can be replaced. A
	// JSON merge patch then does what is wanted.
	Unsayable *Failures
	Kinds     map[kubernetes.Kind]int
	// Theirs counts what becomes of the shipped client's patches, by what goes
	// wrong.
	Theirs map[string]*Failures
	// Failed are the texts of our failures.
	Failed []string
}

// Failures counts, and keeps the smallest example.
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

// diffOf returns our patch from the live object to another document.
func diffOf(s Subject, modified model.Value) (model.Value, error) {
	return engine.Diff(s.Schema, s.Live, modified, smp.DiffOptions{})
}

// Diff has every subject become other objects, at most some, each of which the
// server would accept: our patch is stored and read back, and the object then
// becomes again what it was. An error says that the server could not be asked.
func (w *World) Diff(ctx context.Context, pairsEach int) (*Diffed, error) {
	d := &Diffed{Kinds: map[kubernetes.Kind]int{}, Theirs: map[string]*Failures{}, Unsayable: &Failures{}}
	var lock sync.Mutex
	// Parts of one object must not be changed at a time.
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

// tries is how often a change is thought up for one that the server accepts.
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

// acceptable returns what the server would store of a document, with the
// metadata that every write changes as it is, and whether it accepts it as a
// change.
func (w *World) acceptable(ctx context.Context, s Subject, modified model.Value) (model.Value, bool, error) {
	a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: modified.Canonical(), DryRun: true})
	if err != nil || !a.OK() {
		return model.Value{}, false, err
	}
	target := likeLive(a.Value, s.Live)
	return target, !model.Equal(target, s.Live), nil
}

// likeLive returns a document with the metadata of another that every write
// changes.
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

// A pair is how the patches between two objects end.
type pair struct {
	// disturbed tells that the object was changed by others meanwhile, so that
	// the pair says nothing.
	disturbed bool
	wide      bool
	// unsayable says why there is no strategic patch.
	unsayable string
	failure   string
	// theirs says what goes wrong with the shipped client's patch, empty for
	// nothing.
	theirs, example string
}

// pair tries both patches and has the object become again what it was.
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
		result = stored.Value // somebody has changed the object since
	}
	if found := judge.Places(target, likeLive(result, s.Live)); !stored.OK() || len(found) > 0 {
		p.failure = fmt.Sprintf("%s\nfrom %s\nto %s\nour patch %s\nPATCH %s\n%v", s, spoken(s.Live), spoken(target), patch.Canonical(), stored, found)
	}
	_, err = w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: versioned(s.Live, result).Canonical()})
	return p, err
}

// atRoot reports whether an error says that a list of the document's root cannot
// be said.
func atRoot(err error) bool {
	var e *smp.Error
	return errors.As(err, &e) && e.Code == smp.NotRepresentable && len(e.Path) == 1
}

// version returns the resource version of an object.
func version(v model.Value) string {
	found, _ := model.Path{model.Field("metadata"), model.Field("resourceVersion")}.Lookup(v)
	return found.Text()
}

// versioned returns a document or patch that the server takes for an object of
// this version alone.
func versioned(v, object model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	if metadata.Type() != model.Map {
		metadata = emptyMap
	}
	return with(v, of("metadata", with(metadata, of("resourceVersion", model.NewString(version(object))))))
}

// spoken returns a document in short: without what every object has.
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
