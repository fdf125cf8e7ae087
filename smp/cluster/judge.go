package cluster

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/desk"
	"github.com/strategicpatch/smp/smp/internal/faults"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Judge applies patches like an API server. smp.Diff and smp.ThreeWay use a Judge to check the
// patches that they write. To use it, set For of [smp.DiffOptions] to Judge{}, as [Engine.Diff] and
// [Engine.ThreeWay] do. The results are those of apimachinery, before a server decodes them.
type Judge struct {
	// Lookup determines how the server finds the schema of a field.
	Lookup Lookup
}

// IsGuest is for packages of this module. It reports whether a value is a Judge. A Judge keeps no values.
func (Judge) IsGuest(self any, _ desk.Pass) bool {
	_, trusted := self.(Judge)
	return trusted
}

// Traits returns the properties of an API server.
func (j Judge) Traits() smp.Traits {
	return smp.Traits{
		Name:                 "a cluster",
		Ignores:              smp.PatchMergeKey,
		ReservesNames:        true, // divergence directive-names-reserved
		FoldsNames:           j.Lookup == GoTypes,
		CopiesNew:            true, // divergences directives-kept, nulls-kept
		RetainKeysOfField:    true,
		OmitsEmptyRetainKeys: true,
		MergesAtomicElements: true, // divergence element-strategy-ignored
		DecodedKeys:          true, // divergence integer-float-distinct
		NoKeyDefaults:        true, // divergence key-defaults-unknown
		JoinsKeys:            true, // divergence multi-key-unsupported
		SortsDeletions:       true,
	}
}

// Map applies a patch to a map, like a server.
func (j Judge) Map(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	return j.answer(original, func(c *call) (model.Value, *fault) { return c.mergeMap(s, original, patch, false) })
}

// Element applies a patch to an element of a keyed list.
func (j Judge) Element(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	return j.answer(original, func(c *call) (model.Value, *fault) { return c.mergeMap(s, original, patch, true) })
}

// List applies a patch to a list. The patch is a map with the members "list",
// "$deleteFromPrimitiveList/list" and "$setElementOrder/list".
func (j Judge) List(s smp.Schema, original, patch model.Value) (smp.Answer, error) {
	return j.answer(original, func(c *call) (model.Value, *fault) {
		return c.applyField(patchedField{schema: s, alone: true}, original, syntax.ListIn(patch))
	})
}

// answer returns the result of a merge, and whether the result varies.
func (j Judge) answer(original model.Value, merge func(c *call) (model.Value, *fault)) (a smp.Answer, err error) {
	defer faults.RecoverSchema(&err)
	c := Engine{Lookup: j.Lookup}.newCall(original)
	defer c.done()
	c.detect = true
	v, f := merge(c)
	if f != nil {
		return smp.Answer{}, asError(f)
	}
	return smp.Answer{Value: v, Varies: c.varies, VariesInOrder: c.variesInOrder}, nil
}
