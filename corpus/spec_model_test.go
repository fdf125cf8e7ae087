package corpus_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
)

// modelFolder contains the proved model. Its README.md states each theorem in one row of a table,
// and the comment of each theorem repeats the statement.
const modelFolder = "../props/rocq/"

var (
	lawRow     = regexp.MustCompile(`(?m)^\| ([^|]+) \| [^|]*\| (\x60[^|]+) \|$`)
	theoremRow = regexp.MustCompile(`(?m)^\| (\x60[a-z_\x60, ]+\x60) \| ([^|]+) \|([^|]*)\|$`)
	// theorem finds a theorem and, in its first group, the comment above it.
	theorem = regexp.MustCompile(`(?m)(?:^ *\(\*((?:[^*]|\*[^)])*)\*\)\n)?^( *)((?:Theorem|Lemma) (\w+))`)
	rulesOf = regexp.MustCompile(`^Rules? [a-z-]+(?:(?:, | and )[a-z-]+)*[:.] `)
)

// modelFiles returns the texts of the files of the model that repeat laws or rules of SPEC.md.
func modelFiles(t *testing.T, rules []specRule) map[string]string {
	t.Helper()
	read := func(file string) string {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	// A theorem may be about several laws of section 8.5.
	laws := map[string][]string{}
	_, section, _ := strings.Cut(read("SPEC.md"), "\n### 8.5 ")
	section, _, _ = strings.Cut(section, "\n## ")
	for _, row := range lawRow.FindAllStringSubmatch(section, -1) {
		for _, name := range strings.Split(strings.ReplaceAll(row[2], "`", ""), ", ") {
			laws[name] = append(laws[name], row[1])
		}
	}
	// This theorem is the last sentence of a rule.
	minimal := rules[slices.IndexFunc(rules, func(r specRule) bool { return r.id == "diff-minimal" })].text[0]
	laws["diff_same"] = []string{minimal[strings.LastIndex(minimal, ". ")+len(". "):]}

	statements := map[string]string{}
	files := map[string]string{}
	files[modelFolder+"README.md"] = theoremRow.ReplaceAllStringFunc(read(modelFolder+"README.md"), func(row string) string {
		m := theoremRow.FindStringSubmatch(row)
		names := strings.Split(strings.ReplaceAll(m[1], "`", ""), ", ")
		statement := m[2]
		if law, ok := laws[names[0]]; ok {
			statement = strings.Join(law, " ")
		}
		for _, name := range names {
			statements[name] = plain(statement)
			if preconditions := strings.TrimSpace(m[3]); preconditions != "" {
				statements[name] += " Preconditions: " + plain(preconditions) + "."
			}
			delete(laws, name)
		}
		return "| " + m[1] + " | " + statement + " |" + m[3] + "|"
	})
	for name := range laws {
		t.Errorf("SPEC.md names the theorem %s, which the table in props/rocq/README.md lacks", name)
	}
	sources, err := filepath.Glob(modelFolder + "*.v")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range sources {
		hasTheorem := false
		text := theorem.ReplaceAllStringFunc(read(file), func(found string) string {
			m := theorem.FindStringSubmatch(found)
			statement, ok := statements[m[4]]
			if !ok {
				return found
			}
			delete(statements, m[4])
			hasTheorem = true
			comment := strings.Join(strings.Fields(m[1]), " ") + " "
			lines := wrapped(strings.TrimRight(rulesOf.FindString(comment), ":. ")+": "+statement, 92)
			lines[0] = strings.TrimPrefix(lines[0], ": ")
			return m[2] + "(* " + strings.Join(lines, "\n"+m[2]+"   ") + " *)\n" + m[2] + m[3]
		})
		if hasTheorem {
			files[file] = text
		}
	}
	for name := range statements {
		t.Errorf("props/rocq/README.md lists the theorem %s, which does not exist", name)
	}
	return files
}

// The first table of the model's README.md names the rules of each file by their ids.
func TestModelNamesRules(t *testing.T) {
	text, err := os.ReadFile(modelFolder + "README.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| \x60[^|]*\.v\x60 \| [^|]*\((?:rules )?([a-z-]+(?:, [a-z-]+)*)\) \|$`).FindAllStringSubmatch(string(text), -1)
	if len(rows) < 10 {
		t.Errorf("only %d rows name rules", len(rows))
	}
	for _, row := range rows {
		for _, id := range strings.Split(row[1], ", ") {
			if !slices.Contains(smp.Rules(), smp.Rule(id)) && id != "precondition" {
				t.Errorf("props/rocq/README.md names the rule %s, which does not exist", id)
			}
		}
	}
}
