package smp

import "github.com/strategicpatch/smp/model"

// A clusterJudge judges patches for the engine that clusters run. It gives the results
// before decoding.
type clusterJudge struct{ dialect Dialect }

// judgeOf returns the judge of a dialect, nil for the specification.
func judgeOf(d Dialect) Judge {
	if d == Documented {
		return nil
	}
	return clusterJudge{d.beforeDecoding()}
}

func (j clusterJudge) Traits() Traits {
	return Traits{
		Name: "a cluster", Ignores: PatchMergeKey, ReservesNames: true, FoldsNames: j.dialect.goTypes(),
		CopiesNew: true, RetainKeysOfField: true, OmitsEmptyRetainKeys: true, MergesAtomicElements: true,
		DecodedKeys: true, NoKeyDefaults: true, JoinsKeys: true, SortsDeletions: true,
	}
}

func (j clusterJudge) Map(s Schema, original, patch model.Value) (Answer, error) {
	return j.judged(func(c *cluster) (model.Value, *fault) { return c.mergeMap(s.get(), original, patch, false) })
}

func (j clusterJudge) Element(s Schema, original, patch model.Value) (Answer, error) {
	return j.judged(func(c *cluster) (model.Value, *fault) { return c.mergeMap(s.get(), original, patch, true) })
}

func (j clusterJudge) List(s Schema, original, patch model.Value) (Answer, error) {
	t := fieldPatch{name: "list"}
	t.value, _ = patch.Get(t.name)
	t.del, _ = patch.Get(deleteListPrefix + t.name)
	t.order, _ = patch.Get(orderListPrefix + t.name)
	return j.judged(func(c *cluster) (model.Value, *fault) { return c.fieldOf(nil, s.get(), original, t) })
}

// judged returns what merge returns, and whether it varies.
func (j clusterJudge) judged(merge func(c *cluster) (model.Value, *fault)) (Answer, error) {
	c := clusters.Get().(*cluster)
	c.dialect, c.steady, c.build, c.cluster = j.dialect, true, c.ownBuilder, c
	defer func() { *c.ownBuilder = model.Builder{}; c.done() }() // the result keeps its memory
	v, f := merge(c)
	if f != nil {
		return Answer{}, f.asError("original", "patch")
	}
	return Answer{Value: v, Varies: c.varied, VariesInOrder: c.moved}, nil
}
