package smp

import (
	"slices"

	"github.com/strategicpatch/smp/model"
)

// mergesDuplicates returns exactTurn for lists whose elements do not all have
// identities of their own, if that is right. Duplicates that nothing happens to do
// no harm: the patch decides.
func (l *listDiff) mergesDuplicates(name string, before, after *identified) (t fieldPatch, ok bool, f *fault) {
	if l.sparesDuplicates = true; l.cluster() {
		l.made = make([]madeElement, len(after.values))
		defer func() { l.made = nil }()
		l.sparesDuplicates = false
	}
	t, ok, f = l.mergedOnce(name, before, after)
	if !ok && f == nil && !l.sparesDuplicates {
		l.sparesDuplicates = true
		t, ok, f = l.mergedOnce(name, before, after)
	}
	return t, ok, f
}

// mergedOnce is mergesDuplicates for one way to take duplicates.
func (l *listDiff) mergedOnce(name string, before, after *identified) (t fieldPatch, ok bool, f *fault) {
	attempt := *l
	attempt.differ = l.differ.apart()
	attempt.omit = 0 // the full patch says what the older level strips
	if t, f = attempt.exactTurn(name, before, after); f != nil {
		return t, false, nil
	}
	if got, f := (reading{dialect: l.dialect}).listAfter(l.use, before.list, t); f != nil || !equalIgnoringNulls(got, after.list) {
		return t, false, nil
	}
	if l.omit != 0 || l.trace.on() {
		l.made = nil
		t, f = l.exactTurn(name, before, after)
		return t, f == nil, f
	}
	l.required |= attempt.required
	l.wide = append(l.wide, attempt.wide...)
	return t, true, nil
}

// A madeElement is what was found to be said of an element of modified: what is
// sent of it where it merges with an element of original, or the fault.
type madeElement struct {
	with     int // the number of that element plus one; zero for none yet
	sent     model.Value
	fault    *fault
	required Directives
	wide     []model.Path
}

// elementOnce is element for element number i of modified and number at of
// original, which remembers what it found while the list is tried.
func (l *listDiff) elementOnce(i, at int, have, want model.Value) (model.Value, *fault) {
	if at < 0 || l.made == nil {
		return l.element(have, want, l.plan.element(i))
	}
	if m := l.made[i]; m.with == at+1 {
		l.required |= m.required
		l.wide = append(l.wide, m.wide...)
		return m.sent, m.fault.again()
	}
	required, wide := l.required, len(l.wide)
	l.required = 0
	sent, f := l.element(have, want, l.plan.element(i))
	made := madeElement{with: at + 1, sent: sent, fault: f.again(), required: l.required}
	for _, path := range l.wide[wide:] {
		made.wide = append(made.wide, slices.Clip(path)) // which grows on its way out
	}
	l.made[i] = made
	l.required |= required
	return sent, f
}
