package corpus

import (
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// differentKinds rejects documents that contradict each other in what they say
// of their kind, which no engine looks at: an *smp.Error of kind different-kind
// in the first one that says another apiVersion or kind than the first one that
// says both. Where there is no schema these are fields like others.
func differentKinds(c Case) error {
	documents := c.Input.Documents()
	for _, first := range documents {
		kind, apiVersion := said(first, "kind"), said(first, "apiVersion")
		if c.Schema.Schemaless() || kind == "" || apiVersion == "" {
			continue
		}
		for _, d := range documents {
			if err := different(d, "kind", kind, first); err != nil {
				return err
			}
			if err := different(d, "apiVersion", apiVersion, first); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// said returns what a document says in a field, if that is a string.
func said(d Document, field string) string {
	v, _ := d.Value.Get(field)
	return v.Text()
}

func different(d Document, field, want string, first Document) error {
	got := said(d, field)
	if got == "" || got == want {
		return nil
	}
	return &smp.Error{
		Kind:     smp.DifferentKind,
		Document: d.Name,
		Path:     model.Path{model.Field(field)},
		Cause:    fmt.Errorf("%s here, %s in %s", got, want, first.Name),
	}
}
