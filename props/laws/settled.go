package laws

import (
	"encoding/base64"
	"errors"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ClusterSettled is the name of the law that ClusterSettles checks.
const ClusterSettled = "cluster-settled"

// ThreeWaySettled checks that the patch is {} if current is modified as a server stores it, and
// original equals modified. The server has filled in keys that are missing, null or empty, or does
// not store them.
//
// It does not apply to inputs in which two elements of a list could be the same element with these
// keys.
func ThreeWaySettled(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "threeway-settled", subject: s, in: in}).settles(false)
}

// ClusterSettles is the law ThreeWaySettled for a cluster. The server also has filled in or does not
// store fields according to their marks.
func ClusterSettles(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: ClusterSettled, subject: s, in: in}).settles(true)
}

func (t *trial) settles(everyField bool) Verdict {
	x := storer{everyField: everyField}
	live := x.fields(t.in.Schema, t.in.Modified) // the root is never atomic
	if !x.changed || x.unclear || t.in.Modified.Type() != model.Map || t.in.Options.Keep != nil {
		return t.inapplicable("the server would store modified as it is, or it is not clear how")
	}
	t.answer = t.runChanged(func(in *corpus.Input) {
		in.Original, in.Current = in.Modified, live
		in.Options.Preconditions = nil
	})
	var e *smp.Error
	switch {
	case unanswered(t.answer):
		return t.inapplicable("no answer")
	case t.in.Options.Strict && errors.As(t.answer.Err, &e) && e.Code == smp.UnionConflict:
		return t.inapplicable("modified contradicts a union")
	case t.answer.Err != nil || t.answer.Result.Len() > 0:
		return t.broken("for original and modified %s\nwhich a server stores as     %s\nthe patch is not {} but %s", t.in.Modified.JSON(), live.JSON(), describe(t.answer))
	}
	return t.held()
}

// A storer makes the document that a server stores.
type storer struct {
	everyField bool // the server changes every field by its marks, and not only keys
	changed    bool // the server stores another document
	unclear    bool // the stored document has elements that could be mistaken for each other, or depends on more than marks
}

func (x *storer) document(s smp.Schema, v model.Value) model.Value {
	switch {
	case v.Type() == model.Map && !atomicMap(s):
		return x.fields(s, v)
	case v.Type() == model.List && s.Merging():
		return x.elements(s, v)
	case x.everyField:
		return withoutNulls(x.atomic(s, v))
	default:
		return withoutNulls(v)
	}
}

// atomic returns an atomic value as a server stores it. In the maps in it, the server also fills in
// fields that are missing.
func (x *storer) atomic(s smp.Schema, v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		members := v.AppendMembers(nil)
		for i, m := range members {
			field, _ := s.Member(m.Name)
			members[i].Value = x.stored(field, m.Value)
			if model.Equal(members[i].Value, m.Value) {
				members[i].Value = x.atomic(field, m.Value)
			}
		}
		for name, field := range s.Fields() {
			if _, has := v.Get(name); !has && field.Marks().FilledIn {
				if filled, ok := fillIn(field); ok {
					members, x.changed = append(members, model.Member{Name: name, Value: filled}), true
				}
			}
		}
		return newMap(slices.DeleteFunc(members, func(m model.Member) bool { return !isThere(m.Value) })...)
	case model.List:
		elements := v.AppendElements(nil)
		for i, e := range elements {
			elements[i] = x.atomic(s.Element(), e)
		}
		return newList(elements...)
	default:
		return v
	}
}

func (x *storer) fields(s smp.Schema, v model.Value) model.Value {
	x.unclear = x.unclear || len(s.Unions()) > 0
	var members []model.Member
	for name, member := range v.Members() {
		field, _ := s.Member(name)
		x.unclear = x.unclear || field.Marks().AliasOf != "" || isAliased(s, name)
		if x.everyField {
			member = x.stored(field, member)
		}
		if isThere(member) {
			members = append(members, model.Member{Name: name, Value: x.document(field, member)})
		}
	}
	return newMap(members...)
}

// stored returns a value of a field as a server stores it, which may be absent.
func (x *storer) stored(s smp.Schema, v model.Value) model.Value {
	marks, isNull := s.Marks(), v.Type() == model.Null
	switch {
	case marks.FilledIn && (isNull || isEmptyText(v) && s.Type() != smp.ListType || v.Type() == model.List && v.Len() == 0 && s.Type() == smp.ListType):
		if filled, ok := fillIn(s); ok {
			x.changed = true
			return filled
		}
	case marks.ZeroFilledIn && v.Type() != model.String && v.IsScalar() && isZeroScalar(v):
		if filled, ok := fillIn(s); ok {
			x.changed = true
			return filled
		}
	case marks.NotStored && isZeroValue(v):
		x.changed = true
		return model.Value{}
	case marks.Base64 && v.Type() == model.String:
		if data, err := base64.StdEncoding.DecodeString(v.Text()); err == nil {
			stored := model.NewString(base64.StdEncoding.EncodeToString(data))
			x.changed = x.changed || !model.Equal(stored, v)
			return stored
		}
	}
	return v
}

func isEmptyText(v model.Value) bool { return v.Type() == model.String && v.Text() == "" }

// isZeroValue reports whether a value is an empty value: "", [] or {}.
func isZeroValue(v model.Value) bool {
	return isEmptyText(v) || isNested(v) && v.Len() == 0
}

// fillIn returns a value for a field. It reports false for maps, and for lists of anything but
// scalars.
func fillIn(s smp.Schema) (model.Value, bool) {
	switch scalars := s.Scalars(); {
	case isThere(s.Default()):
		return s.Default(), true
	case s.Type() == smp.ListType && s.Element().Type() == smp.ScalarType:
		v, ok := fillIn(s.Element())
		return newList(v), ok
	case s.Type() == smp.ScalarType && scalars == smp.BoolScalar:
		return model.NewBool(true), true
	case s.Type() == smp.ScalarType && scalars != 0 && scalars&smp.StringScalar == 0:
		return model.NewInt(7), true
	default:
		return model.NewString("filled"), s.Type() == smp.ScalarType
	}
}

func (x *storer) elements(s smp.Schema, v model.Value) model.Value {
	if !regularList(s, bare(v)) {
		x.unclear = true
	}
	elements := v.AppendElements(nil)
	for i, element := range elements {
		if s.Keyed() && element.Type() == model.Map {
			element = x.keys(s, element)
		}
		elements[i] = x.document(s.Element(), element)
	}
	stored := newList(elements...)
	for _, element := range v.Elements() {
		could := func(theirs model.Value) bool { return couldBe(s, element, theirs) }
		if s.Keyed() && (count(stored, could) > 1 || count(v, could) > 1) {
			x.unclear = true
		}
	}
	if !regularList(s, stored) {
		x.unclear = true
	}
	return stored
}

// keys returns an element with its keys as a server stores them. The server fills in a key that is
// missing or null, unless the key has a default but not the mark filled-in.
func (x *storer) keys(s smp.Schema, element model.Value) model.Value {
	members := element.AppendMembers(nil)
	for _, name := range allKeys(s) {
		field, _ := s.Element().Field(name)
		marks := field.Marks()
		own, _ := element.Get(name)
		def, hasDefault := s.KeyDefault(name)
		optional := marks.FilledIn || marks.NotStored
		switch {
		case isThere(own) && !(optional && isZeroValue(own)):
			continue
		case slices.Contains(s.Keys(), name):
			x.unclear = true
		}
		stored := model.Value{}
		if marks.FilledIn || !optional && !hasDefault {
			stored, _ = fillIn(field)
			if hasDefault {
				stored = def
			}
		}
		if !model.Equal(stored, own) {
			members = append(slices.DeleteFunc(members, func(m model.Member) bool { return m.Name == name }), model.Member{Name: name, Value: stored})
			x.changed = true
		}
	}
	return newMap(slices.DeleteFunc(members, func(m model.Member) bool { return m.Value.Type() == model.Absent })...)
}
