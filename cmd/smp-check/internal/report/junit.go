package report

import (
	"bufio"
	"encoding/xml"
	"io"
	"path"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
)

// The elements of a JUnit report, which CI servers read.
type (
	junitSuites struct {
		XMLName xml.Name   `xml:"testsuites"`
		Suite   junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr"`
		Failure *junitFailure `xml:"failure"`
		Skipped *junitSkipped `xml:"skipped"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// writeJUnit writes the report as JUnit XML. The class of a case is its area. Expected
// failures, and cases that the runner itself answers, are reported as skipped.
func (r *Cases) writeJUnit(out io.Writer) error {
	suite := junitSuite{Name: "smp-check run: " + r.Subject, Tests: r.Cases, Failures: r.Failed, Skipped: r.Skipped + r.Expected + r.ByRunner}
	for i, result := range r.Results {
		c := junitCase{Class: path.Dir(result.Name), Name: path.Base(result.Name), File: result.File}
		if c.Class == "." {
			c.Class = "cases"
		}
		switch result.Status {
		case statusFailed:
			c.Failure = &junitFailure{
				Message: result.Failures[0].What + " differs from the expected one",
				Text:    r.verdicts[i].String(),
			}
		case statusSkipped:
			c.Skipped = &junitSkipped{result.Reason}
		case statusByRunner:
			c.Skipped = &junitSkipped{"the runner itself answers the case"}
		case statusExpected:
			c.Skipped = &junitSkipped{"expected to fail: " + result.Reason}
		}
		suite.Cases = append(suite.Cases, c)
	}
	text, err := xml.MarshalIndent(junitSuites{Suite: suite}, "", "  ")
	if err != nil {
		return err
	}
	return output.Buffered(out, func(w *bufio.Writer) {
		w.WriteString(xml.Header)
		w.Write(text)
		w.WriteByte('\n')
	})
}
