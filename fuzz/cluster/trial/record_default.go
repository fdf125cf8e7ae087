package trial

import (
	"context"
	"maps"
	"slices"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// placesVaried is the number of places of a field in which other fields are varied, to find out
// whether they change the value that the server fills in. valuesVaried is the number of values
// that are tried of each of the other fields.
const (
	placesVaried = 3
	valuesVaried = 4
)

// A filling contains the values that the server filled in for a field that was sent as null.
type filling struct {
	// values are the values by their canonical text.
	values map[string]model.Value
	// kept are the values that stayed as they were in the object before an update. Each of them is
	// the default of the field, or the server keeps old values.
	kept map[string]bool
	// varied counts the places in which other fields were varied.
	varied int
}

// fill counts a value that the server filled in for a missing field. In the first places of
// the field, it also varies the other fields of the map.
func (r *recorder) fill(ctx context.Context, s *spot, b base, filled answer) error {
	r.lock.Lock()
	f := r.fillings[s.id]
	if f == nil {
		f = &filling{values: map[string]model.Value{}, kept: map[string]bool{}}
		r.fillings[s.id] = f
	}
	isKept := b.isUpdate && model.Equal(filled.before, filled.after)
	if isKept {
		f.kept[filled.after.Canonical()] = true
	} else {
		f.values[filled.after.Canonical()] = filled.after
	}
	vary := !isKept && f.varied < placesVaried && len(f.values) == 1
	if vary {
		f.varied++
	}
	r.lock.Unlock()
	if !vary {
		return nil
	}
	for _, around := range r.varied(s, b) {
		a, err := r.ask(ctx, around, b, null)
		if err != nil {
			return err
		}
		if a.outcome != table.FilledIn {
			continue
		}
		r.lock.Lock()
		f.values[a.after.Canonical()] = a.after
		many := len(f.values) > 1
		r.lock.Unlock()
		if many {
			break
		}
	}
	return nil
}

// varied returns a spot again, and the same spot with another value in each of the other fields of
// its map.
func (r *recorder) varied(s *spot, b base) []*spot {
	all := []*spot{s} // an address, a port or a time differs in every request
	around := s.path[:len(s.path)-1]
	_, t := r.resolve("", smp.Definition{Ref: s.id.Definition})
	for _, name := range slices.Sorted(maps.Keys(t.Fields)) {
		path := around.Append(model.Field(name))
		if name == s.id.Field || isIdentity(path) {
			continue
		}
		before, _ := path.Lookup(b.sent)
		for _, v := range r.valuesOf(s.id.Definition, name, t.Fields[name], before) {
			other := *s
			other.grown = append(slices.Clone(s.grown), setting{path, v})
			all = append(all, &other)
		}
	}
	return all
}

// isIdentity reports whether a path is that of apiVersion, kind, the name or the namespace of an
// object.
func isIdentity(path model.Path) bool {
	text := path.String()
	return text == "apiVersion" || text == "kind" || text == "metadata.name" || text == "metadata.namespace" || text == "metadata.resourceVersion"
}

// valuesOf returns values of a field that differ from before: null, those in other objects, and
// a made-up one.
func (r *recorder) valuesOf(definition, name string, t smp.Definition, before model.Value) []model.Value {
	var all []model.Value
	add := func(v model.Value) {
		if len(all) < valuesVaried && !model.Equal(v, before) && !slices.ContainsFunc(all, func(had model.Value) bool { return model.Equal(v, had) }) {
			all = append(all, v)
		}
	}
	if before.Type() != model.Absent {
		add(null)
	}
	_, typ := r.resolve("", t)
	if other := another(typ, before); other.Type() != model.Absent {
		add(other)
	}
	if typ.Values != nil && before.Len() > 0 {
		other := before
		for key, v := range before.Members() {
			other = with(other, of(key, another(*typ.Values, v)))
		}
		add(other)
	}
	for _, sample := range r.samples[definition] {
		if v, ok := sample.Get(name); ok {
			add(v)
		}
	}
	return all
}

// finishDefaults records the values that the server fills in.
func (r *recorder) finishDefaults() {
	for id, f := range r.fillings {
		recorded := r.record.Fields[id]
		field := r.source.Plain[id.Definition].Fields[id.Field]
		for text := range f.kept {
			recorded.Derived = recorded.Derived || len(f.values) > 0 && f.values[text].Type() == model.Absent
		}
		recorded.Derived = recorded.Derived || len(f.values) > 1 || field.Marks.Time
		for _, v := range f.values {
			if !recorded.Derived && table.CanBeDefault(v) {
				recorded.Default = v
			}
		}
		r.record.Fields[id] = recorded
	}
}
