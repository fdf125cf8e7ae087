package trial

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// sharedRounds is the number of rounds of each shared object.
const sharedRounds = 10

// Shared contains the results for objects of which other field managers own places that a
// merge keeps.
type Shared struct {
	// Objects is the number of objects, and Merges the number of merged manifests, by way.
	Objects int
	Merges  map[string]int
	Failed  []string
	// Plants are the numbers of merged manifests that wrong ways to merge got wrong.
	Plants map[string]int

	lock sync.Mutex
}

func (s *Shared) merges() int {
	n := 0
	for _, count := range s.Merges {
		n += count
	}
	return n
}

// String returns the counts.
func (s *Shared) String() string {
	return fmt.Sprintf("%d objects, %d merged manifests", s.Objects, s.merges())
}

// A sharedWay merges a manifest of which some places are kept. It returns a request without
// path. The request has no method if there is nothing to change.
type sharedWay func(s Subject, t merge, round scenarios.SharedObject) (client.Request, error)

// sharedWays are correct, and sharedPlants are not.
var (
	sharedWays = map[string]sharedWay{
		"three-way merge, places listed": func(s Subject, t merge, round scenarios.SharedObject) (client.Request, error) {
			return sharedPatch(s, t, round.Keep)
		},
		"three-way merge, places of the managers": func(s Subject, t merge, round scenarios.SharedObject) (client.Request, error) {
			paths, err := managed(t.current, round)
			if err != nil {
				return client.Request{}, err
			}
			return sharedPatch(s, t, paths)
		},
		"PUT of the manifest, places listed": func(s Subject, t merge, round scenarios.SharedObject) (client.Request, error) {
			kept, _, err := smp.Keep(s.Schema, t.modified, t.current, round.Keep)
			return sharedPut(t, kept), err
		},
	}
	sharedPlants = map[string]sharedWay{
		"nothing is kept": func(s Subject, t merge, _ scenarios.SharedObject) (client.Request, error) {
			return sharedPatch(s, t, nil)
		},
		"the lists around kept places are kept": func(s Subject, t merge, round scenarios.SharedObject) (client.Request, error) {
			var paths []smp.KeepPath
			for _, p := range round.Keep {
				notField := func(step smp.KeepStep) bool { _, is := step.Step.(model.Field); return !is }
				if i := slices.IndexFunc(p, notField); i >= 0 {
					p = p[:i]
				}
				paths = append(paths, p)
			}
			return sharedPatch(s, t, paths)
		},
	}
)

// managed returns the places that the other managers of a round own.
func managed(live model.Value, round scenarios.SharedObject) ([]smp.KeepPath, error) {
	var all []smp.KeepPath
	for _, p := range round.Others {
		paths, err := kubernetes.ManagedPaths(live, p.Manager)
		if err != nil {
			return nil, err
		}
		all = append(all, paths...)
	}
	return all, nil
}

// sharedPatch returns the request of a three-way merge.
func sharedPatch(s Subject, t merge, keep []smp.KeepPath) (client.Request, error) {
	opts := smp.ThreeWayOptions{Overwrite: true}
	opts.Keep = keep
	patch, err := s.engine().ThreeWay(s.Schema, t.original, t.modified, t.current, opts)
	if err != nil || patch.Len() == 0 {
		return client.Request{}, err
	}
	format, sent, err := s.form(patch)
	return client.Request{Method: http.MethodPatch, Format: format, Body: sent.Canonical()}, err
}

// sharedPut returns the request that replaces the live object.
func sharedPut(t merge, kept model.Value) client.Request {
	return client.Request{Method: http.MethodPut, Body: versioned(kept, t.current).Canonical()}
}

// Shared plays ten rounds of every shared object, in each way. It returns an error if a
// request fails.
func (w *World) Shared(ctx context.Context) (*Shared, error) {
	rounds := make([][]scenarios.SharedObject, sharedRounds)
	for n := range rounds {
		var err error
		if rounds[n], err = scenarios.SharedObjects(n + 1); err != nil {
			return nil, err
		}
	}
	s := &Shared{Objects: len(rounds[0]), Merges: map[string]int{}, Plants: map[string]int{}}
	for name, way := range sharedWays {
		if err := w.sharedBy(ctx, rounds, way, func(text string) {
			s.lock.Lock()
			defer s.lock.Unlock()
			if s.Merges[name]++; text != "" {
				s.Failed = append(s.Failed, name+": "+text)
			}
		}); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
	}
	for name, way := range sharedPlants {
		s.Plants[name] = 0
		if err := w.sharedBy(ctx, rounds, way, func(text string) {
			s.lock.Lock()
			defer s.lock.Unlock()
			if text != "" {
				s.Plants[name]++
			}
		}); err != nil {
			return s, fmt.Errorf("%s: %w", name, err)
		}
		if s.Plants[name] == 0 {
			s.Failed = append(s.Failed, "planted, "+name+": nothing is found to be wrong")
		}
	}
	slices.Sort(s.Failed)
	return s, nil
}

// sharedBy plays all rounds with one way to merge. It calls judged for each merged manifest,
// with the description of a fault or with an empty text.
func (w *World) sharedBy(ctx context.Context, rounds [][]scenarios.SharedObject, way sharedWay, judged func(string)) error {
	return each(ctx, len(rounds[0]), func(i int) error {
		var o sharedLife
		for n := range rounds {
			round := rounds[n][i]
			if n == 0 {
				if err := w.share(ctx, &o, round); err != nil {
					return fmt.Errorf("%s: %w", round.Name, err)
				}
			}
			text, err := o.play(ctx, round, way)
			if err != nil {
				return fmt.Errorf("%s, round %d: %w", round.Name, n+1, err)
			}
			if text != "" {
				text = fmt.Sprintf("%s, round %d: %s", round.Name, n+1, text)
			}
			judged(text)
		}
		return nil
	})
}

// A sharedLife is a shared object in a namespace of its own.
type sharedLife struct {
	Subject
	*World
	resource  client.Resource
	namespace string
}

// share creates a shared object.
func (w *World) share(ctx context.Context, o *sharedLife, first scenarios.SharedObject) error {
	object, err := objects.Of(first.Manifest)
	if err != nil {
		return err
	}
	o.World, o.namespace = w, fmt.Sprintf("shared-%d", w.shared.Add(1))
	var ok bool
	if o.resource, ok = w.resource(object.Kind); !ok {
		return fmt.Errorf("the server has no %s", object.Kind)
	}
	if o.resource.Namespaced {
		if err := w.newNamespace(ctx, o.namespace); err != nil {
			return err
		}
	}
	manifest, err := named(first.Manifest, o.resource, o.namespace)
	if err != nil {
		return err
	}
	object.Value = manifest
	schema, _ := w.schema(object.Kind)
	_, custom := w.custom[object.Kind]
	o.Subject = Subject{Kind: object.Kind, Schema: schema, Path: o.resource.Path(o.namespace, object.Name()), Custom: custom}
	_, err = w.Must(ctx, client.Request{Method: http.MethodPost, Path: o.resource.Path(o.namespace, ""), Body: annotated(manifest).Canonical()})
	return err
}

// play plays a round: the changes of the other managers, and the merge of the manifest. It
// returns the description of the first fault, or an empty text.
func (o *sharedLife) play(ctx context.Context, round scenarios.SharedObject, way sharedWay) (string, error) {
	for _, p := range round.Others {
		request := client.Request{Method: http.MethodPatch, Path: o.Path + p.Part, Format: o.formatOf(p), Body: p.Patch.Canonical(), Manager: p.Manager}
		if _, err := o.Must(ctx, request); err != nil {
			return "", err
		}
	}
	var t merge
	var err error
	if t.current, err = o.get(ctx, o.Path); err != nil {
		return "", err
	}
	if t.original, err = applied(t.current); err != nil {
		return "", err
	}
	manifest, err := named(round.Manifest, o.resource, o.namespace)
	if err != nil {
		return "", err
	}
	t.modified = annotated(manifest)
	fault, err := o.merge(ctx, &t, round, way)
	if fault != "" || err != nil {
		return fault, err
	}
	expected, err := o.expected(t.modified, round)
	if err != nil {
		return "", err
	}
	if wrong := unheld(o.Schema, expected, t.stored); len(wrong) > 0 {
		return "not stored: " + findings(wrong), nil
	}
	if left := stays(o.Schema, t); len(left) > 0 {
		return "not removed: " + findings(left), nil
	}
	before := t.stored
	t.original, t.current = t.modified, t.stored
	if fault, err = o.merge(ctx, &t, round, way); fault == "" && !model.Equal(unmanaged(before), unmanaged(t.stored)) {
		fault = "a second run changes the object"
	}
	if fault == "" && version(before) != version(t.stored) {
		fault = "a second run writes the object"
	}
	return fault, err
}

// merge merges a manifest into the live object and sets the stored object. It returns the
// reason for which there is no merge.
func (o *sharedLife) merge(ctx context.Context, t *merge, round scenarios.SharedObject, way sharedWay) (string, error) {
	o.Live, t.stored = t.current, t.current
	request, err := way(o.Subject, *t, round)
	if err != nil {
		return "no patch: " + err.Error(), nil
	}
	if request.Method == "" {
		return "", nil
	}
	request.Path = o.Path
	a, err := o.Do(ctx, request)
	switch {
	case err != nil:
		return "", err
	case !a.OK():
		return "refused: " + a.String(), nil
	}
	t.stored, err = o.get(ctx, o.Path)
	return "", err
}

func (o *sharedLife) formatOf(p scenarios.ManagerPatch) string {
	switch {
	case p.Patch.Type() == model.List:
		return jsonPatch
	case o.Custom || p.Part != "":
		return client.Merge
	default:
		return client.Strategic
	}
}

// expected returns the object that contains the manifest and the places of the other
// managers: the manifest with the patches of these managers.
func (o *sharedLife) expected(manifest model.Value, round scenarios.SharedObject) (model.Value, error) {
	for _, p := range round.Others {
		if p.Patch.Type() == model.List {
			patch, err := jsonpatch.FromValue(p.Patch)
			if err == nil {
				manifest, err = patch.Apply(manifest)
			}
			if err != nil {
				return model.Value{}, err
			}
			continue
		}
		var err error
		if manifest, err = o.engine().Apply(o.Schema, manifest, p.Patch); err != nil {
			return model.Value{}, err
		}
	}
	return manifest, nil
}
