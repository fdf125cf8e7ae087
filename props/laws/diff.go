package laws

import (
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// DiffExact checks that applying the patch to original gives modified. The order of elements is
// compared, but null fields are ignored.
func DiffExact(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-exact", subject: s, in: in}
	patch, ok := t.full()
	if !ok {
		return t.inapplicable("no patch, or one for an older server")
	}
	if got := t.runApply(in.Original, patch, 0); got.Skipped == "" && !t.arrives(got) {
		return t.broken("the patch %s\ngives     %s\ninstead of %s", patch.JSON(), describe(got), bare(in.Modified).Canonical())
	}
	return t.held()
}

// arrives reports whether an answer is equal to modified, except for null fields.
func (t *trial) arrives(got corpus.Outcome) bool {
	return got.Err == nil && model.Equal(bare(got.Result), bare(t.in.Modified))
}

// DiffIdentity checks that the patch from a document to itself is {}, unless a strict
// engine rejects the document.
func DiffIdentity(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-identity", subject: s, in: in}
	verdict := t.inapplicable("no document that a diff accepts")
	for _, document := range []model.Value{in.Original, in.Modified} {
		if document.Type() != model.Map || in.Options.Strict && isIllFormed(in.Schema, document) {
			continue
		}
		out := t.runChanged(func(in *corpus.Input) { in.Original, in.Modified = document, document })
		if t.answer = out; out.Skipped != "" {
			return t.inapplicable("no answer")
		}
		if out.Err != nil || out.Result.Len() > 0 {
			return t.broken("the patch from %s to itself is %s", document.JSON(), describe(out))
		}
		verdict = t.held()
	}
	return verdict
}

// DiffEqualFields checks that the patch has no field that is equal in original and
// modified. It does not check maps inside lists.
func DiffEqualFields(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-equal-fields", subject: s, in: in}
	patch, ok := t.result()
	if !ok {
		return t.inapplicable("no patch")
	}
	if path, found := repeatedField(in.Schema, nil, in.Original, in.Modified, patch); found {
		return t.broken("%s is equal in both documents but is in the patch %s", path, patch.JSON())
	}
	return t.held()
}

// repeatedField returns the path of a field that is in a patch although it is equal in
// both documents.
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
			continue // on a cluster, it may be that field (divergence field-case-folded)
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

// listsNames reports whether a value is a list of names of fields of m. Such a value may be a
// directive, even if the schema declares a field with the name of the directive.
func listsNames(v, m model.Value) bool {
	return v.Type() == model.List && !has(v, func(name model.Value) bool {
		_, known := m.Get(name.Text())
		return name.Type() != model.String || !known
	})
}

// isDirectiveName reports whether a member of a patch may be a directive: its name
// looks like one, and the schema does not declare it.
func isDirectiveName(s smp.Schema, name string) bool {
	_, declared := s.Field(name)
	return name == patchName || !declared && strings.HasPrefix(name, "$")
}

// DiffNull checks that if modified has an explicit null that original lacks, the patch contains
// this null, too. It does not check maps inside lists, or maps that one of the documents lacks.
func DiffNull(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-null", subject: s, in: in}
	patch, ok := t.result()
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
		return nil, false // a replacement needs no null
	}
	for name, is := range modified.Members() {
		was, had := original.Get(name)
		field, _ := s.Member(name)
		sent, ok := patch.Get(name)
		here := path.Append(model.Field(name))
		switch {
		case isDirectiveName(s, name) || strings.HasPrefix(name, "$") && strings.Contains(name, "/"):
			// Some dialects treat this name as a list directive, even if the schema declares
			// it.
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

// DiffLints checks that lint reports no problem for which the patch would be rejected.
func DiffLints(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-lints", subject: s, in: in}
	patch, ok := t.result()
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
