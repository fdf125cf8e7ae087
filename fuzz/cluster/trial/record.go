package trial

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/unions"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// conclusive is the number of places in which the server must accept a field's zero.
// placesTried is the largest number of places in which a field is tried.
const (
	conclusive  = 12
	placesTried = 48
)

// maxGrown is the largest number of nested structs that are added to reach a field.
const maxGrown = 5

// Record determines how the server treats each field of the built-in kinds. As dry runs, it
// sends the zero of the field, null, and another value. It sends them in updates of the
// objects in the world, and in new objects that are similar. It returns an error if a request
// fails. It also returns the places of the fields that never change, with exceptions, and of the fields
// that only some kinds require, a line for each kind:
//
//	v1 Pod: spec !spec.containers.image !+spec.tolerations
func (w *World) Record(ctx context.Context, release string, progress func(string)) (record *table.Record, immutable, required []byte, err error) {
	r, stages, err := w.recorder(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	r.record.Release = release
	var spots []*spot
	for _, s := range stages {
		root := smp.Definition{Ref: r.source.Roots[s.Kind]}
		r.collect(root, s.Live)
		r.shapesIn(root, s.Live, nil)
		spots = append(spots, s.spots(root)...)
	}
	for round := 0; len(spots) > 0; round++ {
		progress(fmt.Sprintf("record: round %d, %d places, %d fields known", round, len(spots), len(r.record.Fields)))
		if spots, err = r.round(ctx, spots); err != nil {
			return nil, nil, nil, err
		}
	}
	r.finishAliases()
	r.finishImmutable(stages)
	r.finishRequired()
	r.finishDefaults()
	fields := maps.Clone(r.record.Fields)
	if err := r.states(ctx, progress); err != nil {
		return nil, nil, nil, err
	}
	r.record.Fields = fields
	immutable = r.places.text(func(kind kubernetes.Kind) []string {
		schema, _ := w.schema(kind)
		return r.places.kinds[kind].immutable(schema)
	})
	required = r.places.text(func(kind kubernetes.Kind) []string {
		schema, _ := w.schema(kind)
		return r.places.required(kind, schema)
	})
	return r.record, immutable, required, nil
}

// states tries the fields of objects in special states, such as a bound claim. They only count for places.
func (r *recorder) states(ctx context.Context, progress func(string)) error {
	before := len(r.Subjects)
	if err := r.addStates(ctx); err != nil {
		return err
	}
	var spots []*spot
	for _, subject := range r.Subjects[before:] {
		s, err := r.stage(ctx, subject)
		if err != nil {
			return err
		}
		spots = append(spots, s.spots(smp.Definition{Ref: r.source.Roots[s.Kind]})...)
	}
	clear(r.tried)
	clear(r.rejected)
	progress(fmt.Sprintf("record: %d places of objects in special states", len(spots)))
	_, err := r.round(ctx, spots)
	return err
}

// recorder adds objects to the world, and records the results of the server for all unchanged
// objects.
func (w *World) recorder(ctx context.Context) (*recorder, []*recordStage, error) {
	source, err := table.ReadAll()
	if err != nil {
		return nil, nil, err
	}
	if err := w.addMore(ctx); err != nil {
		return nil, nil, err
	}
	r := &recorder{
		World: w, source: source, record: &table.Record{Fields: map[table.FieldID]table.Recorded{}},
		tried: map[table.FieldID]int{}, rejected: map[table.FieldID]int{},
		samples: map[string][]model.Value{}, changed: map[table.FieldID]map[string]int{}, aliases: map[table.FieldID]map[string]int{},
		fillings: map[table.FieldID]*filling{},
		needed:   map[table.FieldID]bool{},
		places:   newPlaces(),
		frozen:   map[table.FieldID]map[kubernetes.Kind]bool{},
	}
	subjects := slices.DeleteFunc(slices.Clone(w.Subjects), func(s Subject) bool { return s.Custom })
	stages := make([]*recordStage, len(subjects))
	err = each(ctx, len(subjects), func(i int) (err error) {
		stages[i], err = r.stage(ctx, subjects[i])
		return err
	})
	return r, stages, err
}

// addMore creates an object for each member of each union, and the objects that have further
// fields. It ignores objects of unions that the server rejects.
func (w *World) addMore(ctx context.Context) error {
	places, err := unions.All()
	if err != nil {
		return err
	}
	for i, p := range places {
		resource, ok := w.resource(p.Kind)
		if !ok || !resource.Takes("patch") {
			continue
		}
		schema, _ := w.schema(p.Kind)
		for j, m := range p.Members {
			o, err := p.Object(fmt.Sprintf("m%d-%d", i, j), m)
			if err != nil {
				return err
			}
			if err := w.add(ctx, resource, schema, objects.Object{Kind: p.Kind, Value: o}); err != nil && ctx.Err() != nil {
				return err
			}
		}
	}
	more, err := objects.Fields()
	if err != nil {
		return err
	}
	return w.addAll(ctx, more)
}

// addStates creates the objects in special states.
func (w *World) addStates(ctx context.Context) error {
	more, err := objects.States()
	if err != nil {
		return err
	}
	return w.addAll(ctx, more)
}

// addAll creates objects. It returns an error for those that the server rejects.
func (w *World) addAll(ctx context.Context, more []objects.Object) error {
	var refused error
	for _, o := range more {
		resource, ok := w.resource(o.Kind)
		if !ok {
			return fmt.Errorf("the server has no %s", o.Kind)
		}
		schema, _ := w.schema(o.Kind)
		refused = errors.Join(refused, w.add(ctx, resource, schema, o))
	}
	return refused
}

// A recorder collects the behavior of the server.
type recorder struct {
	*World
	source *table.Source
	// samples are values of definitions that occur in objects.
	samples map[string][]model.Value

	lock   sync.Mutex
	record *table.Record
	// tried and rejected count the places in which the server accepted or rejected the zero.
	tried, rejected map[table.FieldID]int
	// changed counts how often the server accepted a value of the field, and aliases counts
	// how often another field of the map got the same value.
	changed, aliases map[table.FieldID]map[string]int
	// fillings are the values that the server filled in for missing fields.
	fillings map[table.FieldID]*filling
	// needed are the fields without which the server rejected a new object.
	needed map[table.FieldID]bool
	// frozen are the kinds in which a field must not change.
	frozen map[table.FieldID]map[kubernetes.Kind]bool
	places *places
	// kept counts the objects that were created without a dry run.
	kept atomic.Int64
}

// A recordStage is a subject that can be updated, or that can be created under another name.
type recordStage struct {
	Subject
	*recorder
	// update is the base for updating Live.
	update base
	// create is the base for creating a similar object, if that is possible.
	create base
}

// A base is a document to send, and the server's result for this document.
type base struct {
	method, path    string
	sent, got       model.Value
	works, isUpdate bool
}

// A spot is a field in one place.
type spot struct {
	*recordStage
	id   table.FieldID
	path model.Path
	typ  smp.Definition
	// grown contains values that must be set first, to create the map of the field.
	grown []setting
}

type setting struct {
	path  model.Path
	value model.Value
}

// stage records the server's results for an unchanged update of a subject, and for an
// unchanged creation.
func (r *recorder) stage(ctx context.Context, s Subject) (*recordStage, error) {
	stage := &recordStage{Subject: s, recorder: r}
	var err error
	if stage.update, err = r.base(ctx, base{method: http.MethodPut, path: s.Path, sent: s.Live, isUpdate: true}); err != nil {
		return nil, err
	}
	if part := s.Path[strings.LastIndex(s.Path, "/"):]; part == "/status" || part == "/scale" {
		return stage, nil
	}
	for _, v := range []model.Value{fresh(s.Live), fresh(s.Manifest)} {
		if !stage.create.works {
			if stage.create, err = r.base(ctx, base{method: http.MethodPost, path: s.Collection, sent: v}); err != nil {
				return nil, err
			}
		}
	}
	return stage, nil
}

// fresh returns an object for a request that creates it under another name.
func fresh(v model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	name, _ := metadata.Get("name")
	metadata = with(metadata, of("name", model.NewString(name.Text()+"-m")))
	for _, name := range []string{"uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink", "deletionTimestamp"} {
		metadata = with(metadata, of(name, model.Value{}))
	}
	return with(v, of("metadata", metadata), of("status", model.Value{}))
}

func (r *recorder) base(ctx context.Context, b base) (base, error) {
	a, err := r.send(ctx, b, b.sent)
	if err != nil && ctx.Err() != nil {
		return b, err
	}
	b.got, b.works = a.Value, err == nil && a.OK()
	return b, nil
}

// send sends a document as a dry run. It tries again if the server rejects the document
// because the object has changed or an address is already in use.
func (r *recorder) send(ctx context.Context, b base, v model.Value) (a client.Answer, err error) {
	for range 5 {
		a, err = r.Do(ctx, client.Request{Method: b.method, Path: b.path, Body: v.Canonical(), DryRun: true})
		taken := strings.Contains(string(a.Text), "already allocated")
		if err != nil || a.Code != http.StatusConflict && a.Code < http.StatusInternalServerError && !taken {
			break
		}
		if !b.isUpdate || taken {
			continue
		}
		live, err := r.get(ctx, b.path)
		if err != nil {
			return a, err
		}
		metadata, _ := live.Get("metadata")
		version, _ := metadata.Get("resourceVersion")
		v, _ = set(v, model.Path{model.Field("metadata"), model.Field("resourceVersion")}, version)
	}
	return a, err
}

// collect adds the values in a document to the samples.
func (r *recorder) collect(t smp.Definition, v model.Value) {
	name, t := r.resolve("", t)
	const enough = 4
	if name != "" && v.Type() == model.Map && v.Len() > 0 && len(r.samples[name]) < enough {
		r.samples[name] = append(r.samples[name], v)
	}
	for field, member := range v.Members() {
		if typ, ok := t.Fields[field]; ok {
			r.collect(typ, member)
		} else if t.Values != nil {
			r.collect(*t.Values, member)
		}
	}
	if t.Element != nil {
		for _, element := range v.Elements() {
			r.collect(*t.Element, element)
		}
	}
}

// resolve follows references, and returns the name of the definition. The argument in is the
// name of the surrounding definition.
func (r *recorder) resolve(in string, t smp.Definition) (string, smp.Definition) {
	for t.Ref != "" {
		in = t.Ref
		t = r.source.Plain[in]
	}
	return in, t
}

// spots returns the fields of a subject that can be set: either those of its status, or all
// others.
func (s *recordStage) spots(root smp.Definition) []*spot {
	name, t := s.resolve("", root)
	var all []*spot
	isStatus := strings.HasSuffix(s.Path, "/status")
	hasStatus := slices.ContainsFunc(s.Subjects, func(other Subject) bool { return other.Path == s.Path+"/status" })
	for field, typ := range t.Fields {
		if isStatus != (field == "status") && (isStatus || hasStatus) || field == "apiVersion" || field == "kind" {
			continue
		}
		all = append(all, s.field(name, field, typ, s.Live, nil, nil)...)
	}
	return all
}

// inside returns the fields in a value of a type.
func (s *recordStage) inside(in string, t smp.Definition, v model.Value, path model.Path, grown []setting) []*spot {
	in, t = s.resolve(in, t)
	const some = 3
	var all []*spot
	switch v.Type() {
	case model.Map:
		for name, typ := range t.Fields {
			all = append(all, s.field(in, name, typ, v, path, grown)...)
		}
		if t.Values != nil {
			n := 0
			for name, member := range v.Members() {
				if n++; t.Fields[name].Type == smp.AnyType && n <= some {
					all = append(all, s.inside(in, *t.Values, member, path.Append(model.Field(name)), grown)...)
				}
			}
		}
	case model.List:
		if t.Element != nil {
			for i := range min(v.Len(), some) {
				all = append(all, s.inside(in, *t.Element, v.At(i), path.Append(model.Index(i)), grown)...)
			}
		}
	}
	return all
}

// field returns a field of a map, and the fields in its value.
func (s *recordStage) field(in, name string, typ smp.Definition, v model.Value, path model.Path, grown []setting) []*spot {
	path = path.Append(model.Field(name))
	all := []*spot{{recordStage: s, id: table.FieldID{Definition: in, Field: name}, path: path, typ: typ, grown: grown}}
	if member, ok := v.Get(name); ok {
		all = append(all, s.inside(in, typ, member, path, grown)...)
	}
	return all
}

// round tries fields, each in a few places. It returns further places, in structs that it was
// able to add.
func (r *recorder) round(ctx context.Context, spots []*spot) ([]*spot, error) {
	byField := map[table.FieldID]map[kubernetes.Kind][]*spot{}
	for _, s := range spots {
		if byField[s.id] == nil {
			byField[s.id] = map[kubernetes.Kind][]*spot{}
		}
		byField[s.id][s.Kind] = append(byField[s.id][s.Kind], s)
	}
	ids := slices.SortedFunc(maps.Keys(byField), func(a, b table.FieldID) int {
		return cmp.Or(strings.Compare(a.Definition, b.Definition), strings.Compare(a.Field, b.Field))
	})
	var more []*spot
	err := each(ctx, len(ids), func(i int) error {
		for _, s := range spread(byField[ids[i]]) {
			r.lock.Lock()
			done := r.tried[s.id] >= conclusive || r.tried[s.id]+r.rejected[s.id] >= placesTried
			r.lock.Unlock()
			if done {
				break
			}
			found, err := r.try(ctx, s)
			if err != nil {
				return err
			}
			r.lock.Lock()
			more = append(more, found...)
			r.lock.Unlock()
		}
		return nil
	})
	// Sorting makes the result independent of the order in which places are found.
	slices.SortFunc(more, func(a, b *spot) int {
		return cmp.Or(a.Kind.Compare(b.Kind), strings.Compare(a.Path, b.Path), strings.Compare(a.path.String(), b.path.String()))
	})
	return more, err
}

// spread orders spots so that the first ones have different kinds.
func spread(byKind map[kubernetes.Kind][]*spot) []*spot {
	kinds := slices.SortedFunc(maps.Keys(byKind), kubernetes.Kind.Compare)
	var all []*spot
	for n, found := 0, true; found; n++ {
		found = false
		for _, k := range kinds {
			if n < len(byKind[k]) {
				all, found = append(all, byKind[k][n]), true
			}
		}
	}
	return all
}

// try tries one field in one place. If it was able to add a struct there, it returns the
// fields of the struct.
func (r *recorder) try(ctx context.Context, s *spot) ([]*spot, error) {
	_, typ := r.resolve("", s.typ)
	var f table.Recorded
	var all []answer
	for _, b := range []base{s.update, s.create} {
		if !b.works {
			continue
		}
		a, err := r.ask(ctx, s, b, null)
		if err != nil {
			return nil, err
		}
		f.Null |= a.outcome &^ table.Immutable
		if a.outcome == table.FilledIn {
			if err := r.fill(ctx, s, b, a); err != nil {
				return nil, err
			}
		}
		all = append(all, a)
		for _, zero := range zeros(typ) {
			z, err := r.ask(ctx, s, b, zero)
			if err != nil {
				return nil, err
			}
			if z.outcome == table.Stored && len(typ.Fields) == 0 && (typ.Type == smp.ListType || typ.Type == smp.MapType) {
				if z, err = r.keep(ctx, s, zero, z); err != nil {
					return nil, err
				}
			}
			f.Zero |= z.outcome &^ table.Immutable
			all = append(all, z)
			for again := 0; z.ok() && !a.ok() && again < 3; again++ {
				// An address or port that the server picked was perhaps in use.
				if a, err = r.ask(ctx, s, b, null); err != nil {
					return nil, err
				}
			}
			// Values that the server fills in, such as addresses, may be random.
			f.Differs = f.Differs || z.ok() && (a.outcome != z.outcome || !model.Equal(a.after, z.after) && z.outcome != table.FilledIn)
		}
		if other := another(typ, a.before); other.Type() != model.Absent {
			a, err := r.ask(ctx, s, b, other)
			if err != nil {
				return nil, err
			}
			if a.outcome == table.Stored {
				r.countAliases(s, a)
			}
			all = append(all, a)
		}
	}
	if err := r.resize(ctx, s); err != nil {
		return nil, err
	}
	f.Change = changeable(all)
	r.lock.Lock()
	old := r.record.Fields[s.id]
	r.record.Fields[s.id] = table.Recorded{Zero: old.Zero | f.Zero, Null: old.Null | f.Null, Differs: old.Differs || f.Differs, Change: old.Change | f.Change}
	if f.Change == table.Immutable {
		if r.frozen[s.id] == nil {
			r.frozen[s.id] = map[kubernetes.Kind]bool{}
		}
		r.frozen[s.id][s.Kind] = true
	}
	r.needed[s.id] = r.needed[s.id] || slices.ContainsFunc(all, func(a answer) bool { return a.missing })
	if f.Zero != 0 {
		r.tried[s.id]++
	} else {
		r.rejected[s.id]++
	}
	r.lock.Unlock()
	return r.grow(ctx, s)
}

// resize tries a list with one element more, and with one element less, and a map of scalars with another value.
func (r *recorder) resize(ctx context.Context, s *spot) error {
	v, _ := s.path.Lookup(s.update.sent)
	_, typ := r.resolve("", s.typ)
	if v.Len() == 0 || !s.update.works || len(s.grown) > 0 {
		return nil
	}
	var others []model.Value
	switch {
	case v.Type() == model.List:
		elements := v.AppendElements(nil)
		last := len(elements) - 1
		more := append(elements[:last+1:last+1], newEditor(uint64(last)).another(elements[last]))
		others = []model.Value{listOf(more...), listOf(elements[:last]...)}
	case v.Type() == model.Map && typ.Values != nil:
		for name, member := range v.Members() {
			if other := another(*typ.Values, member); other.Type() != model.Absent {
				others = []model.Value{with(v, of(name, other))}
			}
		}
	}
	for _, other := range others {
		if _, err := r.ask(ctx, s, s.update, other); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf returns the names of the fields in a path, without elements of lists.
func fieldsOf(path model.Path) string {
	var names []string
	for _, step := range path {
		if field, ok := step.(model.Field); ok {
			names = append(names, string(field))
		}
	}
	return strings.Join(names, ".")
}

// changeable returns the outcome of changing a field. It contains Stored if the server
// accepted changes, and Immutable if it rejected a change because the field must not change.
func changeable(all []answer) table.Outcomes {
	var o table.Outcomes
	for _, a := range all {
		switch {
		case !a.isUpdate || a.before.Type() == model.Absent:
		case a.outcome == table.Immutable:
			return table.Immutable
		default:
			o = table.Stored
		}
	}
	return o
}

// An answer is the server's result for a field.
type answer struct {
	outcome       table.Outcomes
	before, after model.Value
	isUpdate      bool
	// missing is set if the server rejected a new object without the field, because of the field.
	missing bool
	// within is the map with the field as it was sent, back is the same map as the server
	// returned it, and stored is the whole document.
	within, back, stored model.Value
}

// ok reports whether the server accepted the value.
func (a answer) ok() bool { return a.outcome&^table.Immutable != 0 }

// frozen matches the messages about an immutable field, and frozenInside matches the messages
// about a map with immutable fields.
var (
	frozen       = regexp.MustCompile(`immutable|may not be changed|not be modified|cannot be changed|can't be changed|may not be updated`)
	frozenInside = regexp.MustCompile(`may not change|updates to .* (are )?forbidden`)
)

// isFrozen reports whether a server rejected a change because the field, or a map around it,
// is immutable.
func isFrozen(path model.Path, status model.Value) bool {
	causes, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(status)
	for _, c := range causes.Elements() {
		field, _ := c.Get("field")
		message, _ := c.Get("message")
		inside := field.Text() == "" || strings.HasPrefix(path.String(), field.Text()+".") || strings.HasPrefix(path.String(), field.Text()+"[")
		if (inside || field.Text() == path.String()) && frozen.MatchString(message.Text()) || inside && frozenInside.MatchString(message.Text()) {
			return true
		}
	}
	return false
}

// isAbout reports whether a server rejected an object because of the field, or of a field inside it.
func isAbout(path model.Path, status model.Value) bool {
	causes, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(status)
	for _, c := range causes.Elements() {
		field, _ := c.Get("field")
		if inside, found := strings.CutPrefix(field.Text(), path.String()); found && (inside == "" || inside[0] == '.' || inside[0] == '[') {
			return true
		}
	}
	return false
}

// ask sends a document with a field set and returns the stored value.
func (r *recorder) ask(ctx context.Context, s *spot, b base, v model.Value) (answer, error) {
	sent := b.sent
	for _, g := range s.grown {
		var ok bool
		if sent, ok = set(sent, g.path, g.value); !ok {
			return answer{}, nil
		}
	}
	sent, ok := set(sent, s.path, v)
	if !ok {
		return answer{}, nil
	}
	a := answer{isUpdate: b.isUpdate}
	a.before, _ = s.path.Lookup(b.sent)
	a.within, _ = s.path[:len(s.path)-1].Lookup(sent)
	if model.Equal(sent, b.sent) || v.Type() == model.Null && a.before.Type() == model.Absent && len(s.grown) == 0 {
		return r.answered(s, a, v, sent, b.got), nil
	}
	reply, err := r.send(ctx, b, sent)
	if err != nil {
		return a, ctx.Err() // the server closes the connection when it panics
	}
	if !reply.OK() {
		if b.isUpdate && isFrozen(s.path, reply.Value) {
			a.outcome = table.Immutable
		}
		a.missing = !b.isUpdate && v.Type() == model.Null && isAbout(s.path, reply.Value)
		r.places.note(s, a, v, reply.Value)
		return a, nil
	}
	a = r.answered(s, a, v, sent, reply.Value)
	r.places.note(s, a, v, model.Value{})
	return a, nil
}

// answered returns the answer for a value, as the stored document shows it.
func (r *recorder) answered(s *spot, a answer, v, sent, stored model.Value) answer {
	if !alike(s.path, sent, stored) {
		return a
	}
	a.stored = stored
	a.back, _ = s.path[:len(s.path)-1].Lookup(stored)
	var ok bool
	a.after, ok = s.path.Lookup(stored)
	switch {
	case !ok || a.after.Type() == model.Null:
		a.outcome = table.NotStored
	case model.Equal(v, a.after):
		a.outcome = table.Stored
	default:
		a.outcome = table.FilledIn
	}
	return a
}

// keep creates an object with an empty list or map, without a dry run, and returns the result
// for the field. This is necessary because a dry run returns an empty list as it was sent,
// although the stored form of built-in kinds does not distinguish an empty list from a
// missing one. If no object can be created, keep returns the answer of the dry run.
func (r *recorder) keep(ctx context.Context, s *spot, v model.Value, dry answer) (answer, error) {
	sent, ok := set(s.create.sent, s.path, v)
	if !s.create.works || !ok || len(s.grown) > 0 {
		return dry, nil
	}
	metadata, _ := sent.Get("metadata")
	name, _ := metadata.Get("name")
	other := fmt.Sprintf("%s%d", name.Text(), r.kept.Add(1))
	sent = with(sent, of("metadata", with(metadata, of("name", model.NewString(other)))))
	a, err := r.Do(ctx, client.Request{Method: http.MethodPost, Path: s.Collection, Body: sent.Canonical()})
	if err != nil || !a.OK() {
		return dry, ctx.Err()
	}
	path := s.Collection + "/" + other
	stored, err := r.get(ctx, path)
	if err != nil {
		return dry, err
	}
	_, err = r.Do(ctx, client.Request{Method: http.MethodDelete, Path: path})
	return r.answered(s, answer{isUpdate: dry.isUpdate, before: dry.before}, v, sent, stored), err
}

// alike reports whether the lists along a path have equal lengths in both documents, so that
// the path leads to the same place.
func alike(path model.Path, a, b model.Value) bool {
	for i := range path {
		if _, ok := path[i].(model.Index); ok {
			x, _ := path[:i].Lookup(a)
			y, _ := path[:i].Lookup(b)
			if x.Len() != y.Len() {
				return false
			}
		}
	}
	return true
}

// set returns a document with a value set, and whether the document contains the map or
// element around the value.
func set(v model.Value, path model.Path, to model.Value) (model.Value, bool) {
	if len(path) == 0 {
		return to, true
	}
	switch step := path[0].(type) {
	case model.Field:
		if v.Type() != model.Map {
			return v, false
		}
		member, _ := v.Get(string(step))
		member, ok := set(member, path[1:], to)
		return with(v, of(string(step), member)), ok
	case model.Index:
		if v.Type() != model.List || int(step) >= v.Len() {
			return v, false
		}
		elements := v.AppendElements(nil)
		var ok bool
		elements[step], ok = set(elements[step], path[1:], to)
		return listOf(elements...), ok
	}
	return v, false
}

// zeros returns the zeros of a type. The result is empty for a type that is not known.
func zeros(t smp.Definition) []model.Value {
	var all []model.Value
	switch t.Type {
	case smp.MapType:
		return []model.Value{emptyMap}
	case smp.ListType:
		return []model.Value{listOf()}
	case smp.ScalarType:
		if t.Scalars&smp.StringScalar != 0 {
			all = append(all, model.NewString(""))
		}
		if t.Scalars&smp.NumberScalar != 0 {
			all = append(all, model.NewInt(0))
		}
		if t.Scalars&smp.BoolScalar != 0 {
			all = append(all, model.NewBool(false))
		}
	}
	return all
}

// another returns a scalar of a type that differs from before. It is absent if the type is
// not scalar.
func another(t smp.Definition, before model.Value) model.Value {
	switch {
	case t.Type != smp.ScalarType:
		return model.Value{}
	case before.IsScalar() && before.Type() != model.String && before.Type() != model.Null:
		return changed(before)
	case t.Marks.Quantity:
		return model.NewString("3")
	case t.Scalars&smp.StringScalar != 0:
		return model.NewString("smp-mark")
	case t.Scalars&smp.BoolScalar != 0:
		return model.NewBool(true)
	default:
		return model.NewInt(1)
	}
}

// countAliases counts aliases: other fields of the map that got the string that was sent in a
// field.
func (r *recorder) countAliases(s *spot, a answer) {
	if a.after.Type() != model.String {
		return
	}
	r.lock.Lock()
	defer r.lock.Unlock()
	if r.changed[s.id] == nil {
		r.changed[s.id], r.aliases[s.id] = map[string]int{}, map[string]int{}
	}
	r.changed[s.id][""]++
	for name, v := range a.back.Members() {
		sent, _ := a.within.Get(name)
		if model.Equal(v, a.after) && !model.Equal(sent, v) {
			r.aliases[s.id][name]++
		}
	}
}

// finishAliases records the fields that always got the value of another field.
func (r *recorder) finishAliases() {
	for id, names := range r.aliases {
		for _, name := range slices.Sorted(maps.Keys(names)) {
			if f := r.record.Fields[id]; names[name] == r.changed[id][""] && f.Alias == "" {
				f.Alias = name
				r.record.Fields[id] = f
			}
		}
	}
}

// finishRequired records the fields that were needed in at least one new object, and that the server
// accepted nowhere as null.
func (r *recorder) finishRequired() {
	for id := range r.needed {
		if f := r.record.Fields[id]; r.needed[id] && f.Null == 0 {
			f.Required = true
			r.record.Fields[id] = f
		}
	}
}

// finishImmutable keeps only the fields that are immutable in every kind that has them.
func (r *recorder) finishImmutable(stages []*recordStage) {
	kinds := map[string]map[kubernetes.Kind]bool{}
	for _, s := range stages {
		r.eachDefinition(s.source.Roots[s.Kind], map[string]bool{}, func(name string) {
			if kinds[name] == nil {
				kinds[name] = map[kubernetes.Kind]bool{}
			}
			kinds[name][s.Kind] = true
		})
	}
	for id, f := range r.record.Fields {
		if f.Change == table.Immutable && !maps.Equal(kinds[id.Definition], r.frozen[id]) {
			f.Change = 0
			r.record.Fields[id] = f
		}
	}
}

// eachDefinition calls do for each definition to which a definition refers, directly or not.
func (r *recorder) eachDefinition(name string, seen map[string]bool, do func(string)) {
	if seen[name] {
		return
	}
	seen[name] = true
	do(name)
	var visit func(t smp.Definition)
	visit = func(t smp.Definition) {
		if t.Ref != "" {
			r.eachDefinition(t.Ref, seen, do)
		}
		for _, field := range t.Fields {
			visit(field)
		}
		if t.Values != nil {
			visit(*t.Values)
		}
		if t.Element != nil {
			visit(*t.Element)
		}
	}
	visit(r.source.Plain[name])
}

// grow finds a value that can be added to a missing field, and returns the fields in this
// value.
func (r *recorder) grow(ctx context.Context, s *spot) ([]*spot, error) {
	in, typ := r.resolve("", s.typ)
	inner := typ
	wrap := func(v model.Value) model.Value { return v }
	path := s.path
	switch {
	case len(s.grown) >= maxGrown:
		return nil, nil
	case typ.Element != nil:
		in, inner = r.resolve("", *typ.Element)
		wrap, path = func(v model.Value) model.Value { return listOf(v) }, path.Append(model.Index(0))
	case typ.Values != nil:
		in, inner = r.resolve("", *typ.Values)
		wrap, path = func(v model.Value) model.Value { return mapOf(of("k", v)) }, path.Append(model.Field("k"))
	}
	if in == "" || inner.Type != smp.MapType || len(inner.Fields) == 0 || !r.wants(in, inner) {
		return nil, nil
	}
	b := s.update
	if old, _ := s.path.Lookup(b.sent); old.Len() > 0 || !b.works {
		if old.Len() > 0 {
			return nil, nil
		}
		b = s.create
	}
	if !b.works {
		return nil, nil
	}
	for _, v := range append([]model.Value{emptyMap}, r.samples[in]...) {
		for _, b := range []base{s.update, s.create} {
			if !b.works {
				continue
			}
			a, err := r.ask(ctx, s, b, wrap(v))
			if err != nil {
				return nil, err
			}
			if a.outcome&(table.Stored|table.FilledIn) != 0 {
				grown := append(slices.Clone(s.grown), setting{s.path, wrap(v)})
				return s.inside(in, inner, v, path, grown), nil
			}
		}
	}
	return nil, nil
}

// wants reports whether a field of a definition needs more places.
func (r *recorder) wants(name string, t smp.Definition) bool {
	r.lock.Lock()
	defer r.lock.Unlock()
	for field := range t.Fields {
		id := table.FieldID{Definition: name, Field: field}
		if r.tried[id] == 0 && r.rejected[id] < placesTried {
			return true
		}
	}
	return false
}
