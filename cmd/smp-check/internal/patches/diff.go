package patches

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Diff returns the patch from original to modified. Errors contain the names of the files.
func (w Options) Diff(c *schemas.Choice, original, modified load.Document) (Written, error) {
	choose := c.Choose
	if w.As != Strategic && w.As != Result {
		choose = c.ChooseKnown
	}
	chosen, err := choose(original, modified)
	if err != nil {
		return Written{}, err
	}
	w = w.forServer(chosen)
	find := func(w Options) (Written, error) {
		found, err := w.between(chosen, original.Value, modified.Value)
		if err != nil || !original.Value.HasNull() {
			return found, err
		}
		return w.withoutNulls(found, original.Value, modified.Value), nil
	}
	found, err := w.elsewhere(chosen, find)
	return found, w.settled(chosen).withAdvice(load.InFiles(err, map[string]string{"original": original.Name, "modified": modified.Name}), find)
}

// between returns the patch from original to modified. A patch in another format has the same
// result as a strategic merge patch without a schema, so that null members and unchanged paths
// have the same meaning in all formats. On a cluster, this is also the result of a strategic
// merge patch with the schema.
func (w Options) between(c schemas.Chosen, original, modified model.Value) (Written, error) {
	found := Written{Options: w, Chosen: c}
	var err error
	if w.As == Strategic {
		found.Patch, err = w.engine().Diff(c.Schema, original, modified, w.options(&found.Wide))
		found.Strategic = found.Patch
		return found, err
	}
	if found.Strategic, err = (smp.Engine{}).Diff(smp.Schemaless, original, modified, w.options(nil)); err != nil {
		return found, err
	}
	if found.after, err = (smp.Engine{}).Apply(smp.Schemaless, original, found.Strategic); err != nil {
		return found, err
	}
	found.Patch, err = As(w.As, original, found.after)
	return found, err
}
