package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// vectorFiles returns the files with vectors.
func vectorFiles(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../*.json")
	if err != nil || len(files) != len(corpus.Ops()) {
		t.Fatalf("got %v, %v", files, err)
	}
	return files
}

// tests returns all vectors of an operation.
func tests(t *testing.T, op corpus.Op) []model.Value {
	t.Helper()
	text, err := os.ReadFile("../" + string(op) + ".json")
	if err != nil {
		t.Fatal(err)
	}
	return get(model.MustParse(string(text)), "tests").AppendElements(nil)
}

// The engine of this module gives the right answer to every vector. The readers in other
// languages find the wrong answers of their engines, and agree with this reader about all
// other answers.
func TestReaders(t *testing.T) {
	for _, test := range []struct {
		command            []string
		right, wrong, skip map[string][2]int // by operation: the least and the greatest number
	}{
		{[]string{"go"},
			map[string][2]int{"apply": {909, 3000}, "diff": {354, 3000}, "threeway": {462, 3000}, "compose": {117, 3000}, "conflicts": {96, 3000}, "lint": {99, 3000}},
			nil, nil},
		{[]string{"python3", "reader.py"}, // the engine of this reader supports only a part of the format
			map[string][2]int{"apply": {200, 500}, "diff": {70, 300}, "threeway": {200, 500}},
			map[string][2]int{"apply": {100, 400}, "diff": {20, 200}, "threeway": {20, 200}},
			map[string][2]int{"apply": {500, 2000}, "diff": {200, 1000}, "threeway": {150, 1000}, "compose": {117, 3000}, "conflicts": {96, 3000}, "lint": {99, 3000}}},
		{[]string{"node", "reader.mjs"}, // the engine of this reader supports only apply, without options
			map[string][2]int{"apply": {737, 3000}, "diff": {280, 3000}, "threeway": {391, 3000}},
			nil,
			map[string][2]int{"apply": {100, 400}, "diff": {1, 200}, "threeway": {1, 200}, "compose": {117, 3000}, "conflicts": {96, 3000}, "lint": {99, 3000}}},
	} {
		t.Run(test.command[0], func(t *testing.T) {
			counts := counted(t, test.command)
			for _, op := range corpus.Ops() {
				for verdict, bounds := range map[string]map[string][2]int{"right": test.right, "wrong": test.wrong, "skipped": test.skip} {
					n, most := counts[string(op)+": "+verdict], bounds[string(op)]
					if n < most[0] || n > most[1] {
						t.Errorf("%s: %d %s, want %v", op, n, verdict, most)
					}
				}
			}
			t.Logf("%v", counts)
		})
	}
}

// counted returns the counts of a reader: this reader, or the program that a command starts.
func counted(t *testing.T, command []string) map[string]int {
	t.Helper()
	if command[0] == "go" {
		return count(vectorFiles(t))
	}
	if _, err := exec.LookPath(command[0]); err != nil {
		t.Skipf("%s is not installed: the reader is not tested", command[0])
	}
	c := exec.Command(command[0], append(command[1:], vectorFiles(t)...)...)
	var stderr bytes.Buffer
	c.Stderr = &stderr
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &stderr)
	}
	counts := map[string]int{}
	if err := json.Unmarshal(out, &counts); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return counts
}

// The engine of this module gives no wrong answer.
func Example() {
	counts := count([]string{"../apply.json", "../diff.json"})
	fmt.Println(counts["apply: wrong"], counts["diff: wrong"])
	// Output: 0 0
}

// Readers are short, because people copy them.
func TestReadersAreShort(t *testing.T) {
	for _, file := range []string{"main.go", "judge.go", "engine.go", "value.go", "reader.py", "reader.mjs"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := bytes.Count(text, []byte("\n")); n > 60 {
			t.Errorf("%s has %d lines, want at most 60", file, n)
		}
	}
}

// The checks of a vector reject patches that are incorrect, larger than necessary, or
// unsuitable for older servers. A patch that equals the example is not tried. The others that are
// right differ from the example only in ways that the specification allows.
func TestChecksOfPatches(t *testing.T) {
	replaced := func(test model.Value, name string) model.Value {
		return with(get(test, name), "$patch", model.NewString("replace"))
	}
	for _, engine := range []struct {
		name      string
		patch     func(test model.Value) model.Value
		mostRight int // in percent of the vectors of diff and threeway with checks
	}{
		{"empty patches", func(model.Value) model.Value { return model.MustParse(`{}`) }, 1},
		{"the whole of modified", func(test model.Value) model.Value { return get(test, "modified") }, 11},
		{"the whole of modified, as a replacement", func(test model.Value) model.Value { return replaced(test, "modified") }, 0},
		{"an additional field", func(test model.Value) model.Value {
			return with(get(test, "example"), "unwanted", model.NewNull())
		}, 0},
		{"no field", func(test model.Value) model.Value {
			example := get(test, "example")
			for name := range example.Members() {
				return with(example, name, model.Value{})
			}
			return example
		}, 9},
		{"no nulls", func(test model.Value) model.Value { return withoutNulls(get(test, "example")) }, 7},
	} {
		right, all := 0, 0
		for _, test := range slices.Concat(tests(t, corpus.OpDiff), tests(t, corpus.OpThreeWay)) {
			if get(test, "checks").Len() == 0 {
				continue
			}
			patch := engine.patch(test)
			if model.Equal(patch, get(test, "example")) {
				continue
			}
			all++
			got := judge(test, func(asked model.Value) answer {
				if model.Equal(asked, test) {
					return answer{result: patch}
				}
				return run(asked)
			})
			if got == "right" {
				right++
			}
		}
		if t.Logf("%s: %d of %d right", engine.name, right, all); 100*right > engine.mostRight*all {
			t.Errorf("%s: %d of %d are right, want at most %d %%", engine.name, right, all, engine.mostRight)
		}
	}
}

// A correct patch counts as right even if it differs from the example. Here it has no
// directive for the order, and its elements have the wanted order.
func TestChecksOfOtherPatch(t *testing.T) {
	for _, test := range tests(t, corpus.OpThreeWay) {
		if get(test, "id").Text() != "threeway/order-drift" {
			continue
		}
		for patch, want := range map[string]string{
			`{"list": [{"name": "a"}, {"name": "b"}]}`: "right",
			`{"list": [{"name": "b"}, {"name": "a"}]}`: "wrong",
		} {
			got := judge(test, func(asked model.Value) answer {
				if model.Equal(asked, test) {
					return answer{result: model.MustParse(patch)}
				}
				return run(asked)
			})
			if got != want {
				t.Errorf("%s is %s, want %s by %s", patch, got, want, test)
			}
		}
		return
	}
	t.Error("there is no such vector")
}

func with(v model.Value, name string, member model.Value) model.Value {
	changed, _ := v.WithMembers(model.Member{Name: name, Value: member})
	return changed
}
