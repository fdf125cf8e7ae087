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

// Unions is what came of changing the members of unions.
type Unions struct {
	Tried []*TriedUnion
	// Unserved are the unions that no kind has which the server serves.
	Unserved []string
	// Unset counts the objects with a value that counts as unset beside another member,
	// which the server must accept.
	Unset int
	// Kubectl is how often kubectl itself was run.
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

// A TriedUnion counts what was tried in one place.
type TriedUnion struct {
	unions.Place
	// Together are the objects with two members, each of which the server refuses.
	Together int
	// Changes are those of the manifest, Drifts those with a live object that others
	// have changed; Right are those in which our patch does what it is to do.
	Changes, Drifts, Right int
	// Nulls are our patches that hold nulls, and Bare those that go wrong without.
	Nulls, Bare int
	// Theirs counts what goes wrong with the shipped three-way merge, and Drifted how
	// often that is with a live object that others have changed.
	Theirs  map[string]*Failures
	Drifted int
	// Created says why the server takes no patch that changes the member: the patched
	// object is created instead.
	Created string
}

// A unionStage is an object with each member in the cluster.
type unionStage struct {
	*TriedUnion
	number int
	union  smp.Union
	// isKey reports whether the discriminator is a key of the list at whose element the union is, so that
	// another value means another element.
	isKey bool
	kind  Subject
	// resource is what the server has of the kind.
	resource client.Resource
	// live are the objects as the server gives them, by the number of the member;
	// absent where it refused one.
	live []model.Value
}

// Unions has every union of the table that a served kind has, and those of custom
// resources, change from each member to each other. An error says that the server
// could not be asked, or kubectl not run.
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

// unionNamespace is where the objects live whose unions change.
const unionNamespace = "unions"

// unionStage finds the union of a place.
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
		s.Created = "the server takes no patches for it: it has " + strings.Join(resource.Verbs, ", ")
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

// unionOf returns the union of which a place sets the most fields.
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

// changeable notes what the server says if it refuses the first change in a PUT too,
// whose document has nothing else changed.
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
			return nil // the change itself tells
		}
		result, err := subject.engine().Apply(subject.Schema, subject.Live, patch)
		if err != nil {
			return nil
		}
		a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.path(original), Body: result.Canonical(), DryRun: true})
		if err == nil && a.Code == http.StatusConflict {
			continue // the server's own controllers have changed it
		}
		if err == nil && !a.OK() {
			s.Created = "the server refuses the change in a PUT too: " + a.String()
		}
		return err
	}
}

// path returns the path of an object, of all for one that is absent.
func (s *unionStage) path(object model.Value) string {
	return s.resource.Path(unionNamespace, objects.Object{Value: object}.Name())
}

// name returns the name of the object with a member.
func (s *unionStage) name(member int) string { return fmt.Sprintf("u%d-%d", s.number, member) }
