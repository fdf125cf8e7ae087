package yamldoc_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A line that does not fit is found in each place of a text, whether the text is below other documents
// or comments, and whatever is below the line.
func TestFaultLines(t *testing.T) {
	const text = "kind: Pod\nspec:\n  containers:\n  - name: app\n    # c\n\n    image: x\n    args:\n    - a\n    - b\n  x:\n  - - 1\n    - 2\nstatus: {}\n"
	heads := map[string]string{
		"":                   "",
		"a comment":          "# c\n",
		"an empty line":      "\n",
		"a byte order mark":  "\ufeff",
		"a separator":        "---\n",
		"documents":          "a: 1\nb: 2\n---\n- 1\n---\n",
		"the end of another": "a: 1\n...\n---\n",
		"a directive":        "a: 1\n...\n%YAML 1.1\n---\n",
		"long documents":     strings.Repeat("a: 1\n---\n", 40_000),
	}
	for name, head := range heads {
		above := strings.SplitAfter(text, "\n")
		for at := range len(above) {
			for _, wrong := range []string{"]", "}", "@", "a: b: c", ": :", "'a' 'b'", "\"\\q\"", "- }", "k: }"} {
				for _, rest := range []string{"", strings.Join(above[at:], ""), "\n# c\n\n\n" + strings.Join(above[at:], ""), "---\na: 1\n"} {
					lines := head + strings.Join(above[:at], "")
					if name == "long documents" && (at != 4 || len(wrong) > 1) {
						continue
					}
					_, err := yamldoc.Read([]byte(lines + wrong + "\n" + rest))
					want := fmt.Sprintf("yaml: line %d: ", strings.Count(lines, "\n")+1)
					if err == nil || !strings.HasPrefix(err.Error(), want) {
						t.Errorf("below %s: %v; want %s for\n%.300q", name, err, want, lines[len(head):]+wrong+"\n"+rest)
					}
				}
			}
		}
	}
}

// An entry of a map or list in block style may have the wrong indentation.
func TestFaultLinesOfEntries(t *testing.T) {
	for text, line := range map[string]int{
		"spec:\n  containers:\n  - name: app\n   image: x\n":                     4,
		"spec:\n  containers:\n  - name: app\n    image: x\n   args: []\na: 1\n": 5,
		"a:\n  b: 1\n c: 2\n":                           3,
		"a:\n  - 1\n - 2\n":                             3,
		"a:\n  b: 1\n\n# c\n\n c: 2\n\n\n# c\n\nd: 1\n": 6,
		"a: 1\n- b\n":                                   2,
		"- a\nb: 1\n":                                   2,
		"- a\n# c\nb: 1\n# d\n":                         3,
		"x:\n  y: |\n    a\n   b\n":                     4,
		"x: 1\n---\na:\n    b: 1\n  c: 2\n---\nd: 1\n":  5,
		"a:\n" + strings.Repeat("  b: 1\n", 0) + "  c: 1\n e: 1\n" + strings.Repeat("# d\n", 5000): 3,
		"a: [1,\n":            1, // the last line, after which an element is expected
		"a: 1\nb: [1\nc: 2\n": 2, // the list that is not closed
		"b: [1\nc: 2\n":       1,
	} {
		_, err := yamldoc.Read([]byte(text))
		if want := fmt.Sprintf("yaml: line %d: ", line); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.60q: %v; want %s", text, err, want)
		}
	}
}
