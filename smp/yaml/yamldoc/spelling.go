package yamldoc

import (
	"bytes"
	"strings"
	"unicode/utf8"

	yaml "go.yaml.in/yaml/v3"
)

// A spelling is the text of a string scalar together with its value, without the line
// breaks at the end of a block scalar.
type spelling struct {
	value string
	// at contains the offset in the text at which the spelling of each byte of the value
	// begins, including the line breaks and indentation before it, and at the end the offset
	// at which the spelling of the last byte ends. If several bytes have one spelling, they
	// have the same offset.
	at     []int
	indent string      // of continuation lines
	lines  bool        // the text has several lines
	header blockHeader // the header of a block scalar
}

// A blockHeader is the header of a block scalar.
type blockHeader struct {
	folded bool
	digit  bool // the header contains an indentation indicator
	indent int  // the column of the content
	chomp  byte // how line breaks at the end are treated: '-', '+' or 0
	end    int  // the end of the indicators
}

// spellingOf returns the spelling of a string scalar. It returns false if the spelling cannot
// be determined.
func (e *editor) spellingOf(n *node, column int) (*spelling, bool) {
	s := &spelling{value: n.Value, at: make([]int, 0, len(n.Value)+1)}
	w := speller{text: e.text, pos: n.body, end: n.end, s: s}
	ok := false
	switch {
	case n.isBlockScalar():
		s.value = strings.TrimRight(n.Value, "\n")
		ok = s.value != "" && w.block(column)
	case n.Style&yaml.SingleQuotedStyle != 0:
		ok = w.quoted('\'')
	case n.Style&yaml.DoubleQuotedStyle != 0:
		ok = w.quoted('"')
	default:
		ok = w.run(0)
	}
	s.at = append(s.at, w.pos)
	if s.indent == "" {
		s.indent = strings.Repeat(" ", max(column, 0)+2)
	}
	return s, ok
}

// A speller walks through the text and the value of a scalar at the same time, and records
// the spelling.
type speller struct {
	text     []byte
	pos, end int
	s        *spelling
}

// rest returns the part of the value that the speller has not reached yet.
func (w *speller) rest() string { return w.s.value[len(w.s.at):] }

// spelled records that the next bytes of the text, as many as length, spell the next bytes of
// the value.
func (w *speller) spelled(length, bytes int) bool {
	if len(w.rest()) < bytes {
		return false
	}
	for range bytes {
		w.s.at = append(w.s.at, w.pos)
	}
	w.pos += length
	return true
}

func (w *speller) quoted(quote byte) bool {
	w.pos, w.end = w.pos+1, w.end-1
	return w.run(quote)
}

// run walks through a scalar that is not a block scalar, without its quotes.
func (w *speller) run(quote byte) bool {
	for w.pos < w.end {
		ok := false
		switch c := w.text[w.pos]; {
		case isBlank(c):
			ok = w.gap()
		case quote == '"' && c == '\\':
			ok = w.escape()
		case w.rest() == "" || w.rest()[0] != c:
		case quote == '\'' && c == '\'':
			ok = w.spelled(2, 1)
		default:
			_, size := utf8.DecodeRuneInString(w.rest())
			ok = w.spelled(size, size)
		}
		if !ok {
			return false
		}
	}
	return w.rest() == ""
}

// gap walks through blanks: spaces inside a line, or line breaks that are folded.
func (w *speller) gap() bool {
	end, breaks := w.blanks(w.pos)
	if breaks == 0 {
		for w.pos < end {
			if !w.spelled(1, 1) {
				return false
			}
		}
		return true
	}
	w.indented(end)
	return w.spelled(end-w.pos, max(1, breaks-1))
}

// blanks returns the end of the blanks at an offset, and how many line breaks they
// contain.
func (w *speller) blanks(at int) (end, breaks int) {
	for end = at; end < w.end && isBlank(w.text[end]); end++ {
		if w.text[end] == '\n' {
			breaks++
		}
	}
	return end, breaks
}

// indented records the indentation of the line that begins in blanks, which end at this
// offset.
func (w *speller) indented(end int) {
	if w.s.lines = true; w.s.indent == "" {
		w.s.indent = string(w.text[lineStart(w.text, end):end])
	}
}

// escape walks through an escape sequence. An escaped line break adds nothing to the value.
func (w *speller) escape() bool {
	length := 2
	switch w.text[w.pos+1] {
	case 'x':
		length = 4
	case 'u':
		length = 6
	case 'U':
		length = 10
	case '\n', '\r':
		end, breaks := w.blanks(w.pos + 1)
		w.indented(end)
		return w.spelled(end-w.pos, breaks-1)
	}
	if w.rest() == "" {
		return false
	}
	_, size := utf8.DecodeRuneInString(w.rest())
	return w.spelled(length, size)
}

// block walks through a block scalar. The spelling of line breaks includes the
// indentation of the line after them.
func (w *speller) block(column int) bool {
	h := &w.s.header
	h.folded = w.text[w.pos] == '>'
	for w.pos++; !isBlank(w.text[w.pos]); w.pos++ {
		if c := w.text[w.pos]; c == '-' || c == '+' {
			h.chomp = c
		} else {
			h.digit, h.indent = true, max(column, 0)+int(c-'0')
		}
	}
	h.end = w.pos
	w.s.lines = true
	line := min(lineEnd(w.text, w.pos), w.end)
	if !h.digit {
		content, _ := w.blanks(line)
		h.indent = content - max(line, lineStart(w.text, content))
	}
	w.s.indent = strings.Repeat(" ", h.indent)
	w.pos = line // the end of the previous line, without its break
	breaks := 0
	for w.rest() != "" {
		if line >= w.end {
			return false
		}
		next := min(lineEnd(w.text, line), w.end)
		content := bytes.TrimRight(w.text[line:next], "\r\n")
		switch {
		case len(content) > h.indent:
			if content = content[h.indent:]; !w.breaks(line+h.indent, breaks) {
				return false
			}
			for end := w.pos + len(content); w.pos < end; {
				_, size := utf8.DecodeRuneInString(w.rest())
				if !strings.HasPrefix(w.rest(), string(w.text[w.pos:w.pos+size])) || !w.spelled(size, size) {
					return false
				}
			}
			breaks = 0
		case len(bytes.TrimLeft(content, " ")) > 0:
			return false
		}
		breaks++
		line = next
	}
	return true
}

// breaks walks through line breaks in a block scalar, up to the start of a line.
func (w *speller) breaks(start, count int) bool {
	rest := w.rest()
	value := len(rest) - len(strings.TrimLeft(rest, "\n"))
	switch {
	case count == 0:
		w.pos = start
		return true
	case w.s.header.folded && count == 1 && value == 0:
		value = 1
	case value != count && !(w.s.header.folded && value == count-1):
		return false
	}
	return w.spelled(start-w.pos, value)
}
