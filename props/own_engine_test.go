package props_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tests of an engine that corpus/README.md shows compile in a module of their own, and their
// commands pass. They fail for an engine with a fault, and for one that skips everything. The fuzzer
// reports a rare fault as a small case, within the executions of its command.
func TestOwnEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("it compiles most packages for the fuzzer")
	}
	page, err := os.ReadFile("../corpus/README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(page), "\n## An engine in Go\n")
	section, _, _ = strings.Cut(section, "\n## ")
	blocks := func(language string) []string {
		var all []string
		for i, text := range strings.Split(section, "```"+language+"\n") {
			if text, _, _ = strings.Cut(text, "```"); i > 0 {
				all = append(all, text)
			}
		}
		if len(all) != 2 {
			t.Fatalf("the page has %d blocks of %s, want 2", len(all), language)
		}
		return all
	}
	code, commands := blocks("go"), strings.Join(blocks("console engine"), "")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, from, to string
		command        string // a part of the command that fails; empty if all commands pass
		want           string // a part of its output
	}{
		{"as it is", "", "", "", ""},
		{"a rare fault", "return patch, nil", "if patch.Len() == 4 {\n\t\t\treturn original, nil\n\t\t}\n\t\treturn patch, nil", "-fuzz",
			"law says (the result has all values that the patch sets without directives) is broken"},
		{"a fault", "before, _ := original.Get(name)", "var before model.Value", "-run TestLaws", "law untouched (if unions are not enabled, a field that the patch does not name keeps its value) is broken"},
		{"a fault in one schema", "return patch, nil", "if patch.Type() == model.List {\n\t\t\treturn original, nil\n\t\t}\n\t\treturn patch, nil", "-run TestMySchema", "law agreement is broken"},
		{"nothing left", `"schema-sets")`, `"schema-sets", "apply")`, "-run TestLaws", "nothing was checked: no answer to 6 inputs could be judged"},
		{"a known law that holds", `"no-leftovers": "`, `"identity": "it was", "no-leftovers": "`, "-run TestLaws", "law identity: known as broken (it was), but broken on no input"},
	} {
		dir := t.TempDir()
		write := func(name, text string) {
			t.Helper()
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		read := func(name string) string {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			return string(text)
		}
		_, required, _ := strings.Cut(read("go.mod"), "\n\n") // the version of Go, and the modules
		write("go.mod", "module example.com/engine\n\n"+required+"\nrequire github.com/strategicpatch/smp v0.0.0\n\nreplace github.com/strategicpatch/smp => "+root+"\n")
		write("go.sum", read("go.sum"))
		changed := strings.Replace(code[0], test.from, test.to, 1)
		if test.from != "" && changed == code[0] {
			t.Fatalf("%s: the code has no %s", test.name, test.from)
		}
		write("engine_test.go", changed)
		write("schema_test.go", code[1])
		for _, line := range strings.Split(strings.TrimSpace(commands), "\n") {
			if !strings.Contains(line, test.command) {
				continue
			}
			cmd := exec.Command("sh", "-c", strings.TrimPrefix(line, "$ "))
			cmd.Dir = dir
			// Without the numbers of inputs that this run was asked for. The page shows the usual ones.
			environment := slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "SMP_") || strings.HasPrefix(v, "RAPID_") })
			cmd.Env = append(environment, "GOFLAGS=-mod=mod", "GOPROXY=off", "GOWORK=off")
			out, err := cmd.CombinedOutput()
			switch {
			case test.want == "" && err != nil:
				t.Errorf("%s: %s: %v\n%s", test.name, line, err, out)
			case test.want != "" && (err == nil || !strings.Contains(string(out), test.want)):
				t.Errorf("%s: %s: %v; the output lacks %q\n%.3000s", test.name, line, err, test.want, out)
			}
			if test.command != "-fuzz" && test.command != "-run TestMySchema" {
				continue
			}
			_, report, _ := strings.Cut(string(out), "rule: [")
			report, _, _ = strings.Cut(report, "\n    \n")  // the end of the message
			report, _, _ = strings.Cut(report, "seeds.go:") // or the next one
			limit := 500
			if test.command == "-run TestMySchema" {
				limit = 1500 // the case keeps the schema
			}
			if len(report) == 0 || len(report) > limit {
				t.Errorf("%s: the reported case has %d bytes:\n%s", test.name, len(report), out)
			}
		}
	}
}
