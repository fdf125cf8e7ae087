package differential

import (
	"math/rand/v2"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// An Editor makes documents and patches of real kinds from given documents. A seed determines
// the choices.
type Editor struct {
	*rand.Rand
	// odds determines how often an edit is not allowed by the format: one decision in odds.
	// If it is zero, all edits are allowed.
	odds int
}

// NewEditor returns an editor for a seed. Half of the editors make only edits that the format
// allows.
func NewEditor(seed uint64) *Editor {
	e := &Editor{Rand: rand.New(rand.NewPCG(seed, 1))}
	e.odds = []int{0, 0, 40, 12}[e.IntN(4)]
	return e
}

func (e *Editor) oneIn(n int) bool { return e.IntN(n) == 0 }

func (e *Editor) odd() bool { return e.odds > 0 && e.oneIn(e.odds) }

// Document returns v with some random edits: reordered lists, duplicated and removed elements,
// removed members, changed scalars.
func (e *Editor) Document(v model.Value) model.Value {
	if e.oneIn(4) {
		return v
	}
	return e.document(v, 2+e.IntN(6))
}

// document changes, on average, one of rate places.
func (e *Editor) document(v model.Value, rate int) model.Value {
	if e.odd() && e.oneIn(8) {
		return e.anything(1)
	}
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		kept := members[:0]
		for _, m := range members {
			switch {
			case e.oneIn(rate * 4):
				continue
			case e.odd() && e.oneIn(4):
				m.Value = model.NewNull()
			case e.oneIn(3):
				m.Value = e.document(m.Value, rate)
			}
			kept = append(kept, m)
		}
		return newMap(kept...)
	case model.List:
		return newList(e.elements(v.AppendElements(nil), rate)...)
	case model.Absent, model.Null:
		return v
	default:
		if e.oneIn(rate) {
			return e.likeScalar(v)
		}
		return v
	}
}

func (e *Editor) elements(elements []model.Value, rate int) []model.Value {
	var out []model.Value
	for _, element := range elements {
		for range 1 + e.IntN(3)*e.IntN(2) { // this makes lists longer
			out = append(out, e.document(e.renamed(element), rate))
		}
	}
	if e.oneIn(3) {
		e.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	}
	return out
}

// renamed returns an element of a list with a changed scalar member, which is most likely a
// key. For a scalar, it returns another one of a few values, so that duplicates are frequent.
func (e *Editor) renamed(v model.Value) model.Value {
	switch {
	case e.oneIn(4):
		return v
	case v.IsScalar():
		return e.likeScalar(v)
	case v.Type() != model.Map:
		return v
	}
	var changes []model.Member
	for name, member := range v.Members() {
		if member.IsScalar() && e.oneIn(2) {
			changes = append(changes, model.Member{Name: name, Value: e.likeScalar(member)})
		}
	}
	return with(v, changes...)
}

// likeScalar returns a scalar of the type of v, from a few values.
func (e *Editor) likeScalar(v model.Value) model.Value {
	if e.odd() {
		return e.scalar()
	}
	switch v.Type() {
	case model.Bool:
		return model.NewBool(e.oneIn(2))
	case model.Number:
		if e.oneIn(16) {
			return newNumber([]string{"1.0", "2e0", "0.5"}[e.IntN(3)])
		}
		return model.NewInt(int64(e.IntN(4)))
	default:
		return model.NewString("s" + strconv.Itoa(e.IntN(4)))
	}
}

func (e *Editor) scalar() model.Value {
	switch e.IntN(8) {
	case 0:
		return model.NewBool(e.oneIn(2))
	case 1, 2:
		return model.NewInt(int64(e.IntN(4)))
	case 3:
		return newNumber([]string{"1.0", "0.5", "2e0", "9007199254740993.0", "18446744073709551616", "-0", "-0.0", "9223372036854775808"}[e.IntN(8)])
	default:
		return model.NewString("s" + strconv.Itoa(e.IntN(4)))
	}
}

// anything returns a value of any type, with at most depth levels.
func (e *Editor) anything(depth int) model.Value {
	kind := e.IntN(6)
	switch {
	case kind == 0:
		return model.NewNull()
	case kind == 1 && depth > 0:
		return newList(e.anything(depth-1), e.anything(depth-1))
	case kind == 2:
		return newList()
	case kind == 3 && depth > 0:
		return newMap(model.Member{Name: e.name(), Value: e.anything(depth - 1)})
	default:
		return e.scalar()
	}
}

// name returns a name that may be that of a directive.
func (e *Editor) name() string {
	names := []string{
		"name", "key", "value", "a", "b", "$patch", "$retainKeys", "$patchMergeKey", "$ref", "$setElementOrder/a",
		"$deleteFromPrimitiveList/a", "$setElementOrder", "$deleteFromPrimitiveList/", "$setElementOrder/",
	}
	return names[e.IntN(len(names))]
}

// make returns a value that matches the schema, with at most depth levels.
func (e *Editor) make(s smp.Schema, depth int) model.Value {
	if e.odd() {
		return e.anything(2)
	}
	switch s.Type() {
	case smp.ScalarType:
		return e.scalarOf(s)
	case smp.ListType:
		var elements []model.Value
		for range e.IntN(4) {
			elements = append(elements, e.make(s.Element(), depth-1))
		}
		return newList(elements...)
	case smp.MapType:
		return newMap(e.members(s, depth)...)
	default:
		return e.anything(depth)
	}
}

func (e *Editor) scalarOf(s smp.Schema) model.Value {
	kinds := s.Scalars()
	switch {
	case kinds&smp.NumberScalar != 0 && (kinds&smp.StringScalar == 0 || e.oneIn(2)):
		return e.likeScalar(model.NewInt(0))
	case kinds&smp.StringScalar != 0:
		return e.likeScalar(model.NewString(""))
	case kinds == smp.BoolScalar:
		return e.likeScalar(model.NewBool(true))
	default:
		return e.scalar()
	}
}

func (e *Editor) members(s smp.Schema, depth int) []model.Member {
	if depth <= 0 {
		return nil
	}
	var members []model.Member
	fields := fieldNames(s)
	for range min(len(fields), e.IntN(4)) {
		name := fields[e.IntN(len(fields))]
		field, _ := s.Field(name)
		members = set(members, name, e.make(field, depth-1))
	}
	if values, free := s.Values(); free {
		for range e.IntN(3) {
			members = set(members, e.freeName(), e.make(values, depth-1))
		}
	}
	return members
}

func (e *Editor) freeName() string {
	if e.odd() {
		return e.name()
	}
	return "s" + strconv.Itoa(e.IntN(4))
}

func fieldNames(s smp.Schema) []string {
	var names []string
	for name := range s.Fields() {
		names = append(names, name)
	}
	return names
}
