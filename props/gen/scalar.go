package gen

import (
	"slices"
	"strconv"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

var (
	texts    = []string{"a", "b", "ab", "", "1", "true", "null", "é", "a\"\\\n/", "\u2028\U0001F600"}
	keyTexts = []string{"a", "b", "ab"}
	// numbers are written in several spellings; keyNumbers are mostly small.
	numbers = []string{
		"1", "2", "0", "1.0", "1e0", "-0", "-1", "12", "0.1", "10e-1",
		"9007199254740992", "9007199254740993", "18446744073709551616", "1e400", "1e999999999",
	}
	keyNumbers = []string{"1", "2", "1.0", "80"}
)

// spellings are groups of equal numbers.
var spellings = [][]string{
	{"1", "1.0", "1e0", "10e-1", "1.00E+0"},
	{"0", "-0", "0.0", "0e9"},
	{"2", "2.0", "20e-1"},
	{"80", "80.0", "8e1", "0.8E2"},
	{"1e400", "10e399", "0.1e401"},
}

// scalar generates a scalar of one of the types. Zero means all types. A number may have a fraction
// even if the type is IntegerScalar, because engines do not distinguish whole numbers.
func (g *generator) scalar(kinds smp.Scalars) model.Value {
	return g.scalarFrom(kinds, texts, numbers)
}

// keyScalar generates a scalar from the few values of keys and sets. Sparse inputs have many
// such values, and inputs of one list have even fewer.
func (g *generator) keyScalar(kinds smp.Scalars) model.Value {
	if g.sparse && g.intn("key of many", 6) > 0 {
		number := strconv.Itoa(g.intn("key", elementNumbers))
		return g.scalarFrom(kinds, []string{"n" + number}, []string{number})
	}
	if g.alone && g.intn("rare key", 6) > 0 {
		return g.scalarFrom(kinds, keyTexts[:2], keyNumbers[:2])
	}
	return g.scalarFrom(kinds, keyTexts, keyNumbers)
}

func (g *generator) scalarFrom(kinds smp.Scalars, texts, numbers []string) model.Value {
	if kinds == 0 {
		kinds = smp.AnyScalar
	}
	weights := []int{45, 45, 10}
	for i, scalars := range []smp.Scalars{smp.StringScalar, smp.NumberScalar, smp.BoolScalar} {
		if kinds&scalars == 0 {
			weights[i] = 0
		}
	}
	switch g.weighted("scalar kind", weights...) {
	case 0:
		return model.NewString(pick(g, "string", texts))
	case 1:
		return newNumber(pick(g, "number", numbers))
	default:
		return model.NewBool(g.oneIn("boolean", 2))
	}
}

// respelled returns a value equal to v, sometimes with another spelling of a number.
func (g *generator) respelled(v model.Value) model.Value {
	if v.Type() != model.Number || !g.oneIn("respell", 4) {
		return v
	}
	for _, group := range spellings {
		if slices.Contains(group, v.NumberText()) {
			return newNumber(pick(g, "spelling", group))
		}
	}
	return v
}
