package cluster

import (
	"encoding/json"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/internal/forms"
)

// MarshalJSON returns the event as a JSON map for encoding/json. The fields are those of an
// [smp.Event], the id of the divergence and varies.
//
//	{"path":"spec","rule":"map-delete","divergence":"map-delete-leaves-empty"}
func (e Event) MarshalJSON() ([]byte, error) {
	text, err := e.Event.MarshalJSON()
	if err != nil {
		return nil, err
	}
	event, err := model.Parse(text, model.MaxDepth(model.HardMaxDepth))
	if err != nil {
		return nil, err
	}
	return forms.JSON(append(event.AppendMembers(nil),
		model.Member{Name: "divergence", Value: forms.Text(e.Divergence.String())},
		model.Member{Name: "varies", Value: forms.Flag(e.Varies)})...)
}

// UnmarshalJSON sets e to the event that MarshalJSON has written. If it fails, e does not change.
func (e *Event) UnmarshalJSON(text []byte) error {
	var event smp.Event
	var form struct {
		Divergence Divergence `json:"divergence"`
		Varies     bool       `json:"varies"`
	}
	if err := event.UnmarshalJSON(text); err != nil {
		return err
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	*e = Event{event, form.Divergence, form.Varies}
	return nil
}

// String returns the path, the rule, the divergence and "varies" in one line, as far as the event
// has them.
func (e Event) String() string {
	text := e.Event.String()
	if e.Divergence != 0 {
		text += ": " + e.Divergence.String()
	}
	if e.Varies {
		text += ": varies"
	}
	return text
}

// MarshalText returns the id of the divergence, so that a divergence is a string in JSON. It never
// fails.
func (d Divergence) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText sets v to the divergence with this id. The empty id is that of the zero Divergence.
// If there is no such divergence, v does not change.
func (d *Divergence) UnmarshalText(id []byte) error {
	read, ok := DivergenceNamed(string(id))
	if !ok && len(id) > 0 {
		return fmt.Errorf("unknown divergence %q; see Divergences", id)
	}
	*d = read
	return nil
}

// String returns "Go types", "OpenAPI v2" or "OpenAPI v3".
func (l Lookup) String() string {
	names := [...]string{"Go types", "OpenAPI v2", "OpenAPI v3"}
	if int(l) < len(names) {
		return names[l]
	}
	return fmt.Sprintf("Lookup(%d)", uint8(l))
}
