package typed

import (
	"reflect"
	"sync"

	"github.com/strategicpatch/smp/smp"
)

// withUnions caches, for each Go type, whether its tags define unions.
var withUnions sync.Map

// hasUnions reports whether the schema of a Go type has unions, at any depth.
func hasUnions(t reflect.Type, s smp.Schema) bool {
	if known, ok := withUnions.Load(t); ok {
		return known.(bool)
	}
	seen := map[smp.Schema]bool{}
	var find func(smp.Schema) bool
	find = func(s smp.Schema) bool {
		if seen[s] {
			return false
		}
		seen[s] = true
		if len(s.Unions()) > 0 {
			return true
		}
		for _, field := range s.Fields() {
			if find(field) {
				return true
			}
		}
		if values, ok := s.Values(); ok && find(values) {
			return true
		}
		return s.Type() == smp.ListType && find(s.Element())
	}
	found := find(s)
	withUnions.Store(t, found)
	return found
}
