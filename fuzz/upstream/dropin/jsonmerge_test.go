package dropin_test

import (
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/dropin"
)

func TestJSONMergePatchesAreTheSame(t *testing.T) {
	all := objects(t)
	trialsOf(t, all, func(o dropin.Object, c *dropin.Choices) (dropin.Reason, error) {
		original := dropin.Edit(c, o.Document, 3)
		trial := dropin.Trial{
			Original: dropin.Encode(original),
			Modified: dropin.Encode(dropin.Edit(c, original, 4)), Current: dropin.Encode(dropin.Edit(c, original, 4)),
		}
		if c.Of(4) == 0 {
			texts := []*[]byte{&trial.Original, &trial.Modified, &trial.Current}
			text := texts[c.Of(3)]
			*text = dropin.Blemish(c, *text)
		}
		return trial.JSONThreeWay([]string{"status", "data"}[:c.Of(3)]...)
	})
}

// Each document lacks a member or has one of a few values for it. All combinations of three
// documents are tried.
func TestJSONMergePatchesOfSmallDocuments(t *testing.T) {
	members := []string{
		``, `"a":null`, `"a":1`, `"a":1.0`, `"a":-0`, `"a":"1"`, `"a":true`, `"a":{}`, `"a":{"b":null}`, `"a":{"b":1}`,
		`"a":{"b":{}}`, `"a":{"b":{"c":null}}`, `"a":{"b":2,"c":null}`, `"a":[]`, `"a":[null]`, `"a":[{"b":null,"c":[{"d":null}]}]`,
		`"a":[{"c":[{}]}]`, `"a":12345678901234567890`, `"a":"<\u00e9>"`, `"a":1e21`, `"a":1e400`,
	}
	counts := map[dropin.Reason]int{}
	try := func(original, modified, current string, unchanged ...string) {
		reason, err := dropin.Trial{Original: []byte(original), Modified: []byte(modified), Current: []byte(current)}.JSONThreeWay(unchanged...)
		if err != nil {
			t.Errorf("%s %s %s: %v", original, modified, current, err)
		}
		counts[reason]++
	}
	for _, o := range members {
		for _, m := range members {
			for _, c := range members {
				try("{"+o+"}", "{"+m+"}", "{"+c+"}")
			}
		}
	}
	for _, text := range []string{``, ` `, `null`, `[]`, `[{}]`, `{`, `1`, `{}{}`, "{\"a\xff\":1}", `{"a":1,"a":{"b":1},"a":{"c":2}}`} {
		try(text, `{"b":1}`, ``, "b")
		try(``, text, `{"b":1}`)
		try(`{"b":1}`, ``, text)
	}
	for _, reason := range []dropin.Reason{dropin.Same, dropin.Digits, dropin.HiddenPrecondition, dropin.OtherValue} {
		if counts[reason] == 0 {
			t.Errorf("no difference because %s", reason)
		}
	}
	t.Log(counts)
}
