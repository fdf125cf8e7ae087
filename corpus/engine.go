package corpus

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Engine returns the engine of this module as a Subject. It reports the rules that
// decided, and reads documents as text if the input has text.
func Engine() Subject { return EngineOf(smp.Documented) }

// EngineOf returns the engine of this module, in a dialect.
func EngineOf(d smp.Dialect) Subject { return engine{dialect: d} }

// Untraced returns the engine of this module, in a dialect, without a trace: its
// outcomes have no rules. Without a trace the engine may use fast paths, which must
// give the same answers.
func Untraced(d smp.Dialect) Subject { return engine{d, true} }

type engine struct {
	dialect  smp.Dialect
	untraced bool
}

// engineOperations maps each operation to the engine's method. Operations that create a
// patch also report the places that it replaces as a whole.
var engineOperations = map[Op]func(e smp.Engine, in Input, wide *[]model.Path) (model.Value, error){
	OpApply:     plain(apply),
	OpDiff:      diff,
	OpThreeWay:  threeWay,
	OpCompose:   plain(compose),
	OpConflicts: plain(conflicts),
	OpLint:      plain(lint),
}

// plain adapts an operation that reports no such places.
func plain(operation func(smp.Engine, Input) (model.Value, error)) func(smp.Engine, Input, *[]model.Path) (model.Value, error) {
	return func(e smp.Engine, in Input, _ *[]model.Path) (model.Value, error) { return operation(e, in) }
}

// Name returns "smp".
func (engine) Name() string { return "smp" }

// Run carries out an operation with the engine of this module.
func (s engine) Run(in Input) Outcome {
	operation, ok := engineOperations[in.Op]
	if !ok {
		return Outcome{Skipped: fmt.Sprintf("the engine has no operation %s", in.Op)}
	}
	var out Outcome
	e := smp.Engine{Dialect: s.dialect, Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
	if !s.untraced {
		out.Rules = []smp.Rule{}
		e.Trace = func(event smp.Event) {
			out.Rules = append(out.Rules, event.Rule)
			if event.Varies {
				out.VariesAt = append(out.VariesAt, event.Path)
			}
		}
	}
	out.Result, out.Err = operation(e, in, &out.Wide)
	if out.Wide == nil {
		out.Wide = []model.Path{} // not nil: the engine reports that there are none
	}
	return out
}

func apply(e smp.Engine, in Input) (model.Value, error) {
	if in.Text == nil {
		return e.Apply(in.Schema, in.Original, in.Patch)
	}
	return parseResult(e.ApplyJSON(in.Schema, in.JSON(original), in.JSON(patch)))
}

// diffOptions returns the options for the patch that the input asks for.
func diffOptions(in Input, wide *[]model.Path) smp.DiffOptions {
	return smp.DiffOptions{
		Omit: in.Options.Omit, Unchanged: in.Options.Preconditions, Wide: wide, NoWide: in.Options.NoWide,
	}
}

func diff(e smp.Engine, in Input, wide *[]model.Path) (model.Value, error) {
	opts := diffOptions(in, wide)
	if in.Text == nil {
		return e.Diff(in.Schema, in.Original, in.Modified, opts)
	}
	return parseResult(e.DiffJSON(in.Schema, in.JSON(original), in.JSON(modified), opts))
}

// decided traces a rule that the engine does not trace itself.
func decided(e smp.Engine, r smp.Rule, at model.Path) {
	if e.Trace != nil {
		e.Trace(smp.Event{Rule: r, Path: at})
	}
}

// threeWay returns the patch of a three-way merge. An empty patch is traced as rule
// threeway-converges.
func threeWay(e smp.Engine, in Input, wide *[]model.Path) (model.Value, error) {
	opts := smp.ThreeWayOptions{DiffOptions: diffOptions(in, wide), Overwrite: in.Options.Overwrite, Resend: in.Options.Resend}
	var patch model.Value
	var err error
	if in.Text == nil {
		patch, err = e.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, opts)
	} else {
		patch, err = parseResult(e.ThreeWayJSON(in.Schema, in.JSON(original), in.JSON(modified), in.JSON(current), opts))
	}
	if err == nil && patch.Len() == 0 {
		decided(e, smp.RuleThreeWayConverges, nil)
	}
	return patch, err
}

func compose(e smp.Engine, in Input) (model.Value, error) {
	if err := in.Err(); err != nil {
		return model.Value{}, err
	}
	return e.Compose(in.Schema, in.Patches...)
}

// conflicts returns the list of conflicts as data. Each conflict is traced as rule
// conflict-list.
func conflicts(e smp.Engine, in Input) (model.Value, error) {
	if err := in.Err(); err != nil {
		return model.Value{}, err
	}
	found, err := e.Conflicts(in.Schema, in.Left, in.Right)
	if err != nil {
		return model.Value{}, err
	}
	for _, c := range found {
		decided(e, smp.RuleConflictList, c.Path)
	}
	return ConflictList(found)
}

// ConflictList returns conflicts in the form of case files: a list of maps with path,
// kind, and the values of the two sides, as far as they have one.
//
//   - path: spec.replicas
//     kind: both-changed
//     left: 2
//     right: 3
func ConflictList(found []smp.Conflict) (model.Value, error) {
	list := make([]model.Value, len(found))
	for i, c := range found {
		var err error
		list[i], err = model.NewMap(
			model.Member{Name: "path", Value: model.NewString(c.Path.String())},
			model.Member{Name: "kind", Value: model.NewString(string(c.Code))},
			model.Member{Name: left, Value: c.Left},
			model.Member{Name: right, Value: c.Right},
		)
		if err != nil {
			return model.Value{}, err
		}
	}
	return model.NewList(list...)
}

// lint returns the list of problems as data. Each has a path, a kind, the rule that
// decided, and whether the patch is rejected. Problems that differ only in their
// message are merged.
func lint(e smp.Engine, in Input) (model.Value, error) {
	if err := in.Err(); err != nil {
		return model.Value{}, err
	}
	problems := e.Lint(in.Schema, in.Patch)
	list := make([]model.Value, len(problems))
	for i, p := range problems {
		decided(e, p.Rule, p.Path)
		var err error
		list[i], err = model.NewMap(
			model.Member{Name: "path", Value: model.NewString(p.Path.String())},
			model.Member{Name: "kind", Value: model.NewString(string(p.Code))},
			model.Member{Name: "rule", Value: model.NewString(string(p.Rule))},
			model.Member{Name: "rejected", Value: model.NewBool(p.Rejected)},
		)
		if err != nil {
			return model.Value{}, err
		}
	}
	return model.NewList(slices.CompactFunc(list, model.Equal)...)
}

// parseResult reads the result of an operation that returns text.
func parseResult(text []byte, err error) (model.Value, error) {
	if err != nil {
		return model.Value{}, err
	}
	v, err := model.Parse(text)
	if err != nil {
		return model.Value{}, fmt.Errorf("the result is not valid JSON: %w", err)
	}
	return v, nil
}
