package play

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// A case is shown on the page only if the page supports all of it.
func TestRequestOfRejects(t *testing.T) {
	cases, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	const option = "the page cannot show this case, because it has an option that the page lacks, or an invalid schema"
	want := map[string]string{
		"wide/forbidden":           option,
		"spec/keep-absent":         option,
		"root/empty-original-text": "the page cannot show this document, because an empty text means a missing object",
	}
	for _, c := range cases {
		text, ok := want[c.Name]
		if !ok {
			continue
		}
		delete(want, c.Name)
		if _, err := requestOf(c); err == nil || err.Error() != text {
			t.Errorf("%s: got %v, want %s", c.Name, err, text)
		}
	}
	for name := range want {
		t.Errorf("there is no case %s", name)
	}
}
