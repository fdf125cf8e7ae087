package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/nulls"
)

// The functions in this file report to the trace by which rules an element of a keyed list was
// identified.

// key returns the value of the key of an element.
func (m *keyedMerge) key(e model.Value) model.Value {
	v, _ := e.Get(m.by.Names[0])
	return v
}

// step returns the path step that leads to an element in the result.
func (m *keyedMerge) step(e model.Value) model.Step {
	return model.Key{{Name: m.by.Names[0], Value: m.key(e)}}
}

func (m *keyedMerge) noteElement(e model.Value, at int) {
	step := m.step(e)
	m.trace.note(smp.RuleKeyedMerge, step)
	m.noteMulti(step)
	if at < 0 {
		return
	}
	if listKeys(m.schema).Changes(m.by, e, m.values[at]) { // for a cluster, this is an ordinary update
		m.trace.note(smp.RuleKeysChange, step)
	}
	m.noteKeys(e, m.values[at])
}

func (m *keyedMerge) noteDeletion(e model.Value) {
	if m.trace.on() {
		m.trace.note(smp.RuleKeyedDelete, m.step(e))
		m.noteMulti(m.step(e))
	}
}

func (m *keyedMerge) noteMulti(step model.Step) {
	if len(m.schema.Keys()) > 1 {
		m.trace.note(smp.RuleKeysMulti, step)
	}
}

// noteKeys traces that the key of a patch element is equal to the key of an element of the list,
// although the two are spelled differently.
func (m *keyedMerge) noteKeys(e, old model.Value) {
	if m.trace.on() {
		m.trace.noteSpelling(m.key(e), m.key(old))
	}
}

// noteOriginal traces the elements of the original that no patch element can match by the
// specification.
func (m *keyedMerge) noteOriginal() {
	if !m.trace.on() {
		return
	}
	for i, e := range m.original.Elements() {
		if !identified(m.schema, e) {
			m.trace.note(smp.RuleKeyedOriginal, model.Index(i))
		}
	}
}

// identified reports whether an element has all default keys by the specification.
func identified(s smp.Schema, e model.Value) bool {
	if e.Type() != model.Map {
		return false
	}
	for _, name := range s.Keys() {
		v, _ := e.Get(name)
		if !nulls.Present(v) {
			v = keyDefault(s, name)
		}
		if !v.IsScalar() {
			return false
		}
	}
	return true
}
