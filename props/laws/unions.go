package laws

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// sets reports whether a value sets a member of a union in one of its fields.
func sets(m smp.UnionMember, v model.Value) bool {
	return isThere(v) && !slices.ContainsFunc(m.Unset, func(u model.Value) bool { return model.Equal(u, v) })
}

// setBy returns the members of a union that a map sets.
func setBy(u smp.Union, v model.Value) []smp.UnionMember {
	return slices.DeleteFunc(slices.Clone(u.Members), func(m smp.UnionMember) bool {
		return !slices.ContainsFunc(m.Fields, func(name string) bool {
			field, _ := v.Get(name)
			return sets(m, field)
		})
	})
}

// excludes reports whether a field is one of a member of a union that a map
// chooses another member of: by setting that, or by the discriminator.
func excludes(s smp.Schema, v model.Value, name string) bool {
	return slices.ContainsFunc(s.Unions(), func(u smp.Union) bool {
		at := slices.IndexFunc(u.Members, func(m smp.UnionMember) bool { return slices.Contains(m.Fields, name) })
		if at < 0 {
			return false
		}
		set, says := setBy(u, v), model.Value{}
		if u.Discriminator != "" {
			says, _ = v.Get(u.Discriminator)
		}
		return len(set) == 1 && !slices.Equal(set[0].Fields, u.Members[at].Fields) || len(set) == 0 && isThere(says) && says.Text() != u.Members[at].Value
	})
}
