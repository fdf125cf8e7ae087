package answers

import (
	"bufio"
	"bytes"
	_ "embed"
	"encoding/json"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/smp/server"
)

//go:embed objects.yaml
var manifests string

// Objects returns the patched objects. The error names an object that cannot be read.
func Objects() ([]objects.Object, error) { return objects.Read(manifests) }

// A Question is a patch for an object.
type Question struct {
	// Group describes the group to which the question belongs.
	Group string `json:"-"`
	// Object is the kind of the object.
	Object string `json:"object"`
	// Type is json, merge or strategic, or a content type.
	Type string `json:"type"`
	// Patch is the text of the patch. If Unit is set, the text continues with Unit, repeated
	// Times times, and ends with End. In the record, a patch that is not UTF-8 is encoded as
	// base64.
	Patch string `json:"patch"`
	Unit  string `json:"unit,omitempty"`
	Times int    `json:"times,omitempty"`
	End   string `json:"end,omitempty"`
}

// MarshalJSON returns the answer's line of the record.
func (a Answer) MarshalJSON() ([]byte, error) {
	type plain Answer
	line := struct {
		plain
		Bytes []byte `json:"bytes,omitempty"`
	}{plain: plain(a)}
	if !utf8.ValidString(a.Patch) {
		line.Bytes, line.Patch = []byte(a.Patch), ""
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(line)
	return text.Bytes(), err
}

// Text returns the text of the patch.
func (q Question) Text() string { return q.Patch + strings.Repeat(q.Unit, q.Times) + q.End }

// ContentType returns the content type for a request.
func (q Question) ContentType() string {
	switch q.Type {
	case "json":
		return server.JSONPatch
	case "merge":
		return server.MergePatch
	case "strategic":
		return server.StrategicMergePatch
	}
	return q.Type
}

// An Answer is a server's answer to a question.
type Answer struct {
	Question
	// Code and Reason are those of the answer. Code is 0 if there was no answer.
	Code   int    `json:"code"`
	Reason string `json:"reason,omitempty"`
	// Details are those of the answer, without messages, which differ from server to server.
	Details json.RawMessage `json:"details,omitempty"`
	// Refused is set if the server applied the patch and then rejected the object. It also
	// rejects a PUT of the patched object.
	Refused bool `json:"refused,omitempty"`
	// Mistyped is set if the result does not fit into the Go type of the object, so that smp/server
	// gives this answer only with Server.New.
	Mistyped bool `json:"mistyped,omitempty"`
	// Change is the JSON Patch from the object to the result of the patch before the server
	// decodes it.
	Change json.RawMessage `json:"change,omitempty"`
}

// A Record is the content of the file of recorded answers.
type Record struct {
	Version string
	// Objects are the live objects by their kinds.
	Objects map[string]json.RawMessage
	Answers []Answer
}

// Write writes a record: one line for the version, each object and each answer.
func (r Record) Write(w io.Writer) error {
	var lines []any
	lines = append(lines, map[string]string{"version": r.Version})
	for _, kind := range slices.Sorted(maps.Keys(r.Objects)) {
		lines = append(lines, map[string]any{"kind": kind, "live": r.Objects[kind]})
	}
	for _, a := range r.Answers {
		lines = append(lines, a)
	}
	b := bufio.NewWriter(w)
	for _, line := range lines {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(line); err != nil {
			return err
		}
		b.Write(text.Bytes())
	}
	return b.Flush()
}
