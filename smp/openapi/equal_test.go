package openapi_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/fuzz/cputime"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
)

// The time to compare two fields of one type does not grow with the number of the type's fields.
func TestEqualOfOneType(t *testing.T) {
	takes := func(n int) time.Duration {
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
		begin := cputime.Used()
		for range 500 {
			if !a.Equal(b) {
				t.Fatal("two fields of one type differ")
			}
		}
		return cputime.Used() - begin
	}
	if few, many := takes(10), takes(10_000); many > 100*few+20*time.Millisecond {
		t.Errorf("10 fields take %v, 10000 take %v", few, many)
	}
}
