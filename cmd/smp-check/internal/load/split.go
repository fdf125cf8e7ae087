package load

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/yamlerror"
)

// split returns the YAML documents of a text, without the blank ones.
func split(at source) []source {
	if !bytes.HasPrefix(at.text, []byte("---")) && !bytes.Contains(at.text, []byte("\n---")) {
		return []source{at}
	}
	var parts []source
	start, line, startLine, content := 0, 0, 0, false
	end := func(offset int) {
		if content {
			part := at.slice(start, offset)
			part.line = at.line + startLine
			parts = append(parts, part)
		}
		start, startLine, content = offset, line, false
	}
	offset := 0
	for _, raw := range bytes.SplitAfter(at.text, []byte("\n")) {
		rest, separator := afterSeparator(raw)
		if separator {
			end(offset)
		}
		content = content || hasContent(rest)
		offset += len(raw)
		line++
	}
	end(offset)
	return parts
}

// slice returns a part of the text by its offsets, at the same line.
func (s source) slice(from, to int) source {
	s.text, s.start, s.end = s.text[from:to], s.start+int64(from), s.start+int64(to)
	return s
}

// alone returns the source with only the text of its document, and without the tree.
func (s source) alone() source {
	if from, to := s.span[0], s.span[1]; to > 0 {
		moved := s.after(s.text[:from])
		s = s.slice(from, to)
		s.line, s.column = moved.line, moved.column
	}
	s.span, s.tree = [2]int{}, nil
	return s
}

// splitJSON returns the documents of a sequence of JSON documents, or nil if the text does not
// begin like JSON. If a document is faulty, it is the last one, with the rest of the text.
func splitJSON(s source) []source {
	if !yamlerror.IsJSON(s.text) {
		return nil
	}
	var parts []source
	decoder := json.NewDecoder(bytes.NewReader(s.text))
	for part, from, to := s, 0, 0; ; {
		err := decoder.Decode(new(json.RawMessage))
		if errors.Is(err, io.EOF) {
			return parts
		}
		rest := bytes.TrimLeft(s.text[to:], " \t\r\n")
		if err != nil && !yamlerror.IsJSON(rest) { // the rest is not another document
			last := &parts[len(parts)-1]
			last.text, last.end = s.text[from:], s.end
			return parts
		}
		begin := len(s.text) - len(rest)
		if to = len(s.text); err == nil {
			to = int(decoder.InputOffset())
		}
		moved := part.after(s.text[from:begin])
		part, from = s.slice(begin, to), begin
		part.line, part.column = moved.line, moved.column
		if parts = append(parts, part); err != nil {
			return parts
		}
	}
}

// after returns the source moved to the position after a text that begins at its position.
func (s source) after(text []byte) source {
	if lines := bytes.Count(text, []byte("\n")); lines > 0 {
		s.line, s.column = s.line+lines, 0
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	s.column += utf8.RuneCount(text)
	return s
}

// afterSeparator returns the rest of a line after --- or ..., and whether the line begins
// with one of these. No line inside a document can begin with --- or ....
func afterSeparator(line []byte) ([]byte, bool) {
	for _, mark := range []string{"---", "..."} {
		if rest, ok := bytes.CutPrefix(line, []byte(mark)); ok && (len(rest) == 0 || bytes.ContainsAny(rest[:1], " \t\r\n")) {
			return rest, true
		}
	}
	return line, false
}

// hasContent reports whether a line is more than white space, a comment or a %directive.
func hasContent(line []byte) bool {
	line = bytes.TrimPrefix(line, []byte("\ufeff"))
	trimmed := bytes.TrimSpace(line)
	return len(trimmed) > 0 && trimmed[0] != '#' && line[0] != '%'
}
