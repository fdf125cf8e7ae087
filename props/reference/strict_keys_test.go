package reference_test

import (
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// With Strict, the keys of a patch element must be unambiguous, and the element must not
// change recommended keys by which it does not select.
func TestStrictKeys(t *testing.T) {
	strict := smp.Engine{Strict: true}
	const one, all = `"$patchMergeKey":["foo"]`, `"$patchMergeKey":["foo","bar","baz"]`
	applies(t, strict, testSchema(), []change{
		{"a missing key is added", `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"a missing key is added, by some keys", `{"rec":[{"foo":"a"}]}`, `{"rec":[{` + one + `,"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"the same key", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x","value":"v"}]}`, `{"rec":[{"foo":"a","bar":"x","value":"v"}]}`},
		{"a default that goes", `{"ports":[{"port":1,"protocol":"TCP"}]}`, `{"ports":[{"port":1,"protocol":null}]}`, `{"ports":[{"port":1}]}`},
		{"a key that is retained", `{"rec":[{"foo":"a","bar":"x","value":"v"}]}`, `{"rec":[{"$retainKeys":["foo","bar"],"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"a replacement with the key", `{"rec":[{"foo":"a","bar":"x","value":"v"}]}`, `{"rec":[{"$patch":"replace","foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`},
		{"a selected key is deleted", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{` + all + `,"foo":"a","bar":null}]}`, `{"rec":[{"foo":"a"}]}`},
		{"a deletion takes all", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"foo":"a","$patch":"delete"}]}`, `{"rec":[]}`},
	})
	reject := func(name, original, patch, path string) rejection {
		return rejection{name, original, patch, smp.AmbiguousMergeKey, path, smp.RuleKeysRecommended}
	}
	rejects(t, strict, testSchema(), []rejection{
		reject("a change", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":"y"}]}`, "rec[0]"),
		reject("a change of a key that is not selected", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{`+one+`,"foo":"a","bar":"y"}]}`, "rec[0]"),
		reject("a default that is changed", `{"ports":[{"port":1}]}`, `{"ports":[{"port":1,"protocol":"UDP"}]}`, "ports[0]"),
		reject("null", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","bar":null}]}`, "rec[0]"),
		reject("retained keys without it", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"$retainKeys":["foo"],"foo":"a"}]}`, "rec[0]"),
		reject("a replacement without it", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"$patch":"replace","foo":"a"}]}`, "rec[0]"),
		reject("a replacement without it, by some keys", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{"$patch":"replace",`+one+`,"foo":"a"}]}`, "rec[0]"),
		reject("several elements", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{"foo":"a"}]}`, "rec[0]"),
		reject("several with one that the patch adds", `{"rec":[{"foo":"a","bar":"x"}]}`, `{"rec":[{`+all+`,"foo":"a","bar":"y"},{"foo":"a","value":"v"}]}`, "rec[1]"),
		reject("an element that the patch adds", `{}`, `{"rec":[{`+all+`,"foo":"a","bar":"y"},{"foo":"a","bar":"z"}]}`, "rec[1]"),
		{"keys-partial first", `{"rec":[{"foo":"a","bar":"x"},{"foo":"a","bar":"y"}]}`, `{"rec":[{` + one + `,"foo":"a","bar":"z"}]}`, smp.AmbiguousMergeKey, "rec[0]", smp.RuleKeysPartial},
	})
}
