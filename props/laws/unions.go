package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// sets reports whether a value sets a member of a union in one of its fields.
func sets(m smp.UnionMember, v model.Value) bool {
	return isThere(v) && !slices.ContainsFunc(m.Unset, func(u model.Value) bool { return model.Equal(u, v) })
}

// setBy returns the members of a union that are set in a map.
func setBy(u smp.Union, v model.Value) []smp.UnionMember {
	return slices.DeleteFunc(slices.Clone(u.Members), func(m smp.UnionMember) bool {
		return !slices.ContainsFunc(m.Fields, func(name string) bool {
			field, _ := v.Get(name)
			return sets(m, field)
		})
	})
}

// excludes reports whether a map excludes a field by a union: the field belongs to a member,
// but the map sets a different member, or its discriminator names a different member. It
// also returns true for a discriminator if a member is set, because the discriminator may
// name another member. Merge keys are never excluded, and they choose a member only if no
// other field does.
func excludes(s smp.Schema, v model.Value, name string, keys []string) bool {
	content := v
	for _, key := range keys {
		content = without(content, key)
	}
	return slices.ContainsFunc(s.Unions(), func(u smp.Union) bool {
		if name == u.Discriminator && !slices.Contains(keys, name) && len(setBy(u, content)) == 1 {
			return true
		}
		at := slices.IndexFunc(u.Members, func(m smp.UnionMember) bool { return slices.Contains(m.Fields, name) })
		if at < 0 {
			return false
		}
		other := func(m smp.UnionMember) bool { return !slices.Equal(m.Fields, u.Members[at].Fields) }
		if set := setBy(u, content); len(set) > 0 {
			return len(set) == 1 && other(set[0])
		}
		says := discriminator(u, v)
		return slices.ContainsFunc(setBy(u, v), other) || isThere(says) && says.Text() != u.Members[at].Value
	})
}

// discriminator returns the value of a union's discriminator in a map, or absent if there is
// none.
func discriminator(u smp.Union, v model.Value) model.Value {
	if u.Discriminator == "" {
		return model.Value{}
	}
	says, _ := v.Get(u.Discriminator)
	return says
}

// illFormed reports whether a document sets several members of a union, and whether it sets a
// member that contradicts the discriminator. If strictly is true, a missing discriminator
// counts as a contradiction.
func illFormed(s smp.Schema, v model.Value, strictly bool) (several, against bool) {
	note := func(inside smp.Schema, v model.Value) {
		x, y := illFormed(inside, v, strictly)
		several, against = several || x, against || y
	}
	for name, member := range v.Members() {
		field, _ := s.Member(name)
		note(field, member)
	}
	for _, element := range v.Elements() {
		note(s.Element(), element)
	}
	if v.Type() != model.Map {
		return several, against
	}
	for _, u := range s.Unions() {
		set := setBy(u, v)
		several = several || len(set) > 1
		if says := discriminator(u, v); u.Discriminator != "" && (isThere(says) || strictly) {
			against = against || len(set) == 1 && says.Text() != set[0].Value
		}
	}
	return several, against
}

// isIllFormed reports whether a strict engine rejects a modified document because of a
// union.
func isIllFormed(s smp.Schema, v model.Value) bool {
	several, against := illFormed(s, v, false)
	return several || against
}

// withUnions returns the trial with unions enabled.
func (t *trial) withUnions() *trial {
	t.in.Options.Unions = true
	return t
}

// UnionMember checks, with unions enabled, that the result sets at most one member of each union.
// It requires that original sets at most one member of each union.
func UnionMember(s corpus.Subject, in corpus.Input) Verdict {
	t := (&trial{law: "union-member", subject: s, in: in}).withUnions()
	result, ok := t.result()
	if !ok || !hasUnions(in.Schema, result) {
		return t.inapplicable("no result, or no union in it")
	}
	if several, _ := illFormed(in.Schema, in.Original, false); several {
		return t.inapplicable("original sets several members")
	}
	if several, _ := illFormed(in.Schema, result, false); several {
		return t.broken("the result sets several members of a union: %s", result.JSON())
	}
	return t.held()
}

// UnionDiscriminator checks, with unions enabled, that each discriminator in the result is
// missing or names the set member. It requires that the same is true in original.
func UnionDiscriminator(s corpus.Subject, in corpus.Input) Verdict {
	t := (&trial{law: "union-discriminator", subject: s, in: in}).withUnions()
	result, ok := t.result()
	if !ok || !hasUnions(in.Schema, result) {
		return t.inapplicable("no result, or no union in it")
	}
	if several, against := illFormed(in.Schema, in.Original, false); several || against {
		return t.inapplicable("original has an ill-formed union")
	}
	if _, against := illFormed(in.Schema, result, false); against {
		return t.broken("the result sets a member that contradicts the discriminator: %s", result.JSON())
	}
	return t.held()
}

// hasUnions reports whether a document sets a member of a union.
func hasUnions(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); hasUnions(field, member) {
			return true
		}
	}
	return has(v, func(e model.Value) bool { return hasUnions(s.Element(), e) }) || v.Type() == model.Map &&
		slices.ContainsFunc(s.Unions(), func(u smp.Union) bool { return len(setBy(u, v)) > 0 })
}

// DiffUnions checks that the patch also gives modified with unions enabled, if modified sets
// one member of each union and the discriminator names this member.
func DiffUnions(s corpus.Subject, in corpus.Input) Verdict {
	t := (&trial{law: "diff-unions", subject: s, in: in})
	patch, ok := t.full()
	several, against := illFormed(in.Schema, in.Modified, true)
	if !ok || several || against || !hasUnions(in.Schema, in.Modified) {
		return t.inapplicable("no full patch, or no well-formed union")
	}
	if got := t.withUnions().runApply(in.Original, patch, 0); got.Skipped == "" && !t.arrives(got) {
		return t.broken("the patch %s\ngives     %s\ninstead of %s", patch.JSON(), describe(got), bare(in.Modified).Canonical())
	}
	return t.held()
}

// ThreeWayUnions is the law ThreeWayConverges with unions enabled. It requires that modified sets
// one member of each union and that the discriminator names this member. It does not check patches
// that replace a list, or that delete elements and add one with the same key again. Such patches
// repeat values that others have set, and these may be ill-formed.
func ThreeWayUnions(s corpus.Subject, in corpus.Input) Verdict {
	t := (&trial{law: "threeway-unions", subject: s, in: in}).withUnions()
	several, against := illFormed(in.Schema, in.Modified, true)
	if several || against || !hasUnions(in.Schema, in.Modified) {
		return t.inapplicable("modified has no well-formed union")
	}
	patch, ok := t.full()
	switch {
	case ok && (len(replaced(nil, patch)) > 0 || repeatsIllFormed(in.Schema, patch)):
		return t.inapplicable("the patch repeats the values of others in a list")
	case ok && keyExcluded(in.Schema, patch, nil):
		return t.inapplicable("modified chooses another member than a key that a server filled in, and keys stay")
	}
	return t.converges()
}

// repeatsIllFormed reports whether a patch has an ill-formed union.
func repeatsIllFormed(s smp.Schema, patch model.Value) bool {
	several, against := illFormed(s, patch, false)
	return several || against
}

// keyExcluded reports whether an element of a patch is identified by a key that belongs to a
// member of a union that the element excludes. The argument keys contains the keys of the
// list around v.
func keyExcluded(s smp.Schema, v model.Value, keys []string) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); keyExcluded(field, member, nil) {
			return true
		}
	}
	if has(v, func(e model.Value) bool { return keyExcluded(s.Element(), e, allKeys(s)) }) {
		return true
	}
	return v.Type() == model.Map && slices.ContainsFunc(s.Unions(), func(u smp.Union) bool {
		set, says := setBy(u, v), discriminator(u, v)
		return slices.ContainsFunc(set, func(m smp.UnionMember) bool {
			named := slices.ContainsFunc(m.Fields, func(name string) bool { return slices.Contains(keys, name) })
			return named && (len(set) > 1 || isThere(says) && says.Text() != m.Value)
		})
	})
}

// ComposeUnions is the law ComposeSequence with unions enabled.
func ComposeUnions(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "compose-unions", subject: s, in: in}).withUnions().composes()
}

// ConflictsUnions is the law ConflictsCommute with unions enabled.
func ConflictsUnions(s corpus.Subject, in corpus.Input) Verdict {
	return (&trial{law: "conflicts-unions", subject: s, in: in}).withUnions().commutes()
}
