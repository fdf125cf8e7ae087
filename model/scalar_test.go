package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// Spells agrees with Text and Type.
func TestSpells(t *testing.T) {
	texts := []string{"", "a", `a"`, "ab", "é", "\u2028", "\U0001F600", "\n"}
	values := []string{`""`, `"a"`, `"\u0061"`, `"a\""`, `"ab"`, `"\u0061b"`, `"é"`, `"\u00e9"`, `"\ud83d\ude00"`, `"😀"`, `"\n"`, `"\u000a"`, "1", "null", "true", "[]", "{}"}
	for _, src := range values {
		v := model.MustParse(src)
		for _, text := range texts {
			if got, want := v.Spells(text), v.Type() == model.String && v.Text() == text; got != want {
				t.Errorf("%s spells %q: %v", src, text, got)
			}
		}
	}
	if (model.Value{}).Spells("") {
		t.Error("an absent value spells something")
	}
}
