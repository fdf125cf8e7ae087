package laws

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// RequiredReported is the name of the law that ReportsRequired puts to the test.
const RequiredReported = "diff-required"

// A RequiresFunc says which directives the patch of Diff or ThreeWay, at the
// level of the input, reports as required.
type RequiresFunc func(in corpus.Input) (smp.Directives, error)

// ReportsRequired is the law that a patch without one newer directive is what a
// server needs that does not know it, unless the patch is reported to require
// it: the level without it gives that patch, maps and elements aside that are
// empty without it, and such a server treats both alike. Where it is required,
// that level gives no patch, or one that does on such a server what the full
// one does on a newer one. It needs documents with keys as DiffSuperset does.
func ReportsRequired(s corpus.Subject, requires RequiresFunc, in corpus.Input) Verdict {
	in.Options.Omit, in.Options.Overwrite, in.Options.Preconditions = 0, true, nil
	t := &trial{law: RequiredReported, subject: s, in: in}
	full, ok := t.applied()
	required, err := requires(in)
	if !ok || err != nil {
		return t.inapplicable("no patch")
	}
	if irregular(in.Schema, in.Original) || irregular(in.Schema, in.Modified) || irregular(in.Schema, in.Current) {
		return t.inapplicable("a key that is missing, not unique or no scalar")
	}
	document := in.Original
	if in.Op == corpus.OpThreeWay {
		document = in.Current
	}
	verdict := t.inapplicable("no newer directive")
	for _, omit := range []smp.Directives{smp.DeleteFromPrimitiveList, smp.SetElementOrder, smp.RetainKeys, smp.PatchMergeKey} {
		older := t.asks(func(in *corpus.Input) { in.Options.Omit = omit })
		var e *smp.Error
		if required.Has(omit) {
			if verdict = t.held(); errors.As(older.Err, &e) && e.Code == smp.NotRepresentable {
				continue
			}
			if a, b := t.applies(document, full, 0), t.applies(document, older.Result, omit); older.Err != nil || !t.alike(a, b, true) {
				return t.broken("the patch %s\nis said to require %d; without it there is %s\nwhich makes %s instead of %s", full.JSON(), omit, describe(older), describe(b), describe(a))
			}
			continue
		}
		stripped := strip(in.Schema, full, omit)
		if !model.Equal(stripped, full) {
			verdict = t.held()
		}
		if older.Err != nil || !model.Equal(emptied(in.Schema, stripped, older.Result), emptied(in.Schema, older.Result, stripped)) {
			return t.broken("the patch %s\ndoes not require %d; without it it is %s\nand there is %s", full.JSON(), omit, stripped.JSON(), describe(older))
		}
		if a, b := t.applies(document, full, omit), t.applies(document, older.Result, omit); !t.alike(a, b, model.Equal(stripped, older.Result)) {
			return t.broken("the patch %s\ndoes not require %d; a server without it makes %s\nof what is without it %s", full.JSON(), omit, describe(a), describe(b))
		}
	}
	return verdict
}
