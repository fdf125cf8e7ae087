package syntax

import (
	"slices"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/rule"
)

// A Field is the part of a patch map that is for one field. Each of its values may be absent.
type Field struct {
	Name   string
	Value  model.Value
	Delete model.Value // $deleteFromPrimitiveList/Name
	Order  model.Value // $setElementOrder/Name
	// Nameless is the value of a delete list that does not name a field, for a dialect that reserves
	// names. apimachinery applies it to the field that has the name of the directive.
	Nameless     model.Value
	Unrecognized bool // the map declares its fields, and Name is that of an unrecognized directive
	Malformed    bool // Name is that of a directive without a field
}

// AddressesField reports whether the patch is for a field. An empty name is a field only if there
// is a value.
func (f Field) AddressesField() bool { return f.Name != "" || f.Value.Type() != model.Absent }

// HasDeleteList reports whether the patch has a delete list for the field.
func (f Field) HasDeleteList() bool {
	return f.Delete.Type() != model.Absent || f.Nameless.Type() != model.Absent
}

// HasOrderList reports whether the patch has an order list for the field.
func (f Field) HasOrderList() bool { return f.Order.Type() != model.Absent }

// HasDirective reports whether the patch has a delete or order list that names the field.
func (f Field) HasDirective() bool { return f.Delete.Type() != model.Absent || f.HasOrderList() }

// IsEmpty reports whether the patch has nothing for the field.
func (f Field) IsEmpty() bool {
	return f.Value.Type() == model.Absent && !f.HasDeleteList() && !f.HasOrderList()
}

// MemberName returns the name of a patch member for the field. It is the name of the field or, if
// the field has no value, the name of its directive.
func (f Field) MemberName() string {
	switch {
	case f.Value.Type() != model.Absent:
	case f.Delete.Type() != model.Absent:
		return DeleteListPrefix + f.Name
	case f.HasOrderList():
		return OrderListPrefix + f.Name
	}
	return f.Name // also if a directive names no field
}

// AppendMembers appends the members that a patch map has for the field.
func (f Field) AppendMembers(dst []model.Member) []model.Member {
	if f.Value.Type() != model.Absent {
		dst = append(dst, model.Member{Name: f.Name, Value: f.Value})
	}
	if f.Delete.Type() != model.Absent {
		dst = append(dst, model.Member{Name: DeleteListPrefix + f.Name, Value: f.Delete})
	}
	if f.HasOrderList() {
		dst = append(dst, model.Member{Name: OrderListPrefix + f.Name, Value: f.Order})
	}
	return dst
}

// ListField is the name of the field in a patch for a list without a map around it.
const ListField = "list"

// ListIn returns the patch of the list in a map that contains nothing but the value of ListField and
// its delete and order lists, each of which may be absent.
func ListIn(patch model.Value) Field {
	f := Field{Name: ListField}
	f.Value, _ = patch.Get(ListField)
	f.Delete, _ = patch.Get(DeleteListPrefix + ListField)
	f.Order, _ = patch.Get(OrderListPrefix + ListField)
	return f
}

// UnknownFault returns the fault of a strict call for a field that the schema of the map does not
// define, or nil if the patch is not for a field (rule unknown-field).
func (f Field) UnknownFault() *faults.Fault {
	if !f.AddressesField() {
		return nil
	}
	return faults.New(faults.UnknownField, rule.UnknownField, "unknown field").IfStrict().UnderDirective(f.MemberName())
}

// UnrecognizedFault returns the fault of a strict call for an unrecognized directive (rule
// unknown-field).
func (f Field) UnrecognizedFault() *faults.Fault {
	return faults.New(faults.UnknownField, rule.UnknownField, "unknown field or directive").IfStrict().Under(model.Field(f.Name))
}

// fewFields is the number of fields that are searched one by one.
const fewFields = 8

// Fields groups the members of the map by field, in the order of the patch. If each is not nil,
// Fields calls it with the name and the meaning of each member.
func (m Map) Fields(each func(name string, w Meaning)) []Field {
	fields := make([]Field, 0, m.Patch.Len())
	var index map[string]int // of the fields, if there are many
	at := func(name string) *Field {
		i, ok := index[name]
		if index == nil {
			i = slices.IndexFunc(fields, func(f Field) bool { return f.Name == name })
			ok = i >= 0
		}
		if ok {
			return &fields[i]
		}
		fields = append(fields, Field{Name: name})
		switch {
		case index != nil:
			index[name] = len(fields) - 1
		case len(fields) > fewFields:
			index = make(map[string]int, m.Patch.Len())
			for i, f := range fields {
				index[f.Name] = i
			}
		}
		return &fields[len(fields)-1]
	}
	for name, value := range m.Patch.Members() {
		w := m.Meaning(name, value)
		if each != nil {
			each(name, w)
		}
		switch w.Role {
		case DataRole:
			at(name).Value = value
		case DeleteListRole:
			if m.Reserves && w.Field == "" {
				at(name).Nameless = value
			} else {
				at(w.Field).Delete = value
			}
		case OrderListRole:
			at(w.Field).Order = value
		case malformedRole:
			at(name).Malformed = true
		case UnrecognizedRole:
			at(name).Unrecognized = true
		}
	}
	return fields
}

// SortFields sorts the patches of fields by name, which is the order in which faults are found.
func SortFields(fields []Field) {
	slices.SortFunc(fields, func(a, b Field) int { return strings.Compare(a.Name, b.Name) })
}

// A Retained holds the names in $retainKeys, sorted. It is nil if a patch does not have that directive.
type Retained []string

// Clears reports whether the directive clears a field.
func (r Retained) Clears(name string) bool {
	_, retains := slices.BinarySearch(r, name)
	return r != nil && !retains
}

// Fault returns the fault of a patch that sets a field that the directive does not list, or nil
// (rule retain-keys).
func (r Retained) Fault(f Field) *faults.Fault {
	if typ := f.Value.Type(); typ == model.Absent || typ == model.Null || !r.Clears(f.Name) {
		return nil
	}
	return faults.New(faults.RetainKeysMismatch, rule.RetainKeys, "this field is not in %s; add it there", RetainKeys).Under(model.Field(f.Name))
}

// Cleared returns deletions of the fields of the original that the directive does not list.
func (r Retained) Cleared(original model.Value) []model.Member {
	var cleared []model.Member
	for name := range original.Members() {
		if r.Clears(name) {
			cleared = append(cleared, model.Member{Name: name})
		}
	}
	return cleared
}

// Retained returns the names in the $retainKeys of the map. It returns nil if the map does not have
// that directive. The directive must be checked before the other members of the map. A dialect that
// reserves names ignores scalars and nulls that are not names (divergence retain-keys-any-value).
func (m Map) Retained() (Retained, *faults.Fault) {
	list, ok := m.Patch.Get(RetainKeys)
	if !ok || m.Meaning(RetainKeys, list).Role != RetainKeysRole {
		return nil, nil
	}
	malformed := func(format string, v model.Value) (Retained, *faults.Fault) {
		return nil, faults.New(faults.InvalidDirective, rule.RetainKeys, format, v.Type().Noun()).Under(model.Field(RetainKeys))
	}
	if list.Type() != model.List {
		return malformed("expected a list of field names, got %s", list)
	}
	retained := make(Retained, 0, list.Len())
	for _, name := range list.Elements() {
		switch typ := name.Type(); {
		case typ == model.String:
			retained = append(retained, name.Text())
		case !m.Reserves || typ == model.Map || typ == model.List:
			return malformed("expected a field name, got %s", name)
		}
	}
	slices.Sort(retained)
	return retained, nil
}

// ClearsSet reports whether the directive clears a field that another patch sets.
func (r Retained) ClearsSet(other Field) bool {
	return r.Clears(other.Name) && other.Value.Type() != model.Absent && !IsDeletion(other.Value)
}

// Clears reports whether a patch map clears a field that it does not contain, because it replaces
// the map or has a $retainKeys that does not list the field.
func (m Map) Clears(name string) bool {
	retained, f := m.Retained()
	return Replace.In(m.Patch) || f == nil && retained.Clears(name)
}
