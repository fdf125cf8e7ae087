package fuzz

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/props/gen"
)

// A yamlMaker generates YAML texts in many styles.
type yamlMaker struct {
	src     gen.Source
	out     strings.Builder
	anchors []string // names of the anchors of scalars and lists
	maps    []string // names of the anchors of maps
	budget  int
}

// YAMLText generates a YAML text with one or two documents, in block and flow style,
// with all forms of scalars, comments, anchors, aliases and merge keys. Not every text is valid
// YAML.
func YAMLText(src gen.Source) []byte {
	m := &yamlMaker{src: src}
	documents := 1 + src.Intn("more documents", 8)/6
	for i := range documents {
		directives := i == 0 && m.chance(10)
		if directives {
			m.out.WriteString(m.pick("%YAML 1.1\n", "%TAG !x! tag:x,2000:\n", "# first\n%YAML 1.1 # version\n# more\n"))
		}
		if i > 0 || directives || m.chance(4) {
			m.out.WriteString([]string{"---\n", "--- # head\n", "---  \n"}[src.Intn("marker", 3)])
		}
		m.anchors, m.maps, m.budget = nil, nil, 40
		m.comments(0)
		switch src.Intn("root", 6) {
		case 0:
			m.list(0)
		case 1:
			m.flow(3)
			m.out.WriteString("\n")
		default:
			m.mapping(0)
		}
		m.comments(0)
		if m.chance(12) {
			m.out.WriteString("...\n")
		}
	}
	text := m.out.String()
	if m.chance(8) {
		text = strings.TrimSuffix(text, "\n")
	}
	if m.chance(6) {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	if m.chance(12) {
		text = "\ufeff" + text
	}
	return []byte(numbered(text))
}

// commentWords are the first words of comments.
const commentWords = "# comment # elsewhere # about # tab # here # head # first # version # more"

// numbered returns a text whose comments have numbers, so that each comment can be
// identified.
func numbered(text string) string {
	parts := strings.SplitAfter(text, "# ")
	for i, part := range parts[1:] {
		if word, _, _ := strings.Cut(strings.TrimSpace(strings.NewReplacer("\n", " ", "\r", " ").Replace(part)), " "); strings.Contains(commentWords, "# "+word) && word != "" {
			parts[i+1] = fmt.Sprintf("%s (%d)%s", word, i, part[len(word):])
		}
	}
	return strings.Join(parts, "")
}

// commentsOf returns the numbered comments of a text, each up to its number.
func commentsOf(text string) []string {
	var found []string
	for _, part := range strings.Split(text, "# ")[1:] {
		word, rest, ok := strings.Cut(part, " (")
		if number, _, closed := strings.Cut(rest, ")"); ok && closed && strings.Contains(commentWords, "# "+word) {
			found = append(found, "# "+word+" ("+number+")")
		}
	}
	return found
}

// chance returns true once in n times.
func (m *yamlMaker) chance(n int) bool { return m.src.Intn("chance", n) == n-1 }

func (m *yamlMaker) pick(all ...string) string { return all[m.src.Intn("pick", len(all))] }

func (m *yamlMaker) indent(n int) { m.out.WriteString(strings.Repeat(" ", n)) }

// comments writes some blank lines and comments.
func (m *yamlMaker) comments(column int) {
	for m.chance(5) {
		switch m.src.Intn("line", 3) {
		case 0:
			m.out.WriteString("\n")
		case 1:
			m.indent(column)
			m.out.WriteString("# comment - a: [b\n")
		default:
			m.indent(m.src.Intn("column", column+4))
			m.out.WriteString("# elsewhere\n")
		}
	}
}

// lineEnd ends a line, sometimes with a comment or white space.
func (m *yamlMaker) lineEnd() {
	m.out.WriteString(m.pick("", "", "", "", " # about this", "  ", "\t# tab"))
	m.out.WriteString("\n")
}

// mapping writes a map in block style, beginning at the start of a line.
func (m *yamlMaker) mapping(column int) {
	m.members(column, 1+m.src.Intn("members", 4), true)
}

func (m *yamlMaker) members(column, n int, indented bool) {
	for i := range n {
		if i > 0 || indented {
			m.comments(column)
			m.indent(column)
		}
		if len(m.maps) > 0 && i == 0 && m.chance(3) {
			m.out.WriteString("<<: *" + m.maps[m.src.Intn("which", len(m.maps))])
			m.lineEnd()
			continue
		}
		name := m.name(i)
		if m.chance(12) {
			m.out.WriteString("? " + name)
			m.lineEnd()
			m.indent(column)
			m.out.WriteString(":")
		} else {
			m.out.WriteString(name + m.pick(":", ":", ":", ":", " :"))
		}
		m.value(column)
	}
}

func (m *yamlMaker) name(i int) string {
	name := m.pick("a", "b", "name", "key", "x-y", "ünder", "0", "a b") + fmt.Sprint(i)
	return m.pick(name, name, name, "'"+name+"'", `"`+name+`"`)
}

// list writes a list in block style.
func (m *yamlMaker) list(column int) { m.elements(column, 1+m.src.Intn("elements", 4), true) }

func (m *yamlMaker) elements(column, n int, indented bool) {
	gap := 1 + m.src.Intn("gap", 5)/3
	for i := range n {
		if i > 0 || indented {
			m.comments(column)
			m.indent(column)
		}
		m.out.WriteString("-")
		m.budget--
		switch choice := 5 - m.src.Intn("element", 6); {
		case choice < 2 && m.budget > 0:
			m.out.WriteString(strings.Repeat(" ", gap))
			if m.chance(2) {
				m.out.WriteString("name: " + m.pick("p", "q", "r", "s"))
				m.lineEnd()
				if m.chance(3) {
					continue
				}
				m.members(column+1+gap, 1+m.src.Intn("members", 3), true)
			} else {
				m.members(column+1+gap, 1+m.src.Intn("members", 3), false)
			}
		case choice == 2 && m.budget > 0:
			m.out.WriteString(strings.Repeat(" ", gap))
			m.elements(column+1+gap, 1+m.src.Intn("elements", 3), false)
		default:
			m.value(column)
		}
	}
}

// value writes the value after a colon or dash, up to the end of its last line.
func (m *yamlMaker) value(column int) {
	m.budget--
	space := m.pick(" ", " ", " ", "  ", "\t")
	anchor := ""
	if m.chance(6) {
		anchor = fmt.Sprintf("x%d", m.budget)
	}
	mark := func(anchors *[]string) {
		if anchor != "" {
			m.out.WriteString(" &" + anchor)
			*anchors = append(*anchors, anchor)
		}
	}
	choice := 9 - m.src.Intn("value", 10)
	if m.budget < 0 && choice < 4 {
		choice = 9
	}
	switch choice {
	case 0, 1:
		var own []string
		mark(&own)
		m.lineEnd()
		m.mapping(column + 1 + m.src.Intn("step", 3))
		m.maps = append(m.maps, own...)
	case 2:
		var own []string
		mark(&own)
		m.lineEnd()
		m.list(column + 2)
		m.anchors = append(m.anchors, own...)
	case 3:
		m.out.WriteString(space)
		m.flow(3)
		m.lineEnd()
	case 4:
		if len(m.anchors) > 0 {
			m.out.WriteString(space + "*" + m.anchors[m.src.Intn("which", len(m.anchors))])
		}
		m.lineEnd()
	case 5:
		mark(&m.anchors)
		m.block(column)
	default:
		mark(&m.anchors)
		m.out.WriteString(space + m.scalar(column))
		m.lineEnd()
	}
}

// block writes a literal or folded scalar.
func (m *yamlMaker) block(column int) {
	step := 1 + m.src.Intn("step", 4)
	header := m.pick("|", ">") + m.pick("", "", "", fmt.Sprint(step)) + m.pick("", "-", "+")
	m.out.WriteString(" " + header + m.pick("", "", " # about this") + "\n")
	for i := range 1 + m.src.Intn("lines", 3) {
		m.indent(column + step)
		if i > 0 && m.chance(6) {
			m.out.WriteString("  ") // a line that begins with white space is not folded
		}
		m.out.WriteString(m.pick("text", "more # of it", "- a: b", "\tx", "two words") + "\n")
		if m.chance(4) {
			m.out.WriteString(m.pick("\n", "\n\n", strings.Repeat(" ", step)+"\n"))
		}
	}
}

func (m *yamlMaker) scalar(column int) string {
	next := "\n" + strings.Repeat(" ", column+2)
	return m.pick("1", "0", "x", "x y", "'x'", `"x"`, "1.0", "no", "0777", "1e3", "~", "null", "1_000", "2001-01-01", "'it''s'", `"a \" b"`, "true", "é", "a:b", "x#y",
		"many"+next+"words", "'two"+next+"lines'", "\"two"+next+"\n"+next+"lines \\"+next+"x\"",
		"one two"+next+"three"+next+"\n"+next+"four five", "\"a \\u00e9\\n b\\"+next+"c d"+next+"e\"", "!!str 5", "! 5", "-1", "", "p", "q", "{}", "[]", "a'b")
}

// flow writes a value in flow style.
func (m *yamlMaker) flow(depth int) {
	m.budget--
	space := func() string {
		return m.pick("", "", "", " ", "\n     ", " # here\n     ")
	}
	n := m.src.Intn("entries", 4)
	switch choice := m.src.Intn("flow", 4); {
	case depth > 0 && choice == 0:
		m.out.WriteString("[" + space())
		for i := range n {
			if i > 0 {
				m.out.WriteString(space() + "," + m.pick(" ", "\n     ", ""))
			}
			m.flow(depth - 1)
		}
		if n > 0 && m.chance(5) {
			m.out.WriteString(",")
		}
		m.out.WriteString(space() + "]")
	case depth > 0 && choice == 1:
		m.out.WriteString("{" + space())
		for i := range n {
			if i > 0 {
				m.out.WriteString("," + m.pick(" ", "\n     "))
			}
			m.out.WriteString(m.name(i) + m.pick(":", ":", " :") + " ")
			m.flow(depth - 1)
		}
		m.out.WriteString(space() + "}")
	default:
		m.out.WriteString(m.pick("1", "x", "'x'", `"y z"`, "no", "x y", "1.50", "''"))
	}
}
