package openapi_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The time to compare two fields of one type does not grow with the number of the type's fields.
func TestEqualOfOneType(t *testing.T) {
	cputime.CheckGrowth(t, 625, cputime.Constant, func(n int) func() {
		fields := make([]string, n)
		for i := range fields {
			fields[i] = fmt.Sprintf(`"f%d": {"type": "string"}`, i)
		}
		d, err := openapi.Read(model.MustParse(`{"components": {"schemas": {"r": {"type": "object", "properties": {
			"a": {"$ref": "#/components/schemas/d"}, "b": {"$ref": "#/components/schemas/d"}}}, "d": {"type": "object", "properties": {` + strings.Join(fields, ",") + `}}}}}`))
		if err != nil {
			t.Fatal(err)
		}
		r, err := d.Schema("r")
		if err != nil {
			t.Fatal(err)
		}
		a, _ := r.Member("a")
		b, _ := r.Member("b")
		return func() {
			if !a.Equal(b) {
				t.Fatal("two fields of one type differ")
			}
		}
	})
}
