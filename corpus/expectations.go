package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Expectations are the cases that an engine is known to fail, each with the
// reason. As text they are lines of a case's name and the reason; empty lines
// and lines that begin with # are comments.
type Expectations struct {
	reasons map[string]string
	heading []string // the lines before the first case
}

// ReadExpectations reads a list. The name of the text is for messages. The error
// is a *LoadError: a line without a reason, or a case that stands twice.
func ReadExpectations(name string, text []byte) (Expectations, error) {
	e := Expectations{reasons: map[string]string{}}
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for line := 1; scanner.Scan(); line++ {
		fault := func(format string, args ...any) error {
			return &LoadError{File: name, Line: line, Err: fmt.Errorf(format, args...)}
		}
		content := strings.TrimSpace(scanner.Text())
		if content == "" || strings.HasPrefix(content, "#") {
			if len(e.reasons) == 0 {
				e.heading = append(e.heading, content)
			}
			continue
		}
		fields := strings.Fields(content)
		if len(fields) < 2 {
			return Expectations{}, fault("%s: a reason is needed", content)
		}
		if _, ok := e.reasons[fields[0]]; ok {
			return Expectations{}, fault("%s stands twice", fields[0])
		}
		e.reasons[fields[0]] = strings.Join(fields[1:], " ")
	}
	if err := scanner.Err(); err != nil {
		return Expectations{}, &LoadError{File: name, Err: err}
	}
	return e, nil
}

// Cases returns the names of the cases in the list, sorted.
func (e Expectations) Cases() []string { return slices.Sorted(maps.Keys(e.reasons)) }

// Judge returns what a verdict means beside the list: the reason, where the
// case fails and should; a verdict that fails, where it passes and should not.
func (e Expectations) Judge(v Verdict) (judged Verdict, reason string) {
	reason, listed := e.reasons[v.Case.Name]
	switch {
	case !listed || v.Skipped != "":
		return v, ""
	case v.Passed():
		v.Failures = []Failure{{Form: AsWritten, What: "the outcome", Want: "a failure, as listed: " + reason, Got: "the case passes"}}
		return v, ""
	default:
		return v, reason
	}
}

// Updated returns the list that fits these verdicts: cases that pass leave it,
// those that fail join it with what differs for a reason, and those without a
// verdict, or skipped, stay as they are.
func (e Expectations) Updated(verdicts []Verdict) Expectations {
	updated := Expectations{reasons: map[string]string{}, heading: e.heading}
	maps.Copy(updated.reasons, e.reasons)
	for _, v := range verdicts {
		switch name := v.Case.Name; {
		case v.Passed():
			delete(updated.reasons, name)
		case v.Skipped == "" && updated.reasons[name] == "":
			updated.reasons[name] = Shortened(v.Failures[0].What + " is " + v.Failures[0].Got)
		}
	}
	return updated
}

// Text returns the list as text, sorted, after the lines that stood before the
// first case.
func (e Expectations) Text() []byte {
	var b bytes.Buffer
	for _, line := range e.heading {
		b.WriteString(line + "\n")
	}
	for _, name := range e.Cases() {
		fmt.Fprintf(&b, "%s %s\n", name, e.reasons[name])
	}
	return b.Bytes()
}
