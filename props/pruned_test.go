package props_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
)

// A case whose schema is reduced to the used part has the same answer, by the specification and
// for clusters. The size of this part is limited by the documents, and by the number of fields of a
// map.
func TestPrunedSeeds(t *testing.T) {
	subjects := []corpus.Subject{corpus.Engine(), corpus.EngineOf(corpus.Kubernetes)}
	ops := corpus.Ops()
	seeds := props.SeedsAsked(t, 4000)
	seeds.Count /= 4 // each seed needs several runs
	seeds.Each(t, func(seed uint64) error {
		in := gen.For(ops[seed%uint64(len(ops))], gen.FromSeed(seed)).Input()
		for _, subject := range subjects {
			told := answer{subject.Name(), subject.Run(in)}
			c := corpus.Case{Input: in, Schema: corpus.SourceOf(in.Schema)}.Answered(told.Outcome)
			used := c.UsedSchema()
			values := 0
			for _, d := range c.Input.Documents() {
				text := d.Value.JSON()
				values += 1 + strings.Count(text, ",") + strings.Count(text, ":") // at least its members and elements
			}
			if size, most := sizeOf(used), 40*(values+2); size > most {
				return fmt.Errorf("the used part of the schema has %d definitions for %d values, at most %d were expected", size, values, most)
			}
			pruned := c.Pruned().Input
			if err := laws.Agree(told, subject, pruned).Err(); err != nil {
				return err
			}
		}
		return nil
	})
}

// sizeOf returns the number of definitions in a definition.
func sizeOf(d smp.Definition) int {
	size := 1
	for _, field := range d.Fields {
		size += sizeOf(field)
	}
	for _, inner := range []*smp.Definition{d.Values, d.Element} {
		if inner != nil {
			size += sizeOf(*inner)
		}
	}
	return size
}

// The size of the used part of a recursive schema is in proportion to the depth of the documents,
// however their names lead to the fields.
func TestPrunedDeepDocuments(t *testing.T) {
	self := smp.Definition{Ref: "self"}
	element := self
	list := smp.Definition{Type: smp.ListType, Element: &element}
	s, err := smp.NewSchema(self, func(string) (smp.Definition, bool) {
		fields := map[string]smp.Definition{"a": self, "A": self, "$a": self, "$setElementOrder/b": self, "b": self, "list": list}
		return smp.Definition{Type: smp.MapType, Fields: fields, Values: &self}, true
	})
	if err != nil {
		t.Fatal(err)
	}
	const depth = 40
	for _, name := range []string{"a", "A", "b", "B", "c", "$a", "$setElementOrder/a", "$setElementOrder/b", "$setElementOrder/B", "$deleteFromPrimitiveList/c", "$retainKeys"} {
		document := model.MustParse(strings.Repeat(`{"`+name+`":`, depth) + "1" + strings.Repeat("}", depth))
		in := corpus.Input{Op: corpus.OpApply, Schema: s, Original: model.MustParse("{}"), Patch: document}
		used := corpus.Case{Input: in, Schema: corpus.SourceOf(s)}.UsedSchema()
		if size, most := sizeOf(used), 100*depth; size > most {
			t.Errorf("%s: the used part of the schema has %d definitions, at most %d were expected", name, size, most)
		}
	}
}
