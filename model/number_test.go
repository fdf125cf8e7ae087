package model_test

import (
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/strategicpatch/smp/model"
)

func number(t testing.TB, text string) model.Value {
	t.Helper()
	v, err := model.NewNumber(text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// Each line holds spellings of one number. The lines are in ascending order.
var numberLines = []string{
	"-1e99999999999999999999999 -0.1e100000000000000000000000 -10E+99999999999999999999998",
	"-1e99999999999999999999998",
	"-1e1000000000000000000 -10e999999999999999999 -0.1e1000000000000000001 -100e999999999999999998",
	"-1e999999999999999999 -10e999999999999999998 -0.1e1000000000000000000",
	"-1e999999999",
	"-123456789012345678901234567890 -1.2345678901234567890123456789e29 -12345678901234567890123456789e1 -123456789012345678901234567890.000",
	"-9223372036854775809",
	"-9223372036854775808 -9223372036854775808.0 -9.223372036854775808e18",
	"-10 -1e1 -1E+1 -100e-1 -10.0",
	"-1.5 -15e-1 -1.50 -0.15e1",
	"-1 -1.0 -1e0 -10e-1 -0.1e1 -1e-0 -1e+00",
	"-1e-1 -0.1 -0.10",
	"-1e-999999999",
	"-1e-99999999999999999999999",
	"0 -0 0.0 -0.0 0e0 0e5 0E-99999999999999999999999 0.000e999999999 -0e1",
	"1e-99999999999999999999999 0.1e-99999999999999999999998",
	"1e-99999999999999999999998",
	"1e-1000000000000000002 0.001e-999999999999999999 10e-1000000000000000003",
	"1e-1000000000000000001 0.1e-1000000000000000000 0.01e-999999999999999999",
	"1e-1000000000000000000 0.1e-999999999999999999 10e-1000000000000000001",
	"1e-999999999999999999 0.1e-999999999999999998",
	"1e-9 0.000000001 1000e-12",
	"0.1 1e-1 0.10 10e-2 0.01e1",
	"0.11",
	"0.9999999999999999999999999999",
	"1 1.0 1e0 10e-1 0.1e1 1.000000000000000000000000000000000000000000 0.001e3",
	"1.0000000000000000000000000001",
	"1.1 11e-1",
	"9 9.0",
	"10 1e1 1.0e1 0.1e2 10.00",
	"11",
	"99 990e-1",
	"100 1e2 1E+2 1e00000000000000000000000002",
	"101",
	"9007199254740992 9007199254740992.0",
	"9007199254740993",
	"9223372036854775807",
	"9223372036854775808 9.223372036854775808e18",
	"18446744073709551615",
	"123456789012345678901234567890",
	"123456789012345678901234567891",
	"1e999999998",
	"1e999999999 10e999999998 0.1e1000000000",
	"1e9223372036854775807 10e9223372036854775806 0.1e9223372036854775808 0.01e9223372036854775809",
	"1e9223372036854775808",
	"1e99999999999999999999999 0.1e100000000000000000000000 1000e99999999999999999999996",
	"1.1e99999999999999999999999",
}

func TestNumbersCompareByValue(t *testing.T) {
	var values [][]model.Value
	for _, line := range numberLines {
		var same []model.Value
		for _, text := range strings.Fields(line) {
			v := number(t, text)
			if v.NumberText() != text || v.JSON() != text || v.Type() != model.Number {
				t.Fatalf("%s became %#v", text, v)
			}
			same = append(same, v, model.MustParse("["+text+"]").At(0))
		}
		values = append(values, same)
	}
	for i, line := range values {
		for j, other := range values {
			for _, a := range line {
				for _, b := range other {
					want := 0
					if i < j {
						want = -1
					} else if i > j {
						want = 1
					}
					if got := model.Compare(a, b); got != want {
						t.Errorf("Compare(%#v, %#v) = %d, want %d", a, b, got, want)
					}
					if model.Equal(a, b) != (i == j) {
						t.Errorf("Equal(%#v, %#v) is wrong", a, b)
					}
					if i == j && a.Hash() != b.Hash() {
						t.Errorf("%#v and %#v have different hashes", a, b)
					}
				}
			}
		}
	}
	hashes := map[uint64]string{}
	for i, line := range values {
		h := line[0].Hash()
		if other, ok := hashes[h]; ok {
			t.Errorf("%s and %s have one hash", other, numberLines[i])
		}
		hashes[h] = numberLines[i]
	}
}

// numberGen draws the text of a number with few digits, so that equal numbers
// occur.
var numberGen = rapid.Custom(func(t *rapid.T) string {
	return rapid.StringMatching(`-?(0|[1-9][0-9]{0,3}|10{0,20})(\.[0-9]{1,4}|\.0{1,20}[0-9]?)?([eE][-+]?[0-9]{1,2})?`).Draw(t, "number")
})

func TestNumbersAgreeWithRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := numberGen.Draw(t, "a"), numberGen.Draw(t, "b")
		if rapid.Bool().Draw(t, "related") {
			// Use the same digits with the point in another place.
			n := rapid.IntRange(-5, 5).Draw(t, "shift")
			b = shifted(a, n)
		}
		x, okX := new(big.Rat).SetString(a)
		y, okY := new(big.Rat).SetString(b)
		if !okX || !okY {
			t.Fatalf("%s or %s is no rational number", a, b)
		}
		v, w := model.MustParse(a), model.MustParse(b)
		want := x.Cmp(y)
		if got := model.Compare(v, w); got != want {
			t.Fatalf("Compare(%s, %s) = %d, want %d", a, b, got, want)
		}
		if model.Equal(v, w) != (want == 0) || want == 0 && v.Hash() != w.Hash() {
			t.Fatalf("Equal or Hash of %s and %s is wrong", a, b)
		}
		n, ok := v.Int64()
		fits := x.IsInt() && x.Num().IsInt64()
		if ok != fits || ok && n != x.Num().Int64() {
			t.Fatalf("Int64 of %s is %d, %v", a, n, ok)
		}
		if f, err := strconv.ParseFloat(a, 64); err == nil && f != v.Float64() {
			t.Fatalf("Float64 of %s is %v", a, v.Float64())
		}
	})
}

// shifted returns another spelling of the number text. The exponent is larger by n, and the point
// is moved.
func shifted(text string, n int) string {
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	e, _ := strconv.Atoi(power)
	negative := strings.HasPrefix(mantissa, "-")
	whole, fraction, _ := strings.Cut(strings.TrimPrefix(mantissa, "-"), ".")
	digits := strings.Repeat("0", 6) + whole + fraction + strings.Repeat("0", 6)
	point := 6 + len(whole) - n
	whole = strings.TrimLeft(digits[:point], "0")
	if whole == "" {
		whole = "0"
	}
	if negative {
		whole = "-" + whole
	}
	return whole + "." + digits[point:] + "e" + strconv.Itoa(e+n)
}

func TestInt64(t *testing.T) {
	tests := []struct {
		text string
		want int64
		ok   bool
	}{
		{"0", 0, true}, {"-0", 0, true}, {"-0.0e9", 0, true}, {"1", 1, true}, {"1.0", 1, true}, {"1e0", 1, true}, {"10e-1", 1, true}, {"-120e-1", -12, true},
		{"1.5", 0, false}, {"1e-1", 0, false}, {"15e-1", 0, false}, {"0.1", 0, false},
		{"9223372036854775807", math.MaxInt64, true}, {"9223372036854775807.00", math.MaxInt64, true}, {"9223372036854775808", 0, false},
		{"-9223372036854775808", math.MinInt64, true}, {"-92233720368547758080e-1", math.MinInt64, true}, {"-9223372036854775809", 0, false},
		{"1e18", 1e18, true}, {"1e19", 0, false}, {"9e18", 9e18, true}, {"0.9223372036854775807e19", math.MaxInt64, true}, {"1e999999999", 0, false}, {"1e-999999999", 0, false},
		{"1e99999999999999999999", 0, false}, {"0e99999999999999999999", 0, true}, {"100000000000000000000e-20", 1, true},
	}
	for _, test := range tests {
		if got, ok := number(t, test.text).Int64(); got != test.want || ok != test.ok {
			t.Errorf("%s: got %d, %v, want %d, %v", test.text, got, ok, test.want, test.ok)
		}
	}
	for _, text := range []string{`"1"`, "true", "null", "[1]", "{}"} {
		v := model.MustParse(text)
		if n, ok := v.Int64(); ok || n != 0 || v.Float64() != 0 || v.NumberText() != "" {
			t.Errorf("%s is read as a number", text)
		}
	}
}

func TestFloat64(t *testing.T) {
	tests := []struct {
		text string
		want float64
	}{
		{"0", 0}, {"1", 1}, {"0.1", 0.1}, {"1e2", 100}, {"9007199254740993", 9007199254740992}, {"1e400", math.Inf(1)}, {"-1e400", math.Inf(-1)}, {"1e-400", 0}, {"1e999999999999999999999", math.Inf(1)},
	}
	for _, test := range tests {
		if got := number(t, test.text).Float64(); got != test.want {
			t.Errorf("%s: got %v", test.text, got)
		}
	}
	if zero := number(t, "-0").Float64(); !math.Signbit(zero) {
		t.Error("-0 lost its sign")
	}
}

func TestNewNumberRejects(t *testing.T) {
	for _, text := range []string{
		"", " ", " 1", "1 ", "+1", ".5", "1.", "01", "-", "--1", "1e", "1e+", "0x1", "NaN", "Inf", "-Infinity", "1_0", "1,0", "null", "true", `"1"`, "[1]", "1\x00", "١", "1 2",
	} {
		v, err := model.NewNumber(text)
		var e *model.Error
		if !errors.As(err, &e) || e.Code != model.Syntax || v.Type() != model.Absent {
			t.Errorf("%q: got %#v, %v", text, v, err)
		}
		if text != "" && strings.Contains(err.Error(), text) && len(text) > 3 {
			t.Errorf("%q: the error repeats the text: %v", text, err)
		}
	}
}

func TestNewInt(t *testing.T) {
	for _, n := range []int64{0, 1, -1, 42, math.MaxInt64, math.MinInt64} {
		v := model.NewInt(n)
		if got, ok := v.Int64(); got != n || !ok || v.JSON() != strconv.FormatInt(n, 10) || !model.Equal(v, model.MustParse(v.JSON())) {
			t.Errorf("%d became %#v", n, v)
		}
	}
}
