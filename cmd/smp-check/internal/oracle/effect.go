package oracle

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// compareAnswers returns the fault of an answer that is not the wanted one. Of a
// patch what counts is what the dialect makes of it; only where that is right,
// how the patch says it.
func compareAnswers(in corpus.Input, want, got corpus.Outcome, names [2]string, dialect smp.Dialect) Fault {
	f := compareOutcomes(in, want, got, names, traceOf(in, dialect))
	if f.none() || want.Err != nil || got.Err != nil {
		return f
	}
	if effect := compareEffects(in, want, got, names, guarded{corpus.EngineOf(dialect)}); !effect.none() {
		return effect
	}
	return f
}

// compareEffects returns the fault of a patch that does something else than the
// wanted one to the document that both are for; none where the operation makes
// no patch.
func compareEffects(in corpus.Input, want, got corpus.Outcome, names [2]string, engine corpus.Subject) Fault {
	var f Fault
	wanted, ok := in.Applying(want.Result)
	if !ok {
		return f
	}
	other, _ := in.Applying(got.Result)
	right, made := engine.Run(wanted), engine.Run(other)
	switch {
	case right.Err != nil: // what is wanted is no patch for this document
		return f
	case made.Err != nil:
		f.add("its patch is rejected as " + strings.Join(errorSigns(made.Err), ", "))
		f.what = "its patch is rejected: " + made.Err.Error()
	default:
		for _, d := range corpus.DifferencesOfDuplicates(in.Schema, right.Result, made.Result) {
			if f.none() {
				f.what = fmt.Sprintf("its patch makes something else: %s: %s", d.Path, d.How)
			}
			f.add("its patch makes " + d.How)
		}
	}
	const makes = "\n  makes: "
	f.what += "\n" + names[0] + ": " + want.String() + makes + right.String() +
		"\n" + names[1] + ": " + got.String() + makes + made.String()
	return f
}
