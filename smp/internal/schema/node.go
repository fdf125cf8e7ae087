// Package schema is the form of a schema in which the engines use it: nodes for the places of a document.
// Package smp makes the nodes from definitions. Then they do not change, except that a field that is
// described on demand gets its node when it is first used.
package schema

import (
	"slices"
	"sync/atomic"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/listkeys"
	"github.com/strategicpatch/smp/smp/internal/names"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Node describes the value at one place: its type, which is a Shape, and its strategy. Two fields
// of the same type share a Shape, but may have different strategies.
type Node struct {
	Shape         *Shape
	Strategy      Strategy
	RetainKeys    bool
	MapKeys       bool
	AcceptsLists  bool
	HasMergeRules bool // the value may contain a merging list or strategy retainKeys, so copying it is not enough
	Keys          []string
	Recommended   []string
	Default       model.Value
	Marks         Marks
	ByDefaultKey  *identity.Selection // in a merging list, selects by the default key or by value
	ByAllKeys     *identity.Selection // in a merging list, selects by all recommended keys; may be the same as ByDefaultKey
	EmptyKeys     []string            // in a keyed list, the keys whose "" servers replace or do not store
	Fault         error               // error of a field whose description has an error
}

// A Shape is the structure of a type.
type Shape struct {
	Type    Type
	Scalars Scalars
	Names   []string                       // names of fields, sorted
	texts   *atomic.Pointer[[]model.Value] // the names as values, once a patch has listed some
	table   names.Table                    // finds names
	nodes   []atomic.Pointer[Node]         // by the index of the name; nil if OnDemand still has to make the node
	// OnDemand returns the node of the field with index i when it is first used. It is nil if all
	// nodes exist. locked reports whether the caller holds the builder's lock.
	OnDemand func(s *Shape, i int, locked bool) *Node
	Values   *Node // describes members that are not in names; nil if the map is declared
	Element  *Node
	Unions   []Union // unions of a map, in the order of SortedUnions; nearly always empty
	Aliases  []Alias // fields of a map that always have the value of another field
}

// An Alias is a pair of fields of a map. The field called Name always has the value of the field
// called Of.
type Alias struct{ Name, Of string }

// Unknown is the node of a place that no schema describes: maps merge by name, and lists are atomic.
var Unknown = &Node{Shape: &Shape{}, Strategy: Merge}

// Merging reports whether the node is a merging list, which is a keyed list or a set.
func (n *Node) Merging() bool { return n.Shape.Type == List && n.Strategy == Merge }

// OfElement returns the node of a list's elements. If the schema defines another type, the elements
// have no schema.
func (n *Node) OfElement() *Node {
	if n.Shape.Type != List {
		return Unknown
	}
	return n.Shape.Element
}

// AtomicMap reports whether a map at this place is replaced as a whole. The field may have no type.
func (n *Node) AtomicMap() bool { return n.Shape.Type != List && n.Strategy == Replace }

// OfMember returns the node of the member with the given name. If the schema does not define the
// member, or is not a map, the node is Unknown.
func (n *Node) OfMember(name string) *Node {
	if field, ok := n.Shape.Field(name); ok {
		return field
	}
	if n.Shape.Values != nil {
		return n.Shape.Values
	}
	return Unknown
}

// DefinesMember reports whether the schema defines a member with the given name. A schema that
// allows any member defines all names.
func (n *Node) DefinesMember(name string) bool {
	_, declared := n.Shape.Field(name)
	return declared || n.Shape.Values != nil || n.Shape.Type != Map
}

// RetainsMap reports whether the node is a map with strategy retainKeys. In a list, the strategy
// applies to the elements.
func (n *Node) RetainsMap() bool { return n.RetainKeys && n.Shape.Type != List }

// Selection returns a new selection for a merging list. It selects by the values of the keys in
// names, and by the presence of the keys in present.
func (n *Node) Selection(names, present []string) *identity.Selection {
	s := &identity.Selection{Names: names, Present: present, Required: min(len(n.Keys), len(names))}
	s.Partial = len(names)+len(present) < len(n.Recommended)
	for _, name := range names {
		s.Defaults = append(s.Defaults, n.KeyDefault(name))
	}
	for _, name := range present {
		s.PresentDefaulted = append(s.PresentDefaulted, n.KeyDefault(name).Type() != model.Absent)
	}
	return s
}

// AllKeys returns the keys that elements of the list may select by.
func (n *Node) AllKeys() []string {
	if n.Recommended != nil {
		return n.Recommended
	}
	return n.Keys
}

// KeyDefault returns the default of a merge key of this keyed list, or an absent value. An absent key
// counts as its default (rule keys-default).
func (n *Node) KeyDefault(name string) model.Value {
	if !n.MapKeys {
		return model.Value{}
	}
	element := n.OfElement().Shape
	if field, ok := element.Find(name, false); ok {
		return field.Default
	}
	if element.Values != nil {
		return element.Values.Default
	}
	return model.Value{}
}

// ListKeys returns the keys by which elements of the list may be found.
func (n *Node) ListKeys() listkeys.KeySet {
	return listkeys.KeySet{Required: n.Keys, Recommended: n.Recommended, Default: n.KeyDefault}
}

// HasField implements syntax.MapSchema.
func (n *Node) HasField(field string) bool {
	_, ok := n.Shape.Field(field)
	return ok
}

// MayNameDirectives implements syntax.MapSchema.
func (n *Node) MayNameDirectives() bool {
	first, _ := slices.BinarySearch(n.Shape.Names, syntax.Patch[:1])
	return first < len(n.Shape.Names) && syntax.LooksLikeDirective(n.Shape.Names[first])
}

// HoldsLists implements syntax.MapSchema.
func (n *Node) HoldsLists(member model.Value) bool {
	if values := n.Shape.Values; values != nil && values.Shape.Type != Any {
		return values.Shape.Type == List
	}
	return member.Type() == model.List
}

// Accepts implements syntax.Accepter. It reports whether a value may have the given JSON type. Null is always
// accepted. So are all types where the schema defines none.
func (n *Node) Accepts(k model.Type) bool {
	t := n.Shape
	switch k {
	case model.Map:
		return t.Type == Map || t.Type == Any
	case model.List:
		return t.Type == List || t.Type == Any
	case model.String:
		return t.Type == Any || t.Scalars&StringScalar != 0
	case model.Number:
		return t.Type == Any || t.Scalars&NumberScalar != 0
	case model.Bool:
		return t.Type == Any || t.Scalars&BoolScalar != 0
	default:
		return true
	}
}

// Prepare creates the selections that a merging list is merged with. Call it when all shapes are
// filled and checked. locked reports whether the builder's lock is held.
func (n *Node) Prepare(locked bool) {
	if n.Merging() {
		n.ByDefaultKey = n.Selection(n.Keys, nil)
		n.ByAllKeys = n.ByDefaultKey
		if n.Shape.Element.Shape.Index(syntax.PatchMergeKey) < 0 && n.Recommended != nil {
			n.ByAllKeys = n.Selection(n.Recommended, nil)
		}
		n.EmptyKeys = nil
		for _, key := range n.ByAllKeys.Names {
			field, ok := n.Shape.Element.Shape.Find(key, locked)
			if ok && (field.Marks.NotStored || field.Marks.FilledIn) {
				n.EmptyKeys = append(n.EmptyKeys, key)
			}
		}
	}
}

// SetHasMergeRules computes HasMergeRules from the strategy of the node and from the nodes below it.
// It is set for a map whose fields are described on demand. The first plain fields are known to have no
// merge rules. The result is at least plain, and also counts the fields that this call has found to
// have none.
func (n *Node) SetHasMergeRules(plain int) int {
	s := n.Shape
	n.HasMergeRules = n.Merging() || n.RetainKeys || s.OnDemand != nil
	n.HasMergeRules = n.HasMergeRules || s.Values != nil && s.Values.HasMergeRules || s.Element != nil && s.Element.HasMergeRules
	if n.HasMergeRules {
		return plain
	}
	for plain < len(s.nodes) && !s.nodes[plain].Load().HasMergeRules {
		plain++
	}
	n.HasMergeRules = plain < len(s.nodes)
	return plain
}

// WithAliases returns a name, and the names of the fields that always have the same value as this
// field.
func (n *Node) WithAliases(name string) []string {
	names := []string{name}
	for i := 0; i < len(names); i++ {
		for _, a := range n.Shape.Aliases {
			for _, pair := range [2][2]string{{a.Name, a.Of}, {a.Of, a.Name}} {
				if pair[0] == names[i] && !slices.Contains(names, pair[1]) {
					names = append(names, pair[1])
				}
			}
		}
	}
	return names
}

// Equal reports whether two nodes, which may be nil, describe the same values. AcceptsLists does not
// matter. Pass an empty map: to handle recursive schemas, Equal assumes that a pair in it is equal.
func Equal(a, b *Node, seen map[[2]*Node]bool) bool {
	pair := [2]*Node{a, b}
	if a == b || seen[pair] {
		return true
	}
	if a == nil || b == nil {
		return false
	}
	seen[pair] = true
	if a.Strategy != b.Strategy || a.RetainKeys != b.RetainKeys || a.MapKeys != b.MapKeys || a.Marks != b.Marks ||
		!slices.Equal(a.Keys, b.Keys) || !slices.Equal(a.Recommended, b.Recommended) ||
		!model.Equal(a.Default, b.Default) {
		return false
	}
	x, y := a.Shape, b.Shape
	if x == y {
		return true // fields of one type
	}
	if x.Type != y.Type || x.Scalars != y.Scalars || !slices.Equal(x.Names, y.Names) || !equalUnions(x.Unions, y.Unions) ||
		!Equal(x.Values, y.Values, seen) || !Equal(x.Element, y.Element, seen) {
		return false
	}
	for _, name := range x.Names {
		left, _ := x.Find(name, false)
		right, _ := y.Find(name, false)
		if left.Fault != nil || right.Fault != nil || !Equal(left, right, seen) {
			return false
		}
	}
	return true
}

// Declared implements syntax.MapSchema. It reports whether the node is a declared map, in which an older
// server drops directives that it does not recognize.
func (n *Node) Declared() bool { return n.Shape.Type == Map && n.Shape.Values == nil }
