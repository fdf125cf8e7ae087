package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// HasText agrees with Text and Type.
func TestHasText(t *testing.T) {
	texts := []string{"", "a", `a"`, "ab", "é", "\u2028", "\U0001F600", "\n"}
	values := []string{`""`, `"a"`, `"\u0061"`, `"a\""`, `"ab"`, `"\u0061b"`, `"é"`, `"\u00e9"`, `"\ud83d\ude00"`, `"😀"`, `"\n"`, `"\u000a"`, "1", "null", "true", "[]", "{}"}
	for _, src := range values {
		v := model.MustParse(src)
		for _, text := range texts {
			if got, want := v.HasText(text), v.Type() == model.String && v.Text() == text; got != want {
				t.Errorf("%s spells %q: %v", src, text, got)
			}
		}
	}
	if (model.Value{}).HasText("") {
		t.Error("an absent value spells something")
	}
}
