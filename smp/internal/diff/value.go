package diff

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// withoutNulls returns a value without its null members.
func withoutNulls(v model.Value) (model.Value, *faults.Fault) {
	switch {
	case !v.HasNull() || v.Type() == model.Null:
		return v, nil
	case v.Type() == model.List:
		return faults.EditElements(v, func(_ int, e model.Value) (model.Value, *faults.Fault) { return withoutNulls(e) })
	default:
		return faults.EditMembers(v, func(_ string, member model.Value) (model.Value, *faults.Fault) {
			return withoutNulls(nulls.AsAbsent(member))
		})
	}
}

func hasMember(members []model.Member, name string) bool {
	return slices.ContainsFunc(members, func(m model.Member) bool { return m.Name == name })
}
