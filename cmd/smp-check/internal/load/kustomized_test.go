package load

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

// The words of YAML 1.1 are strings for kustomize, as names and as values. Everything else has
// the same value as for a cluster.
func TestAsKustomize(t *testing.T) {
	const text = `a: [on, Off, y, N, YES, no, yEs]
b: {on: yes, off: no}
c: &c {n: on}
d: {<<: *c, other: "on"}
e: [true, False, TRUE, !!bool yes, "yes", 'no', 017, 0o17, 1_000, ~, 2001-01-01, 1:30]
f: *c
true: on
`
	const want = `{"a":["on","Off","y","N","YES","no","yEs"],"b":{"on":"yes","off":"no"},"c":{"n":"on"},"d":{"n":"on","other":"on"},` +
		`"e":[true,false,true,true,"yes","no",15,15,1000,null,"2001-01-01","1:30"],"f":{"n":"on"},"true":"on"}`
	docs, err := parse("a.yaml", []byte(text), false)
	if err != nil {
		t.Fatal(err)
	}
	if got := docs[0].AsKustomize().Value; !model.Equal(got, model.MustParse(want)) {
		t.Errorf("%s\nwant\n%s", got.JSON(), want)
	}
}
