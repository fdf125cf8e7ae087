package diff

import (
	"cmp"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/rule"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/stored"
	"github.com/strategicpatch/smp/smp/internal/syntax"
	"github.com/strategicpatch/smp/smp/internal/threeway"
)

// ThreeWayOptions are the options of a three-way merge.
type ThreeWayOptions struct {
	Options
	Server stored.Server // of current
	// Unattributed, if not nil, receives the removed elements that could be several elements of current.
	Unattributed *[]model.Path
}

// ThreeWay returns the patch that changes current to the target of three maps.
func ThreeWay(u *schema.Node, original, modified, current model.Value, opts ThreeWayOptions) (model.Value, *faults.Fault) {
	d := newDiffer(door.Shortcuts.BuilderOf(original, modified, current), opts.Options)
	defer d.done()
	o := threeway.Options{Server: opts.Server, Trace: &d.trace, Values: d.builder()}
	if d.judge != nil {
		o.Judge = listJudge{d}
	}
	target, f := threeway.Build(u, original, modified, current, o, &d.scratch().target)
	if f != nil {
		return model.Value{}, f
	}
	if opts.Unattributed != nil {
		*opts.Unattributed = target.Unattributed
	}
	d.trace.Note(rule.ThreeWay)
	if opts.Kept {
		d.trace.Note(rule.Keep)
	}
	patch, f := d.patch(u, current, target.Value, target.Plan)
	if f != nil {
		return model.Value{}, target.Place(u, f, modified, current)
	}
	return d.checked(u, current, patch, opts.Options)
}

// A listJudge answers the questions about lists on which the target depends.
type listJudge struct{ *differ }

// Supports implements [threeway.Judge].
func (j listJudge) Supports(directive syntax.Set) bool { return j.supports(directive) }

// Selection implements [threeway.Judge].
func (j listJudge) Selection(u *schema.Node) *identity.Selection { return j.selection(u) }

// MergeKeys implements [threeway.Judge].
func (j listJudge) MergeKeys(u *schema.Node, live model.Value, sent, deleted, order []model.Value) (model.Value, bool) {
	l := newListDiff(j.differ, u)
	defer l.done()
	if f := cmp.Or(l.allKeysOnly(sent, false), l.allKeysOnly(deleted, true)); f != nil {
		return model.Value{}, false
	}
	t, f := l.written(syntax.ListField, sent, deleted, order)
	if f != nil {
		return model.Value{}, false
	}
	got, err := j.tryList(u, live, t)
	return got.Value, err == nil
}

// allKeysOnly replaces each element by its keys. In a set, the values stay.
func (l *listDiff) allKeysOnly(elements []model.Value, deletion bool) (f *faults.Fault) {
	if len(l.node.Keys) == 0 {
		return nil
	}
	for i, e := range elements {
		if elements[i], f = l.keysOnly(e, deletion); f != nil {
			return f
		}
	}
	return nil
}

// Merges implements [threeway.Judge].
func (j listJudge) Merges(u *schema.Node, live, target model.Value, p *threeway.Plan) bool {
	l := newListDiff(j.differ, u)
	l.differ, l.plan = j.fork(), p // the fork forgets what the trial requires and replaces
	defer func() {
		l.differ = j.differ
		l.done()
	}()
	before, after := l.identify(live), l.identify(target)
	var f *faults.Fault
	ok := true
	switch {
	case before.Exact() && after.Exact():
	case len(u.Keys) == 0:
		_, f = l.setPatch(syntax.ListField, before, after)
	default:
		_, ok, f = l.duplicatesPatch(syntax.ListField, before, after)
	}
	return ok && f == nil
}
