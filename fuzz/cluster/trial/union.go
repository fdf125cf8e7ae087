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
	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Unions is what came of changing the members of unions.
type Unions struct {
	Tried []*TriedUnion
	// Unserved are the unions that no kind has which the server serves.
	Unserved []string
	Failed   []string

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
	// Theirs counts what goes wrong with the shipped three-way merge.
	Theirs map[string]*Failures
	// Created says why the server takes no patch that changes the member: the patched
	// object is created instead.
	Created string
}

// A unionStage is an object with each member in the cluster.
type unionStage struct {
	*TriedUnion
	number int
	union  smp.Union
	kind   Subject
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

// cover fails for every union, and every member, that is not tried though a served
// kind has it.
func (u *Unions) cover(w *World, source *table.Source, places []unions.Place) {
	tried := map[string][]unions.Place{}
	for _, p := range places {
		tried[p.Definition] = append(tried[p.Definition], p)
		if name := definitionAt(source, p); name != p.Definition {
			u.fail("%s: %s of %s is %s", p.Definition, p.Path, p.Kind, name)
		}
	}
	served := w.servedUnions(source)
	for _, name := range source.Names() {
		if _, ok := served[name]; !ok && len(source.Plain[name].Unions) > 0 {
			u.Unserved = append(u.Unserved, name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(served)) {
		for _, union := range served[name] {
			for _, m := range union.Members {
				if !slices.ContainsFunc(tried[name], func(p unions.Place) bool {
					return slices.ContainsFunc(slices.Concat(p.Members, p.Refused), func(v model.Value) bool { return setsMember(m, v) })
				}) {
					u.fail("%s: nothing tries its member %s", name, strings.Join(m.Fields, ", "))
				}
			}
		}
	}
}

// definitionAt names the definition at a place.
func definitionAt(source *table.Source, p unions.Place) string {
	name, ok := source.Roots[p.Kind]
	if !ok {
		return p.Kind.String() + " " + p.Path.String()
	}
	at := source.Plain[name]
	for _, step := range p.Path {
		switch step := step.(type) {
		case model.Field:
			if field, ok := at.Fields[string(step)]; ok {
				at = field
			} else if at.Values != nil {
				at = *at.Values
			}
		case model.Index:
			if at.Element != nil {
				at = *at.Element
			}
		}
		if at.Ref != "" {
			name, at = at.Ref, source.Plain[at.Ref]
		}
	}
	return name
}

// servedUnions returns the unions of the definitions that served kinds have, and of
// custom resources.
func (w *World) servedUnions(source *table.Source) map[string][]smp.Union {
	found := map[string][]smp.Union{}
	seen := map[string]bool{}
	var walk func(t smp.Type)
	reach := func(name string) {
		if name == "" || seen[name] {
			return
		}
		seen[name] = true
		if all := source.Plain[name].Unions; len(all) > 0 {
			found[name] = all
		}
		walk(source.Plain[name])
	}
	walk = func(t smp.Type) {
		reach(t.Ref)
		for _, field := range t.Fields {
			walk(field)
		}
		if t.Values != nil {
			walk(*t.Values)
		}
		if t.Element != nil {
			walk(*t.Element)
		}
	}
	for _, r := range w.Resources {
		reach(source.Roots[r.Kind])
	}
	for kind, schema := range w.custom {
		customUnions(found, kind, nil, schema)
	}
	return found
}

// customUnions adds the unions of a custom resource. Its schema has no end of places
// only where it refers to itself, which those of definitions do not.
func customUnions(found map[string][]smp.Union, kind kubernetes.Kind, path model.Path, s smp.Schema) {
	if all := s.Unions(); len(all) > 0 {
		found[kind.String()+" "+path.String()] = all
	}
	for name, field := range s.Fields() {
		customUnions(found, kind, path.Append(model.Field(name)), field)
	}
	if s.Kind() == smp.ListType {
		customUnions(found, kind, path.Append(model.Index(0)), s.Element())
	}
}

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
	for _, step := range p.Path {
		switch step := step.(type) {
		case model.Field:
			schema, _ = schema.Member(string(step))
		case model.Index:
			schema = schema.Element()
		}
	}
	if all := schema.Unions(); len(all) == 1 {
		s.union = all[0]
		return s, nil
	}
	return nil, fmt.Errorf("%s of %s has %d unions", p.Path, p.Kind, len(schema.Unions()))
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
	if s.Created != "" || len(s.Members) < 2 || s.live[0].Kind() == model.Absent {
		return nil
	}
	object, err := s.Object(s.name(0), s.Members[1])
	if err != nil {
		return err
	}
	for {
		live, err := w.get(ctx, s.path(object))
		if err != nil {
			return err
		}
		a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.path(object), Body: versioned(annotated(object), live).Canonical(), DryRun: true})
		if err == nil && a.Code == http.StatusConflict {
			continue // the server's own controllers have changed it
		}
		if err == nil && !a.OK() {
			s.Created = "the server refuses the change to whatever is put: " + a.String()
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

// setsMember reports whether a map sets a member of a union.
func setsMember(m smp.UnionMember, v model.Value) bool {
	return slices.ContainsFunc(m.Fields, func(name string) bool { return setsField(m, v, name) })
}

// setsField reports whether a map sets a field of a member.
func setsField(m smp.UnionMember, v model.Value, name string) bool {
	have, ok := v.Get(name)
	return ok && have.Kind() != model.Null && !slices.ContainsFunc(m.Unset, func(unset model.Value) bool { return model.Equal(unset, have) })
}
