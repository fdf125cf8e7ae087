package corpus_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

var update = flag.Bool("update", false, "write the cases of the examples in SPEC.md")

// A specExample is one example of SPEC.md: a block of YAML whose info string is its name,
// such as rule/map-merge, and the rules that determine its result if the name is not that of
// a rule.
type specExample struct {
	section string // "4.2 Fields"
	name    string
	rules   []string
	lines   []string
	cites   []string // the rules that the text since the last heading cites
}

var (
	specHeading = regexp.MustCompile(`^##+ (\d+(?:\.\d+)?)\.? (.*)$`)
	specCite    = regexp.MustCompile(`\[([a-z][a-z-]+)\](?:[^(]|$)`)
	specError   = regexp.MustCompile(`^(?:error: |error )([a-z-]+) at (.*)$`)
)

// readSpec returns the examples of SPEC.md, its section numbers, and the rules that it
// cites.
func readSpec(t *testing.T) (examples []specExample, sections []string, cited map[string]bool) {
	t.Helper()
	text, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	cited = map[string]bool{}
	section, cites := "", []string(nil)
	var current *specExample
	for _, line := range strings.Split(string(text), "\n") {
		switch info, fence := strings.CutPrefix(line, "```"); {
		case fence && current != nil:
			examples, current = append(examples, *current), nil
		case fence:
			words := strings.Fields(info)
			if len(words) < 2 || words[0] != "yaml" {
				t.Fatalf("section %s: a block has the info string %q, want yaml, a name and rules", section, info)
			}
			current = &specExample{section: section, name: words[1], rules: words[2:], cites: slices.Clone(cites)}
			if rule, ok := strings.CutPrefix(words[1], "rule/"); ok {
				current.rules = append(current.rules, rule)
			}
		case current != nil:
			current.lines = append(current.lines, line)
		default:
			if m := specHeading.FindStringSubmatch(line); m != nil {
				section, cites = m[1]+" "+m[2], nil
				sections = append(sections, m[1])
			}
			for _, m := range specCite.FindAllStringSubmatch(line, -1) {
				cites = append(cites, m[1])
				cited[m[1]] = true
			}
		}
	}
	return examples, sections, cited
}

// caseText returns the example as the text of a case.
func (e specExample) caseText() string {
	fields := map[string]string{}
	var names []string
	for _, line := range e.lines {
		name, value, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, " ") || strings.HasPrefix(line, "-") {
			fields[names[len(names)-1]] += "\n" + line
			continue
		}
		names = append(names, name)
		fields[name] = strings.TrimSpace(value)
	}
	op, answer := corpus.OpApply, "result"
	switch has := func(name string) bool { return slices.Contains(names, name) }; {
	case has("problems"):
		op, answer = corpus.OpLint, "problems"
	case has("left"):
		op, answer = corpus.OpConflicts, "conflicts"
	case has("patches"):
		op = corpus.OpCompose
	case has("current"):
		op, answer = corpus.OpThreeWay, "patch"
	case has("modified"):
		op, answer = corpus.OpDiff, "patch"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "rule: [%s]\ncomment: 'SPEC.md, section %s'\nschema: {ref: ../../schemas/example.yaml}\nop: %s\n",
		strings.ReplaceAll(strings.Join(e.rules, ", "), string(smp.RuleThreeWayUnsent), string(smp.RuleThreeWay)), e.section, op)
	for _, name := range names {
		value := fields[name]
		switch {
		case name == answer:
			b.WriteString(document("want", value))
		case name == "error":
			fmt.Fprintf(&b, "error: {%s", rejection("error: "+value))
			if conflicts, ok := fields["conflicts"]; ok {
				b.WriteString(", conflicts: " + conflicts)
			}
			b.WriteString("}\n")
		case name == "conflicts", name == "divergence", name == "wide": // these lines are a part of the error or of the cluster's answer
		case name == "cluster" && value == "same":
			b.WriteString("kubernetes: same\n")
		case name == "cluster":
			answer := strings.TrimSuffix(document("want", value), "\n")
			if strings.HasPrefix(value, "error ") {
				answer = "error: {" + rejection(value) + "}"
			}
			if wide, ok := fields["wide"]; ok {
				answer += ", wide: " + wide
			}
			fmt.Fprintf(&b, "kubernetes: {divergence: %s, %s}\n", fields["divergence"], answer)
		default:
			b.WriteString(document(name, value))
		}
	}
	return b.String()
}

// document returns the line of a document. A document in JSON is written as text, because
// YAML would change the spelling of its numbers.
func document(name, value string) string {
	if strings.HasPrefix(value, `{"`) {
		return fmt.Sprintf("%sText: '%s'\n", name, value)
	}
	if strings.HasPrefix(value, "\n") {
		return name + ":" + value + "\n"
	}
	return name + ": " + value + "\n"
}

// rejection returns the code and path of an error.
func rejection(value string) string {
	m := specError.FindStringSubmatch(value)
	if m == nil {
		return value
	}
	return fmt.Sprintf("kind: %s, path: %q", m[1], m[2])
}

// The examples of SPEC.md are cases, which all engines run.
func TestSpecWritesCases(t *testing.T) {
	examples, _, _ := readSpec(t)
	want := map[string]string{}
	for _, e := range examples {
		if _, again := want[e.name]; again {
			t.Errorf("SPEC.md has the example %s twice", e.name)
		}
		want[e.name] = e.caseText()
	}
	got := map[string]string{}
	for _, folder := range []string{"rule", "spec"} {
		files, err := filepath.Glob(filepath.Join("cases", folder, "*.yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			got[folder+"/"+strings.TrimSuffix(filepath.Base(file), ".yaml")] = string(text)
		}
	}
	if *update {
		for name := range got {
			if err := os.Remove("cases/" + name + ".yaml"); err != nil {
				t.Fatal(err)
			}
		}
		for name, text := range want {
			if err := os.MkdirAll(filepath.Dir("cases/"+name), 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile("cases/"+name+".yaml", []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		return
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] != want[name] {
			t.Errorf("cases/%s.yaml is\n%s\nand by SPEC.md\n%s\n(%s writes it)", name, got[name], want[name], written)
		}
	}
	for name := range got {
		if _, ok := want[name]; !ok {
			t.Errorf("cases/%s.yaml is no example of SPEC.md", name)
		}
	}
}

// Every rule has an example, and every example is in a section that cites its rules. The
// sections are numbered in order, and every reference to a section exists.
func TestSpecIsComplete(t *testing.T) {
	examples, sections, cited := readSpec(t)
	shown := map[string]bool{}
	for _, e := range examples {
		shown[e.name] = true
		for _, rule := range e.rules {
			if e.section != "" && !slices.Contains(e.cites, rule) && strings.HasPrefix(e.name, "rule/") {
				t.Errorf("example %s is in section %s, which does not cite the rule before it", e.name, e.section)
			}
		}
	}
	for _, rule := range smp.Rules() {
		if !cited[string(rule)] || !shown[rule.Case()] {
			t.Errorf("rule %s: cited %v, with an example %v", rule, cited[string(rule)], shown[rule.Case()])
		}
		delete(cited, string(rule))
	}
	for id := range cited {
		t.Errorf("SPEC.md cites the rule %s, which does not exist", id)
	}
	text, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?:section|sections) (\d+\.\d+)|[Cc]hapters? (\d+)`).FindAllStringSubmatch(string(text), -1) {
		if number := m[1] + m[2]; !slices.Contains(sections, number) {
			t.Errorf("SPEC.md refers to %s, and has no such section", number)
		}
	}
	chapter, part := 0, 0
	for _, number := range sections {
		next := fmt.Sprintf("%d.%d", chapter, part+1)
		if number == next {
			part++
		} else if number == fmt.Sprint(chapter+1) {
			chapter, part = chapter+1, 0
		} else {
			t.Errorf("section %s follows %d.%d", number, chapter, part)
		}
	}
	for _, d := range cluster.Divergences() {
		if row := fmt.Sprintf("| [%s](cases/%s.yaml) | %s | ", d, d.Case(), d.What()); !strings.Contains(string(text), row) {
			t.Errorf("SPEC.md lacks the row %q", row)
		}
	}
}

// SPEC.md describes every field of the schema of its examples.
func TestSpecDescribesItsSchema(t *testing.T) {
	c, err := corpus.CasesWhere(func(name string, _ []byte) bool { return name == smp.RuleScalar.Case() })
	if err != nil || len(c) != 1 {
		t.Fatalf("got %d cases, %v", len(c), err)
	}
	text, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "### 3.4")
	table, _, _ = strings.Cut(table, "\n## ")
	for name, field := range c[0].Input.Schema.Fields() {
		row := regexp.MustCompile("(?m)^\\| .*`" + name + "`.* \\|$").FindString(table)
		word := map[bool]string{field.Set(): "set", field.Keyed(): "keyed list", field.RetainKeys(): "retainKeys"}[true]
		if row == "" || !strings.Contains(row, word) || field.Default().Type() != model.Absent {
			t.Errorf("field %s (%s) is described by %q", name, word, row)
		}
	}
}
