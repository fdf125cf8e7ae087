package report

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/smp"
)

// A merging describes how the values of a place merge. The exported fields are its JSON.
type merging struct {
	Type        string                     `json:"type"`
	Scalars     []string                   `json:"scalars,omitempty"`
	Merge       string                     `json:"merge,omitempty"`
	Keys        []string                   `json:"keys,omitempty"`
	Recommended []string                   `json:"recommended,omitempty"`
	NotKeys     []string                   `json:"notKeys,omitempty"`
	Defaults    map[string]json.RawMessage `json:"defaults,omitempty"`
	Elements    string                     `json:"elements,omitempty"`
	RetainKeys  bool                       `json:"retainKeys,omitempty"`
	Unions      []string                   `json:"unions,omitempty"`
}

// The values of merging.Merge.
const (
	mergeKeyed  = "keyed"      // a list that merges by keys
	mergeSet    = "set"        // a list that merges by value
	mergeAtomic = "atomic"     // a list or map that is replaced
	mergeByName = "by-name"    // a map that merges by name
	mergeNoType = "schemaless" // maps merge by name, lists are replaced
	mergeOther  = "other"      // a list that is atomic, or has keys other than NotKeys
)

// MergingOf describes how values with a schema merge.
func MergingOf(s smp.Schema) merging {
	m := merging{Type: s.Type().String(), RetainKeys: s.RetainKeys(), Unions: unionNames(s)}
	switch {
	case s.Type() == smp.ScalarType:
		m.Scalars = scalarNames(s.Scalars())
	case s.Strategy() == smp.Replace:
		m.Merge = mergeAtomic
	case s.Type() == smp.AnyType:
		m.Merge = mergeNoType
	case s.Type() == smp.MapType:
		m.Merge = mergeByName
	case s.Keyed():
		m.Merge, m.Keys, m.Recommended = mergeKeyed, s.Keys(), s.Recommended()
		m.addDefaults(s)
	default:
		m.Merge = mergeSet
	}
	if element := s.Element(); s.Merging() && element.Type() == smp.MapType {
		m.RetainKeys = m.RetainKeys || element.RetainKeys()
		m.Unions = unionNames(element)
		if element.Strategy() == smp.Replace {
			m.Elements = mergeAtomic
		}
	}
	return m
}

func (m *merging) addDefaults(s smp.Schema) {
	for _, key := range slices.Concat(m.Keys, m.Recommended) {
		if def, ok := s.KeyDefault(key); ok {
			if m.Defaults == nil {
				m.Defaults = map[string]json.RawMessage{}
			}
			m.Defaults[key] = def.AppendJSON(nil)
		}
	}
}

// unionNames returns the members of each union of a map, and its discriminator.
func unionNames(s smp.Schema) []string {
	var names []string
	for _, u := range s.Unions() {
		var members []string
		for _, m := range u.Members {
			members = append(members, strings.Join(m.Fields, "+"))
		}
		text := strings.Join(members, ", ")
		if u.Discriminator != "" {
			text += " by " + u.Discriminator
		}
		names = append(names, text)
	}
	return names
}

// scalarNames returns the names of the types in a set. An integer is also a number.
func scalarNames(s smp.Scalars) []string {
	var names []string
	for _, typ := range []struct {
		scalars smp.Scalars
		name    string
	}{{smp.StringScalar, "string"}, {smp.NumberScalar, "number"}, {smp.IntegerScalar, "integer"}, {smp.BoolScalar, "boolean"}} {
		if s&typ.scalars == typ.scalars {
			s &^= typ.scalars
			names = append(names, typ.name)
		}
	}
	return names
}

// plain reports whether the place is a scalar or a map that merges by name, without any
// further properties.
func (m merging) plain() bool {
	return (m.Type == smp.ScalarType.String() || m.Merge == mergeByName) && !m.RetainKeys && m.Unions == nil
}

// String returns a description such as "list keyed by name".
func (m merging) String() string {
	var words string
	switch m.Merge {
	case mergeKeyed:
		words = "list keyed by " + strings.Join(m.Keys, ", ")
	case mergeSet:
		words = "set"
	case mergeAtomic:
		words = "atomic " + m.Type
	case mergeNoType:
		words = "without schema"
	case mergeByName:
		words = "map"
	case mergeOther:
		words = "not by " + strings.Join(m.NotKeys, ", ")
	default:
		words = strings.Join(m.Scalars, " or ")
	}
	if m.Recommended != nil {
		words += "; recommended: " + strings.Join(m.Recommended, ", ")
	}
	for _, key := range slices.Concat(m.Keys, m.Recommended) {
		if def, ok := m.Defaults[key]; ok && strings.Count(words, key+" defaults to ") == 0 {
			words += "; " + key + " defaults to " + string(def)
		}
	}
	if m.Elements != "" {
		words += "; " + m.Elements + " elements"
	}
	if m.RetainKeys {
		words += "; retainKeys"
	}
	for _, u := range m.Unions {
		words += "; one of " + u
	}
	return words
}

// merges reports whether a patch merges the values inside s, rather than replacing them.
func merges(s smp.Schema) bool {
	return s.Strategy() == smp.Merge && members(s).Strategy() == smp.Merge
}
