package laws

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Identity checks that an empty patch changes nothing.
func Identity(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "identity", subject: s, in: in}
	if in.Options.Strict || in.Original.Type() != model.Map {
		return t.inapplicable("a strict engine, or an original that is not a map")
	}
	t.in.Text = nil
	t.in.Patch = model.MustParse("{}")
	out, ok := t.outcome()
	if !ok {
		return t.inapplicable("no answer")
	}
	if out.Err != nil || !model.Equal(out.Result, in.Original) {
		return t.broken("the empty patch gives %s", describe(out))
	}
	return t.held()
}

// SpellingKept is the name of the law that KeepsSpelling checks.
const SpellingKept = "untouched-spelling"

// Untouched checks that a field that the patch does not name keeps its value.
func Untouched(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "untouched", subject: s, in: in}).untouched(model.Equal)
}

// KeepsSpelling checks that a field that the patch does not name also keeps the spelling of its
// numbers. The rules do not require this, so an engine may return 1 for 1.0.
func KeepsSpelling(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: SpellingKept, subject: s, in: in}).untouched(func(before, after model.Value) bool {
		return before.Canonical() == after.Canonical()
	})
}

// untouched checks that a field that the patch does not name is the same before and after.
func (t *trial) untouched(same func(before, after model.Value) bool) Verdict {
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	for p := range places(t.in, result) {
		if _, retains := p.patch.Get(retainKeysName); retains {
			continue
		}
		for name, before := range p.original.Members() {
			if named(p.patch, name) {
				continue
			}
			if after, _ := p.result.Get(name); !same(before, after) {
				return t.broken("%s was %s and is %s", p.path.Append(model.Field(name)), before.Canonical(), after.Canonical())
			}
		}
	}
	return t.held()
}

// named reports whether a patch map has a field, or a list directive for it.
func named(patch model.Value, field string) bool {
	for _, name := range []string{field, orderListPrefix + field, deleteListPrefix + field} {
		if _, ok := patch.Get(name); ok {
			return true
		}
	}
	return false
}

// RetainedOnly checks that if the patch of a map has $retainKeys, the map contains only the listed
// fields in the result.
func RetainedOnly(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "retained-only", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	verdict := t.inapplicable("no $retainKeys")
	for p := range places(in, result) {
		names, ok := p.retained()
		if !ok {
			continue
		}
		verdict = t.held()
		for name := range p.result.Members() {
			if !slices.Contains(names, name) {
				return t.broken("%s is in the result but not in $retainKeys", p.path.Append(model.Field(name)))
			}
		}
	}
	return verdict
}

// NoLeftovers checks that the result contains no directives or null fields of the patch: the result
// must not have more directives or null fields than the original.
func NoLeftovers(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "no-leftovers", subject: s, in: in}
	result, ok := t.result()
	if !ok {
		return t.inapplicable("no result")
	}
	before, after := leftovers{ignore: in.Options.Ignore}, leftovers{ignore: in.Options.Ignore}
	before.count(in.Schema, in.Original, false)
	after.count(in.Schema, result, false)
	if after.directives > before.directives || after.nulls > before.nulls {
		return t.broken("the original has %d directives and %d null fields, the result %d and %d: %s",
			before.directives, before.nulls, after.directives, after.nulls, result.Canonical())
	}
	return t.held()
}

// leftovers counts null fields, and fields that can only be directives.
type leftovers struct {
	ignore            smp.Directives
	nulls, directives int
}

// count adds the contents of v. keyed is true if v is an element of a keyed list.
func (l *leftovers) count(s smp.Schema, v model.Value, keyed bool) {
	for name, member := range v.Members() {
		if member.Type() == model.Null {
			l.nulls++
		}
		if _, declared := s.Field(name); strings.HasPrefix(name, "$") && (!declared || name == patchName) && l.directive(s, name, member, keyed) {
			l.directives++
		}
		field, _ := s.Member(name)
		l.count(field, member, false)
	}
	for _, element := range v.Elements() {
		l.count(s.Element(), element, s.Keyed())
	}
}

// directive reports whether a field that no schema declares cannot be data.
func (l *leftovers) directive(s smp.Schema, name string, v model.Value, keyed bool) bool {
	values, free := s.Values()
	isList := v.Type() == model.List
	switch {
	case name == patchName || s.Declared():
		return true
	case name == retainKeysName:
		return isList && !l.ignore.Has(smp.RetainKeys)
	case name == patchMergeKeyName:
		return keyed && !l.ignore.Has(smp.PatchMergeKey)
	case strings.HasPrefix(name, orderListPrefix):
		return (isList && !free || values.Type() == smp.ListType) && !l.ignore.Has(smp.SetElementOrder)
	case strings.HasPrefix(name, deleteListPrefix):
		return (isList && !free || values.Type() == smp.ListType) && !l.ignore.Has(smp.DeleteFromPrimitiveList)
	default:
		return false
	}
}
