package diff

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// A Writer writes values as patches for an engine without a judge.
type Writer struct {
	syntax.Dialect
	Omit syntax.Set // directives that the patches must not contain
}

func (w Writer) differ() *differ { return &differ{Dialect: w.Dialect, omit: w.Omit} }

// Replacement returns the patch value for v in a map or list that is replaced as a whole.
func (w Writer) Replacement(u *schema.Node, v model.Value) (model.Value, *faults.Fault) {
	return w.differ().added(u, v, true)
}

// Map is like Replacement, but for a map that itself replaces one. $patch is added by the caller.
func (w Writer) Map(u *schema.Node, v model.Value) (model.Value, *faults.Fault) {
	return w.differ().addedMap(u, v, addition{atomic: true})
}

// List returns the patch list that replaces a merging list as a whole, with its marker.
func (w Writer) List(u *schema.Node, v model.Value) (model.Value, *faults.Fault) {
	return newListDiff(w.differ(), u).replacement(v)
}

// added returns the patch value that adds v in a place without a value. Evaluated against empty,
// the patch value gives v without null map members. It is the same as v, except for directives that
// merging lists and strategy retainKeys require. atomic is set for a value in a list or map that is
// replaced as a whole, where $retainKeys has no effect.
func (d *differ) added(u *schema.Node, v model.Value, atomic bool) (model.Value, *faults.Fault) {
	if d.traits.CopiesNew {
		return d.asData(u, v, false)
	}
	if !v.HasDollar() && !u.HasMergeRules && !(d.trace.On() && v.HasNull()) {
		return v, nil
	}
	atomic = atomic || u.AtomicMap()
	switch v.Type() {
	case model.Map:
		return d.addedMap(u, v, addition{retainKeys: u.RetainsMap(), atomic: atomic})
	case model.List:
		return d.addedList(u, v, atomic)
	default:
		return v, nil
	}
}

// An addition describes how a map is added.
type addition struct {
	retainKeys  bool // the map or its list has strategy retainKeys
	atomic      bool // the map is in a list or map that is replaced as a whole
	inKeyedList bool // the map is an element of a keyed list
}

// addedMap implements added for a map.
func (d *differ) addedMap(u *schema.Node, v model.Value, how addition) (model.Value, *faults.Fault) {
	m := d.newMapDiff(u, how.inKeyedList)
	defer m.leave()
	for name, have := range v.Members() {
		if have.Type() == model.Null {
			if m.isData(name, have) {
				m.noteField(rule.DiffNull, name)
			} else {
				m.emit(name, model.Value{})
			}
			continue
		}
		if d.trace.On() {
			d.trace.Enter(model.Field(name))
		}
		sent, f := d.added(d.member(u, name), have, how.atomic)
		d.leaveStep()
		switch {
		case f != nil:
			m.failed.Add(name, f.Under(model.Field(name)))
		case !m.isData(name, sent):
			m.failed.Add(name, reservedNameFault(name))
		case !model.Same(sent, have):
			m.emit(name, sent)
		}
	}
	if m.failed.Fault != nil {
		return model.Value{}, m.failed.Fault
	}
	changes := m.patch()
	if data, _ := v.Get(syntax.RetainKeys); how.retainKeys && !how.atomic && v.Len() > 0 && !nulls.Present(data) {
		others := slices.DeleteFunc(slices.Clone(changes), func(m model.Member) bool { return m.Name == syntax.RetainKeys })
		retained, f := d.addRetainKeysList(u, v, others)
		if f != nil {
			return model.Value{}, f
		}
		if hasMember(retained, syntax.RetainKeys) {
			changes = retained
		}
	}
	if len(changes) == 0 {
		return v, nil
	}
	return faults.Built(d.builder().WithMembers(v, changes...))
}

// addRetainKeys adds $retainKeys to the patch of a map, if the map has strategy retainKeys. The
// directive lists the sorted names of modified's members (rule diff-retain).
func (d *differ) addRetainKeys(u *schema.Node, modified model.Value, changes []model.Member) ([]model.Member, *faults.Fault) {
	if !u.RetainsMap() {
		return changes, nil
	}
	return d.addRetainKeysList(u, modified, changes)
}

// addRetainKeysList implements addRetainKeys for a map or an element of a list that has the
// strategy.
func (d *differ) addRetainKeysList(u *schema.Node, modified model.Value, changes []model.Member) ([]model.Member, *faults.Fault) {
	if !d.supports(syntax.RetainedKeys) {
		return changes, nil
	}
	if _, declared := u.Shape.Field(syntax.RetainKeys); !d.traits.ReservesNames && (declared || hasMember(changes, syntax.RetainKeys)) {
		return changes, nil // data has the name $retainKeys, and the patch already has nulls for the removed fields
	}
	if !u.Declared() {
		if f := d.require(syntax.RetainedKeys); f != nil {
			return nil, f
		}
	}
	if !d.emits(syntax.RetainedKeys) {
		d.trace.Note(rule.DiffSuperset)
		return changes, nil
	}
	d.trace.Note(rule.DiffRetain)
	names := d.scratch().names[:0]
	for name, v := range modified.Members() {
		if v.Type() != model.Null {
			names = append(names, name)
		}
	}
	d.scratch().names = names
	if len(names) == 0 && d.traits.OmitsEmptyRetainKeys {
		return changes, nil
	}
	slices.Sort(names)
	list, f := d.nameList(u, names)
	if f != nil {
		return nil, f
	}
	changes = slices.DeleteFunc(changes, func(m model.Member) bool { return m.Name == syntax.RetainKeys })
	return append([]model.Member{{Name: syntax.RetainKeys, Value: list}}, changes...), nil
}

// nameList returns a list of names of fields of u.
func (d *differ) nameList(u *schema.Node, names []string) (model.Value, *faults.Fault) {
	values := d.scratch().values[:0]
	for _, name := range names {
		values = append(values, u.Shape.NameValue(name))
	}
	d.scratch().values = values
	return faults.Built(d.builder().List(values...))
}

// addedList implements added for a list. If elements of a merging list would match one another, the
// list is sent as a replacement.
func (d *differ) addedList(u *schema.Node, v model.Value, atomic bool) (model.Value, *faults.Fault) {
	if !u.Merging() {
		return faults.EditElements(v, func(i int, e model.Value) (model.Value, *faults.Fault) {
			d.enterElement(nil, e, i)
			defer d.leaveStep()
			return d.added(u.OfElement(), e, true)
		})
	}
	l := newListDiff(d, u)
	defer l.done()
	after := l.identify(v)
	if !after.Exact() {
		return l.replacement(v)
	}
	if f := l.requirePatchMergeKey(l.identify(model.Value{}), after); f != nil {
		return model.Value{}, f
	}
	return faults.EditElements(v, func(i int, e model.Value) (model.Value, *faults.Fault) {
		d.enterElement(l.by, e, i)
		defer d.leaveStep()
		return l.addedElement(e, atomic)
	})
}

// asData returns a value that is sent as data. A member that has the name of a directive is
// rejected (rule not-representable), unless copiesReserved is set. A null member with such a name
// is left out. inKeyedList is set for an element of a merging list.
func (d *differ) asData(u *schema.Node, v model.Value, inKeyedList bool) (model.Value, *faults.Fault) {
	if !v.HasDollar() {
		return v, nil
	}
	isList := v.Type() == model.List
	return walk.Rewrite(u, v, func(of *schema.Node, name string, have model.Value) (model.Value, *faults.Fault) {
		switch {
		case isList:
			return d.asData(of, have, u.Merging())
		case syntax.Dialect{}.Map(u, model.Value{}, inKeyedList).Meaning(name, have).Role == syntax.DataRole:
			return d.asData(d.member(u, name), have, false)
		case have.Type() == model.Null:
			return model.Value{}, nil
		case d.copiesReserved && !u.Declared(): // a server would drop such a name from a declared map
			return have, nil
		}
		d.hitReservedName = true
		return model.Value{}, reservedName()
	})
}
