package laws

import (
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffExact is the law that the patch, applied to original, gives modified, the
// order of elements included and null map members aside.
func DiffExact(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-exact", subject: s, in: in}
	patch, ok := t.full()
	if !ok {
		return t.inapplicable("no patch, or one of an older level")
	}
	if got := t.applies(in.Original, patch, 0); got.Skipped == "" && !t.arrives(got) {
		return t.broken("the patch %s\ngives     %s\ninstead of %s", patch.JSON(), describe(got), bare(in.Modified).Canonical())
	}
	return t.held()
}

// arrives reports whether an answer is modified, null members aside.
func (t *trial) arrives(got corpus.Outcome) bool {
	return got.Err == nil && model.Equal(bare(got.Result), bare(t.in.Modified))
}

// DiffIdentity is the law that the patch of a document to itself is {}, but where a
// strict engine rejects the document.
func DiffIdentity(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-identity", subject: s, in: in}
	for _, document := range []model.Value{in.Original, in.Modified} {
		if document.Type() != model.Map || in.Options.Strict && isIllFormed(in.Schema, document) {
			continue
		}
		out := t.asks(func(in *corpus.Input) { in.Original, in.Modified = document, document })
		if out.Skipped != "" {
			return t.inapplicable("no answer")
		}
		if out.Err != nil || out.Result.Len() > 0 {
			return t.broken("the patch of %s to itself is %s", document.JSON(), describe(out))
		}
	}
	return t.held()
}

// DiffEqualFields is the law that no field which is equal in original and
// modified is in the patch. It looks at maps that lie in no list.
func DiffEqualFields(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-equal-fields", subject: s, in: in}
	patch, ok := t.applied()
	if !ok {
		return t.inapplicable("no patch")
	}
	if path, found := repeatedField(in.Schema, nil, in.Original, in.Modified, patch); found {
		return t.broken("%s is the same in both, and yet in the patch %s", path, patch.JSON())
	}
	return t.held()
}

// repeatedField returns the path of a field that is in a patch although it is
// equal in both documents.
func repeatedField(s smp.Schema, path model.Path, original, modified, patch model.Value) (model.Path, bool) {
	_, replaces := patch.Get(patchName)
	if replaces || s.Strategy() == smp.Replace && len(path) > 0 || original.Type() != model.Map || modified.Type() != model.Map {
		return nil, false
	}
	for name, member := range patch.Members() {
		if isDirectiveName(s, name) || name == retainKeysName && s.RetainKeys() && listsNames(member, modified) {
			continue
		}
		if hasInOtherCase(s, name, func(field smp.Schema) bool { return field.Strategy() == smp.Replace }) {
			continue // in dialect kubernetes it is that field, and replaced (divergence field-case-folded)
		}
		field, _ := s.Member(name)
		was, had := original.Get(name)
		is, has := modified.Get(name)
		here := path.Append(model.Field(name))
		if had && has && model.Equal(was, is) {
			return here, true
		}
		if found, ok := repeatedField(field, here, was, is, member); ok {
			return found, true
		}
	}
	return nil, false
}

// listsNames reports whether a value lists names of a map: it may be the directive,
// also where the schema declares a field that is called so.
func listsNames(v, m model.Value) bool {
	return v.Type() == model.List && !has(v, func(name model.Value) bool {
		_, known := m.Get(name.Text())
		return name.Type() != model.String || !known
	})
}

// isDirectiveName reports whether a member of a patch may be a directive: its
// name looks like one, and the schema does not declare it.
func isDirectiveName(s smp.Schema, name string) bool {
	_, declared := s.Field(name)
	return name == patchName || !declared && strings.HasPrefix(name, "$")
}

// DiffNull is the law that an explicit null of modified is in the patch, unless
// original has it too. It looks at maps that lie in no list and that both
// documents have.
func DiffNull(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-null", subject: s, in: in}
	patch, ok := t.applied()
	if !ok || in.Original.Type() != model.Map || in.Modified.Type() != model.Map {
		return t.inapplicable("no patch")
	}
	nulls := 0
	if path, found := lostNull(in.Schema, nil, in.Original, in.Modified, patch, &nulls); found {
		return t.broken("the null at %s is not in the patch %s", path, patch.JSON())
	}
	if nulls == 0 {
		return t.inapplicable("no null that original lacks")
	}
	return t.held()
}

func lostNull(s smp.Schema, path model.Path, original, modified, patch model.Value, nulls *int) (model.Path, bool) {
	if _, whole := patch.Get(patchName); whole {
		return nil, false // what is replaced has no null
	}
	for name, is := range modified.Members() {
		was, had := original.Get(name)
		field, _ := s.Member(name)
		sent, ok := patch.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case isDirectiveName(s, name) || strings.HasPrefix(name, "$") && strings.Contains(name, "/"):
			// Declared or not, some rules take the name of a list directive for one.
		case is.Type() == model.Null && !(had && was.Type() == model.Null):
			if *nulls++; !ok || sent.Type() != model.Null {
				return here, true
			}
		case is.Type() == model.Map && was.Type() == model.Map && field.Strategy() != smp.Replace:
			if found, lost := lostNull(field, here, was, is, sent, nulls); lost {
				return found, true
			}
		}
	}
	return nil, false
}

// DiffLints is the law that lint finds nothing in the patch for which it would
// be rejected.
func DiffLints(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-lints", subject: s, in: in}
	patch, ok := t.applied()
	if !ok {
		return t.inapplicable("no patch")
	}
	out := run(s, corpus.Input{Op: corpus.OpLint, Schema: in.Schema, Patch: patch})
	if out.Skipped != "" || out.Err != nil {
		return t.inapplicable("no problems are listed")
	}
	for _, problem := range out.Result.Elements() {
		if rejected(problem) {
			return t.broken("the patch %s has the problem %s", patch.JSON(), problem.JSON())
		}
	}
	return t.held()
}
