package threeway

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/schema/schematest"
)

// An error in the target leads to the alias of a field only if the field has one.
func TestPathFollowerTakesAliases(t *testing.T) {
	scalar := schematest.Scalar(model.Value{}, schema.Marks{})
	u := schematest.Map(map[string]*schema.Node{"": scalar, "a": scalar, "b": scalar, "c": scalar})
	u.Shape.Aliases = []schema.Alias{{Name: "a", Of: "b"}}
	document := model.MustParse(`{"":1,"b":2}`)
	for _, test := range []struct {
		name, path string
		lost       bool
	}{{"a", "b", false}, {"b", "b", false}, {"c", "c", true}, {"", `[""]`, false}} {
		p := pathFollower{at: document}
		if p.field(u, test.name); p.path.String() != test.path || p.lost != test.lost {
			t.Errorf("%q leads to %s, lost %t; want %s, %t", test.name, p.path, p.lost, test.path, test.lost)
		}
	}
}
