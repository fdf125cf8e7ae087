package trial

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Unions contains the results of changing the members of unions.
type Unions struct {
	Tried []*TriedUnion
	// Unserved are the unions that are not part of a served kind.
	Unserved []string
	// Unset is the number of objects with a value that counts as unset next to another member,
	// which the server must accept.
	Unset int
	// Kubectl is the number of runs of kubectl.
	Kubectl int
	Failed  []string

	kubectl Kubectl
	lock    sync.Mutex
}

func (u *Unions) fail(format string, args ...any) {
	u.lock.Lock()
	defer u.lock.Unlock()
	u.Failed = append(u.Failed, fmt.Sprintf(format, args...))
}

// A TriedUnion contains the results for one place.
type TriedUnion struct {
	unions.Place
	// Together is the number of objects with two members. The server must reject all of them.
	Together int
	// Changes is the number of changes of the manifest. Drifts is the number of changes for a
	// live object that others have changed. Right is the number of changes for which our
	// patch is correct.
	Changes, Drifts, Right int
	// Nulls is the number of our patches with nulls, and Bare the number of those that fail
	// without the nulls.
	Nulls, Bare int
	// Theirs contains the failures of apimachinery's three-way merge. Drifted is the number
	// of failures for a live object that others have changed.
	Theirs  map[string]*Failures
	Drifted int
	// Created is the reason why the server accepts no patch that changes the member. The
	// patched object is created instead.
	Created string
}

// A unionStage is an object in the cluster, once with each member.
type unionStage struct {
	*TriedUnion
	number int
	union  smp.Union
	// isKey is set if the discriminator is a merge key of the list whose elements contain the
	// union. Another value then identifies another element.
	isKey bool
	kind  Subject
	// resource is the served resource of the kind.
	resource client.Resource
	// live are the objects as returned by the server, by the number of the member. An object
	// is absent if the server rejected it.
	live []model.Value
}

// Unions changes every union of the served kinds and of custom resources from each member to
// each other member. It returns an error if a request or kubectl fails.
func (w *World) Unions(ctx context.Context, k Kubectl) (*Unions, error) {
	u := &Unions{kubectl: k}
	places, err := unions.All()
	if err != nil {
		return nil, err
	}
	source, err := table.ReadAll()
	if err != nil {
		return nil, err
	}
	u.cover(w, source, places)
	if err := w.newNamespace(ctx, unionNamespace); err != nil {
		return nil, err
	}
	var stages []*unionStage
	for i, p := range places {
		s, err := w.unionStage(i, p)
		if err != nil {
			u.fail("%s: %v", p.Definition, err)
			continue
		}
		stages = append(stages, s)
		u.Tried = append(u.Tried, s.TriedUnion)
	}
	if err := each(ctx, len(stages), func(i int) error { return w.setUnion(ctx, u, stages[i]) }); err != nil {
		return nil, err
	}
	var tasks []func() error
	for _, s := range stages {
		tasks = append(tasks, w.unionTasks(ctx, u, s)...)
	}
	return u, each(ctx, len(tasks), func(i int) error { return tasks[i]() })
}

// unionNamespace is the namespace of the objects.
const unionNamespace = "unions"

// unionStage returns the stage for a place, with the union that the place belongs to.
func (w *World) unionStage(number int, p unions.Place) (*unionStage, error) {
	resource, ok := w.resource(p.Kind)
	if !ok {
		return nil, fmt.Errorf("the server has no %s", p.Kind)
	}
	schema, ok := w.schema(p.Kind)
	if !ok {
		return nil, fmt.Errorf("%s has no schema", p.Kind)
	}
	_, custom := w.custom[p.Kind]
	s := &unionStage{
		TriedUnion: &TriedUnion{Place: p, Theirs: map[string]*Failures{}}, number: number,
		kind:     Subject{Kind: p.Kind, Schema: schema, Custom: custom},
		resource: resource, live: make([]model.Value, len(p.Members)),
	}
	if !resource.Takes("patch") {
		s.Created = "the server accepts no patches for it; its verbs are " + strings.Join(resource.Verbs, ", ")
	}
	var keys []string
	for _, step := range p.Path {
		keys = nil
		switch step := step.(type) {
		case model.Field:
			schema, _ = schema.Member(string(step))
		case model.Index:
			keys, schema = slices.Concat(schema.Keys(), schema.Recommended()), schema.Element()
		}
	}
	if s.union, ok = unionOf(schema.Unions(), p); !ok {
		return nil, fmt.Errorf("no union of %s of %s has the members", p.Path, p.Kind)
	}
	s.isKey = slices.Contains(keys, s.union.Discriminator)
	return s, nil
}

// unionOf returns the union that has the most fields in the maps of a place.
func unionOf(all []smp.Union, p unions.Place) (found smp.Union, ok bool) {
	most := 0
	for _, u := range all {
		n := 0
		for _, v := range slices.Concat(p.Members, p.Refused) {
			for _, m := range u.Members {
				if setsMember(m, v) {
					n++
				}
			}
		}
		if n > most {
			most, found = n, u
		}
	}
	return found, most > 0
}

// setUnion creates the objects of a stage.
func (w *World) setUnion(ctx context.Context, u *Unions, s *unionStage) error {
	for i, m := range s.Members {
		object, err := s.Object(s.name(i), m)
		if err != nil {
			return err
		}
		request := client.Request{Method: http.MethodPost, Path: s.path(model.Value{}), Body: annotated(object).Canonical()}
		if s.Created != "" {
			request.Body, request.DryRun = object.Canonical(), true
		}
		a, err := w.Do(ctx, request)
		if err != nil {
			return err
		}
		if !a.OK() {
			u.fail("%s: the server refuses %s in %s: %s", s.Definition, m.Canonical(), s.Kind, a)
			continue
		}
		if s.live[i] = a.Value; s.Created != "" {
			s.live[i] = object
		}
	}
	if s.Created != "" || len(s.Members) < 2 || s.live[0].Type() == model.Absent {
		return nil
	}
	return w.changeable(ctx, s)
}

// changeable sets Created if the server also rejects a PUT that contains only the first
// change.
func (w *World) changeable(ctx context.Context, s *unionStage) error {
	original, modified, err := s.manifests(unionChange{wanted: 1})
	if err != nil {
		return err
	}
	for {
		subject := s.kind
		if subject.Live, err = w.get(ctx, s.path(original)); err != nil {
			return err
		}
		patch, err := subject.engine().ThreeWay(subject.Schema, original, modified, subject.Live, smp.ThreeWayOptions{Overwrite: true})
		if err != nil {
			return nil // the attempt at the change shows whether it is accepted
		}
		result, err := subject.engine().Apply(subject.Schema, subject.Live, patch)
		if err != nil {
			return nil
		}
		a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.path(original), Body: result.Canonical(), DryRun: true})
		if err == nil && a.Code == http.StatusConflict {
			continue // the server's own controllers have changed the object
		}
		if err == nil && !a.OK() {
			s.Created = "the server rejects the change in a PUT, too: " + a.String()
		}
		return err
	}
}

// path returns the path of an object. If the object is absent, it returns the path of the
// collection.
func (s *unionStage) path(object model.Value) string {
	return s.resource.Path(unionNamespace, objects.Object{Value: object}.Name())
}

// name returns the name of the object that has a member.
func (s *unionStage) name(member int) string { return fmt.Sprintf("u%d-%d", s.number, member) }
