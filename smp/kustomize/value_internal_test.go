package kustomize

import (
	"math/big"
	"strings"
	"testing"

	"sigs.k8s.io/kustomize/kyaml/yaml"
)

// TestScalars reads scalars in all spellings. Numbers keep their digits if JSON allows the spelling.
func TestScalars(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "null"}, {"~", "null"}, {"null", "null"}, {"NULL", "null"}, {"!!null x", "null"}, {"'null'", `"null"`},
		{"true", "true"}, {"True", "true"}, {"FALSE", "false"}, {"yes", `"yes"`}, {"off", `"off"`}, {"!!bool yes", `"yes"`},

		{"0", "0"}, {"-0", "-0"}, {"007", "7"}, {"017", "15"}, {"0o17", "15"}, {"0b11", "3"}, {"-0b11", "-3"},
		{"0x10", "16"}, {"-0xa", "-10"}, {"+5", "5"}, {"1_000", "1000"}, {"1__000", "1000"}, {"1__0.5", "10.5"}, {"0x_FF", "255"},
		{"9223372036854775808", "9223372036854775808"}, {"0xFFFFFFFFFFFFFFFF", "18446744073709551615"},
		{"-9223372036854775809", "-9223372036854775809"}, {"123456789012345678901234567890", "123456789012345678901234567890"},
		{"!!int 1e3", "1e3"}, {"!!int '0x10'", "16"}, {"!!int abc", `"abc"`}, {"!!int ''", `""`},

		{"1.50", "1.50"}, {"-0.0", "-0.0"}, {"1e3", "1e3"}, {"1E+3", "1E+3"}, {".5", "0.5"}, {"-.5", "-0.5"}, {"+1.5", "1.5"},
		{"1.", "1"}, {"1_0.5", "10.5"}, {"08", "8"}, {"!!float 1", "1"}, {"!!float 0x1p-2", "0.25"},
		{".inf", `".inf"`}, {"-.INF", `"-.INF"`}, {".nan", `".nan"`}, {"1e400", `"1e400"`},
		{"!!float inf", `"inf"`}, {"!!float -Infinity", `"-Infinity"`}, {"!!float nan", `"nan"`},

		{"!!int 0b1" + strings.Repeat("0", maxDigits-3), new(big.Int).Lsh(big.NewInt(1), maxDigits-3).String()},
		{"!!int 0b1" + strings.Repeat("0", maxDigits-2), `"0b1` + strings.Repeat("0", maxDigits-2) + `"`},

		{"'80'", `"80"`}, {"!!str 80", `"80"`}, {"2020-01-01", `"2020-01-01"`}, {"190:20:30", `"190:20:30"`},
		{"!!binary aGk=", `"aGk="`}, {"!custom 1", `"1"`}, {"=", `"="`},
	} {
		v, err := valueOf(yaml.MustParse("a: " + c.text + "\n"))
		if want := `{"a":` + c.want + "}"; err != nil || v.JSON() != want {
			t.Errorf("%s: got %s, %v, want %s", c.text, v.JSON(), err, want)
		}
	}
}
