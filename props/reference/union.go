package reference

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// sets reports whether a value sets a member of a union in one of its fields. Null and values
// that count as unset set no member.
func sets(m smp.UnionMember, value *node) bool {
	return present(value) != nil && !slices.ContainsFunc(m.Unset, func(u model.Value) bool { return equal(value, read(u, value.at)) })
}

// setBy returns the members of a union that are set by these fields.
func setBy(u smp.Union, fields map[string]*node) []smp.UnionMember {
	var set []smp.UnionMember
	for _, m := range u.Members {
		if slices.ContainsFunc(m.Fields, func(name string) bool { return sets(m, fields[name]) }) {
			set = append(set, m)
		}
	}
	return set
}

// said returns the fields of a patch map that have values. It leaves out nulls and deletions.
func said(patch *node) map[string]*node {
	fields := map[string]*node{}
	for name, value := range patch.fields {
		if value.kind != model.Null && !isDeletion(value) {
			fields[name] = value
		}
	}
	return fields
}

// unite applies the unions of a map after all other fields are merged: it clears the members
// that the patch does not choose, and sets the discriminator. See rules union-member and
// union-discriminator.
func (r *run) unite(s smp.Schema, original, patch *node, fields map[string]*node) {
	if !r.unions {
		return
	}
	said := said(patch)
	for _, u := range s.Unions() {
		set, discriminator := setBy(u, said), said[u.Discriminator]
		if u.Discriminator == "" {
			discriminator = nil
		}
		if len(set) == 0 && (discriminator == nil || alike(fields[u.Discriminator], original.fields[u.Discriminator])) {
			continue
		}
		stays := chosen(u, said)
		if !r.must(stays != nil, patch, smp.UnionConflict, smp.RuleUnionMember, "the patch sets two members of a union, or one against its discriminator") {
			continue
		}
		for _, m := range u.Members {
			for _, name := range m.Fields {
				if !stays(m) && said[name] == nil && sets(m, fields[name]) {
					delete(fields, name)
				}
			}
		}
		if len(set) == 1 && u.Discriminator != "" && patch.fields[u.Discriminator] == nil {
			fields[u.Discriminator] = &node{kind: model.String, scalar: model.NewString(set[0].Value), at: patch.at}
		}
	}
}

// excluded returns a function that reports whether a union excludes a field of the target:
// modified lacks the field and chooses another member, and the field sets a member or is a
// discriminator that names one. A union excludes fields only if modified changes the union,
// or if current does not have modified's values of the fields in the union. A field may be
// in several unions and may count as unset in one of them. See rule union-target.
func (t TargetOptions) excluded(s smp.Schema, o, m, c *node) func(name string, field *node) bool {
	others, named := map[string][]smp.UnionMember{}, map[string][]smp.UnionMember{}
	for _, u := range s.Unions() {
		stays := chosen(u, m.orEmpty().fields)
		if stays == nil || !t.sends(s, u, o, m, c) {
			continue
		}
		for _, other := range u.Members {
			if stays(other) {
				continue
			}
			if u.Discriminator != "" && present(m.fields[u.Discriminator]) == nil {
				named[u.Discriminator] = append(named[u.Discriminator], other)
			}
			for _, name := range other.Fields {
				if present(m.fields[name]) == nil {
					others[name] = append(others[name], other)
				}
			}
		}
	}
	return func(name string, field *node) bool {
		return slices.ContainsFunc(others[name], func(other smp.UnionMember) bool { return sets(other, field) }) ||
			slices.ContainsFunc(named[name], func(other smp.UnionMember) bool { return field.isText(other.Value) })
	}
}

// chosen returns a function that reports whether the fields choose a member of a union. They
// choose the member that they set or, if they set none, the one that the discriminator names.
// It returns nil if the fields choose no member or contradict each other.
func chosen(u smp.Union, fields map[string]*node) func(smp.UnionMember) bool {
	set, says := setBy(u, fields), present(fields[u.Discriminator])
	if u.Discriminator == "" {
		says = nil
	}
	if len(set) > 1 || len(set) == 0 && says == nil || len(set) == 1 && says != nil && !says.isText(set[0].Value) {
		return nil
	}
	return func(m smp.UnionMember) bool {
		return len(set) == 1 && slices.Equal(m.Fields, set[0].Fields) || len(set) == 0 && says.isText(m.Value)
	}
}

// sends reports whether modified changes a member or the discriminator of a union, or current
// does not hold modified's value of one of them.
func (t TargetOptions) sends(s smp.Schema, u smp.Union, o, m, c *node) bool {
	var names []string
	if u.Discriminator != "" {
		names = append(names, u.Discriminator)
	}
	for _, member := range u.Members {
		names = append(names, member.Fields...)
	}
	return slices.ContainsFunc(names, func(name string) bool {
		field, _ := s.Field(name)
		was, wanted, is := o.orEmpty().fields[name], m.fields[name], bare(present(c.orEmpty().fields[name]))
		changed := !alike(bare(present(was)), bare(present(wanted)))
		return changed || wanted != nil && !t.holds(field, was, wanted, is)
	})
}
