package corpus

import (
	"bufio"
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Expectations lists the cases that an engine is known to fail, with a reason for each.
// In text form, each line has the name of a case and the reason. Empty lines and lines
// that begin with # are comments. A line with the number of skipped cases limits them, because an
// engine that begins to skip cases fails none of them.
//
//	# merge keys
//	skipped: 120
//	keyed/null-key  panics
type Expectations struct {
	reasons map[string]string
	limit   *int     // the greatest number of skipped cases; nil if there is no limit
	heading []string // the lines before the first case
}

// skippedKey begins the line with the number of skipped cases.
const skippedKey = "skipped:"

// ReadExpectations reads a list of expected failures. name is the file name in error messages. The
// error is a *LoadError for a line without a reason, for a case that is listed twice, or for a limit
// that is not a number.
func ReadExpectations(name string, text []byte) (Expectations, error) {
	e := Expectations{reasons: map[string]string{}}
	scanner := bufio.NewScanner(bytes.NewReader(text))
	for line := 1; scanner.Scan(); line++ {
		fault := func(format string, args ...any) error {
			return &LoadError{File: name, Line: line, Err: fmt.Errorf(format, args...)}
		}
		content := strings.TrimSpace(scanner.Text())
		if content == "" || strings.HasPrefix(content, "#") {
			if len(e.reasons) == 0 && e.limit == nil {
				e.heading = append(e.heading, content)
			}
			continue
		}
		fields := strings.Fields(content)
		if fields[0] == skippedKey {
			n, err := strconv.Atoi(strings.Join(fields[1:], " "))
			if err != nil || n < 0 || e.limit != nil {
				return Expectations{}, fault("%s; expected the number of skipped cases, once", content)
			}
			e.limit = &n
			continue
		}
		if len(fields) < 2 {
			return Expectations{}, fault("%s: missing reason", content)
		}
		if _, ok := e.reasons[fields[0]]; ok {
			return Expectations{}, fault("%s is listed twice", fields[0])
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

// Judge checks a verdict against the list. If a listed case fails, Judge returns the verdict
// and the reason. If a listed case passes, Judge adds a failure to the verdict. All other
// verdicts are returned unchanged, with an empty reason.
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

// Updated returns the list that matches these verdicts. Cases that pass are removed. Cases that fail
// are added, with their first difference as the reason:
//
//	keyed/null-key the error: got the result {}, want missing-merge-key at list[0]
//
// Replace such a reason with the cause of the failure when you know it. Updated never changes a reason
// that is already in the list. Cases that are skipped or have no verdict stay as they are.
func (e Expectations) Updated(verdicts []Verdict) Expectations {
	updated := Expectations{reasons: map[string]string{}, limit: e.limit, heading: e.heading}
	maps.Copy(updated.reasons, e.reasons)
	for _, v := range verdicts {
		switch name := v.Case.Name; {
		case v.Passed():
			delete(updated.reasons, name)
		case v.Skipped == "" && updated.reasons[name] == "":
			updated.reasons[name] = v.Failures[0].reason()
		}
	}
	return updated
}

// reason returns the failure as a reason in a list. The actual value comes first, because a long reason
// is cut off at its end.
func (f Failure) reason() string {
	return Shortened(fmt.Sprintf("%s: got %s, want %s", f.What, strings.TrimSpace(f.Got), f.Want))
}

// CheckSkipped returns an error if more verdicts are skipped than the list allows.
func (e Expectations) CheckSkipped(verdicts []Verdict) error {
	if n := skipped(verdicts); e.limit != nil && n > *e.limit {
		return fmt.Errorf("%d cases were skipped, and the list allows %d", n, *e.limit)
	}
	return nil
}

// Limited returns a list that allows as many skipped cases as there are among these verdicts. They
// must be the verdicts of all cases.
func (e Expectations) Limited(verdicts []Verdict) Expectations {
	n := skipped(verdicts)
	e.limit = &n
	return e
}

func skipped(verdicts []Verdict) (n int) {
	for _, v := range verdicts {
		if v.Skipped != "" {
			n++
		}
	}
	return n
}

// Text returns the list as text: the lines before the first case, then the limit, and then the
// cases, sorted.
func (e Expectations) Text() []byte {
	var b bytes.Buffer
	for _, line := range e.heading {
		b.WriteString(line + "\n")
	}
	if e.limit != nil {
		fmt.Fprintf(&b, "%s %d\n", skippedKey, *e.limit)
	}
	for _, name := range e.Cases() {
		fmt.Fprintf(&b, "%s %s\n", name, e.reasons[name])
	}
	return b.Bytes()
}
