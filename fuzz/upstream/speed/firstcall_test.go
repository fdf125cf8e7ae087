package speed_test

import (
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/speed"
)

// The output of cmd/firstcall becomes a section that replaces the one on the page.
// Nothing else on the page changes.
func TestFirstCalls(t *testing.T) {
	const first = "apply      shipped  least   300, median   340\napply      ours     least   150, median   170\n"
	calls, err := speed.ReadFirstCalls(first, 3)
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	b.WriteString("# Speed\n")
	if err := speed.WriteFirstCalls(&b, calls); err != nil {
		t.Fatal(err)
	}
	if want := "|--:|\n| apply | 150 µs | 300 µs | 2.00× | 170 µs | 340 µs |\n"; !strings.HasSuffix(b.String(), want) {
		t.Errorf("the section does not end in %q:\n%s", want, b.String())
	}
	b.WriteString("\n## Others\n\ntext\n")
	calls, err = speed.ReadFirstCalls(strings.Replace(first, "150", "200", 1), 3)
	if err != nil {
		t.Fatal(err)
	}
	page, err := speed.WithFirstCalls(b.String(), calls)
	if want := strings.NewReplacer("2.00×", "1.50×", "150 µs", "200 µs").Replace(b.String()); err != nil || page != want {
		t.Errorf("got %v,\n%s\nwant\n%s", err, page, want)
	}
	if _, err := speed.WithFirstCalls("# Speed\n", calls); err == nil {
		t.Error("a page without the section is no error")
	}
	for _, faulty := range []string{"", "apply ours least 1, median 2\n", "apply shipped least 0, median 2\n", "exit status 1\n"} {
		if calls, err := speed.ReadFirstCalls(faulty, 3); err == nil {
			t.Errorf("%q is read as %v", faulty, calls)
		}
	}
}
