package note

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
)

// Notes collects lines that are written after the result. The zero value is ready to use.
type Notes struct {
	About string // the document of the next notes, if there are several documents
	// Instead is advice on how to get a cluster's answer. It may be empty.
	Instead string
	lines   []string
}

// For returns n for notes about a document. If many is set, the notes begin with the name of
// the document.
func (n *Notes) For(d load.Document, many bool) *Notes {
	if many {
		n.About = d.Name
	}
	return n
}

// Say adds a note.
func (n *Notes) Say(format string, args ...any) {
	n.Add("smp-check: note: " + model.OneLine(n.about(fmt.Sprintf(format, args...))) + "\n")
}

// Warn adds a warning.
func (n *Notes) Warn(format string, args ...any) {
	n.Add("smp-check: warning: " + model.OneLine(n.about(fmt.Sprintf(format, args...))) + "\n")
}

// about returns a text that begins with the name of its document. It adds the name unless the
// text contains it.
func (n *Notes) about(text string) string {
	if n.About == "" || strings.Contains(text, n.About) {
		return text
	}
	return n.About + ": " + text
}

// Passed reports the files of a folder that were skipped.
func (n *Notes) Passed(s load.Stream) {
	n.About = ""
	if passed := s.Passed.String(); passed != "" {
		n.Say("%s: skipped %s", s.Name, passed)
	}
}

// Folder reports the contents of a folder that are not unique objects: other kinds of files,
// files that cannot be read, and duplicate objects. If strict is set, those that are likely
// mistakes are errors.
func (n *Notes) Folder(s load.Stream, strict bool) error {
	n.Passed(s)
	if templates := s.Passed.Templates; strict && len(templates) > 0 {
		return fmt.Errorf("%s: this is a template; render it first, for example with helm template, or omit --strict", templates[0])
	}
	for _, fault := range s.Faults {
		if strict {
			return fault
		}
		n.Say("%v; the file is skipped", fault)
	}
	if repeats := s.Repeats(); repeats != nil {
		if strict {
			return repeats
		}
		n.Say("%v", repeats)
	}
	return nil
}

// Schemas reports the paths of --merge-key that no document has, and what Undefined reports.
func (n *Notes) Schemas(c *schemas.Choice) {
	n.About = ""
	for _, text := range c.UnusedKeys() {
		n.Say("%s", text)
	}
	n.Undefined(c)
}

// Undefined reports the kinds whose objects merged without a schema, because they have no definition or
// their definition has no fields.
func (n *Notes) Undefined(c *schemas.Choice) {
	n.About = ""
	if len(c.Undefined) > 0 {
		keyed := ""
		if len(c.MergeKeys) > 0 {
			keyed = "--merge-key"
		}
		n.Say("%s; to define it, use --crd FILE; --require-schema makes this an error", kinds.UndefinedNote(c.Undefined, keyed))
	}
	for _, d := range c.Empty {
		n.Say("%s has no schema for %s: maps merge by name, and a patch replaces lists as a whole; --merge-key defines how a list merges; --require-schema makes this an error", d.File, kinds.Text(d.Kind))
	}
}

// Add adds lines unchanged, without a prefix.
func (n *Notes) Add(lines string) { n.lines = append(n.lines, lines) }

// maxRepeated is the maximal number of notes with the same text, about different places.
const maxRepeated = 20

// capped returns the notes without those beyond maxRepeated, and adds the number of these.
func capped(lines []string) []string {
	counts := map[string]int{}
	for _, line := range lines {
		counts[textOf(line)]++
	}
	var kept []string
	seen := map[string]int{}
	for _, line := range lines {
		text := textOf(line)
		switch seen[text]++; {
		case seen[text] <= maxRepeated:
			kept = append(kept, line)
		case seen[text] == maxRepeated+1:
			kept = append(kept, fmt.Sprintf("smp-check: note: and %d more notes: %s", counts[text]-maxRepeated, text))
		}
	}
	return kept
}

// textOf returns the text of a note without its place.
func textOf(line string) string {
	return strings.TrimPrefix(line[strings.LastIndex(line, ": ")+1:], " ")
}

// Write writes the notes in the order in which they were added, and removes them. Of notes
// with the same text, and of notes beyond the limit of output.Listed, it writes only the
// number. It returns the error of out.
func (n *Notes) Write(out io.Writer) error {
	first, more := output.Listed(capped(n.lines), func(line string) int { return len(line) })
	if more > 0 {
		first = append(slices.Clip(first), fmt.Sprintf("smp-check: note: and %d more notes\n", more))
	}
	for _, line := range first {
		if _, err := io.WriteString(out, line); err != nil {
			return err
		}
	}
	n.lines = nil
	return nil
}
