package diff

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/threeway"
	"github.com/strategicpatch/smp/smp/internal/walk"
)

// members returns the members of a patch that turns the map original into the map modified. Changes
// and additions come first, in the order of modified. Deletions follow. inKeyedList is set for an
// element of a keyed list. The result is valid until the differ compares the next map.
func (d *differ) members(u *schema.Node, original, modified model.Value, p *threeway.Plan, inKeyedList bool) ([]model.Member, *faults.Fault) {
	m := d.newMapDiff(u, inKeyedList)
	m.plan = p
	defer m.leave()
	var cleared []string
	visit := func(name string, have, want model.Value) bool {
		switch {
		case model.Same(have, want):
			if p == nil && want.Type() != model.Null {
				m.noteField(rule.DiffMinimal, name)
			}
		case want.Type() == model.Absent && have.Type() == model.Null:
		case want.Type() == model.Absent && p.RetainKeysClears(name):
			cleared = append(cleared, name)
		default:
			m.emitChecked(name, have, want)
		}
		return true
	}
	if d.trace.On() {
		walk.Members(original, modified, visit) // the trace also reports members that are unchanged
	} else {
		door.Shortcuts.DifferingMembers(original, modified, visit)
	}
	if len(cleared) > 0 && !nulls.HasMore(modified, nulls.EmptyMap) { // modified is read only if it matters
		for _, name := range cleared { // nulls are sufficient, because there is no field left for $retainKeys
			have, _ := original.Get(name)
			m.emitChecked(name, have, model.Value{})
		}
	}
	if m.failed.Fault != nil {
		return nil, m.failed.Fault
	}
	if f := m.contradiction(modified); f != nil {
		return nil, f
	}
	return m.patch(), nil
}

// usualChanges is the number of changes to a map for which no extra memory is allocated.
const usualChanges = 4

// A mapDiff is the diff of one map.
type mapDiff struct {
	*differ
	node                    *schema.Node
	plan                    *threeway.Plan
	inKeyedList             bool
	start                   int      // index in changes of the first member for this map
	dataNamedLikeDeleteList []string // fields f with a data member $deleteFromPrimitiveList/f
	failed                  faults.ByName
}

// newMapDiff starts the diff of a map.
func (d *differ) newMapDiff(u *schema.Node, inKeyedList bool) mapDiff {
	return mapDiff{differ: d, node: u, inKeyedList: inKeyedList, start: len(d.changes)}
}

// leave ends the diff of the map. The next diff overwrites its patch.
func (m *mapDiff) leave() { m.changes = m.changes[:m.start] }

// patch returns the members that were emitted so far.
func (m *mapDiff) patch() []model.Member { return m.changes[m.start:] }

// noteField traces the rule for a field. If the call is not traced, it allocates nothing.
func (m *mapDiff) noteField(r string, name string) {
	if m.trace.On() {
		m.trace.Note(r, model.Field(name))
	}
}

func (m *mapDiff) emit(name string, v model.Value) {
	m.changes = append(m.changes, model.Member{Name: name, Value: v})
}

// isData reports whether a member of a patch is data, and not a directive.
func (m *mapDiff) isData(name string, v model.Value) bool {
	return m.Map(m.node, model.Value{}, m.inKeyedList).Meaning(name, v).Role == syntax.DataRole
}

// mayName reports whether a patch may contain this member as data. If the patch is verified, it also
// allows deletions, and members with the name of a delete list, because verifying the patch shows
// how the judge reads them. It records the latter in dataNamedLikeDeleteList, for contradiction.
func (m *mapDiff) mayName(name string, v model.Value) bool {
	if m.isData(name, v) {
		return true
	}
	field, ok := strings.CutPrefix(name, syntax.DeleteListPrefix)
	if !m.verifies() || !ok && v.Type() != model.Null {
		return false
	}
	if ok {
		m.dataNamedLikeDeleteList = append(m.dataNamedLikeDeleteList, field)
	}
	return true
}

// contradiction returns the fault of a patch that contains both a field and a data member whose
// name is that of the field's delete list. A judge may apply the two in any order.
func (m *mapDiff) contradiction(modified model.Value) *faults.Fault {
	for _, field := range m.dataNamedLikeDeleteList {
		if hasMember(m.patch(), field) {
			name := syntax.DeleteListPrefix + field
			_, has := modified.Get(name)
			f := reservedNameFault(name)
			f.InOriginal = !has
			return f
		}
	}
	return nil
}

// emitChecked emits the change from have to want. If tryEachField is set, it also checks this
// change alone.
func (m *mapDiff) emitChecked(name string, have, want model.Value) {
	if !m.tryEachField {
		m.failed.Add(name, m.change(name, have, want))
		return
	}
	attempt := *m // a copy, so that m does not escape to the heap
	f := attempt.changeAlone(name, have, want)
	*m = attempt
	m.failed.Add(name, f)
}

// change emits the change from have to want. If modified lacks the field, want is absent.
func (m *mapDiff) change(name string, have, want model.Value) *faults.Fault {
	if want.Type() == model.Absent {
		return m.remove(name)
	}
	return m.field(name, have, want)
}

// remove emits a deletion of the field (rule diff-null).
func (m *mapDiff) remove(name string) *faults.Fault {
	if !m.mayName(name, model.NewNull()) {
		f := reservedNameFault(name)
		f.InOriginal = true
		return f
	}
	m.noteField(rule.DiffNull, name)
	m.emit(name, model.NewNull())
	return nil
}

// field emits the change from have to want, which is present.
func (m *mapDiff) field(name string, have, want model.Value) *faults.Fault {
	if want.Type() == model.Null {
		return m.nullField(name, have)
	}
	have = nulls.AsAbsent(have)
	u := m.member(m.node, name)
	maps := have.Type() == model.Map && want.Type() == model.Map && !u.AtomicMap()
	lists := have.Type() == model.List && want.Type() == model.List && u.Merging()
	// Maps and lists that merge are not compared here, because the diff of equal ones finds no
	// differences. A trace reports the equal ones, so then they are compared.
	equal := false
	switch {
	case m.trace.On():
		equal = m.equality.Of(have, want)
	case !maps && !lists:
		equal = model.Equal(have, want)
	}
	if equal {
		m.noteField(rule.DiffMinimal, name)
		return nil
	}
	if m.trace.On() {
		m.trace.Enter(model.Field(name))
		defer m.trace.Leave()
	}
	switch {
	case maps:
		return m.mapField(u, name, have, want)
	case lists:
		return m.listField(u, name, have, want)
	case nulls.Equal(have, want):
		m.trace.Note(rule.DiffMinimal)
		return nil
	}
	return m.newField(u, name, want)
}

// nullField writes the patch of a field that is null in modified.
func (m *mapDiff) nullField(name string, have model.Value) *faults.Fault {
	if have.Type() == model.Null {
		return nil
	}
	null := model.NewNull()
	if !m.isData(name, null) {
		if have.Type() == model.Absent {
			return nil // the null has no effect
		}
		if !m.verifies() {
			return reservedNameFault(name)
		}
	}
	m.noteField(rule.DiffNull, name)
	m.emit(name, null)
	return nil
}

// newField writes the whole value of a field.
func (m *mapDiff) newField(u *schema.Node, name string, want model.Value) *faults.Fault {
	m.trace.Note(rule.DiffExact)
	v, f := m.added(u, want, false)
	if f != nil {
		return f.Under(model.Field(name))
	}
	if !m.mayName(name, v) {
		return reservedNameFault(name)
	}
	m.emit(name, v)
	return nil
}

// mapField emits the diff of a map that merges.
func (m *mapDiff) mapField(u *schema.Node, name string, have, want model.Value) *faults.Fault {
	p := m.plan.Member(name)
	changes, f := m.members(u, have, want, p, false)
	if f == nil && len(changes) == 0 && !p.RetainKeysClearsAny(have, want) {
		return nil
	}
	if f == nil {
		changes, f = m.addRetainKeys(u, want, changes)
	}
	var v model.Value
	if f == nil {
		v, f = faults.Built(m.builder().Map(changes...))
	}
	switch {
	case f != nil:
		return f.Under(model.Field(name))
	case !m.mayName(name, v):
		return reservedNameFault(name)
	}
	m.emit(name, v)
	return nil
}

func hasMember(members []model.Member, name string) bool {
	return slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name })
}
