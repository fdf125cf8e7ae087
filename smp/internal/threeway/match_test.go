package threeway

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
	"github.com/strategicpatch/smp/smp/internal/stored"
)

// The duplicates that share a part with an element include all duplicates that hold it, also if
// servers store values in another form.
func TestSharingPart(t *testing.T) {
	field := func(m schema.Marks) *schema.Node {
		return &schema.Node{Shape: &schema.Shape{}, Strategy: schema.Merge, Marks: m}
	}
	list := schematest.List(schematest.Map(map[string]*schema.Node{
		"key": schematest.Scalar(model.Value{}, schema.Marks{}), "zero": field(schema.Marks{NotStored: true}),
		"filled": field(schema.Marks{FilledIn: true}), "size": field(schema.Marks{Quantity: true}),
		"list": {Shape: &schema.Shape{Type: schema.List, Element: schema.Unknown}, Strategy: schema.Replace},
		"set":  schematest.List(schema.Unknown), "map": {Shape: &schema.Shape{Type: schema.Map, Values: schema.Unknown}, Strategy: schema.Merge},
	}), "key")
	element := func(r *rand.Rand, values map[string][]string) string {
		members := []string{`"key":"a"`}
		for _, name := range []string{"zero", "filled", "size", "list", "set", "map"} {
			if v := values[name]; r.IntN(2) == 0 {
				members = append(members, fmt.Sprintf("%q:%s", name, v[r.IntN(len(v))]))
			}
		}
		return "{" + strings.Join(members, ",") + "}"
	}
	sent := map[string][]string{
		"zero": {`false`, `true`, `null`, `""`}, "filled": {`""`, `null`, `1`}, "size": {`"1"`, `"1000m"`, `1`, `null`},
		"list": {`[]`, `[1]`, `[2,{}]`, `null`}, "set": {`[1]`, `[2,1]`, `[]`}, "map": {`{}`, `{"a":1}`, `{"b":null}`, `{"a":{}}`},
	}
	have := map[string][]string{
		"zero": {`true`, `null`}, "filled": {`1`}, "size": {`"1"`, `"2"`},
		"list": {`[]`, `[1]`, `[2,{}]`}, "set": {`[1]`, `[1,2]`, `[2,1]`}, "map": {`{"a":1,"b":2}`, `{"a":{"b":1}}`, `{}`},
	}
	held := 0
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 11))
		var all []string
		for range 2 * manyDuplicates {
			all = append(all, element(r, have))
		}
		x := newTargetBuilder(Options{Server: stored.Server{HasMarks: true}}, new(Memory)).newListTarget(list)
		x.number(model.Value{}, model.MustParse("["+element(r, sent)+"]"), model.MustParse("["+strings.Join(all, ",")+"]"))
		e := x.modified.Values[0]
		sharing := x.candidatesOf(x.current).sharingPart(0, e)
		for at, c := range x.current.Values {
			if !x.holdsElement(model.Value{}, e, c, false) {
				continue
			}
			held++
			if !slices.Contains(sharing, int32(at)) {
				t.Fatalf("seed %d: %s holds %s, but shares no part with it", seed, c.JSON(), e.JSON())
			}
		}
	}
	if held < 500 {
		t.Errorf("only %d elements hold another one", held)
	}
}
