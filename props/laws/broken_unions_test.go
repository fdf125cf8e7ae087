package laws_test

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// wrongUnions returns engines with faults in unions.
func wrongUnions() []engine {
	return []engine{
		{"knows no unions", corpus.OpApply, "union-member", func(in corpus.Input) corpus.Outcome {
			in.Options.Unions = false
			return ours.Run(in)
		}},
		{"knows no discriminators", corpus.OpApply, "union-discriminator", func(in corpus.Input) corpus.Outcome {
			in.Options.Unions = false
			return ours.Run(in)
		}},
		{"clears what is set", corpus.OpDiff, "diff-unions", after(func(in corpus.Input, out *corpus.Outcome) {
			for _, u := range in.Schema.Unions() {
				if _, ok := out.Result.Get(u.Members[0].Fields[0]); ok && in.Options.Unions && out.Err == nil {
					out.Result = with(out.Result, u.Members[0].Fields[0], model.Value{})
				}
			}
		})},
		{"sets discriminators of its own", corpus.OpThreeWay, "threeway-unions", after(func(in corpus.Input, out *corpus.Outcome) {
			for _, u := range in.Schema.Unions() {
				if _, ok := out.Result.Get(u.Discriminator); ok && in.Op == corpus.OpApply && in.Options.Unions {
					out.Result = with(out.Result, u.Discriminator, model.NewString("none"))
				}
			}
		})},
		{"clears every member", corpus.OpThreeWay, "threeway-unions-off", after(func(in corpus.Input, out *corpus.Outcome) {
			for _, u := range in.Schema.Unions() {
				if in.Op == corpus.OpThreeWay && out.Err == nil {
					out.Result = with(out.Result, u.Members[0].Fields[0], model.NewNull())
				}
			}
		})},
		{"clears a member unasked", corpus.OpApply, "apply-unions-off", after(func(in corpus.Input, out *corpus.Outcome) {
			for _, u := range in.Schema.Unions() {
				if out.Err == nil {
					out.Result = with(out.Result, u.Members[0].Fields[0], model.Value{})
				}
			}
		})},
		{"composes as if there were no unions", corpus.OpCompose, "compose-unions", func(in corpus.Input) corpus.Outcome {
			in.Options.Unions = in.Options.Unions && in.Op == corpus.OpApply
			return ours.Run(in)
		}},
		{"finds no conflicts of members", corpus.OpConflicts, "conflicts-unions", func(in corpus.Input) corpus.Outcome {
			in.Options.Unions = in.Options.Unions && in.Op == corpus.OpApply
			return ours.Run(in)
		}},
		{"composes members unasked", corpus.OpCompose, "compose-unions-off", after(func(in corpus.Input, out *corpus.Outcome) {
			for _, u := range in.Schema.Unions() {
				if out.Err == nil {
					out.Result = with(out.Result, u.Members[0].Fields[0], model.NewNull())
				}
			}
		})},
		{"finds conflicts of members unasked", corpus.OpConflicts, "conflicts-unions-off", after(func(in corpus.Input, out *corpus.Outcome) {
			if out.Err == nil && len(in.Schema.Unions()) > 0 {
				out.Result = must(model.NewList())
			}
		})},
	}
}
