package laws

import (
	"errors"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// RequiredReported is the name of the law that ReportsRequired checks.
const RequiredReported = "diff-required"

// A RequiresFunc returns the directives that an engine reports in Requires for the input of Diff or
// ThreeWay.
type RequiresFunc func(in corpus.Input) (smp.Directives, error)

// ReportsRequired checks the reports about required directives, one by one for each newer
// directive.
//
// If the directive is not required, the patch for a server without it must be the full patch
// without the directive, and both patches must have the same effect on such a server. Maps
// and elements that are empty without the directive may be missing. If the directive is
// required, there must be no patch for such a server, or the patch must have the same effect
// there as the full patch has on a newer server.
//
// Like DiffSuperset, ReportsRequired requires documents with keys.
func ReportsRequired(s corpus.Subject, requires RequiresFunc, in corpus.Input) Verdict {
	in.Options.Omit, in.Options.Overwrite, in.Options.Preconditions = 0, true, nil
	t := &trial{law: RequiredReported, subject: s, in: in}
	full, ok := t.result()
	required, err := requires(in)
	if !ok || err != nil {
		return t.inapplicable("no patch")
	}
	if irregular(in.Schema, in.Original) || irregular(in.Schema, in.Modified) || irregular(in.Schema, in.Current) {
		return t.inapplicable("a key that is missing, not unique or not a scalar")
	}
	document := in.Original
	if in.Op == corpus.OpThreeWay {
		document = in.Current
	}
	verdict := t.inapplicable("no newer directive")
	for _, omit := range []smp.Directives{smp.DeleteFromPrimitiveList, smp.SetElementOrder, smp.RetainKeys, smp.PatchMergeKey} {
		older := t.runChanged(func(in *corpus.Input) { in.Options.Omit = omit })
		var e *smp.Error
		if required.Has(omit) {
			if verdict = t.held(); errors.As(older.Err, &e) && e.Code == smp.NotRepresentable {
				continue
			}
			if a, b := t.runApply(document, full, 0), t.runApply(document, older.Result, omit); older.Err != nil || !t.alike(a, b, true) {
				return t.broken("the patch %s\nis reported to require %d; the patch without it is %s\nwhich gives %s instead of %s", full.JSON(), omit, describe(older), describe(b), describe(a))
			}
			continue
		}
		stripped := strip(in.Schema, full, omit)
		if !model.Equal(stripped, full) {
			verdict = t.held()
		}
		if older.Err != nil || !model.Equal(emptied(in.Schema, stripped, older.Result), emptied(in.Schema, older.Result, stripped)) {
			return t.broken("the patch %s\nis not reported to require %d; stripped of it, it is %s\nbut the patch for an older server is %s", full.JSON(), omit, stripped.JSON(), describe(older))
		}
		if a, b := t.runApply(document, full, omit), t.runApply(document, older.Result, omit); !t.alike(a, b, model.Equal(stripped, older.Result)) {
			return t.broken("the patch %s\nis not reported to require %d; an older server gives %s\nand with the patch for it %s", full.JSON(), omit, describe(a), describe(b))
		}
	}
	return verdict
}
