package trial

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Again counts three-way merges of manifests that were just applied. Each merge must give {},
// unless the server stores other values.
type Again struct {
	// Manifests is the number of everyday manifests, and Explained is the number of manifests
	// of which parts are sent again for a reason.
	Manifests, Explained int
	// Marked is the number of fields that are marked as not stored and that an object can
	// have. Fields is the number of such fields that were tried, and Places is the number of
	// places in which they were tried. Drifts is the number of places in which another value
	// was set, too.
	Marked, Fields, Places, Drifts int
	Failed                         []string

	lock sync.Mutex
}

// String returns the counts.
func (a *Again) String() string {
	return fmt.Sprintf("%d manifests, %d explained; %d of %d fields in %d places, %d with drift", a.Manifests, a.Explained, a.Fields, a.Marked, a.Places, a.Drifts)
}

func (a *Again) fail(format string, args ...any) {
	a.lock.Lock()
	defer a.lock.Unlock()
	a.Failed = append(a.Failed, fmt.Sprintf(format, args...))
}

// againNamespace is the namespace of the everyday manifests.
const againNamespace = "again"

// placesAgain is the number of places in which a field is tried.
const placesAgain = 4

// Again applies the everyday manifests. It also tries the fields that are marked as not
// stored: it sets each of them to its zero, and to another value. It returns an error if a
// request fails.
func (w *World) Again(ctx context.Context) (*Again, error) {
	a := &Again{}
	if err := w.newNamespace(ctx, againNamespace); err != nil {
		return nil, err
	}
	manifests, err := objects.Everyday()
	if err != nil {
		return nil, err
	}
	a.Manifests = len(manifests)
	if err := each(ctx, len(manifests), func(i int) error { return w.applyTwice(ctx, a, manifests[i]) }); err != nil {
		return nil, err
	}
	return a, w.notStored(ctx, a)
}

// applyTwice creates an object and merges its manifest again.
func (w *World) applyTwice(ctx context.Context, a *Again, m objects.EverydayManifest) error {
	resource, ok := w.resource(m.Kind)
	if !ok {
		return fmt.Errorf("the server has no %s", m.Kind)
	}
	answer, err := w.Do(ctx, client.Request{Method: http.MethodPost, Path: resource.Path(againNamespace, ""), Body: m.Value.Canonical()})
	if err != nil {
		return err
	}
	if !answer.OK() {
		a.fail("%s %s: %s", m.Kind, m.Name(), answer)
		return nil
	}
	stored, err := w.get(ctx, resource.Path(againNamespace, m.Name()))
	if err != nil {
		return err
	}
	schema, _ := kubernetes.Lookup(m.Kind.APIVersion, m.Kind.Kind)
	patch, err := again(schema, m.Value, stored)
	name := m.Kind.String() + " " + m.Name()
	switch empty := err == nil && patch.Len() == 0; {
	case err != nil:
		a.fail("%s: %v", name, err)
	case empty && m.Again != "":
		a.fail("%s: nothing is sent again, and everyday.yaml gives a reason", name)
	case !empty && m.Again == "":
		a.fail("%s: a second run sends %s", name, patch.Canonical())
	case !empty:
		a.lock.Lock()
		a.Explained++
		a.lock.Unlock()
	}
	return nil
}

// again merges an applied manifest with itself.
func again(s smp.Schema, manifest, stored model.Value) (model.Value, error) {
	return engine.ThreeWay(s, manifest, manifest, stored, smp.ThreeWayOptions{Overwrite: true})
}

// notStored tries the fields marked as not stored.
func (w *World) notStored(ctx context.Context, a *Again) error {
	r, stages, err := w.recorder(ctx)
	if err != nil {
		return err
	}
	byField := map[table.FieldID]map[kubernetes.Kind][]*spot{}
	for _, s := range stages {
		root := smp.Definition{Ref: r.source.Roots[s.Kind]}
		r.collect(root, s.Live)
		for _, f := range s.spots(root) {
			if !r.source.Plain[f.id.Definition].Fields[f.id.Field].Marks.NotStored || isManaged(f.path) {
				continue
			}
			if byField[f.id] == nil {
				byField[f.id] = map[kubernetes.Kind][]*spot{}
			}
			byField[f.id][f.Kind] = append(byField[f.id][f.Kind], f)
		}
	}
	a.Marked = len(byField)
	ids := slices.Collect(maps.Keys(byField))
	return each(ctx, len(ids), func(i int) error {
		places := 0
		for _, s := range spread(byField[ids[i]]) {
			if places == placesAgain {
				break
			}
			tried, err := r.again(ctx, a, s)
			if err != nil {
				return err
			}
			if tried {
				places++
			}
		}
		a.lock.Lock()
		defer a.lock.Unlock()
		a.Places += places
		if places > 0 {
			a.Fields++
		}
		return nil
	})
}

// isManaged reports whether a path is in metadata.managedFields, which the server changes with
// every request.
func isManaged(path model.Path) bool {
	return len(path) > 1 && path[:2].Equal(model.Path{model.Field("metadata"), model.Field("managedFields")})
}

// again stores the zero of a field, and merges the manifest again. Then it does the same for
// an object in which the field has another value. The result tried reports whether the server
// accepted the zero.
func (r *recorder) again(ctx context.Context, a *Again, s *spot) (tried bool, err error) {
	_, typ := r.resolve("", s.typ)
	for _, b := range []base{s.create, s.update} {
		if !b.works {
			continue
		}
		for _, zero := range zeros(typ) {
			took, err := r.ask(ctx, s, b, zero)
			if err != nil {
				return false, err
			}
			if !took.ok() {
				continue
			}
			sent, _ := set(b.sent, s.path, zero)
			if took.outcome == table.NotStored {
				tried = true
				patch, err := again(s.Schema, sent, took.stored)
				if err != nil {
					a.fail("%s, %s: %v", s.Subject, s.path, err)
				} else if sends(patch, s.path) {
					a.fail("%s, %s: %s is sent again: %s", s.Subject, s.path, zero.Canonical(), patch.Canonical())
				}
			}
			if err := r.drift(ctx, a, s, b, sent, zero); err != nil {
				return tried, err
			}
		}
	}
	return tried, nil
}

// drift merges a manifest with a zero into an object that has another value in this field.
func (r *recorder) drift(ctx context.Context, a *Again, s *spot, b base, manifest, zero model.Value) error {
	if merges(s.typ) || merges(r.source.Plain[s.typ.Ref]) {
		return nil // an empty map or list does not remove the additions of others
	}
	if r.source.Plain[s.id.Definition].Fields[s.id.Field].Marks.FilledIn && isEmpty(zero) {
		return nil // any value is wanted
	}
	before, _ := s.path.Lookup(b.sent)
	other, ok := r.other(s.typ, before)
	if !ok {
		return nil
	}
	held, err := r.ask(ctx, s, b, other)
	if err != nil || held.outcome != table.Stored && held.outcome != table.FilledIn || model.Equal(held.after, zero) {
		return err
	}
	a.lock.Lock()
	a.Drifts++
	a.lock.Unlock()
	patch, err := again(s.Schema, manifest, held.stored)
	if err != nil {
		a.fail("%s, %s: %v", s.Subject, s.path, err)
	} else if !sends(patch, s.path) {
		a.fail("%s, %s: the server holds %s, wanted is %s, and the patch is %s", s.Subject, s.path, held.after.Canonical(), zero.Canonical(), patch.Canonical())
	}
	return nil
}

// merges reports whether the members or elements of values of a type are merged.
func merges(t smp.Definition) bool {
	return t.Type == smp.ListType && t.Strategy == smp.Merge || t.Type == smp.MapType && t.Strategy != smp.Replace
}

// other returns a non-zero value of a type that differs from before, if there is one.
func (r *recorder) other(t smp.Definition, before model.Value) (model.Value, bool) {
	in, typ := r.resolve("", t)
	switch typ.Type {
	case smp.ScalarType:
		return another(typ, before), true
	case smp.ListType:
		if before.Len() > 0 {
			return before, true
		}
		if typ.Element == nil {
			return model.Value{}, false
		}
		element, ok := r.other(*typ.Element, model.Value{})
		return listOf(element), ok
	case smp.MapType:
		if before.Len() > 0 {
			return before, true
		}
		if len(r.samples[in]) > 0 {
			return r.samples[in][0], true
		}
		if typ.Values != nil {
			value, ok := r.other(*typ.Values, model.Value{})
			return mapOf(of("k", value)), ok
		}
	}
	return model.Value{}, false
}

// sends reports whether a patch contains a place, or replaces a map or list around it. All
// elements of a list count as the same place.
func sends(patch model.Value, path model.Path) bool {
	for _, step := range path {
		name, ok := step.(model.Field)
		if !ok || patch.Type() == model.List {
			return patch.Len() > 0
		}
		member, ok := patch.Get(string(name))
		if !ok {
			_, wide := patch.Get("$patch")
			return wide || slices.ContainsFunc(patch.AppendMembers(nil), func(m model.Member) bool {
				return strings.HasPrefix(m.Name, "$") && strings.HasSuffix(m.Name, "/"+string(name))
			})
		}
		if patch = member; patch.Type() != model.Map && patch.Type() != model.List {
			return true
		}
	}
	return true
}
