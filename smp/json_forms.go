package smp

import (
	"encoding/json"
	"errors"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/forms"
)

// This file contains the JSON of conflicts, problems, events and paths. Case files, the protocol and
// the command use the same names of fields.

// MarshalJSON returns the conflict as a JSON map for encoding/json. A side without a value is left
// out. The values may be secrets.
//
//	{"path":"spec.replicas","kind":"both-changed","left":4,"right":5}
func (c Conflict) MarshalJSON() ([]byte, error) {
	return forms.JSON(
		model.Member{Name: "path", Value: model.NewString(c.Path.String())},
		model.Member{Name: "kind", Value: model.NewString(string(c.Code))},
		model.Member{Name: "left", Value: c.Left},
		model.Member{Name: "right", Value: c.Right},
		model.Member{Name: "derived", Value: forms.Flag(c.Derived)})
}

// UnmarshalJSON sets c to the conflict that MarshalJSON has written. If it fails, c does not change.
func (c *Conflict) UnmarshalJSON(text []byte) error {
	var form struct {
		Path    model.Path   `json:"path"`
		Code    ConflictCode `json:"kind"`
		Left    model.Value  `json:"left"`
		Right   model.Value  `json:"right"`
		Derived bool         `json:"derived"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*c = Conflict{form.Path, form.Code, form.Left, form.Right, form.Derived}
	return nil
}

// MarshalJSON returns the problem as a JSON map for encoding/json. The message is the text of Cause.
//
//	{"path":"spec","kind":"unknown-field","rule":"unknown-field","rejected":false,"message":"…"}
func (p Problem) MarshalJSON() ([]byte, error) {
	return forms.JSON(
		model.Member{Name: "path", Value: model.NewString(p.Path.String())},
		model.Member{Name: "kind", Value: model.NewString(string(p.Code))},
		model.Member{Name: "rule", Value: model.NewString(string(p.Rule))},
		model.Member{Name: "rejected", Value: model.NewBool(p.Rejected)},
		model.Member{Name: "message", Value: forms.Text(message(p.Cause))})
}

// UnmarshalJSON sets p to the problem that MarshalJSON has written. Of Cause, only the text is
// read. If it fails, p does not change.
func (p *Problem) UnmarshalJSON(text []byte) error {
	var form struct {
		Path     model.Path `json:"path"`
		Code     Code       `json:"kind"`
		Rule     Rule       `json:"rule"`
		Rejected bool       `json:"rejected"`
		Message  string     `json:"message"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*p = Problem{form.Path, form.Rule, form.Code, form.Rejected, cause(form.Message)}
	return nil
}

// MarshalJSON returns the event as a JSON map for encoding/json. The field ambiguous is the text of
// Ambiguous.
//
//	{"path":"spec.ports[port=53]","rule":"keyed-merge"}
func (e Event) MarshalJSON() ([]byte, error) {
	return forms.JSON(
		model.Member{Name: "path", Value: model.NewString(e.Path.String())},
		model.Member{Name: "rule", Value: model.NewString(string(e.Rule))},
		model.Member{Name: "ambiguous", Value: forms.Text(message(e.Ambiguous))})
}

// UnmarshalJSON sets e to the event that MarshalJSON has written. Of Ambiguous, only the text is
// read. If it fails, e does not change.
func (e *Event) UnmarshalJSON(text []byte) error {
	var form struct {
		Path      model.Path `json:"path"`
		Rule      Rule       `json:"rule"`
		Ambiguous string     `json:"ambiguous"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*e = Event{form.Rule, cause(form.Ambiguous), form.Path}
	return nil
}

// String returns the path, the rule and, if there is one, the text of Ambiguous in one line.
func (e Event) String() string {
	text := e.Path.String() + ": " + string(e.Rule)
	if e.Ambiguous != nil {
		text += ": " + e.Ambiguous.Error()
	}
	return text
}

// message and cause convert an error to its text and back. There is no text for nil.
func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func cause(message string) error {
	if message == "" {
		return nil
	}
	return errors.New(message)
}

// MarshalText returns the text of [KeepPath.String], so that a path is a string in JSON. It never
// fails.
func (p KeepPath) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText sets p to the path that [ParseKeepPath] reads. It does not change p if it fails, and
// never changes the steps of the old path.
func (p *KeepPath) UnmarshalText(text []byte) error {
	read, err := ParseKeepPath(string(text))
	if err == nil {
		*p = read
	}
	return err
}

// String returns the text of a path that consists of this step.
func (s KeepStep) String() string { return KeepPath{s}.String() }

// MarshalText returns the text of [KeepStep.String], so that a step is a string in JSON. It never
// fails.
func (s KeepStep) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the step of a path that consists of one step. If it fails, s does not
// change.
func (s *KeepStep) UnmarshalText(text []byte) error {
	read, err := ParseKeepPath(string(text))
	if err == nil && len(read) != 1 {
		err = &Error{Code: Syntax, Document: "path to keep", Cause: errors.New("expected one step")}
	}
	if err == nil {
		*s = read[0]
	}
	return err
}

// MarshalJSON returns an error, because the JSON of a schema is a document of OpenAPI. Function
// Encode of package openapi writes it.
func (s Schema) MarshalJSON() ([]byte, error) {
	return nil, errors.New("smp.Schema: write the schema with openapi.Encode")
}

// UnmarshalJSON returns an error. Function Read of package openapi reads a schema.
func (s *Schema) UnmarshalJSON([]byte) error {
	return errors.New("smp.Schema: read the schema with openapi.Read or openapi.Schema")
}
