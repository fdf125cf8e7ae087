package note

import (
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Slips reports the likely mistakes in a patch, and returns them.
func (n *Notes) Slips(s smp.Schema, patch load.Document) []report.Slip {
	slips := report.Slips(s, patch.Value)
	for _, slip := range slips {
		n.slip(patch.Name, slip)
	}
	return slips
}

// slip reports a likely mistake: in a warning if it is certain, else in a note.
func (n *Notes) slip(where string, slip report.Slip) {
	if slip.IsCertain() {
		n.Warn("%s: %s", where, slip)
	} else {
		n.Say("%s: %s", where, slip)
	}
}

// Result reports the mistakes in what patches make of an object.
func (n *Notes) Result(slips []report.Slip) {
	for _, slip := range slips {
		n.Warn("%s", slip)
	}
}

// Ambiguous tells of a decision of an engine that the patch left open.
func (n *Notes) Ambiguous(event smp.Event) {
	if event.Ambiguous != nil {
		n.Warn("%s: %v; $patch: replace with the whole list says what is meant, and diff writes it; --strict rejects this (rule %s)",
			event.Path, event.Ambiguous, smp.RuleKeysRecommended)
	}
}

// OtherObject warns of a patch that names another object than the one that it is applied to.
func (n *Notes) OtherObject(original, patch load.Document) {
	if err := load.CheckSameObject(original, patch); err != nil {
		n.Warn("%v", err)
	}
}

// serverMetadata are the fields of metadata that only servers set.
var serverMetadata = []string{"uid", "resourceVersion", "creationTimestamp", "managedFields"}

// Swapped warns of a manifest that looks like a live object beside one that does not.
func (n *Notes) Swapped(modified, current load.Document) {
	for _, name := range serverMetadata {
		path := model.Path{model.Field("metadata"), model.Field(name)}
		v, inModified := path.Lookup(modified.Value)
		_, inCurrent := path.Lookup(current.Value)
		if inModified && v.Type() != model.Null && !inCurrent {
			n.Warn("%s has %s, which servers set, and %s has not; the order is MODIFIED, then CURRENT", modified.Name, path, current.Name)
			return
		}
	}
}

// Found tells what is to be known of a patch for a document: what it replaces as a
// whole, which lists could merge, and what a cluster does otherwise with it.
func (n *Notes) Found(f patches.Found, c *load.SchemaChoice, before load.Document) error {
	if f.Wanted.As != patches.Strategic {
		n.LostNulls(c, f.Wanted.As, f.Patch)
		return nil
	}
	n.wide(f.Wide, before)
	for _, path := range f.Unattributed {
		n.Say("%s is not deleted: several elements of %s may be it with keys that a server filled in", path, before.Name)
	}
	for _, slip := range report.Unfit(f.Schema, f.Patch) {
		if f.Outside != nil && slip.Path.Equal(f.Outside) {
			continue // said below
		}
		n.slip("the patch", slip)
	}
	if f.Outside != nil {
		n.Say("%s is not a field of %s: the patch follows the specification, because a cluster rejects a patch of such a field", f.Outside, c.Merged)
		return n.ListTypes(c, f.Schema, f.Patch)
	}
	if c.Custom && f.Patch.Len() > 0 {
		n.Say("API servers answer 415 to a strategic merge patch of a custom resource; --as %s writes a patch that they accept", patches.MergePatch)
	} else if !c.Custom {
		n.Cluster(f.Wanted.Dialect, c, smp.Engine{}, f.Schema, before.Value, f.Patch)
	}
	return n.ListTypes(c, f.Schema, f.Patch)
}

// Unchanged takes note of which paths of --unchanged lead to what no schema of the
// documents knows, whatever form the patches have.
func (n *Notes) Unchanged(paths []model.Path, c load.SchemaChoice, input *load.Reader, docs ...load.Document) {
	if len(paths) == 0 {
		return
	}
	s, err := c.Choose(input, docs...)
	first := n.unchanged == nil
	if first {
		n.unchanged = make([]report.Slip, len(paths))
	}
	for i, path := range paths {
		switch slip, unknown := report.UnknownField(s, path); {
		case err != nil || !unknown:
			n.unchanged[i] = report.Slip{}
		case first, n.unchanged[i].Path != nil && len(slip.Path) > len(n.unchanged[i].Path):
			n.unchanged[i] = slip
		}
	}
}

// wide tells what a patch replaces as a whole, what that loses, and what helps.
func (n *Notes) wide(paths []model.Path, before load.Document) {
	if len(paths) == 0 {
		return
	}
	version := "metadata.resourceVersion of the live object"
	at := model.Path{model.Field("metadata"), model.Field("resourceVersion")}
	if v, _ := at.Lookup(before.Value); v.Type() == model.String {
		version = "metadata.resourceVersion: " + output.OneLine(v)
	}
	n.Say("the patch replaces %s as a whole: what others change there after %s was read is lost (rule %s)", patches.Paths(paths), before.Name, smp.RuleNotRepresentable)
	n.Say("add %s to the patch, so that a server refuses it if the object has changed; --no-wide makes it an error", version)
}

// Required reports the places that an object must have for an answer to be correct, and
// the effect of --exact.
func (n *Notes) Required(answer string, places []model.Path, exact string) {
	if len(places) > 0 {
		n.Say("%s for objects that have %s, because a cluster copies new elements together with the directives in them; --exact %s", answer, patches.Paths(places), exact)
	}
}

// LostNulls tells which null members inside lists of a merge patch a server drops.
// For built-in kinds they mean nothing, and nothing is said, as of other forms.
func (n *Notes) LostNulls(c *load.SchemaChoice, form string, patch model.Value) {
	if form != patches.MergePatch {
		return
	}
	if _, builtIn := kubernetes.Lookup(c.Merged.APIVersion, c.Merged.Kind); builtIn {
		return
	}
	if path, found := report.NullInList(patch); found {
		n.Say("a server drops null members inside lists of a merge patch, the first at %s", path)
	}
}

// ListTypes tells of the first list of patches for which --schema has a list type
// that would count with --list-types.
func (n *Notes) ListTypes(c *load.SchemaChoice, s smp.Schema, patches ...model.Value) error {
	if c.ListTyped == nil || c.ListTypes {
		return nil
	}
	typed, err := c.ListTyped()
	if err == nil {
		typed, err = c.MergeKeys.Apply(typed)
	}
	if err != nil {
		return err
	}
	for _, patch := range patches {
		if path, found := report.ListTypeIn(patch, s, typed); found {
			n.Say("%s is replaced: its schema has a list type but no patch strategy; --list-types lets list types count", path)
			return nil
		}
	}
	return nil
}

// Unmatched tells which documents have none of the same object in the other stream.
func (n *Notes) Unmatched(rest []load.Unmatched) {
	n.About = ""
	for _, d := range rest {
		n.Say("%s: %s has no %s: there is no patch for it", d.File(), d.Missing, d.Identity())
	}
}
