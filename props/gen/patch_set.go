package gen

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// setPatch generates a patch for a set: values to add, their order, and values to
// delete. Each may be absent.
func (g *generator) setPatch(s smp.Schema, original model.Value, depth int) (elements, order, deletions model.Value) {
	var values []model.Value
	hasList := g.intn("values", 5) > 0
	if hasList {
		values = g.setValues(s, original, depth)
		listed := values
		if g.oneIn("marker in set", 10) {
			listed = g.withMarker(listed)
		}
		if g.quiteOdd("odd value in set") {
			listed = append(listed[:len(listed):len(listed)], g.anything(2))
		}
		elements = newList(listed...)
	}
	if g.percent("order list", 35) {
		order = g.setOrder(values, original)
	}
	if !hasList && order.Type() == model.Absent || g.oneIn("delete list", 4) {
		deletions = g.deleteList(s, original)
	}
	return elements, order, deletions
}

// setValues generates values to add: some that the original has, and some new ones.
func (g *generator) setValues(s smp.Schema, original model.Value, depth int) []model.Value {
	var values []model.Value
	again := g.some("value of the original", original.Len(), 40, 100)
	for i, value := range original.Elements() {
		if value.IsScalar() && again(i) {
			values = append(values, g.respelled(value))
		}
	}
	for range g.count("new values", 3, depth) {
		values = append(values, g.keyScalar(scalarsOf(s.Element())))
	}
	values = g.lengthened(s, depth, values)
	if g.oneIn("shuffle values", 3) {
		shuffle(g, "values", values)
	}
	return values
}

// setOrder generates $setElementOrder for a set to which the patch adds these values.
func (g *generator) setOrder(values []model.Value, original model.Value) model.Value {
	if g.quiteOdd("bad order list") {
		return g.listDirectiveValue()
	}
	listed := make([]model.Value, 0, len(values))
	for _, value := range values {
		if !containsValue(listed, value) {
			listed = append(listed, g.respelled(value))
		}
	}
	var others []model.Value
	ordered := g.some("order it", original.Len(), 65, 100)
	for i, value := range original.Elements() {
		if value.IsScalar() && (!containsValue(listed, value) || g.quiteOdd("listed again")) && ordered(i) {
			others = append(others, value)
		}
	}
	if g.oneIn("order what is nowhere", 5) {
		others = append(others, g.keyScalar(0))
	}
	return g.interleaved(listed, others)
}

// deleteList generates $deleteFromPrimitiveList for a list of scalars.
func (g *generator) deleteList(s smp.Schema, original model.Value) model.Value {
	if g.quiteOdd("bad delete list") {
		return g.listDirectiveValue()
	}
	var values []model.Value
	deleted := g.some("delete value", original.Len(), 40, 100)
	for i, value := range original.Elements() {
		if value.IsScalar() && deleted(i) {
			values = append(values, g.respelled(value))
		}
	}
	if g.oneIn("delete what may be absent", 3) {
		values = append(values, g.keyScalar(scalarsOf(s.Element())))
	}
	return newList(values...)
}

// interleaved mixes two lists. The order of the first is kept.
func (g *generator) interleaved(first, second []model.Value) model.Value {
	shuffle(g, "order of others", second)
	var mixed []model.Value
	for g.sparse && len(second) > few && len(first) > 0 {
		next := g.intn("others next", len(second)+1)
		mixed, second = append(mixed, second[:next]...), second[next:]
		mixed, first = append(mixed, first[0]), first[1:]
	}
	for len(first)+len(second) > 0 {
		if len(second) == 0 || len(first) > 0 && g.intn("other next", 2) == 0 {
			mixed, first = append(mixed, first[0]), first[1:]
		} else {
			mixed, second = append(mixed, second[0]), second[1:]
		}
	}
	if g.quiteOdd("order disagrees") {
		shuffle(g, "order", mixed)
	}
	if g.quiteOdd("order lacks one") && len(mixed) > 0 {
		i := g.intn("lacking", len(mixed))
		mixed = append(mixed[:i:i], mixed[i+1:]...)
	}
	return newList(mixed...)
}

func containsValue(values []model.Value, value model.Value) bool {
	for _, v := range values {
		if model.Equal(v, value) {
			return true
		}
	}
	return false
}
