package corpus_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/smp"
)

// written is the command that writes everything that repeats SPEC.md.
const written = "go generate ./corpus"

// A specRule is a rule as SPEC.md defines it. Section 1.2 describes where its text begins and
// ends.
type specRule struct {
	id      string
	section corpus.Section
	chapter string   // "4. Maps"
	text    []string // the paragraphs and lists up to the example, as Markdown
	more    []string // the blocks after the example, as Markdown
	example []string // the lines of the example
}

var (
	specLabel    = regexp.MustCompile(`\s\[([a-z][a-z-]+)\]\.`)
	specListItem = regexp.MustCompile(`(?m)^(- |\d+\. )`)
	specItemName = regexp.MustCompile(`\*\*([^*]+)\.\*\*`)
)

// specRules returns the rules in the order of SPEC.md.
func specRules(t *testing.T) []specRule {
	t.Helper()
	text, err := os.ReadFile("SPEC.md")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := parseRules(string(text))
	if err != nil {
		t.Fatal(err)
	}
	return rules
}

func parseRules(text string) ([]specRule, error) {
	var rules []*specRule
	named := func(id string) *specRule {
		if i := slices.IndexFunc(rules, func(r *specRule) bool { return r.id == id }); i >= 0 {
			return rules[i]
		}
		return nil
	}
	var (
		section corpus.Section
		chapter string
		current *specRule
	)
	for _, block := range strings.Split(text, "\n\n") {
		block = strings.TrimSuffix(block, "\n")
		if m := specHeading.FindStringSubmatch(block); m != nil {
			section, current = corpus.Section{Number: m[1], Title: m[2]}, nil
			if !strings.Contains(m[1], ".") {
				chapter = m[2]
			}
			continue
		}
		if info, ok := strings.CutPrefix(block, "```yaml "); ok {
			lines := strings.Split(info, "\n")
			if id, ok := strings.CutPrefix(lines[0], "rule/"); ok {
				rule := named(id)
				if rule == nil || rule != current || rule.example != nil {
					return nil, fmt.Errorf("SPEC.md, section %s: the example of rule %s does not follow the text of the rule", section, id)
				}
				rule.example = lines[1 : len(lines)-1]
			}
			continue
		}
		if section.Number == "" || strings.HasPrefix(section.Number, "1.") || strings.HasPrefix(block, "**Sources.**") {
			continue
		}
		if m := specLabel.FindStringSubmatchIndex(block); m != nil {
			id := block[m[2]:m[3]]
			if strings.Contains(block[:m[0]], ". ") || specLabel.MatchString(block[m[1]:]) {
				return nil, fmt.Errorf("SPEC.md, section %s: the id %s is not in the first sentence of a paragraph, or the paragraph has another id", section, id)
			}
			block = block[:m[0]] + block[m[1]-1:]
			if current = named(id); current == nil {
				current = &specRule{id: id, section: section, chapter: chapter}
				rules = append(rules, current)
			} else if current.example == nil {
				return nil, fmt.Errorf("SPEC.md, section %s: the id %s appears again before the example of the rule", section, id)
			}
		}
		switch {
		case current == nil: // an introduction
		case current.example != nil:
			current.more = append(current.more, block)
		case strings.HasPrefix(block, "|"):
			return nil, fmt.Errorf("SPEC.md, section %s: the text of rule %s contains a table", section, current.id)
		default:
			current.text = append(current.text, block)
		}
	}
	all := make([]specRule, len(rules))
	for i, rule := range rules {
		if rule.example == nil {
			return nil, fmt.Errorf("SPEC.md, section %s: rule %s has no example rule/%s", rule.section, rule.id, rule.id)
		}
		all[i] = *rule
	}
	return all, nil
}

// plain returns a paragraph or list without its Markdown, in one line. The items of numbered lists
// begin with numbers in parentheses, and a colon follows the name of an item, so that a full stop
// ends a sentence.
func plain(block string) string {
	block = specListItem.ReplaceAllStringFunc(block, func(item string) string {
		if number, ok := strings.CutSuffix(item, ". "); ok {
			return "(" + number + ") "
		}
		return ""
	})
	block = specItemName.ReplaceAllString(block, "$1:")
	parts := strings.Split(block, "`")
	for i := 0; i < len(parts); i += 2 { // the other parts are code
		parts[i] = strings.ReplaceAll(parts[i], "*", "")
	}
	return strings.Join(strings.Fields(strings.Join(parts, "")), " ")
}

// fullText is the text of the rule as [smp.Rule.Text] returns it. It follows the name of the rule
// and a colon, so it begins with a lower-case letter.
func (r specRule) fullText() string {
	text := strings.Join(plainAll(r.text), " ")
	if regexp.MustCompile(`^[A-Z][a-z ]`).MatchString(text) {
		text = strings.ToLower(text[:1]) + text[1:]
	}
	return text
}

// constant returns the name of the rule's constant.
func (r specRule) constant() string {
	name := "Rule"
	for _, word := range strings.Split(strings.Replace(r.id, "threeway", "three-way", 1), "-") {
		name += strings.ToUpper(word[:1]) + word[1:]
	}
	return name
}

// group returns the group of the rule in ruleTable, and the comment of its constants.
func (r specRule) group() (name, comment string) {
	chapter, _, _ := strings.Cut(r.section.Number, ".")
	switch {
	case r.section.Title == "Unions":
		return "unionGroup", "The rules of unions."
	case chapter == "10":
		return "diffGroup", "The rules of Diff."
	case chapter == "11":
		return "otherGroup", "The rules of ThreeWay, and of the places that Diff and ThreeWay keep."
	case chapter == "12":
		return "otherGroup", "The rules of Compose, Conflicts and Lint. A problem that violates no other rule has the rule RuleLint."
	}
	return "applyGroup", "The rules of Apply."
}

// exampleLines returns the lines of the example for the comment of the constant, without the
// answer of a cluster, and with values in one column.
func (r specRule) exampleLines() (lines []string) {
	width := 0
	for _, line := range r.example {
		name, _, ok := strings.Cut(line, ": ")
		isAnswerOfCluster := slices.Contains([]string{"cluster", "divergence", "wide"}, name)
		isPartOfError := name == "conflicts" && slices.ContainsFunc(r.example, func(l string) bool { return strings.HasPrefix(l, "error: ") })
		if isAnswerOfCluster || isPartOfError {
			continue
		}
		lines = append(lines, line)
		if ok && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-") {
			width = max(width, len(name))
		}
	}
	for i, line := range lines {
		if name, value, ok := strings.Cut(line, ": "); ok && !strings.HasPrefix(line, " ") && !strings.HasPrefix(line, "-") {
			lines[i] = fmt.Sprintf("%-*s %s", width+1, name+":", value)
		}
	}
	return lines
}

// wrapped splits a text into lines of at most width bytes. A longer word has its own line.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}

// ruleTableFile is the text of smp/rule_table.go: the constants and the texts of the rules.
func ruleTableFile(rules []specRule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated from corpus/SPEC.md by %s; DO NOT EDIT.\n\npackage smp\n", written)
	rules = slices.Clone(rules)
	order := []string{"applyGroup", "unionGroup", "diffGroup", "otherGroup"}
	slices.SortStableFunc(rules, func(x, y specRule) int {
		a, _ := x.group()
		b, _ := y.group()
		return slices.Index(order, a) - slices.Index(order, b)
	})
	above, chapter := "", ""
	for _, r := range rules {
		name, comment := r.group()
		if comment != above {
			if above != "" {
				b.WriteString(")\n")
			}
			above, chapter = comment, ""
			fmt.Fprintf(&b, "\n// %s\nconst (\n", strings.Join(wrapped(comment, 97), "\n// "))
		}
		if name == "applyGroup" && r.chapter != chapter {
			if chapter != "" {
				b.WriteString("\n")
			}
			chapter = r.chapter
			fmt.Fprintf(&b, "\t// %s.\n\n", chapter)
		}
		first, _, more := strings.Cut(r.fullText(), ". ")
		if more {
			first += "."
		}
		fmt.Fprintf(&b, "\t// %s\n\t//\n", strings.Join(wrapped(r.constant()+": "+first, 97), "\n\t// "))
		fmt.Fprintf(&b, "\t//\t%s\n", strings.Join(r.exampleLines(), "\n\t//\t"))
		fmt.Fprintf(&b, "\t%s Rule = %q\n", r.constant(), r.id)
	}
	b.WriteString(")\n\n// ruleTable has one row for each rule, in the order of the constants.\nvar ruleTable = []struct {\n\tid    Rule\n\tgroup ruleGroup\n\ttext  string\n}{\n")
	for _, r := range rules {
		name, _ := r.group()
		var parts []string
		sentences := strings.SplitAfter(r.fullText(), ". ")
		for _, sentence := range sentences {
			lines := wrapped(sentence, 110)
			for i, line := range lines {
				if i < len(lines)-1 || strings.HasSuffix(sentence, " ") {
					line += " "
				}
				parts = append(parts, strconv.Quote(line))
			}
		}
		fmt.Fprintf(&b, "\t{%s, %s,\n\t\t%s},\n", r.constant(), name, strings.Join(parts, " +\n\t\t\t"))
	}
	b.WriteString("}\n")
	return b.String()
}

// ruleIDFile is the text of smp/internal/rule/rule.go: the ids of the rules for the packages below smp.
func ruleIDFile(rules []specRule) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Code generated from corpus/SPEC.md by %s; DO NOT EDIT.\n\n", written)
	b.WriteString("// Package rule has the ids of the rules, for the packages that package smp imports. Package smp\n// documents the rules.\npackage rule\n\n// These are the ids, with the sections of corpus/SPEC.md.\nconst (\n")
	width, widthOfIDs := 0, 0
	for _, r := range rules {
		width, widthOfIDs = max(width, len(r.constant())), max(widthOfIDs, len(r.id))
	}
	for _, r := range rules {
		fmt.Fprintf(&b, "\t%-*s = %-*s // section %s\n", width-len("Rule"), strings.TrimPrefix(r.constant(), "Rule"), widthOfIDs+2, strconv.Quote(r.id), r.section.Number)
	}
	b.WriteString(")\n")
	return b.String()
}

// ruleFile is the text of rules.json, the rules for engines in other languages.
func ruleFile(rules []specRule) string {
	type row struct {
		ID      string   `json:"id"`
		Section string   `json:"section"`
		Text    string   `json:"text"`
		More    []string `json:"more,omitempty"`
		Case    string   `json:"case"`
	}
	rows := make([]row, len(rules))
	for i, r := range rules {
		rows[i] = row{r.id, r.section.Number, r.fullText(), r.more, string(smp.Rule(r.id).Case())}
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(rows); err != nil {
		panic(err) // the rows contain only strings
	}
	return b.String()
}

// ruleSchema is the text of case.schema.json with the ids of the rules.
func ruleSchema(t *testing.T, rules []specRule) string {
	t.Helper()
	text, err := os.ReadFile("case.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), "    \"rule\": {\n      \"enum\": [\n")
	_, after, closed := strings.Cut(rest, "]")
	if !ok || !closed {
		t.Fatal("case.schema.json does not list the rules under $defs/rule")
	}
	var ids []string
	for _, r := range rules {
		ids = append(ids, strconv.Quote(r.id))
	}
	list := strings.Join(wrapped(strings.Join(ids, ", "), 112), "\n        ")
	return before + "    \"rule\": {\n      \"enum\": [\n        " + list + "\n      ]" + after
}

// filesOfRules returns the text of each file that repeats a rule, by its path.
func filesOfRules(t *testing.T, rules []specRule) map[string]string {
	t.Helper()
	files := map[string]string{
		"../smp/rule_table.go":         ruleTableFile(rules),
		"../smp/internal/rule/rule.go": ruleIDFile(rules),
		"rules.json":                   ruleFile(rules),
		"case.schema.json":             ruleSchema(t, rules),
	}
	maps.Copy(files, modelFiles(t, rules))
	return files
}

// SPEC.md is the only place where a rule is written. Everything else that contains the text or the
// example of a rule is written from it.
func TestSpecWritesRules(t *testing.T) {
	for file, want := range filesOfRules(t, specRules(t)) {
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v; %s writes the file", err, written)
		} else if place := firstDifference(string(got), want); place != "" {
			t.Errorf("%s is out of date; %s writes it\n%s", file, written, place)
		}
	}
}

// firstDifference describes the first line in which two texts differ, or is empty if they are equal.
func firstDifference(got, want string) string {
	if got == want {
		return ""
	}
	a, b := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(a), len(b)) {
		line := func(lines []string) string {
			if i < len(lines) {
				return strings.TrimSpace(lines[i])
			}
			return "(the end)"
		}
		if line(a) != line(b) || i >= len(a) || i >= len(b) || a[i] != b[i] {
			return fmt.Sprintf("line %d is     %s\nand should be %s", i+1, line(a), line(b))
		}
	}
	return ""
}

// No other page or comment repeats a sentence of a rule. Nothing would change the copy together with
// the rule.
func TestSpecIsNotCopied(t *testing.T) {
	rules := specRules(t)
	isWritten := filesOfRules(t, rules)
	type sentence struct {
		words []string
		rule  string
	}
	start := func(words []string) string { return strings.Join(words[:3], " ") }
	sentences, count := map[string][]sentence{}, 0 // by their first words
	for _, r := range rules {
		for _, text := range strings.SplitAfter(strings.Join(append([]string{r.fullText()}, plainAll(r.more)...), " "), ". ") {
			if words := strings.Fields(strings.ToLower(text)); len(words) > 5 {
				sentences[start(words)] = append(sentences[start(words)], sentence{words, r.id})
				count++
			}
		}
	}
	if count < 300 {
		t.Errorf("the rules have only %d sentences", count)
	}
	lineStart := regexp.MustCompile(`\n[ \t]*//[ \t]*`)
	withoutMarks := strings.NewReplacer("`", "", "**", "")
	err := filepath.WalkDir("..", func(file string, d os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || d.Name() == "cases" || strings.HasPrefix(d.Name(), ".") && len(d.Name()) > 2 && d.Name() != ".github"):
			return filepath.SkipDir
		case d.IsDir() || !slices.Contains([]string{".md", ".go", ".v", ".ml", ".mjs", ".js"}, filepath.Ext(file)) || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		if _, ok := isWritten[strings.TrimPrefix(filepath.ToSlash(file), "../corpus/")]; ok || file == filepath.Join("..", "corpus", "SPEC.md") {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		words := strings.Fields(strings.ToLower(withoutMarks.Replace(lineStart.ReplaceAllString(string(text), " "))))
		for i := range max(0, len(words)-2) {
			for _, s := range sentences[start(words[i:])] {
				if n := len(s.words); i+n <= len(words) && slices.Equal(words[i:i+n], s.words) {
					t.Errorf("%s repeats a sentence of rule %s; name the rule instead: %s", file, s.rule, strings.Join(s.words, " "))
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func plainAll(blocks []string) (all []string) {
	for _, block := range blocks {
		all = append(all, plain(block))
	}
	return all
}

// A page in which the text of a rule has no clear beginning or end is rejected.
func TestSpecReaderRejects(t *testing.T) {
	const example = "```yaml rule/one\npatch: {}\n```"
	good := []string{"## 4. Maps", "### 4.1 Fields", "An introduction.", "A rule `x` is *short* [one]. It ends.", "- An item.", example, "Details.", "### 4.2 More", "More of it [one]. The end."}
	rules, err := parseRules(strings.Join(good, "\n\n"))
	if err != nil || len(rules) != 1 {
		t.Fatalf("got %v, %v", rules, err)
	}
	if r := rules[0]; r.fullText() != "a rule x is short. It ends. An item." || strings.Join(r.more, "|") != "Details.|More of it. The end." || r.section.Number != "4.1" {
		t.Errorf("got %q, section %s, more %q", r.fullText(), r.section, r.more)
	}
	for _, test := range []struct{ old, new, want string }{
		{"A rule `x` is *short* [one]. It ends.", "It begins. A rule ends [one].", "is not in the first sentence"},
		{"It ends.", "It ends [two].", "or the paragraph has another id"},
		{"- An item.", "| a | table |", "contains a table"},
		{"- An item.", "Again [one].", "appears again before the example"},
		{strings.Join(good[5:], "\n\n"), "Text.", "rule one has no example rule/one"},
		{"rule/one", "rule/two", "does not follow the text of the rule"},
	} {
		_, err := parseRules(strings.Replace(strings.Join(good, "\n\n"), test.old, test.new, 1))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want an error with %q", test.new, err, test.want)
		}
	}
}
