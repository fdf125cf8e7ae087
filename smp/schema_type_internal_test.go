package smp

import (
	"testing"

	"github.com/strategicpatch/smp/smp/internal/schema"
)

// Types, scalars and strategies are converted to those of package schema, so they have the same values.
func TestTypesOfNodes(t *testing.T) {
	for _, pair := range [][2]uint8{
		{uint8(AnyType), uint8(schema.Any)},
		{uint8(ScalarType), uint8(schema.Scalar)},
		{uint8(MapType), uint8(schema.Map)},
		{uint8(ListType), uint8(schema.List)},
		{uint8(StringScalar), uint8(schema.StringScalar)},
		{uint8(IntegerScalar), uint8(schema.IntegerScalar)},
		{uint8(NumberScalar), uint8(schema.NumberScalar)},
		{uint8(BoolScalar), uint8(schema.BoolScalar)},
		{uint8(AnyScalar), uint8(schema.AnyScalar)},
		{uint8(Merge), uint8(schema.Merge)},
		{uint8(Replace), uint8(schema.Replace)},
	} {
		if pair[0] != pair[1] {
			t.Errorf("a constant of smp is %d, and %d in package schema", pair[0], pair[1])
		}
	}
}
