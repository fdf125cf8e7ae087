package oracle

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/corpus"
)

// compareAnswers returns the fault of an answer that differs from the expected one. Patches
// are compared by their results in the dialect. If the results are equal, the texts of the
// patches are compared.
func compareAnswers(in corpus.Input, want, got corpus.Outcome, names [2]string, dialect string) Fault {
	f := compareOutcomes(in, want, got, names, traceOf(in, dialect))
	if f.none() || want.Err != nil || got.Err != nil {
		return f
	}
	if effect := compareEffects(in, want, got, names, guarded{corpus.EngineOf(dialect)}); !effect.none() {
		return effect
	}
	return f
}

// compareEffects returns the fault of a patch whose result differs from that of the expected
// patch. It returns no fault for operations that do not produce a patch.
func compareEffects(in corpus.Input, want, got corpus.Outcome, names [2]string, engine corpus.Subject) Fault {
	var f Fault
	wanted, ok := in.Applying(want.Result)
	if !ok {
		return f
	}
	other, _ := in.Applying(got.Result)
	right, made := engine.Run(wanted), engine.Run(other)
	switch {
	case right.Err != nil: // the expected patch cannot be applied to this document
		return f
	case made.Err != nil:
		f.add("its patch is rejected as " + strings.Join(errorSigns(made.Err), ", "))
		f.text = "the resulting patch is rejected: " + made.Err.Error()
	default:
		for _, d := range corpus.DifferencesOfDuplicates(in.Schema, right.Result, made.Result) {
			if f.none() {
				f.text = fmt.Sprintf("the resulting patch has a different effect: %s: %s", d.Path, d.How)
			}
			f.add("its patch makes " + d.How)
		}
	}
	const result = "\n  result: "
	f.text += "\n" + names[0] + ": " + want.String() + result + right.String() +
		"\n" + names[1] + ": " + got.String() + result + made.String()
	return f
}
