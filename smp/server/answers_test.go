package server_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/server"
)

// An answer is the response of a kube-apiserver to a patch. The command `.ci/long cluster` writes
// each answer as a line of a file.
type answer struct {
	Object, Type, Patch, Unit, End string
	Times                          int
	Bytes                          []byte // instead of Patch, if the patch is not UTF-8
	Code                           int    // 0 if the server panicked
	Reason                         string
	Details                        json.RawMessage // the details of the answer without messages
	Refused                        bool            // the patch is valid, but the server rejected the result
	Mistyped                       bool            // the result does not fit into the Go type, which this test lacks
	Change                         json.RawMessage // the JSON Patch from the object to the result

	// Other lines of the file have these fields.
	Kind string
	Live json.RawMessage
}

func (a answer) text() []byte {
	if a.Bytes != nil {
		return a.Bytes
	}
	return []byte(a.Patch + strings.Repeat(a.Unit, a.Times) + a.End)
}

func (a answer) contentType() string {
	switch a.Type {
	case "json":
		return server.JSONPatch
	case "merge":
		return server.MergePatch
	case "strategic":
		return server.StrategicMergePatch
	}
	return a.Type
}

// Patch returns the status code, the reason, the details and the result that a kube-apiserver
// returned. The test of mistyped results, which needs the Go types, is in fuzz/upstream.
func TestAnswersAreThoseOfAnAPIServer(t *testing.T) {
	file, err := os.Open("testdata/answers.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	objects := map[string][]byte{}
	codes := map[int]int{}
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a answer
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		switch {
		case a.Kind != "":
			objects[a.Kind] = a.Live
		case a.Object != "" && !a.Mistyped:
			codes[a.Code]++
			if problem := a.differs(objects[a.Object]); problem != "" {
				t.Errorf("%.300s\n%.1000s", lines.Text(), problem)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	t.Log(codes)
	for _, code := range []int{0, 200, 400, 409, 413, 415, 422, 500} {
		if codes[code] < 10 {
			t.Errorf("%d answers have the code %d", codes[code], code)
		}
	}
}

// differs describes how the result of Patch differs from the answer. It returns an empty string if
// they are equal.
func (a answer) differs(live []byte) string {
	result, err := server.Patch(a.contentType(), live, a.text())
	if !a.Refused && a.Code != 200 {
		var e *server.Error
		switch {
		case err == nil:
			return "applied"
		case !errors.As(err, &e), a.Code == 0 && e.Reason != server.Unknown,
			a.Code != 0 && (e.Reason.Code() != a.Code || string(e.Reason) != a.Reason):
			return err.Error()
		case a.Code != 0 && details(e) != string(a.Details):
			return "the details are " + details(e)
		}
		return ""
	}
	if err != nil {
		return err.Error()
	}
	if a.Change == nil { // the change was too long to be recorded
		return ""
	}
	change, err := jsonpatch.Parse(a.Change)
	if err != nil {
		return err.Error()
	}
	want, err := change.Apply(model.MustParse(string(live)))
	if err != nil {
		return err.Error()
	}
	if !model.Equal(model.MustParse(string(result)), want) {
		return string(result)
	}
	return ""
}

// details returns the details in the body of an answer, without messages.
func details(e *server.Error) string {
	var body struct {
		Details *struct {
			Name   string `json:"name,omitempty"`
			Group  string `json:"group,omitempty"`
			Kind   string `json:"kind,omitempty"`
			Causes []struct {
				Reason string `json:"reason,omitempty"`
				Field  string `json:"field,omitempty"`
			} `json:"causes,omitempty"`
		} `json:"details"`
	}
	if err := json.Unmarshal(e.StatusJSON(), &body); err != nil {
		return err.Error()
	}
	if body.Details == nil {
		return ""
	}
	text, _ := json.Marshal(body.Details)
	return string(text)
}
