package explain

import (
	"encoding/json"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
)

// These types define the JSON of an explanation.
type (
	explainedChanges struct {
		Document string `json:"document,omitempty"`
		Summary  string `json:"summary"`

		Changes []explainedChange `json:"changes"`
		Unknown []string          `json:"unknown,omitempty"`
		Cluster []string          `json:"cluster,omitempty"`
	}
	explainedChange struct {
		Path    string          `json:"path"`
		Change  string          `json:"change"`
		Before  json.RawMessage `json:"before,omitempty"`
		After   json.RawMessage `json:"after,omitempty"`
		Reasons []Reason        `json:"reasons"`
	}
)

// WriteJSON writes one explanation as {"summary": …, "changes": […], "cluster": […]}, and
// several as {"documents": […]}. It returns the error of out.
func WriteJSON(out io.Writer, all []Named) error {
	if len(all) == 1 && all[0].Name == "" {
		return output.Indented(out, all[0].changes(""))
	}
	list := struct {
		Documents []explainedChanges `json:"documents"`
	}{[]explainedChanges{}}
	for _, x := range all {
		list.Documents = append(list.Documents, x.changes(x.Name))
	}
	return output.Indented(out, list)
}

// changes returns the JSON form of an explanation.
func (x *Explanation) changes(name string) explainedChanges {
	list := explainedChanges{Document: name, Summary: x.Summary(), Changes: []explainedChange{}, Unknown: x.Unknown(), Cluster: x.Cluster()}
	x.Tree().each(func(c *effect) {
		entry := explainedChange{Path: c.path.String(), Change: c.word(), Reasons: append([]Reason{}, c.reasons...)}
		if c.before.Type() != model.Absent {
			entry.Before = c.shown(c.path, c.before).AppendJSON(nil)
		}
		if c.after.Type() != model.Absent {
			entry.After = c.shown(c.path, c.after).AppendJSON(nil)
		}
		list.Changes = append(list.Changes, entry)
	})
	return list
}

// each calls visit for all effects of the tree, outer ones first. An effect comes before those
// of its duplicates.
func (b *branch) each(visit func(*effect)) {
	if b.effect != nil {
		visit(b.effect)
		for _, c := range b.effect.duplicates() {
			visit(c)
		}
	}
	for _, inner := range b.inside {
		inner.each(visit)
	}
}
