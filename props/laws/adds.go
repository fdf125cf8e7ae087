package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// ThreeWayAdds checks that a new element is added with its keys as modified has them, even if a key
// is empty and servers fill it in or do not store it. An element is new if no element of current
// could be this element, with or without its empty keys.
//
// It does not check lists inside elements that current lacks or has several times.
func ThreeWayAdds(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-adds", subject: s, in: in}
	patch, result, ok := t.fullOn(in.Current)
	if !ok {
		return t.inapplicable("no full patch, or it is not applied")
	}
	a := adder{}
	a.maps(in.Schema, nil, in.Modified, in.Current, result)
	switch {
	case a.changed != nil:
		return t.broken("the new element %s of modified is not added with its keys by the patch %s", a.changed, patch.JSON())
	case a.seen == 0:
		return t.inapplicable("modified has no new elements")
	}
	return t.held()
}

// An adder finds new elements whose keys have changed.
type adder struct {
	seen    int
	changed model.Path // the place in modified of the first new element that the result lacks
}

func (a *adder) maps(s smp.Schema, path model.Path, modified, current, result model.Value) {
	for name, ours := range modified.Members() {
		field, _ := s.Member(name)
		theirs, _ := current.Get(name)
		got, _ := result.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case ours.Type() == model.Map:
			a.maps(field, here, ours, theirs, got)
		case field.Keyed():
			a.lists(field, here, ours, theirs, got)
		}
	}
}

func (a *adder) lists(s smp.Schema, path model.Path, modified, current, result model.Value) {
	for i, ours := range modified.Elements() {
		here := path.Append(model.Index(i))
		same := func(other model.Value) bool { return sameElement(s, ours, other) }
		couldBe := func(theirs model.Value) bool { return couldBe(s, ours, theirs) }
		hasKeys := func(got model.Value) bool {
			return got.Type() == model.Map && !slices.ContainsFunc(allKeys(s), func(name string) bool {
				want, _ := ours.Get(name)
				have, _ := got.Get(name)
				return (isThere(want) || isThere(have)) && !model.Equal(want, have)
			})
		}
		nested := func(name string) bool { return isNested(key(s, ours, name)) }
		switch {
		case ours.Type() != model.Map || slices.ContainsFunc(allKeys(s), nested):
		case !has(current, couldBe):
			if a.seen++; !has(result, hasKeys) && a.changed == nil {
				a.changed = here
			}
		case count(modified, same) == 1 && count(current, same) == 1 && count(result, same) == 1:
			a.maps(s.Element(), here, ours, only(current, same), only(result, same))
		}
	}
}

// couldBe reports whether an element of current could be an element of modified whose empty keys
// the server has filled in or not stored. An element without its merge key is identified by its value,
// and zero values that are not stored are then ignored.
func couldBe(list smp.Schema, ours, theirs model.Value) bool {
	byValue := slices.ContainsFunc(list.Keys(), func(name string) bool {
		own := key(list, ours, name)
		return !isThere(own) || isEmptyText(own)
	})
	return !slices.ContainsFunc(allKeys(list), func(name string) bool {
		field, _ := list.Element().Field(name)
		want, have := key(list, ours, name), key(list, theirs, name)
		switch isEmpty := isEmptyText(want) || byValue && isZeroScalar(want); {
		case isThere(want) && !(isEmpty && (field.Marks().NotStored || field.Marks().FilledIn)):
			return !model.Equal(want, have)
		case slices.Contains(list.Keys(), name):
			def, _ := list.KeyDefault(name)
			own, _ := theirs.Get(name)
			if isEmptyText(own) && field.Marks().NotStored {
				return false // a zero that is not stored does not count
			}
			return own.IsScalar() && !model.Equal(want, own) && !model.Equal(def, own)
		default:
			return false
		}
	})
}

// isZeroScalar reports whether a value is 0 or false.
func isZeroScalar(v model.Value) bool {
	return model.Equal(v, model.NewInt(0)) || model.Equal(v, model.NewBool(false))
}
