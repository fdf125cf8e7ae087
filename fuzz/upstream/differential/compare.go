package differential

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Subject is one schema in the forms of both engines.
type Subject struct {
	Schema smp.Schema
	Lookup strategicpatch.LookupPatchMeta
	// Fields determines how apimachinery finds fields with Lookup.
	Fields cluster.Lookup
}

// engine returns our engine.
func (s Subject) engine() cluster.Engine {
	return cluster.Engine{Lookup: s.Fields, BeforeDecoding: true, Limits: smp.Limits{Depth: model.HardMaxDepth}}
}

// A Verdict is the result of one comparison.
type Verdict uint8

const (
	// Same means that both engines give the same result.
	Same Verdict = iota
	// BothReject means that both engines return an error.
	BothReject
	// Panics means that apimachinery panics, and our engine rejects the patch.
	Panics
	// Varies means that apimachinery's answer varies, from call to call or between machines,
	// and that our engine reports this.
	Varies
	// Unread means that apimachinery cannot read a document.
	Unread
	// Differs means that there is a difference without an explanation.
	Differs
)

// answers is the number of times that apimachinery is called again before a difference counts.
const answers = 400

// Compare applies a patch with both engines. The text describes a difference. Compare calls
// report for each divergence that affected the result.
func (s Subject) Compare(original, patch model.Value, report func(cluster.Divergence)) (Verdict, string) {
	engine := s.engine()
	if report != nil {
		engine.Trace = func(e cluster.Event) {
			if e.Divergence != 0 {
				report(e.Divergence)
			}
		}
	}
	ours, ourErr := engine.Apply(s.Schema, original, patch)
	first := s.ask(original, patch)
	if first.unread {
		return Unread, ""
	}
	if verdict := judge(ours, ourErr, first); verdict != Differs {
		return verdict, ""
	}
	if saysVaries(engine, s.Schema, original, patch) {
		return Varies, ""
	}
	if s.varies(first, original, patch) {
		if ordersDirective(patch) {
			return Varies, "" // no patch leads to the document, so the answer cannot be judged
		}
		return Differs, fmt.Sprintf("the answer of apimachinery varies, and ours does not report that\noriginal %s\npatch %s", original.Canonical(), patch.Canonical())
	}
	return Differs, fmt.Sprintf("original %s\npatch %s\nours %s, %v\ntheirs %s", original.Canonical(), patch.Canonical(), ours.Canonical(), ourErr, first)
}

// saysVaries reports whether our engine notes that the answers of clusters vary.
func saysVaries(engine cluster.Engine, s smp.Schema, original, patch model.Value) (said bool) {
	engine.Trace = func(e cluster.Event) { said = said || e.Varies }
	_, _ = engine.Apply(s, original, patch)
	return said
}

// ordersDirective reports whether a patch has an order or delete list for another directive.
func ordersDirective(v model.Value) bool {
	for name, member := range v.Members() {
		if strings.Contains(name, "/$") || ordersDirective(member) {
			return true
		}
	}
	return slices.ContainsFunc(v.AppendElements(nil), ordersDirective)
}

func judge(ours model.Value, ourErr error, theirs answer) Verdict {
	switch {
	case theirs.panicked != nil && ourErr != nil:
		return Panics
	case theirs.panicked != nil:
		return Differs
	case theirs.err != nil && ourErr != nil:
		return BothReject
	case theirs.err == nil && ourErr == nil && same(ours, theirs.result):
		return Same
	default:
		return Differs
	}
}

// Gives compares apimachinery's answer to a patch with an expected answer. If they are equal,
// the verdict is Same or BothReject. If not, it is another verdict, and the text is
// apimachinery's answer.
func (s Subject) Gives(want corpus.Answer, original, patch model.Value) (Verdict, string) {
	var wantErr error
	if want.Rejection != nil {
		wantErr = errors.New(want.Rejection.String())
	}
	first := s.ask(original, patch)
	if first.unread {
		return Unread, ""
	}
	if first.panicked != nil {
		return Panics, ""
	}
	if verdict := judge(want.Result, wantErr, first); verdict != Differs {
		return verdict, ""
	}
	if s.varies(first, original, patch) {
		return Varies, ""
	}
	return Differs, first.String()
}

// varies reports whether apimachinery gives a different answer when it is called again.
func (s Subject) varies(first answer, original, patch model.Value) bool {
	for range answers {
		if !s.ask(original, patch).equal(first) {
			return true
		}
	}
	return false
}

// An answer is apimachinery's answer to a patch.
type answer struct {
	result   map[string]any
	err      error
	panicked any
	unread   bool
}

func (a answer) String() string {
	switch {
	case a.panicked != nil:
		return fmt.Sprintf("panic: %v", a.panicked)
	case a.err != nil:
		return fmt.Sprintf("error: %v", a.err)
	default:
		v, err := model.FromAny(a.result)
		return fmt.Sprint(v.Canonical(), err)
	}
}

func (a answer) equal(b answer) bool {
	if (a.err == nil) != (b.err == nil) || (a.panicked == nil) != (b.panicked == nil) {
		return false
	}
	if a.err != nil || a.panicked != nil {
		return true
	}
	v, err := model.FromAny(a.result)
	return err == nil && same(v, b.result)
}

// ask calls apimachinery with fresh copies of the documents.
func (s Subject) ask(original, patch model.Value) (a answer) {
	from, err := document(original)
	if err != nil {
		return answer{unread: true}
	}
	changes, err := document(patch)
	if err != nil {
		return answer{unread: true}
	}
	defer func() {
		if p := recover(); p != nil {
			a = answer{panicked: p}
		}
	}()
	result, err := strategicpatch.StrategicMergeMapPatchUsingLookupPatchMeta(from, changes, s.Lookup)
	return answer{result: result, err: err}
}

// document returns a document as apimachinery reads it. For null, the result is nil.
func document(v model.Value) (strategicpatch.JSONMap, error) {
	switch v.Type() {
	case model.Map:
		m, err := decode(v)
		if err != nil {
			return nil, err
		}
		return m.(map[string]any), nil
	case model.Absent, model.Null:
		return nil, nil
	default:
		return nil, fmt.Errorf("a document is a map, not a %s", v.Type())
	}
}
