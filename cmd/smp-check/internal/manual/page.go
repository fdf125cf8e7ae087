// Package manual writes manual pages in the format of man(7).
package manual

import (
	"bytes"
	"fmt"
	"strings"
)

// A Page is the manual page of a command. Its texts are those of --help.
type Page struct {
	Name     string // the command, with blanks between words
	Short    string // one line
	Usage    string
	Long     string
	Options  string // a table
	Examples string
	SeeAlso  []string // names of other commands
}

// File returns the name of the page's file, such as smp-check-apply.1.
func (p Page) File() string { return p.title() + ".1" }

func (p Page) title() string { return strings.ReplaceAll(p.Name, " ", "-") }

// Text returns the page in the format of man(7). The version appears in its footer.
func (p Page) Text(version string) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, ".TH %s 1 \"\" %q %q\n", strings.ToUpper(escaped(p.title())), "smp-check "+version, "smp-check")
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", escaped(p.title()), escaped(p.Short))
	b.WriteString(".SH SYNOPSIS\n")
	literal(&b, []string{p.Usage})
	b.WriteString(".SH DESCRIPTION\n")
	paragraphs(&b, p.Long)
	for _, part := range []struct{ heading, text string }{{"OPTIONS", p.Options}, {"EXAMPLES", p.Examples}} {
		if part.text != "" {
			b.WriteString(".SH " + part.heading + "\n")
			literal(&b, strings.Split(strings.Trim(part.text, "\n"), "\n"))
		}
	}
	if len(p.SeeAlso) > 0 {
		b.WriteString(".SH SEE ALSO\n")
		for i, name := range p.SeeAlso {
			comma := ","
			if i == len(p.SeeAlso)-1 {
				comma = ""
			}
			fmt.Fprintf(&b, ".BR %s (1)%s\n", escaped(strings.ReplaceAll(name, " ", "-")), comma)
		}
	}
	return b.Bytes()
}

// paragraphs writes a text whose paragraphs are separated by blank lines. Indented lines keep
// their line breaks. A paragraph that begins with "Exit status:" gets a heading.
func paragraphs(b *bytes.Buffer, text string) {
	var kept []string
	flush := func() {
		if len(kept) > 0 {
			literal(b, kept)
		}
		kept = nil
	}
	for _, block := range strings.Split(text, "\n\n") {
		if rest, ok := strings.CutPrefix(block, "Exit status: "); ok {
			b.WriteString(".SH EXIT STATUS\n")
			block = rest
		} else {
			b.WriteString(".PP\n")
		}
		for _, line := range strings.Split(block, "\n") {
			if strings.HasPrefix(line, "  ") {
				kept = append(kept, line)
				continue
			}
			flush()
			if line != "" {
				b.WriteString(escapedLine(line) + "\n")
			}
		}
		flush()
	}
}

// literal writes lines that keep their line breaks.
func literal(b *bytes.Buffer, lines []string) {
	b.WriteString(".nf\n")
	for _, line := range lines {
		b.WriteString(escapedLine(line) + "\n")
	}
	b.WriteString(".fi\n")
}

// escapedLine escapes a line, so that man does not take it for a formatting request.
func escapedLine(line string) string {
	if strings.HasPrefix(line, ".") {
		return `\&` + escaped(line)
	}
	return escaped(line)
}

func escaped(text string) string {
	return strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", `\(ga`, "^", `\(ha`, "~", `\(ti`).Replace(text)
}
