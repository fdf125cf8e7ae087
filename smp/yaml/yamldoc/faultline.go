package yamldoc

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	yaml "go.yaml.in/yaml/v3"
)

// parserFaults are the messages of the YAML parser. Other messages about the syntax are those of the
// scanner. The parser counts lines from 0, and the scanner counts them from 1.
var parserFaults = []string{
	"did not find expected ',' or ']'",
	"did not find expected ',' or '}'",
	"did not find expected '-' indicator",
	"did not find expected <document start>",
	"did not find expected key",
	"did not find expected node content",
	"found duplicate %TAG directive",
	"found duplicate %YAML directive",
	"found incompatible YAML document",
	"found undefined tag handle",
}

// located returns an error of the YAML decoder with the line of the mistake. before contains the
// documents before the faulty one.
//
// The decoder gives no line if the mistake is in the first line. Also, errors of its parser about an
// entry of a block collection give the line above the collection, and not that of the entry. To get the
// lines, located reads the document once more, below another line.
func (s *Stream) located(before []Document, err error) error {
	_, message := faultLine(err)
	from := 0
	if n := len(before); n > 0 && !s.odd && message != "did not find expected <document start>" && isMarker(s.text[before[n-1].end:], "---") {
		from = before[n-1].end
	}
	lines := newLineReader(bytes.TrimPrefix(s.text[from:], []byte(byteOrderMark)))
	again := lines.fault()
	line, same := faultLine(again)
	if line == 0 || same != message {
		return err
	}
	if slices.Contains(parserFaults, message) {
		if !s.odd && (message == "did not find expected key" || message == "did not find expected '-' indicator") {
			line = lines.first(line, again)
		}
	} else if own, _ := faultLine(err); own > 0 {
		return err
	} else {
		line--
	}
	// A mistake at the end of the text is in the last line that has a text.
	last := 1 + bytes.Count(bytes.TrimRight(s.text, " \t\r\n"), []byte("\n"))
	return fmt.Errorf("yaml: line %d: %s", min(last, bytes.Count(s.text[:from], []byte("\n"))+line), message)
}

// faultLine returns the line of an error of the decoder, or 0 if it has none, and its message.
func faultLine(err error) (line int, message string) {
	if err == nil {
		return 0, ""
	}
	message = strings.TrimPrefix(err.Error(), "yaml: ")
	if n, _ := fmt.Sscanf(message, "line %d: ", &line); n == 1 {
		_, message, _ = strings.Cut(message, ": ")
	}
	return line, message
}

// A lineReader returns a text line by line, below a line with a comment. It records how much of the text
// has been read.
type lineReader struct {
	text  []byte
	ends  []int // of the lines
	head  string
	at    int
	line  int // the index of the line that was read last
	lines int // the number of lines that may be read
}

func newLineReader(text []byte) *lineReader {
	r := &lineReader{text: text}
	for at := 0; at < len(text); {
		at = lineEnd(text, at)
		r.ends = append(r.ends, at)
	}
	r.lines = len(r.ends)
	return r
}

func (r *lineReader) Read(p []byte) (int, error) {
	if r.head != "" {
		n := copy(p, r.head)
		r.head = r.head[n:]
		return n, nil
	}
	if r.lines == 0 || r.at == r.ends[r.lines-1] {
		return 0, io.EOF
	}
	if r.at == r.ends[r.line] {
		r.line++
	}
	n := copy(p, r.text[r.at:r.ends[r.line]])
	r.at += n
	return n, nil
}

// fault decodes the first lines of the text and returns the error.
func (r *lineReader) fault() error {
	r.head, r.at, r.line = "#\n", 0, 0
	decoder := yaml.NewDecoder(r)
	for {
		err := decoder.Decode(new(yaml.Node))
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// first returns the first line with which a fault occurs: without it, the lines above it have no fault or
// another one. The line is not before a known one. The decoder has just found the fault, and has read
// only a few lines below it.
func (r *lineReader) first(known int, fault error) int {
	occurs := func(lines int) bool {
		r.lines = lines
		err := r.fault()
		return err != nil && err.Error() == fault.Error()
	}
	high := min(r.line+1, len(r.ends))
	low := high
	for step := 1; low >= known && occurs(low); step *= 2 {
		high, low = low, low-step
	}
	low = max(low, known-1)
	for high-low > 1 {
		if middle := (low + high) / 2; occurs(middle) {
			high = middle
		} else {
			low = middle
		}
	}
	return high
}
