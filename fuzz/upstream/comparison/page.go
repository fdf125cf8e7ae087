package comparison

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/laws"
)

// The files of the comparison, below the folder of the corpus.
const (
	PageFile    = "COMPARISON.md"
	ChartFile   = "comparison.svg"
	CasesFolder = "counterexamples"
)

// Files returns the files of the comparison by name, below the folder of the corpus: the
// page, the chart, and one case for each law that an engine breaks.
func Files(results []Result) (map[string][]byte, error) {
	files := map[string][]byte{}
	var page, drawing bytes.Buffer
	if err := writePage(&page, results); err != nil {
		return nil, err
	}
	writeChart(&drawing, results)
	files[PageFile], files[ChartFile] = page.Bytes(), drawing.Bytes()
	for _, r := range results {
		for _, l := range r.Laws {
			if l.Smallest == nil {
				continue
			}
			text, err := l.Smallest.text()
			if err != nil {
				return nil, fmt.Errorf("%s, law %s: %w", r.Engine.Name, l.Law.Name, err)
			}
			files[fileOf(r.Engine, l.Law)] = text
		}
	}
	return files, nil
}

// fileOf returns the name of the case for a law that an engine breaks.
func fileOf(e Engine, law laws.Law) string {
	return CasesFolder + "/" + e.Name + "/" + law.Name + ".yaml"
}

// Write writes files below the folder of the corpus, and removes the cases of earlier
// comparisons.
func Write(folder string, files map[string][]byte) error {
	if err := os.RemoveAll(filepath.Join(folder, CasesFolder)); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, files[name], 0o644); err != nil {
			return err
		}
	}
	return nil
}

const introduction = `# Engines compared

This page shows the results of several engines on the cases and the laws of this project. It was written by
` + "`go -C fuzz/upstream run ./cmd/compare`" + `, which writes the same page on every machine.

![Cases and laws by engine](` + ChartFile + `)

Each engine runs in a separate process, over the protocol of [README.md](README.md), and gets the same inputs. The answers are compared
with the specification. ` + "`shipped` and `kubectl`" + ` are the engines of clusters, which deviate from it. If a case expects an error, any
error is accepted. Each request is sent as often as the table shows. If the answers differ, the case *varies* and counts as wrong. Cases
that are decided while the schema is read are not sent to engines, so there are fewer cases than in ` + "`smp-check run`" + `.
`

func writePage(w io.Writer, results []Result) error {
	b := &strings.Builder{}
	b.WriteString(introduction)
	b.WriteString("\n| engine | description | requests | cases right | wrong | skipped | laws kept | broken | not applicable |\n|---|---|--:|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range results {
		t := r.total()
		kept, broken, none := r.lawTotals()
		fmt.Fprintf(b, "| %s | %s | %d× | %d | %s | %d | %d | %d | %d |\n", r.Engine.Name, r.Engine.Title,
			r.Engine.Asks, t.Right, wrongText(t), t.Skipped, kept, broken, none)
	}
	writeLawTable(b, results)
	writeCaseTable(b, results)
	if err := writeCounterexamples(b, results); err != nil {
		return err
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// wrongText returns the number of wrong cases, with the numbers of cases whose answers vary
// and of cases that make the engine panic.
func wrongText(t Tally) string {
	var parts []string
	if t.Panicked > 0 {
		parts = append(parts, fmt.Sprintf("%d panic", t.Panicked))
	}
	if t.Varied > 0 {
		parts = append(parts, fmt.Sprintf("%d varies", t.Varied))
	}
	if parts == nil {
		return fmt.Sprint(t.Wrong)
	}
	return fmt.Sprintf("%d (%s)", t.Wrong, strings.Join(parts, ", "))
}

func (r Result) total() Tally {
	var sum Tally
	for _, t := range r.Areas {
		sum = sum.plus(t)
	}
	return sum
}

// lawTotals returns the numbers of laws that are kept, broken, and not tested.
func (r Result) lawTotals() (kept, broken, none int) {
	for _, l := range r.Laws {
		switch {
		case l.Broken > 0:
			broken++
		case l.Held > 0:
			kept++
		default:
			none++
		}
	}
	return kept, broken, none
}

func header(b *strings.Builder, first string, results []Result) {
	b.WriteString("\n| " + first + " |")
	for _, r := range results {
		b.WriteString(" " + r.Engine.Name + " |")
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(results)) + "\n")
}

func writeLawTable(b *strings.Builder, results []Result) {
	b.WriteString(`
## Laws

The table shows the number of generated inputs on which a law holds or, in bold, is broken. It counts only inputs to which the law
applies. A – means that there are none: the engine does not support the operation, or skips it. ` + "`varies`" + ` counts inputs on which a law
could not be judged because the answers differed.
`)
	header(b, "law", results)
	for i, l := range results[0].Laws {
		fmt.Fprintf(b, "| [%s](#%s) |", l.Law.Name, "laws-in-words")
		for _, r := range results {
			b.WriteString(" " + r.Laws[i].text() + " |")
		}
		b.WriteString("\n")
	}
	b.WriteString("\n### Laws in words\n\n")
	for _, l := range results[0].Laws {
		fmt.Fprintf(b, "- `%s`: %s\n", l.Law.Name, l.Law.Text)
	}
}

// text returns the result of a law for the table.
func (l LawResult) text() string {
	text := "–"
	switch {
	case l.Broken > 0:
		text = fmt.Sprintf("**%d** of %d", l.Broken, l.Broken+l.Held)
	case l.Held > 0:
		text = fmt.Sprint(l.Held)
	}
	if l.Varied > 0 && l.Broken+l.Held > 0 {
		text += fmt.Sprintf(", %d varies", l.Varied)
	}
	return text
}

func writeCaseTable(b *strings.Builder, results []Result) {
	b.WriteString(`
## Cases

The table shows the correct answers and the number of answered cases, by area. Cases that are decided while the schema is read do not
count.
`)
	header(b, "area", results)
	for _, area := range slices.Sorted(maps.Keys(results[0].Areas)) {
		fmt.Fprintf(b, "| %s |", area)
		for _, r := range results {
			t := r.Areas[area]
			text := "–"
			if tried := t.Right + t.Wrong; tried > 0 {
				text = fmt.Sprintf("%d/%d", t.Right, tried)
			}
			if t.Varied > 0 {
				text += ", varies"
			}
			b.WriteString(" " + text + " |")
		}
		b.WriteString("\n")
	}
}

// writeCounterexamples writes the smallest counterexample of each law, with the command that
// reproduces it.
func writeCounterexamples(b *strings.Builder, results []Result) error {
	fmt.Fprintf(b, `
## Counterexamples

These are the smallest inputs found, one for each law that an engine breaks, with the incorrect answers. To reproduce an answer,
first build the programs:

    %s

`, strings.Join(buildCommands, "\n    "))
	for _, r := range results {
		_, broken, _ := r.lawTotals()
		if broken == 0 {
			fmt.Fprintf(b, "### %s\n\nThere are none.\n\n", r.Engine.Name)
			continue
		}
		for _, l := range r.Laws {
			if l.Smallest == nil {
				continue
			}
			text, err := l.Smallest.inputText()
			if err != nil {
				return err
			}
			fmt.Fprintf(b, "### %s: %s\n\n%s\n\n```yaml\n%s```\n\n```text\n%s\n```\n\n    %s\n\n",
				r.Engine.Name, l.Law.Name, sentence(l.Law.Text), text, l.Smallest.what(), replay(r.Engine, l.Law))
		}
	}
	return nil
}

// sentence converts a law's text to a sentence.
func sentence(text string) string { return strings.ToUpper(text[:1]) + text[1:] + ":" }

// what returns the description of the counterexample, with long lines cut.
func (c *Counterexample) what() string {
	const most = 400
	lines := strings.Split(c.Verdict.What, "\n")
	for i, line := range lines {
		if len(line) > most {
			lines[i] = strings.ToValidUTF8(line[:most], "") + "…"
		}
	}
	return strings.Join(lines, "\n")
}

// inputText returns the part of a case file with the operation and its input.
func (c *Counterexample) inputText() ([]byte, error) {
	input := corpus.Case{Schema: c.Case.Schema, Input: c.Case.Input}
	text, err := input.YAML()
	if err != nil {
		return nil, err
	}
	return withoutAnswer(text), nil
}

// withoutAnswer removes the line "want: null", which takes the place of a missing answer.
func withoutAnswer(text []byte) []byte {
	return bytes.TrimSuffix(text, []byte("want: null\n"))
}

// replay returns the command that reproduces a counterexample, from the root of the
// repository.
func replay(e Engine, law laws.Law) string {
	often := ""
	if law.Name == repeatable {
		often = fmt.Sprintf(" --repeat %d", 2*manyAsks)
	}
	return fmt.Sprintf("%s/smp-check laws --law %s%s --engine '%s' corpus/%s",
		programs, law.Name, often, e.command(programs), fileOf(e, law))
}
