package typed_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/typed"
)

// An hour is written as "2h" and also read from "120m".
type hour struct{ minutes int }

func (h hour) MarshalJSON() ([]byte, error) {
	if h.minutes%60 == 0 {
		return fmt.Appendf(nil, `"%dh"`, h.minutes/60), nil
	}
	return fmt.Appendf(nil, `"%dm"`, h.minutes), nil
}

func (h *hour) UnmarshalJSON(text []byte) error {
	var n int
	var unit string
	if _, err := fmt.Sscanf(strings.Trim(string(text), `"`), "%d%s", &n, &unit); err != nil {
		return err
	}
	if h.minutes = n; unit == "h" {
		h.minutes = 60 * n
	}
	return nil
}

// A report compares what the Go type holds, not the texts of the patch.
func TestReportsOfOtherSpellings(t *testing.T) {
	type job struct {
		Name  string `json:"name"`
		Every hour   `json:"every"`
	}
	type plan struct {
		Jobs  []job           `json:"jobs,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
		Hours map[string]hour `json:"hours,omitempty"`
		Max   int             `json:"max"`
	}
	base := plan{Jobs: []job{{"a", hour{120}}}, Hours: map[string]hour{"x": {60}}}
	for patch, want := range map[string]string{
		`{"jobs":[{"name":"a","every":"120m"}],"hours":{"x":"60m"},"max":null}`: "[]",
		`{"jobs":[{"name":"a","every":"180m"}],"hours":{"y":"60m"},"max":0}`:    "[hours.y added jobs[name=a].every changed]",
		`{"JOBS":[{"name":"b","every":"60m"}],"max":1}`:                         "[jobs[name=a] removed jobs[name=b] added max changed]",
	} {
		_, reports, err := typed.Overlay(base, typed.Raw("x", []byte(patch)), typed.Raw("again", []byte(patch)))
		if err != nil || fmt.Sprint(reports[0].Changes) != want || len(reports[1].Changes) > 0 {
			t.Errorf("%s: %v, %v; want %s and then nothing", patch, reports, err, want)
		}
	}
	_, reports, err := typed.Overlay(base, typed.Raw("x", []byte(`{"hours":{"y":"180m"}}`)))
	if err != nil || len(reports[0].Changes) != 1 || reports[0].Changes[0].After.Text() != "3h" {
		t.Errorf("%+v, %v", reports, err)
	}
}

// A report without changes is written with an empty list.
func TestEmptyReport(t *testing.T) {
	type small struct {
		A int `json:"a"`
	}
	_, reports, err := typed.Overlay(small{}, typed.Raw("x", []byte(`{}`)))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range reports {
		if text, err := json.Marshal(r); err != nil || string(text) != `{"layer":"x","changes":[]}` {
			t.Errorf("%s, %v", text, err)
		}
	}
}

// Reading a report replaces all of the old one, or nothing.
func TestReportIsReadAsAWhole(t *testing.T) {
	const text = `{"layer":"a","changes":[]}`
	read := func(into string, text string) (string, error) {
		var r typed.Report
		if err := json.Unmarshal([]byte(into), &r); err != nil {
			t.Fatal(err)
		}
		err := json.Unmarshal([]byte(text), &r)
		now, _ := json.Marshal(r)
		return string(now), err
	}
	if got, err := read(`{"layer":"b","changes":[{"path":"x","after":1}]}`, text); got != text || err != nil {
		t.Errorf("got %s, %v, want %s", got, err, text)
	}
	if got, err := read(text, `{"layer":"b","changes":5}`); got != text || err == nil {
		t.Errorf("got %s, %v, want %s and an error", got, err, text)
	}
}
