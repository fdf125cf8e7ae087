package reference

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Lint returns the problems of a patch, sorted by path: the faults of applying it to an empty
// document, including those with Strict, and parts that are valid but certainly mistakes. The
// function uses the fields Ignore, Strict and Unions of e. See rule lint.
func Lint(e smp.Engine, s smp.Schema, patch model.Value) []smp.Problem {
	l := &linter{run: run{ignore: e.Ignore, strict: true, apart: true, unions: e.Unions}}
	n := readPatch(patch)
	l.document(s, nil, n)
	for _, fault := range l.faults {
		if fault.Code == smp.UnknownField {
			continue // lintUnknown reports it
		}
		rejected := e.Strict || fault.Rule != smp.RuleUnknownField && fault.Rule != smp.RuleValueType
		l.problems = append(l.problems, smp.Problem{Path: fault.Path, Rule: fault.Rule, Code: fault.Code, Rejected: rejected, Cause: fault.Cause})
	}
	l.strict = e.Strict
	if n.is(model.Map) {
		l.lintMap(s, n, false)
	}
	slices.SortStableFunc(l.problems, func(a, b smp.Problem) int {
		return cmp.Or(slices.CompareFunc(a.Path, b.Path, compareSteps), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Rule, b.Rule))
	})
	return slices.CompactFunc(l.problems, func(a, b smp.Problem) bool {
		return a.Path.Equal(b.Path) && a.Code == b.Code && a.Rule == b.Rule
	})
}

// compareSteps orders fields by name and elements by index.
func compareSteps(a, b model.Step) int {
	x, _ := a.(model.Field)
	y, _ := b.(model.Field)
	i, _ := a.(model.Index)
	j, _ := b.(model.Index)
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(i, j))
}

// A linter checks a patch whose faults are already known. In its methods, the argument empty
// is true if the map or list of the patch is evaluated against empty.
type linter struct {
	run
	problems []smp.Problem
}

func (l *linter) problem(n *node, kind smp.Code, rule smp.Rule, cause string) {
	rejected := kind == smp.UnknownField && l.strict
	l.problems = append(l.problems, smp.Problem{Path: n.at.path(), Rule: rule, Code: kind, Rejected: rejected, Cause: errors.New(cause)})
}

// noEffect reports a directive, or a value next to one, that changes nothing.
func (l *linter) noEffect(n *node, cause string) { l.problem(n, smp.NoEffect, smp.RuleLint, cause) }

// lintMap checks a patch map.
func (l *linter) lintMap(s smp.Schema, n *node, empty bool) {
	l.lintRetaining(s, n, retains(s), empty)
}

// lintRetaining checks a patch map that may have the strategy retainKeys.
func (l *linter) lintRetaining(s smp.Schema, n *node, retaining, empty bool) {
	directive := n.fields[patchName]
	if directive.isText("delete") {
		if empty {
			l.noEffect(directive, "there is nothing to delete")
		}
		var names []string
		for name, member := range n.fields {
			if len(n.at.path()) == 0 && namesObject(name, member) {
				names = append(names, name)
			}
		}
		l.beside(n, names)
		return
	}
	if empty && directive.isText("replace") {
		l.noEffect(directive, "there is nothing to replace")
	}
	if s.Type() != smp.MapType {
		s = smp.Schemaless
	}
	empty = empty || directive.isText("replace")
	turns, retain := l.split(s, n)
	switch {
	case retain == nil || l.rejects(retain):
	case empty && !retaining:
		l.noEffect(retain, "there is nothing to clear")
	default:
		l.lintRepeats(retain)
	}
	l.directivesAsData(s, n)
	for name, t := range turns {
		l.lintUnknown(s, *t)
		field, _ := s.Member(name)
		l.lintField(field, *t, empty)
	}
	l.lintUnion(s, n, retain, retaining, empty)
}

// namesObject reports whether a field of a patch only identifies the object.
func namesObject(name string, member *node) bool {
	if name == "metadata" && member.is(model.Map) {
		extra := 0
		for field := range member.fields {
			if field != "name" && field != "namespace" {
				extra++
			}
		}
		return extra == 0
	}
	return name == "apiVersion" || name == "kind"
}

// beside reports the fields next to $patch: delete, except for those in keep.
func (l *linter) beside(n *node, keep []string) {
	for name, member := range n.fields {
		if name != patchName && !slices.Contains(keep, name) {
			l.noEffect(member, "ignored next to $patch: delete")
		}
	}
}

// directivesAsData reports names of directives that are data in a free-form map, but
// would be directives in a newer engine or in a keyed list.
func (l *linter) directivesAsData(s smp.Schema, n *node) {
	if s.Declared() {
		return
	}
	newer := &run{}
	turns, retain := newer.split(s, n)
	found := []*node{n.fields[patchMergeKeyName]}
	if _, isField := s.Field(patchMergeKeyName); isField {
		found = nil
	}
	if l.ignore.Has(smp.RetainKeys) {
		found = append(found, retain)
	}
	for _, t := range turns {
		if l.ignore.Has(smp.DeleteFromPrimitiveList) {
			found = append(found, t.delete)
		}
		if l.ignore.Has(smp.SetElementOrder) {
			found = append(found, t.order)
		}
	}
	for _, member := range found {
		if member != nil {
			l.problem(member, smp.DirectiveAsData, smp.RuleLint, "it is data here")
		}
	}
}

// lintUnknown reports the parts of a patch for an unknown field of a declared map. See rules
// unknown-field and field-names.
func (l *linter) lintUnknown(s smp.Schema, t turn) {
	if _, isField := s.Field(t.name); isField || !s.Declared() {
		return
	}
	rule := smp.RuleUnknownField
	for name := range s.Fields() {
		if strings.EqualFold(name, t.name) {
			rule = smp.RuleFieldNames
		}
	}
	for _, n := range []*node{t.dropped, t.patch, t.delete, t.order} {
		if n != nil && !(t.name == "" && (n == t.delete || n == t.order)) {
			l.problem(n, smp.UnknownField, rule, "unknown field")
		}
	}
}

// lintField checks the parts of a patch for one field.
func (l *linter) lintField(s smp.Schema, t turn, empty bool) {
	l.lintOrder(s, t, empty)
	l.lintDeletions(s, t, empty)
	if s.Keyed() && !t.patch.is(model.Null) {
		l.lintSelections(s, t)
	}
	switch {
	case t.patch.is(model.Map):
		atomic := atomicMap(s)
		l.lintMap(s, t.patch, empty || atomic && !isDeletion(t.patch))
	case !t.patch.is(model.List):
	case replaces(s, t.patch):
		l.lintReplacing(s, t.patch, t.order != nil)
	case s.Keyed():
		l.lintKeyed(s, t.patch, empty)
	default:
		l.lintSet(t.patch)
	}
}

// lintOrder checks whether an order list has an effect. Faults in the list are already
// reported.
func (l *linter) lintOrder(s smp.Schema, t turn, empty bool) {
	switch n := t.order; {
	case n == nil || t.name == "" || l.rejects(n):
	case !s.Merging() || t.patch != nil && !t.patch.is(model.List):
		l.noEffect(n, "there is no list to order")
	case empty && t.patch == nil:
		l.noEffect(n, "there is nothing to order")
	}
}

// lintDeletions checks a delete list.
func (l *linter) lintDeletions(s smp.Schema, t turn, empty bool) {
	n := t.delete
	if n == nil || t.name == "" || l.rejects(n) {
		return
	}
	if empty || t.patch != nil && (!t.patch.is(model.List) || replaces(s, t.patch)) {
		l.noEffect(n, "there is nothing to delete from")
		return
	}
	l.lintRepeats(n)
}

// lintRepeats reports repeated values in the list of a directive.
func (l *linter) lintRepeats(list *node) {
	for i, value := range list.items {
		if index(list.items[:i], value) >= 0 {
			l.noEffect(value, "the list already contains this value")
		}
	}
}

// lintUnion reports unions of which a patch sets two members, or a member that contradicts
// the discriminator. In a retainKeys map, it also reports a member if the patch may leave
// other members of the original set.
func (l *linter) lintUnion(s smp.Schema, n *node, retain *node, retaining, empty bool) {
	said := said(n)
	for _, u := range s.Unions() {
		set, stays := setBy(u, said), chosen(u, said)
		switch {
		case l.unions: // already reported as a fault
		case stays == nil && len(set) > 0:
			l.problem(n, smp.UnionSiblings, smp.RuleUnionMember, "a union is ill-formed")
		case stays != nil && retaining && retain == nil && !empty:
			others := []string{}
			for _, m := range u.Members {
				if !stays(m) {
					others = append(others, m.Fields...)
				}
			}
			if len(others) > 0 && !slices.ContainsFunc(others, func(name string) bool { return n.fields[name] != nil }) {
				l.problem(n, smp.UnionSiblings, smp.RuleLint, "other members of the union may stay")
			}
		}
	}
}
