package main

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// For any file content, the answer is either a document or one error, and never
// a panic.
func TestDamagedInput(t *testing.T) {
	source := rand.New(rand.NewPCG(3, 4))
	for _, patch := range []string{"service-patch.yaml", "deployment-patch.yaml"} {
		text, err := os.ReadFile("testdata/example/" + patch)
		if err != nil {
			t.Fatal(err)
		}
		original := "testdata/example/" + strings.Replace(patch, "-patch", "", 1)
		rejected := 0
		const runs = 400
		for range runs {
			damaged := damage(source, string(text))
			var stdout, stderr strings.Builder
			status := execute([]string{"apply", original, "-"}, strings.NewReader(damaged), &stdout, &stderr)
			said := withoutNotes(stderr.String())
			switch {
			case status == exitDone && said == "" && (stdout.Len() > 0 || strings.Contains(stderr.String(), "note: standard input deletes ")):
			case status == exitBad && stdout.Len() == 0 && strings.HasPrefix(said, "smp-check: standard input:"):
				rejected++
			default:
				t.Fatalf("exit status %d, stdout %q, stderr %q, for\n%s", status, &stdout, &stderr, damaged)
			}
		}
		if rejected == 0 || rejected == runs {
			t.Errorf("%s: %d of %d damaged patches were rejected", patch, rejected, runs)
		}
	}
}

// withoutNotes returns the text of stderr without notes and warnings.
func withoutNotes(stderr string) string {
	var rest strings.Builder
	for _, line := range strings.SplitAfter(stderr, "\n") {
		if !strings.HasPrefix(line, "smp-check: note: ") && !strings.HasPrefix(line, "smp-check: warning: ") {
			rest.WriteString(line)
		}
	}
	return rest.String()
}

// damage changes a text in one to three places: it removes, inserts or repeats
// some bytes.
func damage(source *rand.Rand, text string) string {
	pieces := []string{"\x00", "\xff", "{", "}", "[", "]", "- ", ": ", "\n", "\t", "*a", "&a ", "null", "1e999", `"`, "$patch: delete", "---\n"}
	for range 1 + source.IntN(3) {
		from := source.IntN(len(text))
		to := min(len(text), from+source.IntN(8))
		switch source.IntN(3) {
		case 0:
			text = text[:from] + text[to:] + "\n"
		case 1:
			text = text[:from] + pieces[source.IntN(len(pieces))] + text[from:]
		default:
			text = text[:to] + text[from:]
		}
	}
	return text
}
