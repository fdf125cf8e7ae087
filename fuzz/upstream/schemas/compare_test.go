package schemas_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// A difference is one property of a place that two sources of schemas define
// differently.
type difference struct {
	// place is the Go name of a definition, followed by the fields that lead to the place.
	// The elements of a list are written as [], and the values of a map as {}.
	place string
	// aspect is the property: kind, scalars, members, strategy, retainKeys,
	// keys, recommended, default or map keys.
	aspect string
}

func (d difference) String() string { return d.place + ": " + d.aspect }

// A comparison collects the differences between two sources. It walks through the parts of
// the schemas that both sources have.
type comparison struct {
	// definitions are the definitions of the Go types, which determine the
	// names of places.
	definitions map[string]smp.Definition
	// exact is set if both sources describe the same version of the types, so that they have
	// the same fields, and if both have list types.
	exact bool

	seen   map[[2]smp.Schema]bool
	found  map[difference]string
	places int
}

func newComparison(definitions map[string]smp.Definition, exact bool) *comparison {
	return &comparison{
		definitions: definitions, exact: exact,
		seen: map[[2]smp.Schema]bool{}, found: map[difference]string{},
	}
}

// walkDefinitions compares the definitions that both sources have.
func (c *comparison) walkDefinitions(left, right source) {
	types := allOf(c.definitions).Fields
	for name, l := range left.all.Fields() {
		if r, ok := right.all.Field(name); ok {
			c.walk(types[name], l, r, name)
		}
	}
}

// walk compares two schemas of a place of type t, and everything below it.
func (c *comparison) walk(t smp.Definition, left, right smp.Schema, place string) {
	pair := [2]smp.Schema{left, right}
	if c.seen[pair] {
		return
	}
	c.seen[pair] = true
	c.places++
	c.compare(left, right, place)
	if t.Ref != "" {
		place, t = t.Ref, c.definitions[t.Ref]
	}
	c.walkFields(t, left, right, place)
	l, inLeft := left.Values()
	r, inRight := right.Values()
	if inLeft && inRight {
		c.walk(typeAt(t.Values), l, r, place+"{}")
	}
	if left.Type() == smp.ListType && right.Type() == smp.ListType {
		c.walk(typeAt(t.Element), left.Element(), right.Element(), place+"[]")
	}
}

func (c *comparison) walkFields(t smp.Definition, left, right smp.Schema, place string) {
	below := func(name string) string { return strings.TrimPrefix(place+"."+name, ".") }
	for name, l := range left.Fields() {
		if r, ok := right.Field(name); ok {
			c.walk(t.Fields[name], l, r, below(name))
		} else if c.exact {
			c.report(below(name), "members", "there", "not there")
		}
	}
	if !c.exact {
		return
	}
	for name := range right.Fields() {
		if _, ok := left.Field(name); !ok {
			c.report(below(name), "members", "not there", "there")
		}
	}
}

func typeAt(t *smp.Definition) smp.Definition {
	if t == nil {
		return smp.Definition{}
	}
	return *t
}

// compare compares two schemas of one place.
func (c *comparison) compare(left, right smp.Schema, place string) {
	if left.Type() != right.Type() {
		c.report(place, "kind", left.Type(), right.Type())
		return
	}
	c.check(place, "members", membersOf(left), membersOf(right))
	c.check(place, "scalars", left.Scalars(), right.Scalars())
	c.check(place, "strategy", left.Strategy(), right.Strategy())
	c.check(place, "retainKeys", left.RetainKeys(), right.RetainKeys())
	c.check(place, "keys", strings.Join(left.Keys(), ","), strings.Join(right.Keys(), ","))
	if c.exact {
		c.check(place, "map keys", left.MapKeys(), right.MapKeys())
	}
	if c.exact || left.MapKeys() && right.MapKeys() {
		c.check(place, "recommended", strings.Join(left.Recommended(), ","), strings.Join(right.Recommended(), ","))
		c.check(place, "default", defaultsOf(left), defaultsOf(right))
	}
}

// membersOf describes the members that a map may have in addition to its
// fields.
func membersOf(s smp.Schema) string {
	if _, free := s.Values(); free {
		return "any"
	}
	return "fields"
}

// defaultsOf returns the defaults of a list's keys. In a document, a default of
// "" or 0 may only mean that the Go field is not a pointer, so the table of
// built-in kinds ignores it (rule keys-default).
func defaultsOf(s smp.Schema) string {
	var b strings.Builder
	for _, key := range append(s.Keys(), s.Recommended()...) {
		def, ok := s.KeyDefault(key)
		if n, isInt := def.Int64(); ok && !(isInt && n == 0) && !(def.Type() == model.String && def.Text() == "") {
			fmt.Fprintf(&b, "%s=%s ", key, def.JSON())
		}
	}
	return b.String()
}

func (c *comparison) check(place, aspect string, left, right any) {
	if left != right {
		c.report(place, aspect, left, right)
	}
}

func (c *comparison) report(place, aspect string, left, right any) {
	c.found[difference{place, aspect}] = fmt.Sprintf("%v here and %v there", left, right)
}

// differences returns the differences, sorted.
func (c *comparison) differences() []difference {
	return slices.SortedFunc(maps.Keys(c.found), func(a, b difference) int {
		return strings.Compare(a.String(), b.String())
	})
}
