package corpus

import (
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// certify runs further operations on the subject to check the properties that an answer
// must have. Operations that the subject skips are not checked.
func (r *run) certify(form Form, in Input, answer model.Value) {
	in = in.withoutKeep()
	switch {
	case in.Op == OpDiff && in.Options.Omit != 0:
		r.certifyLevel(form, in, in.Original, answer)
	case in.Op == OpDiff:
		r.same(form, "the patch, applied", Outcome{Result: in.Modified}, r.subject.Run(in.applying(in.Original, answer)))
	case in.Op == OpThreeWay && in.Options.Omit != 0:
		r.certifyLevel(form, in, in.Current, answer)
	case in.Op == OpThreeWay:
		r.certifyTarget(form, in, answer)
	case in.Op == OpCompose:
		r.certifyComposed(form, in, answer)
	case in.Op == OpConflicts && answer.Len() == 0:
		r.certifyCommuting(form, in)
	}
}

// withoutKeep returns the input without paths to keep. Instead, the values at the kept places
// are copied from original, or from current, to the other documents.
func (in Input) withoutKeep() Input {
	live, documents := in.Original, []*model.Value{&in.Modified}
	if in.Op == OpThreeWay {
		live, documents = in.Current, []*model.Value{&in.Original, &in.Modified}
	}
	for _, d := range documents {
		if kept, _, err := smp.Keep(in.Schema, *d, live, in.Options.Keep); err == nil && len(in.Options.Keep) > 0 {
			*d, in.Text = kept, nil
		}
	}
	in.Options.Keep = nil
	return in
}

// withoutText returns the input with all documents as values only.
func (in Input) withoutText() Input {
	in.Text = nil
	return in
}

// certifyLevel checks a patch for a server that does not support all directives: the result
// of this patch must be the same as the result of the full patch.
func (r *run) certifyLevel(form Form, in Input, document, patch model.Value) {
	full := in
	full.Options.Omit = 0
	want := r.subject.Run(full)
	if want.Err == nil && want.Skipped == "" {
		want = r.subject.Run(in.applying(document, want.Result))
	}
	r.same(form, "the patch, applied", want, r.subject.Run(in.applying(document, patch)))
}

// certifyTarget checks that the patch of a three-way merge is complete. After the patch is
// applied to current, another merge must give an empty patch without conflicts, both with
// original and with modified as the last applied document. With original, the check is
// skipped if an element that somebody else added could be mistaken for a deleted one.
func (r *run) certifyTarget(form Form, in Input, patch model.Value) {
	target := r.subject.Run(in.applying(in.Current, patch))
	switch {
	case target.Skipped != "":
		return
	case target.Err != nil:
		r.fail(form, "the patch, applied", "a result", target.String())
		return
	}
	for i, last := range []model.Value{in.Original, in.Modified} {
		if i == 0 && leavesAnother(in.Schema, in.Original, in.Modified, target.Result) {
			continue
		}
		again := Input{
			Op:       OpThreeWay,
			Schema:   in.Schema,
			Options:  Options{NoWide: in.Options.NoWide, Preconditions: in.Options.Preconditions},
			Original: last,
			Modified: in.Modified,
			Current:  target.Result,
		}.like(in)
		r.converged(form, r.subject.Run(again))
		if again.Options.Overwrite = in.Options.Overwrite; in.Options.Overwrite {
			r.converged(form, r.subject.Run(again))
		}
	}
}

// leavesAnother reports whether the target has more elements with the default key of an
// element of original than modified has.
func leavesAnother(s smp.Schema, original, modified, target model.Value) bool {
	for name, now := range target.Members() {
		field, _ := s.Member(name)
		was, _ := original.Get(name)
		want, _ := modified.Get(name)
		if leavesAnother(field, was, want, now) {
			return true
		}
	}
	if !s.Merging() {
		return false
	}
	alike := func(list, e model.Value) (all []model.Value) {
		for _, other := range list.Elements() {
			if sameKeys(s, other, e) || s.Set() && model.Equal(other, e) {
				all = append(all, other)
			}
		}
		return all
	}
	if hasEmptyKey(s, original) || hasEmptyKey(s, modified) {
		return true // somebody else's element without the key may match it
	}
	for _, e := range original.Elements() {
		wanted, now := alike(modified, e), alike(target, e)
		if len(now) > len(wanted) {
			return true
		}
		for i := range now {
			if leavesAnother(s.Element(), e, wanted[i], now[i]) {
				return true
			}
		}
	}
	return false
}

// sameKeys reports whether two elements have equal default keys. Missing keys count
// with their default values.
func sameKeys(list smp.Schema, a, b model.Value) bool {
	if !list.Keyed() {
		return false
	}
	for _, name := range list.Keys() {
		x, y := keyOf(list, a, name), keyOf(list, b, name)
		if !x.IsScalar() || !model.Equal(x, y) {
			return false
		}
	}
	return true
}

// hasEmptyKey reports whether an element of the list has a key that is "" or null, in a
// field that servers fill in or do not store.
func hasEmptyKey(s smp.Schema, list model.Value) bool {
	for _, name := range append(s.Keys(), s.Recommended()...) {
		field, _ := s.Element().Field(name)
		if !field.Marks().NotStored && !field.Marks().FilledIn {
			continue
		}
		for _, e := range list.Elements() {
			if v, there := e.Get(name); there && (v.Type() == model.Null || v.Type() == model.String && v.Text() == "") {
				return true
			}
		}
	}
	return false
}

func keyOf(list smp.Schema, element model.Value, name string) model.Value {
	if v, _ := element.Get(name); v.IsScalar() {
		return v
	}
	v, _ := list.KeyDefault(name)
	return v
}

// converged checks that a second three-way merge gives an empty patch without conflicts.
func (r *run) converged(form Form, next Outcome) {
	switch {
	case next.Skipped != "":
	case next.Err != nil || !model.Equal(next.Result, noMembers):
		r.fail(form, "the patch afterwards", "{}", next.String())
	case next.Rules != nil && !r.diverges && !slices.Contains(next.Rules, smp.RuleThreeWayConverges):
		r.fail(form, "the rules that decided afterwards", string(smp.RuleThreeWayConverges), join(next.Rules))
	}
}

// noMembers is an empty document or patch.
var noMembers = model.MustParse(`{}`)

// same compares two outcomes by their values. Null fields count as absent.
func (r *run) same(form Form, what string, want, got Outcome) {
	if want.Skipped != "" || got.Skipped != "" {
		return
	}
	if want.Err != nil || got.Err != nil || !model.Equal(withoutNulls(want.Result), withoutNulls(got.Result)) {
		r.fail(form, what, want.String(), got.String())
	}
}

// applying returns the input that applies a patch to a document. It ignores the directives
// that the options of in leave out of patches.
func (in Input) applying(document, p model.Value) Input {
	return Input{
		Op:       OpApply,
		Schema:   in.Schema,
		Options:  Options{Ignore: in.Options.Omit | in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions},
		Original: document,
		Patch:    p,
	}.like(in)
}

// like returns the input in the form of other: if the documents of other are text, the
// documents of in become text.
func (in Input) like(other Input) Input {
	if other.Text == nil {
		return in
	}
	in.Text = map[string]string{}
	for _, d := range in.Documents() {
		if d.Value.Type() != model.Absent {
			in.Text[d.Name] = d.Value.JSON()
		}
	}
	return in
}

// withoutNulls returns a document without its null fields. A null document becomes {}.
func withoutNulls(v model.Value) model.Value {
	if k := v.Type(); k == model.Null || k == model.Absent {
		return noMembers
	}
	return pruned(v)
}

func pruned(v model.Value) model.Value {
	if !v.HasNull() {
		return v
	}
	return Rebuilt(v, func(name string, inner model.Value) (string, model.Value) {
		if v.Type() == model.Map && inner.Type() == model.Null {
			return name, model.Value{}
		}
		return name, pruned(inner)
	})
}

// Applying returns the input that applies a patch to a document of in: original for a diff, current
// for a three-way merge. For other operations, Applying returns false.
//
// Two different patches may have the same effect. To compare patches, compare the results of
// applying them.
func (in Input) Applying(patch model.Value) (Input, bool) {
	base := in.Original
	switch in.Op {
	case OpDiff:
	case OpThreeWay:
		base = in.Current
	default:
		return Input{}, false
	}
	return Input{Op: OpApply, Schema: in.Schema, Options: Options{Ignore: in.Options.Ignore, Unions: in.Options.Unions}, Original: base, Patch: patch}, true
}
