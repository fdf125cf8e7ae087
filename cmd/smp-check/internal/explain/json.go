package explain

import (
	"encoding/json"
	"io"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// The JSON of an explanation.
type (
	explainedChanges struct {
		Changes []explainedChange `json:"changes"`
		Unknown []string          `json:"unknown,omitempty"`
		Cluster []string          `json:"cluster,omitempty"`
	}
	explainedChange struct {
		Path    string            `json:"path"`
		Change  string            `json:"change"`
		Before  json.RawMessage   `json:"before,omitempty"`
		After   json.RawMessage   `json:"after,omitempty"`
		Reasons []explainedReason `json:"reasons"`
	}
	explainedReason struct {
		Rule smp.Rule `json:"rule"`
		Text string   `json:"text"`
	}
)

// WriteJSON writes the explanation as JSON: {"changes": […], "cluster": […]}. The
// error is that of writing.
func (x *Explanation) WriteJSON(out io.Writer) error {
	list := explainedChanges{Changes: []explainedChange{}}
	for _, u := range x.unknown {
		list.Unknown = append(list.Unknown, u.String())
	}
	for _, note := range x.cluster {
		list.Cluster = append(list.Cluster, note.String())
	}
	x.Tree().each(func(c *effect) {
		entry := explainedChange{Path: c.path.String(), Change: words[c.kind()], Reasons: []explainedReason{}}
		if c.before.Kind() != model.Absent {
			entry.Before = c.before.AppendJSON(nil)
		}
		if c.after.Kind() != model.Absent {
			entry.After = c.after.AppendJSON(nil)
		}
		for _, r := range c.reasons {
			entry.Reasons = append(entry.Reasons, explainedReason{r.rule, r.text})
		}
		list.Changes = append(list.Changes, entry)
	})
	return output.Indented(out, list)
}

// each calls visit for all effects of the tree, outer ones first.
func (b *branch) each(visit func(*effect)) {
	if b.effect != nil {
		visit(b.effect)
	}
	for _, inner := range b.inside {
		inner.each(visit)
	}
}
