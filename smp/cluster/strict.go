package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/door"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// checkType rejects a patch value whose type contradicts its schema, if the call is strict (rule
// value-type).
func (c *call) checkType(s smp.Schema, v model.Value) *fault {
	if !c.Strict {
		return nil
	}
	return syntax.TypeFault(s, v)
}

// unknown traces that a declared map lacks a field. A strict call rejects the field.
func (c *call) unknown(in smp.Schema, t syntax.Field) *fault {
	if c.trace.on() {
		if _, ok := in.FoldedField(t.Name); ok {
			c.trace.note(smp.RuleFieldNames)
		}
		c.trace.note(smp.RuleUnknownField)
	}
	if c.Strict {
		return t.UnknownFault()
	}
	return nil
}

// checkOriginal rejects elements of a keyed list that nothing can match, if the call is strict
// (rule keyed-original). It does not check elements that this call has made.
func (c *call) checkOriginal(s smp.Schema, list model.Value) *fault {
	if !c.Strict || !c.isOriginal(list) {
		return nil
	}
	keys := listKeys(s)
	for i, e := range list.Elements() {
		if f := keys.OriginalFault(e); f != nil {
			return inOriginal(f).Under(model.Index(i))
		}
	}
	return nil
}

// isOriginal reports whether a value is an unchanged part of the original document.
func (c *call) isOriginal(v model.Value) bool {
	return !c.inMadeValue || door.Shortcuts.Within(v, c.document)
}

// inMade must be called before a merge into a value that this call has made, and leave after the
// merge. original is the value of the original from which the value was made, and may be absent. A
// value of the patch does not count as original, even if the documents share it.
func (c *call) inMade(original model.Value) (leave func()) {
	made, document := c.inMadeValue, c.document
	if !c.isOriginal(original) {
		original = model.Value{}
	}
	c.inMadeValue, c.document = true, original
	return func() { c.inMadeValue, c.document = made, document }
}
