package dropin_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

const (
	program    = "testdata/program"
	theirPath  = "k8s.io/apimachinery/pkg/util/"
	ourPath    = "github.com/strategicpatch/smp/smp/"
	lineNumber = 24 // the number of lines of the program's output
)

// A program that imports two packages of apimachinery prints the same after the two imports
// are changed.
func TestProgramPrintsTheSame(t *testing.T) {
	before := runProgram(t)
	after := runProgram(t, "-overlay", changedImports(t))
	if lines := strings.Count(before, "\n"); lines != lineNumber {
		t.Errorf("%d lines, expected %d:\n%s", lines, lineNumber, before)
	}
	theirs, ours := strings.Split(before, "\n"), strings.Split(after, "\n")
	for i := range max(len(theirs), len(ours)) {
		if i >= len(theirs) || i >= len(ours) || theirs[i] != ours[i] {
			t.Errorf("line %d differs:\n%s\n%s", i+1, strings.Join(theirs[i:], "\n"), strings.Join(ours[i:], "\n"))
			return
		}
	}
}

// changedImports returns an overlay file for the go command, with which it compiles the
// program with the two imports changed.
func changedImports(t *testing.T) string {
	t.Helper()
	file, err := filepath.Abs(filepath.Join(program, "main.go"))
	if err != nil {
		t.Fatal(err)
	}
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(source)
	for _, name := range []string{"strategicpatch", "mergepatch"} {
		theirs, ours := `"`+theirPath+name+`"`, `"`+ourPath+name+`"`
		if strings.Count(text, theirs) != 1 {
			t.Fatalf("the program does not import %s once", theirs)
		}
		text = strings.Replace(text, theirs, ours, 1)
	}
	changed := filepath.Join(t.TempDir(), "main.go")
	if err := os.WriteFile(changed, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	overlay, err := json.Marshal(map[string]any{"Replace": map[string]string{file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "overlay.json")
	if err := os.WriteFile(name, overlay, 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

func runProgram(t *testing.T, flags ...string) string {
	t.Helper()
	command := exec.Command("go", append(append([]string{"run"}, flags...), "./"+program)...)
	command.Env = append(os.Environ(), "GOWORK=off")
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	return string(out)
}
