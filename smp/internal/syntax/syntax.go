// Package syntax reads the maps of patches, for both engines, Diff, Lint, Compose and Conflicts. Only this
// package knows how directives are spelled, which members of a patch map are directives, which field a
// directive is for, and which operation a map or an element requests:
//
//	any value       OperationOf   merge, replace or delete
//	patch map       Map.Meaning   what a member is: data, or one of the directives
//	                Map.Fields    for each field its value, its delete list and its order list
//	                Map.Retained  the names in $retainKeys
//
// The specification and servers read some names differently. A [Dialect] is one way to read. Whoever
// wants to know where two ways differ compares their meanings.
//
// A Set of directives has the bits of smp.Directives.
package syntax

import (
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// These are the names of directives in a patch.
const (
	// Patch names the operation of a map or element.
	Patch = "$patch"
	// RetainKeys lists the fields that a map keeps.
	RetainKeys = "$retainKeys"
	// PatchMergeKey lists the keys that an element matches by.
	PatchMergeKey = "$patchMergeKey"
	// DeleteList is the directive whose name begins with DeleteListPrefix.
	DeleteList = "$deleteFromPrimitiveList"
	// OrderList is the directive whose name begins with OrderListPrefix.
	OrderList = "$setElementOrder"
	// DeleteListPrefix precedes the name of a field in the name of its delete list.
	DeleteListPrefix = DeleteList + "/"
	// OrderListPrefix precedes the name of a field in the name of its order list.
	OrderListPrefix = OrderList + "/"

	// anyPrefix begins the names of all directives.
	anyPrefix = "$"
)

// Directives holds the names of the directives that later versions of the format introduced, in the
// order of their introduction. The directive with index i is the bit 1<<i of a Set.
var Directives = [...]string{DeleteList, OrderList, RetainKeys, PatchMergeKey}

// A Set is a set of these directives. Package smp documents it as Directives.
type Set uint8

// These are the sets of one directive.
const (
	DeleteLists  Set = 1 << iota // of DeleteList
	OrderLists                   // of OrderList
	RetainedKeys                 // of RetainKeys
	MergeKeys                    // of PatchMergeKey
)

// Has reports whether the set contains all directives of d.
func (s Set) Has(d Set) bool { return s&d == d }

// String returns the directives as they are written in a patch, without field names and separated
// by commas.
func (s Set) String() string {
	var names []string
	for i, name := range Directives {
		if s.Has(1 << i) {
			names = append(names, name)
		}
	}
	return strings.Join(names, ",")
}

// Replacement is the list marker, {$patch: replace}. As an element of a patch list, it makes the list
// replace the original list (rule list-replace).
var Replacement = must(model.NewMap(ReplacesMap))

// ReplacesMap is the member $patch: replace, which makes a patch map replace the original map (rule
// map-replace).
var ReplacesMap = model.Member{Name: Patch, Value: model.NewString(Replace.String())}

// DeletesElement is the member $patch: delete, which makes an element of a patch list delete the
// elements with its keys (rule keyed-delete).
var DeletesElement = model.Member{Name: Patch, Value: model.NewString(Delete.String())}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// An Operation is the value of $patch in a map. Without $patch, it is Merge.
type Operation uint8

// These are the operations.
const (
	// Merge merges the map into the original.
	Merge Operation = iota
	// Replace replaces the original.
	Replace
	// Delete deletes the original.
	Delete
)

// String returns "merge", "replace" or "delete".
func (op Operation) String() string { return [...]string{"merge", "replace", "delete"}[op] }

// OperationOf returns the operation that $patch names (rules map-replace, map-delete,
// unknown-directive). The value may have any type.
func OperationOf(patch model.Value) (Operation, *faults.Fault) {
	if !patch.HasOwnDollar() {
		return Merge, nil
	}
	v, ok := patch.Get(Patch)
	if !ok {
		return Merge, nil
	}
	for _, op := range [...]Operation{Replace, Delete} {
		if v.Type() == model.String && v.Text() == op.String() {
			return op, nil
		}
	}
	return Merge, faults.New(faults.InvalidDirective, rule.UnknownDirective, "expected %q or %q", Replace, Delete).Under(model.Field(Patch))
}

// In reports whether v has this operation.
func (op Operation) In(v model.Value) bool {
	have, _ := OperationOf(v)
	return have == op
}

// IsDeletion reports whether a patch value deletes its field or element.
func IsDeletion(patch model.Value) bool { return patch.Type() == model.Null || Delete.In(patch) }

// IsMarker reports whether v is a list marker: a map with only $patch: replace (rule list-replace).
func IsMarker(v model.Value) bool { return v.Len() == 1 && Replace.In(v) }

// HasMarker reports whether a patch list has a list marker.
func HasMarker(list model.Value) bool {
	if !list.HasDollar() {
		return false
	}
	for _, e := range list.Elements() {
		if IsMarker(e) {
			return true
		}
	}
	return false
}

// LooksLikeDirective reports whether a name begins like the names of directives. Only such a name
// can have another meaning than data.
func LooksLikeDirective(name string) bool { return strings.HasPrefix(name, anyPrefix) }

// LooksLikeList reports whether a name begins like the name of a delete or order list. The name of
// the field may be missing. apimachinery does not require the slash.
func LooksLikeList(name string) bool {
	return strings.HasPrefix(name, DeleteList) || strings.HasPrefix(name, OrderList)
}

// Merges reports whether a patch value is a map without $patch, which merges into the original.
func Merges(patch model.Value) bool {
	op, f := OperationOf(patch)
	return patch.Type() == model.Map && f == nil && op == Merge
}

// An Accepter answers questions about the types of a value for its schema.
type Accepter interface {
	// Accepts reports whether a value may have the JSON type.
	Accepts(model.Type) bool
}

// TypeFault returns the fault of a patch value whose type contradicts its schema, or nil (rule
// value-type).
func TypeFault(s Accepter, v model.Value) *faults.Fault {
	k := v.Type()
	if k == model.Absent || s.Accepts(k) {
		return nil
	}
	return faults.New(faults.WrongType, rule.ValueType, "expected a %s, got %s", typeName(s), k.Noun()).IfStrict()
}

// typeName returns the name of the type that a schema expects, such as "map" or "string or number".
func typeName(s Accepter) string {
	var types []string
	for _, k := range [...]model.Type{model.String, model.Number, model.Bool} {
		if s.Accepts(k) {
			types = append(types, k.String())
		}
	}
	switch {
	case len(types) == 3:
		return "scalar"
	case s.Accepts(model.Map):
		return model.Map.String()
	case s.Accepts(model.List):
		return model.List.String()
	}
	return strings.Join(types, " or ")
}

// NoField returns the fault of a delete or order list that names no field, by one of the rules
// set-delete and order-directive. The name is that of the directive.
func NoField(rule, name string) *faults.Fault {
	return faults.New(faults.InvalidDirective, rule, "missing field name in the directive").UnderDirective(name)
}
