package corpus

import (
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// Engine returns the engine of the specification, package smp, as a Subject. It reports the
// rules that determined the result, and reads documents as text if the input has text.
func Engine() Subject { return engine{} }

// Cluster returns an engine of package cluster as a Subject. The options of the input
// replace Ignore and Strict of e.
func Cluster(e cluster.Engine) Subject { return engine{cluster: &e} }

// EngineOf returns the engine of this module for a dialect: [Documented] or [Kubernetes]. The
// results of the engine for Kubernetes are those before a server decodes them into Go types,
// because other engines do not decode.
func EngineOf(dialect string) Subject {
	if dialect == Kubernetes {
		return Cluster(cluster.Engine{BeforeDecoding: true})
	}
	return Engine()
}

// Untraced returns an engine of this module without a trace: its outcomes contain no rules. Without
// a trace the engine may use fast paths. These must give the same answers. Untraced panics if s is
// not from Engine, Cluster or EngineOf.
func Untraced(s Subject) Subject {
	e := s.(engine)
	e.untraced = true
	return e
}

type engine struct {
	cluster  *cluster.Engine // nil for the specification
	untraced bool
}

// A merger is an engine of this module with its options.
type merger interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	ApplyJSON(s smp.Schema, original, patch []byte) ([]byte, error)
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	DiffJSON(s smp.Schema, original, modified []byte, opts smp.DiffOptions) ([]byte, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
	ThreeWayJSON(s smp.Schema, original, modified, current []byte, opts smp.ThreeWayOptions) ([]byte, error)
	Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	Conflicts(s smp.Schema, left, right model.Value) ([]smp.Conflict, error)
}

// merger returns the engine with the options of an input.
func (s engine) merger(o Options, trace func(cluster.Event)) merger {
	if s.cluster != nil {
		e := *s.cluster
		e.Ignore, e.Strict, e.Trace = o.Ignore, o.Strict, trace
		return e
	}
	e := smp.Engine{Ignore: o.Ignore, Strict: o.Strict, Unions: o.Unions}
	if trace != nil {
		e.Trace = func(event smp.Event) { trace(cluster.Event{Event: event}) }
	}
	return e
}

// operations has the methods that carry out an operation.
var operations = map[Op]func(*operation) (model.Value, error){
	OpApply:     (*operation).apply,
	OpDiff:      (*operation).diff,
	OpThreeWay:  (*operation).threeWay,
	OpCompose:   (*operation).compose,
	OpConflicts: (*operation).conflicts,
	OpLint:      (*operation).lint,
}

// Name returns "smp".
func (engine) Name() string { return "smp" }

// Run carries out an operation with the engine of this module.
func (s engine) Run(in Input) Outcome {
	run, ok := operations[in.Op]
	if !ok {
		return Outcome{Skipped: fmt.Sprintf("the engine does not support the operation %s", in.Op)}
	}
	var out Outcome
	o := operation{in: in, wide: &out.Wide}
	if !s.untraced {
		out.Rules = []smp.Rule{}
		o.trace = func(event cluster.Event) {
			out.Rules = append(out.Rules, event.Rule)
			if event.Varies {
				out.VariesAt = append(out.VariesAt, event.Path)
			}
		}
	}
	o.engine = s.merger(in.Options, o.trace)
	out.Result, out.Err = run(&o)
	if out.Wide == nil {
		out.Wide = []model.Path{} // not nil: the engine reports that there are none
	}
	return out
}

// An operation is one call of an engine.
type operation struct {
	in     Input
	engine merger
	trace  func(cluster.Event) // nil if the call is not traced
	wide   *[]model.Path       // the places that a patch replaces as a whole
}

// decided traces a rule that the engine itself does not trace.
func (o *operation) decided(r smp.Rule, at model.Path) {
	if o.trace != nil {
		o.trace(cluster.Event{Event: smp.Event{Rule: r, Path: at}})
	}
}

func (o *operation) apply() (model.Value, error) {
	in := o.in
	if in.Text == nil {
		return o.engine.Apply(in.Schema, in.Original, in.Patch)
	}
	return parseResult(o.engine.ApplyJSON(in.Schema, in.JSON(documentOriginal), in.JSON(documentPatch)))
}

// diffOptions returns the options for the patch of an input.
func (o *operation) diffOptions() smp.DiffOptions {
	options := o.in.Options
	return smp.DiffOptions{Omit: options.Omit, Unchanged: options.Preconditions, Wide: o.wide, NoWide: options.NoWide, Keep: options.Keep}
}

func (o *operation) diff() (model.Value, error) {
	in, opts := o.in, o.diffOptions()
	if in.Text == nil {
		return o.engine.Diff(in.Schema, in.Original, in.Modified, opts)
	}
	return parseResult(o.engine.DiffJSON(in.Schema, in.JSON(documentOriginal), in.JSON(documentModified), opts))
}

// threeWay returns the patch of a three-way merge. An empty patch is traced as rule
// threeway-converges.
func (o *operation) threeWay() (patch model.Value, err error) {
	in := o.in
	opts := smp.ThreeWayOptions{DiffOptions: o.diffOptions(), Overwrite: in.Options.Overwrite, Resend: in.Options.Resend}
	if in.Text == nil {
		patch, err = o.engine.ThreeWay(in.Schema, in.Original, in.Modified, in.Current, opts)
	} else {
		patch, err = parseResult(o.engine.ThreeWayJSON(in.Schema, in.JSON(documentOriginal), in.JSON(documentModified), in.JSON(documentCurrent), opts))
	}
	if err == nil && patch.Len() == 0 {
		o.decided(smp.RuleThreeWayConverges, nil)
	}
	return patch, err
}

func (o *operation) compose() (model.Value, error) {
	if err := o.in.Err(); err != nil {
		return model.Value{}, err
	}
	return o.engine.Compose(o.in.Schema, o.in.Patches...)
}

// conflicts returns the list of conflicts as data. Each conflict is traced as rule
// conflict-list.
func (o *operation) conflicts() (model.Value, error) {
	if err := o.in.Err(); err != nil {
		return model.Value{}, err
	}
	found, err := o.engine.Conflicts(o.in.Schema, o.in.Left, o.in.Right)
	if err != nil {
		return model.Value{}, err
	}
	for _, c := range found {
		o.decided(smp.RuleConflictList, c.Path)
	}
	return ConflictList(found)
}

// ConflictList returns conflicts in the form of case files: a list of maps with path,
// kind, and the values of the two sides, if they have any.
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
			model.Member{Name: documentLeft, Value: c.Left},
			model.Member{Name: documentRight, Value: c.Right},
		)
		if err != nil {
			return model.Value{}, err
		}
	}
	return model.NewList(list...)
}

// lint returns the list of problems as data. Each problem has a path, a kind, a rule, and a
// boolean that is true if the patch is rejected. Problems that differ only in their message
// are merged.
func (o *operation) lint() (model.Value, error) {
	in := o.in
	if err := in.Err(); err != nil {
		return model.Value{}, err
	}
	specification := smp.Engine{Ignore: in.Options.Ignore, Strict: in.Options.Strict, Unions: in.Options.Unions}
	problems := specification.Lint(in.Schema, in.Patch)
	list := make([]model.Value, len(problems))
	for i, p := range problems {
		o.decided(p.Rule, p.Path)
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
