package note

import (
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Findings reports findings in a patch. The notes name only the patch, because the patch may be in another
// file than the document of the other notes.
func (n *Notes) Findings(patch load.Document, found []finding.Finding) {
	about := n.About
	n.About = patch.Name
	for _, f := range found {
		n.finding(patch.Name+": ", f)
	}
	n.About = about
}

// finding reports a finding after the name of its document. It is a note or a warning, because errors end the
// command.
func (n *Notes) finding(where string, f finding.Finding) {
	if f.Severity == finding.Note {
		n.Say("%s%s", where, f)
	} else {
		n.Warn("%s%s", where, f)
	}
}

// Result reports findings in the result of patches.
func (n *Notes) Result(found []finding.Finding) {
	for _, f := range found {
		n.finding("", f)
	}
}

// Ambiguous reports an event whose patch was ambiguous. It does nothing for other events.
func (n *Notes) Ambiguous(event cluster.Event) {
	if event.Ambiguous != nil {
		n.Warn("%s; --strict rejects this (rule %s)", judge.Ambiguous(event.Path, event.Ambiguous), smp.RuleKeysRecommended)
	}
}

// OtherObject warns if a patch names another object than the original.
func (n *Notes) OtherObject(original, patch load.Document) {
	if err := load.CheckSameObject(original, patch); err != nil {
		n.Warn("%v", err)
	}
}

// DifferentObjects warns that two patches are not compared, because they name different
// objects.
func (n *Notes) DifferentObjects(left, right load.Document) {
	n.About = ""
	n.Warn("%s; the patches are for different objects and are not compared", load.Difference(left, right))
}

// serverMetadata lists the fields of metadata that only servers set.
var serverMetadata = []string{"uid", "resourceVersion", "creationTimestamp", "managedFields"}

// Swapped warns if modified looks like a live object and current does not, because the
// arguments may be in the wrong order.
func (n *Notes) Swapped(modified, current load.Document) {
	for _, name := range serverMetadata {
		path := model.Path{model.Field("metadata"), model.Field(name)}
		v, inModified := path.Lookup(modified.Value)
		_, inCurrent := path.Lookup(current.Value)
		if inModified && v.Type() != model.Null && !inCurrent {
			n.Warn("%s has %s, which only servers set, but %s lacks it; the order of arguments is MODIFIED CURRENT", modified.Name, path, current.Name)
			return
		}
	}
}

// ServerSet warns if a patch changes fields of metadata that only servers set, because modified
// is a saved object with older values than current. If strict is set, this is an error.
func (n *Notes) ServerSet(strict bool, patch model.Value, modified, current load.Document) error {
	var changed []model.Path
	for _, name := range append([]string{"generation"}, serverMetadata...) {
		path := model.Path{model.Field("metadata"), model.Field(name)}
		_, inPatch := path.Lookup(patch)
		if inPatch && hasValue(path, modified.Value) && hasValue(path, current.Value) {
			changed = append(changed, path)
		}
	}
	if len(changed) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s has other values than %s in fields that only servers set: %s; an API server may reject the patch (409 Conflict), so remove these fields", modified.Name, current.Name, patches.Paths(changed))
	if strict {
		return fmt.Errorf("%s; without --strict this is a warning", text)
	}
	n.Warn("%s", text)
	return nil
}

// Keyless warns about the elements of modified that lack all keys of their list. The patch adds
// such an element, unless current has an equal one. If --merge-key defines the keys, a missing
// key is an error, as for apply.
func (n *Notes) Keyless(f patches.Written, modified load.Document) error {
	for _, e := range judge.KeylessElements(f.Chosen.Schema, modified.Value) {
		switch {
		case f.Chosen.Flags.MergeKeys.Keys(e.List):
			return &smp.Error{Code: smp.MissingMergeKey, Document: modified.Name, Path: e.Path, Rule: smp.RuleKeyedMerge, Cause: fmt.Errorf("missing merge key %q", e.Key)}
		case e.All && f.Patch.Len() > 0:
			n.Warn("%s: %s: missing merge key %q; the patch adds this element, unless the list has an equal one", modified.Name, e.Path, e.Key)
		}
	}
	return nil
}

// Patch reports on a patch for a document: the places that the patch replaces as a whole, the
// lists that could merge, and the differences on a cluster.
func (n *Notes) Patch(f patches.Written, before load.Document) error {
	if f.Options.As != patches.Strategic {
		n.LostNulls(f.Chosen.Kind, f.Options.As, f.Patch)
		for _, found := range judge.Value(f.Chosen.Schema, f.Strategic) {
			n.finding("the patch: ", found)
		}
		return nil
	}
	n.wide(f.Wide, before)
	for _, path := range f.Unattributed {
		n.Say("%s is not deleted: because a server filled in keys, it could be any of several elements of %s", path, before.Name)
	}
	for _, found := range judge.Value(f.Chosen.Schema, f.Patch) {
		if f.Outside != nil && found.Path.Equal(f.Outside) {
			continue // reported below
		}
		n.finding("the patch: ", found)
	}
	if f.Outside != nil {
		n.Say("%s is not a field of %s: the patch follows the specification, because a cluster rejects a patch of such a field", f.Outside, kinds.Text(f.Chosen.Kind))
		return n.ListTypes(f.Chosen, f.Patch)
	}
	if f.Chosen.Custom && f.Patch.Len() > 0 {
		n.Say("API servers reject strategic merge patches of custom resources (status 415); --as %s writes a patch that they accept", patches.MergePatch)
	} else if !f.Chosen.Custom {
		n.Cluster(f.Options.Dialect, f.Chosen, engine.Engine{}, f.Chosen.Schema, before.Value, f.Patch)
	}
	return n.ListTypes(f.Chosen, f.Patch)
}

// wide reports the places that a patch replaces as a whole, the risk, and the remedy.
func (n *Notes) wide(paths []model.Path, before load.Document) {
	if len(paths) == 0 {
		return
	}
	version := "metadata.resourceVersion of the live object"
	at := model.Path{model.Field("metadata"), model.Field("resourceVersion")}
	if v, _ := at.Lookup(before.Value); v.Type() == model.String {
		version = "metadata.resourceVersion: " + output.OneLine(v)
	}
	n.Say("the patch replaces %s as a whole; changes that others make there after %s was read are lost (rule %s)", patches.Paths(paths), before.Name, smp.RuleNotRepresentable)
	n.Say("add %s to the patch, so that a server rejects it if the object has changed; --strict makes this an error", version)
}

// Required reports the places that an object must have so that an answer is correct. exact
// describes the effect of --exact.
func (n *Notes) Required(answer string, places []model.Path, exact string) {
	if len(places) > 0 {
		n.Say("%s for objects that have %s, because a cluster copies new elements together with the directives in them; --exact %s", answer, patches.Paths(places), exact)
	}
}

// LostNulls reports null members inside the lists of a merge patch, because a server drops
// them. It reports nothing for other formats, or for built-in kinds, in which such nulls have
// no meaning.
func (n *Notes) LostNulls(k kubernetes.Kind, form string, patch model.Value) {
	if form != patches.MergePatch {
		return
	}
	if _, builtIn := kubernetes.Lookup(k.APIVersion, k.Kind); builtIn {
		return
	}
	if path, found := report.NullInList(patch); found {
		n.Say("a server drops null fields from lists in a merge patch; the first one is at %s", path)
	}
}

// ListTypes reports the first list of the patches that would merge with --list-types.
func (n *Notes) ListTypes(c schemas.Chosen, patches ...model.Value) error {
	if c.ListTyped == nil || c.Flags.ListTypes {
		return nil
	}
	typed, err := c.ListTyped()
	if err == nil {
		typed, err = c.Flags.MergeKeys.Apply(typed)
	}
	if err != nil {
		return err
	}
	for _, patch := range patches {
		if path, found := report.ListTypeIn(patch, c.Schema, typed); found {
			n.Say("%s is replaced, because its schema has a list type but no patch strategy; --list-types merges by list type", path)
			return nil
		}
	}
	return nil
}

// Unmatched reports the documents whose object is not in the other stream.
func (n *Notes) Unmatched(rest []load.Unmatched) {
	n.About = ""
	for _, d := range rest {
		n.Say("%s: no patch is written, because %s has no %s", d.File(), d.Missing, d.Identity())
	}
}
