package laws

import (
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// KeptAlike is the name of the law that KeepsAlike checks.
const KeptAlike = "keep-alike"

// A KeepFunc returns desired, but with the values of live at the places of some paths.
type KeepFunc func(s smp.Schema, desired, live model.Value, paths []smp.KeepPath) model.Value

// KeepsAlike checks that smp.Keep returns the same document as the function keep. Keeping the same
// places again must change nothing, and keeping no places must change nothing. If the input has no
// paths, they are made from its documents.
func KeepsAlike(keep KeepFunc, in corpus.Input) Verdict {
	t := &trial{law: KeptAlike, subject: corpus.Engine(), in: in}
	paths := keepPaths(in)
	live, desired := in.Original, []model.Value{in.Modified}
	if in.Op == corpus.OpThreeWay {
		live, desired = in.Current, []model.Value{in.Modified, in.Original}
	}
	for _, d := range desired {
		got, _, err := smp.Keep(in.Schema, d, live, paths)
		if err != nil {
			return t.broken("%v", err)
		}
		if want := keep(in.Schema, d, live, paths); !model.Equal(got, want) {
			return t.broken("with %v kept\n%s\nbecomes   %s\ninstead of %s\nfor live   %s", paths, d.JSON(), got.JSON(), want.JSON(), live.JSON())
		}
		if again, _, err := smp.Keep(in.Schema, got, live, paths); err != nil || !model.Equal(got, again) {
			return t.broken("with %v kept\n%s\nbecomes   %s\nand that %s, %v", paths, d.JSON(), got.JSON(), again.JSON(), err)
		}
		if same, _, err := smp.Keep(in.Schema, d, live, nil); err != nil || !model.Same(same, d) {
			return t.broken("without a path to keep\n%s\nbecomes   %s, %v", d.JSON(), same.JSON(), err)
		}
	}
	return t.held()
}

// DiffKeep checks a patch that keeps places. The patch must be equal to the patch for a modified
// document that has original's values at these places. The result of the patch must have these
// values, too.
func DiffKeep(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "diff-keep", subject: s, in: in}
	t.in.Options.Keep = keepPaths(in)
	modified, _, err := smp.Keep(in.Schema, in.Modified, in.Original, t.in.Options.Keep)
	if err != nil {
		return t.inapplicable("the kept document is nested too deeply")
	}
	return t.keeps(in.Original, func(in *corpus.Input) { in.Modified = modified })
}

// ThreeWayKeep is the law DiffKeep for three-way merges, in which kept places have the values
// of current.
func ThreeWayKeep(s corpus.Subject, in corpus.Input) Verdict {
	t := &trial{law: "threeway-keep", subject: s, in: in}
	t.in.Options.Keep = keepPaths(in)
	modified, _, err := smp.Keep(in.Schema, in.Modified, in.Current, t.in.Options.Keep)
	if err != nil {
		return t.inapplicable("the kept document is nested too deeply")
	}
	original, _, err := smp.Keep(in.Schema, in.Original, in.Current, t.in.Options.Keep)
	if err != nil {
		return t.inapplicable("the kept document is nested too deeply")
	}
	return t.keeps(in.Current, func(in *corpus.Input) { in.Original, in.Modified = original, modified })
}

// keeps compares the answer with the answer for documents that have the values of live at the
// kept places, and checks the result.
func (t *trial) keeps(live model.Value, keep func(*corpus.Input)) Verdict {
	out, ok := t.outcome()
	plain := t.runChanged(func(in *corpus.Input) {
		in.Options.Keep = nil
		keep(in)
	})
	if !ok || unanswered(plain) {
		return t.inapplicable("no answer")
	}
	if !same(out, plain) {
		return t.broken("with %v kept the answer is %s\nbut for documents with the kept places it is %s", t.in.Options.Keep, describe(out), describe(plain))
	}
	if out.Err != nil || t.in.Options.Omit != 0 {
		return t.held()
	}
	for _, v := range []model.Value{t.in.Original, t.in.Modified, t.in.Current} {
		if !regular(t.in.Schema, v) || hasEmptyKeys(t.in.Schema, v) || lacksKeys(t.in.Schema, v) {
			// With duplicates, a different duplicate may have been kept. If an element lacks a key,
			// Keep may not find it in live, where ThreeWay finds it because original has a similar
			// element.
			return t.held()
		}
	}
	got := t.runApply(live, out.Result, 0)
	if got.Skipped != "" || got.Err != nil {
		return t.held()
	}
	if kept, _, err := smp.Keep(t.in.Schema, got.Result, live, t.in.Options.Keep); err != nil || !model.Equal(bare(kept), bare(got.Result)) {
		return t.broken("with %v kept, the patch %s\ngives %s\nwhere not all places are as they were: %s", t.in.Options.Keep, out.Result.JSON(), got.Result.JSON(), kept.JSON())
	}
	return t.held()
}

// lacksKeys reports whether an element of a keyed list lacks one of its keys, and the key has no
// default.
func lacksKeys(s smp.Schema, v model.Value) bool {
	for name, member := range v.Members() {
		if field, _ := s.Member(name); lacksKeys(field, member) {
			return true
		}
	}
	return has(v, func(element model.Value) bool {
		absent := func(name string) bool { return !isThere(key(s, element, name)) }
		return s.Keyed() && slices.ContainsFunc(allKeys(s), absent) || lacksKeys(s.Element(), element)
	})
}
