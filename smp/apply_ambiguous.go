package smp

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// An ambiguity says which elements of a patch list leave open what they mean:
// their default key finds one of several elements, or one that has another value
// for a recommended key (rule keys-recommended). Only made when there is someone
// to tell, or Strict rejects it.
type ambiguity struct {
	use     *use
	index   *identIndex   // the default keys in the original, deleted elements aside
	first   []model.Value // for each, the first element that has it
	divided []string      // for each, a recommended key in which others differ from that
}

// ambiguity looks at the items before anything is merged. It is nil where there
// is nothing to tell.
func (m *listMerge) ambiguity() *ambiguity {
	if !m.strict && !m.trace.on() || len(m.use.recommended) <= len(m.use.keys) {
		return nil
	}
	a := &ambiguity{use: m.use, index: m.reader.standard.newIndex(len(m.items))}
	var keys []model.Value
	for i := range m.items {
		e, ok := m.items[i].value, false
		if keys, ok = m.reader.standard.keysOf(keys[:0], e); !ok || m.items[i].owner == gone {
			continue
		}
		id := a.index.add(keys)
		if id == len(a.first) {
			a.first, a.divided = append(a.first, e), append(a.divided, "")
		} else if a.divided[id] == "" {
			a.divided[id] = a.differsIn(a.first[id], e)
		}
	}
	return a
}

// differsIn returns the first recommended key in which two elements differ, or
// nothing.
func (a *ambiguity) differsIn(one, other model.Value) string {
	for _, name := range a.use.recommended {
		if !model.Equal(a.use.keyIn(one, name), a.use.keyIn(other, name)) {
			return name
		}
	}
	return ""
}

// of returns why a patch element that is merged into found leaves open which
// element it means; nil where it does not.
func (a *ambiguity) of(e *keyed, found model.Value) error {
	if e.selected {
		return nil
	}
	finds := "without $patchMergeKey, " + strings.Join(a.use.keys, ", ") + " alone finds the "
	several := ""
	if id := a.index.find(e.keys); id >= 0 {
		several = a.divided[id]
	}
	changed := a.changes(e.value, found)
	switch {
	case several != "" && changed != "":
		return fmt.Errorf("%sfirst of several elements and changes its %s", finds, changed)
	case several != "":
		return fmt.Errorf("%sfirst of several elements, which differ in %s", finds, several)
	case changed != "":
		return fmt.Errorf("%selement and changes its %s", finds, changed)
	}
	return nil
}

// changes returns a recommended key of the element found that a patch element
// names and has otherwise, or nothing.
func (a *ambiguity) changes(e, found model.Value) string {
	for _, name := range a.use.recommended {
		_, named := e.Get(name)
		theirs := a.use.keyIn(found, name)
		if named && theirs.Kind() != model.Absent && !model.Equal(theirs, a.use.keyIn(e, name)) {
			return name
		}
	}
	return ""
}

// noteAmbiguous notes that a patch element leaves open which element it means, if
// there is a reason; Strict rejects it.
func (m *listMerge) noteAmbiguous(e *keyed, reason error) *fault {
	if reason == nil {
		return nil
	}
	if m.strict {
		return (&fault{kind: AmbiguousMergeKey, rule: RuleKeysRecommended, cause: reason}).under(model.Index(e.index))
	}
	m.trace.report(Event{Rule: RuleKeyedMerge, Ambiguous: reason, Path: m.trace.path.Append(e.step())})
	return nil
}
