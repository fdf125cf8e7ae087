package trial

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/json"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/fuzz/upstream/differential"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Applied contains the results of patches.
type Applied struct {
	Written, Random int
	Verdicts        map[judge.Verdict]int
	Reasons         map[*judge.Reason]int
	Kinds           map[kubernetes.Kind]int
	// Questions contains all patches that were tried.
	Questions []Question
	// Unexplained contains descriptions of failures.
	Unexplained []string
}

// Apply tries at most writtenEach written patches for every subject, and random patches. It
// returns an error if a request fails.
func (w *World) Apply(ctx context.Context, writtenEach, random int) (*Applied, error) {
	a := &Applied{Verdicts: map[judge.Verdict]int{}, Reasons: map[*judge.Reason]int{}, Kinds: map[kubernetes.Kind]int{}}
	subjects := slices.DeleteFunc(slices.Clone(w.Subjects), func(s Subject) bool { return s.Custom })
	for _, s := range subjects {
		for _, patch := range sample(distinct(written(s.Schema, s.Live)), writtenEach) {
			a.Questions = append(a.Questions, Question{s, patch})
		}
	}
	a.Written = len(a.Questions)
	for i := 0; a.Random < random; i++ {
		s := subjects[i%len(subjects)]
		if patch := randomPatch(s, uint64(i/len(subjects))); patch.Type() == model.Map {
			a.Questions = append(a.Questions, Question{s, patch})
			a.Random++
		}
	}
	var lock sync.Mutex
	err := each(ctx, len(a.Questions), func(i int) error {
		s, patch := a.Questions[i].Subject, a.Questions[i].Patch
		judgment, err := w.tryFresh(ctx, s, patch)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		a.count(s, judgment)
		return nil
	})
	return a, err
}

func (a *Applied) count(s Subject, j judge.Judgment) {
	a.Kinds[s.Kind]++
	a.Verdicts[j.Verdict]++
	for _, r := range j.Reasons {
		a.Reasons[r]++
	}
	if j.Verdict == judge.Unexplained {
		a.Unexplained = append(a.Unexplained, j.Text)
	}
}

// tryFresh calls try and judges the trial. It repeats both if controllers of the server have
// changed the object in the meantime.
func (w *World) tryFresh(ctx context.Context, s Subject, patch model.Value) (judge.Judgment, error) {
	for {
		t, err := w.try(ctx, s, patch)
		if err != nil {
			return judge.Judgment{}, err
		}
		j := t.Judge()
		if j.Verdict != judge.Unexplained {
			return j, nil
		}
		live, err := w.get(ctx, s.Path)
		if err != nil {
			return j, err
		}
		if model.Equal(live, s.Live) {
			t.Varies = s.varies(patch)
			return t.Judge(), nil
		}
		s.Live = live
	}
}

// try predicts the result of a patch, and sends the patch.
func (w *World) try(ctx context.Context, s Subject, patch model.Value) (judge.Trial, error) {
	t := judge.Trial{Kind: s.Kind, Live: s.Live, Patch: patch}
	t.Predicted, t.Err = predict(s, patch)
	var err error
	t.Patched, err = w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: client.Strategic, Body: patch.Canonical(), DryRun: true})
	if err != nil && ctx.Err() != nil {
		return t, err
	}
	if t.NeedsPut() {
		t.Put, err = w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: t.Predicted.Canonical(), DryRun: true})
		if err != nil && ctx.Err() != nil {
			return t, err
		}
	}
	return t, nil
}

// goKinds are the Go types of the built-in kinds.
var goKinds = sync.OnceValue(func() map[kubernetes.Kind]table.GoKind {
	kinds := map[kubernetes.Kind]table.GoKind{}
	for _, k := range table.Kinds(table.NewScheme()) {
		kinds[k.Kind] = k
	}
	return kinds
})

// varies reports whether apimachinery's answers to a patch vary, so that they may differ from
// the server's answer.
func (s Subject) varies(patch model.Value) bool {
	both, err := differential.OfGoType(goKinds()[s.Kind])
	if err != nil {
		return false
	}
	likeOurs, _ := both.Compare(s.Live, patch, nil)
	rejection, _ := both.Gives(corpus.Answer{Rejection: &corpus.Rejection{}}, s.Live, patch)
	return likeOurs == differential.Varies || rejection == differential.Varies ||
		likeOurs == differential.Same && (rejection == differential.BothReject || rejection == differential.Panics)
}

// predict returns the engine's result of a patch.
func predict(s Subject, patch model.Value) (model.Value, error) {
	return engine.Apply(s.Schema, s.Live, asRead(patch))
}

// asRead returns a patch with numbers as the server reads them, as 64-bit integers if
// possible, and as floats if not. A patch that cannot be read is returned unchanged.
func asRead(patch model.Value) model.Value {
	var read map[string]any
	if err := json.UnmarshalCaseSensitivePreserveInts([]byte(patch.Canonical()), &read); err != nil {
		return patch
	}
	v, err := model.FromAny(read)
	if err != nil {
		return patch
	}
	return v
}

// randomPatch returns a patch for a seed. It comes from the editor of package differential,
// from the generator of the laws, or is a diff.
func randomPatch(s Subject, seed uint64) model.Value {
	e := differential.NewEditor(seed)
	var patch model.Value
	switch seed % 3 {
	case 0:
		patch = e.Patch(s.Schema, s.Live)
	case 1:
		patch = gen.Patch(gen.FromSeed(seed), s.Schema, s.Live)
	default:
		var err error
		patch, err = diffOf(s, e.Document(s.Live))
		if err != nil {
			return model.Value{}
		}
	}
	if patch.Type() != model.Map {
		return model.Value{}
	}
	return identified(patch)
}

// identified returns a patch without the fields that identify the object, in any upper and
// lower case, because other parts of the server check them.
func identified(patch model.Value) model.Value {
	var kept []model.Member
	for name, v := range patch.Members() {
		switch strings.ToLower(name[strings.LastIndex(name, "/")+1:]) {
		case "apiversion", "kind", "$patch", "$retainkeys":
		case "metadata":
			if name == "metadata" && v.Type() == model.Map {
				kept = append(kept, of(name, free(v)))
			}
		default:
			kept = append(kept, of(name, v))
		}
	}
	return mapOf(kept...)
}

// free returns the metadata of a patch without the parts that must not change.
func free(metadata model.Value) model.Value {
	var kept []model.Member
	for name, v := range metadata.Members() {
		switch name[strings.LastIndex(name, "/")+1:] {
		case "labels", "annotations", "finalizers", "ownerReferences":
			kept = append(kept, of(name, v))
		}
	}
	return mapOf(kept...)
}

// distinct returns patches without duplicates and without empty patches.
func distinct(patches []model.Value) []model.Value {
	seen := map[string]bool{"{}": true, `{"metadata":{}}`: true}
	var all []model.Value
	for _, p := range patches {
		if text := p.Canonical(); !seen[text] {
			seen[text] = true
			all = append(all, p)
		}
	}
	return all
}

// sample returns at most n values, at even distances in the list.
func sample[T any](all []T, n int) []T {
	if len(all) <= n {
		return all
	}
	var some []T
	for i := range n {
		some = append(some, all[i*len(all)/n])
	}
	return some
}
