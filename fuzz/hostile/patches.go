package main

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A patchShape is a number of small patches of one object.
type patchShape struct {
	name  string
	patch func(i int) string // the patch with index i
}

// patchShapes returns the shapes of patches. The result of each grows with the number of patches.
func patchShapes() []patchShape {
	ofList := func(name, element string) func(i int) string {
		return func(i int) string {
			return fmt.Sprintf(`{"deep":{"down":[{"k":1,"down":[`+element+`]}]},"`+name+`":1}`, i)
		}
	}
	return []patchShape{
		{"a field", func(i int) string { return fmt.Sprintf(`{"map":{"k%d":1}}`, i) }},
		{"a null", func(i int) string { return fmt.Sprintf(`{"map":{"k%d":null}}`, i) }},
		{"an element", ofList("text", `{"k":%d,"v":1}`)},
		{"a deletion", ofList("text", `{"k":%d,"$patch":"delete"}`)},
		{"an element by its recommended key", func(i int) string {
			return fmt.Sprintf(`{"pairs":[{"$patchMergeKey":["k","l"],"k":1,"l":%d}]}`, i)
		}},
		{"a value of a set", func(i int) string { return fmt.Sprintf(`{"set":[%d]}`, i) }},
		{"a deleted value of a set", func(i int) string { return fmt.Sprintf(`{"$deleteFromPrimitiveList/set":[%d]}`, i) }},
		{"an element and its order", func(i int) string {
			return fmt.Sprintf(`{"$setElementOrder/list":[{"k":%d},{"k":%d}],"list":[{"k":%d}]}`, i, i+1, i)
		}},
		{"a field of one element", func(i int) string { return fmt.Sprintf(`{"list":[{"k":1,"v%d":%d}]}`, i, i) }},
	}
}

// patchOperations returns the operations on many patches.
func patchOperations() []struct {
	name string
	do   func(s smp.Schema, patches []model.Value) bool
} {
	type operation = struct {
		name string
		do   func(s smp.Schema, patches []model.Value) bool
	}
	compose := func(name string, e interface {
		Compose(s smp.Schema, patches ...model.Value) (model.Value, error)
	}) operation {
		return operation{name, func(s smp.Schema, patches []model.Value) bool { return answers(e.Compose(s, patches...)) }}
	}
	return []operation{
		compose("compose", smp.Engine{}),
		compose("compose with unions", smp.Engine{Unions: true}),
		compose("compose for a cluster", cluster.Engine{Requires: func(model.Path) {}}),
	}
}

// of returns n patches and the length of their texts.
func (p patchShape) of(n int) (patches []model.Value, length int) {
	for i := range n {
		text := p.patch(i)
		patches, length = append(patches, model.MustParse(text)), length+len(strings.TrimSpace(text))
	}
	return patches, length
}
