package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/rewrite"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// one returns the output for a document with its patches, and the schema of the document. The output
// is absent if a patch deletes the document. Without patches nothing merges, so a document without a
// schema is accepted.
func (c *applyCommand) one(notes *note.Notes, original load.Document, patches []*load.Entry) (model.Value, smp.Schema, error) {
	chosen := schemas.Chosen{Schema: smp.Schemaless, Kind: original.Identity().Kind}
	all, err := c.documents(original, patches)
	if err != nil {
		return model.Value{}, chosen.Schema, err
	}
	if len(all) > 0 || c.keep.On() {
		found, err := c.Schema.Choose(append([]load.Document{original}, all...)...)
		switch {
		case err == nil:
			chosen = found
		case len(all) > 0:
			return model.Value{}, chosen.Schema, err
		}
	}
	result, err := c.apply(notes, chosen, original, all)
	if err != nil && c.target.text != "" { // the patch does not name the object
		err = fmt.Errorf("%s: %w", original.Name, err)
	}
	return result, chosen.Schema, err
}

// apply returns a document with its patches applied, or an absent value if a patch deletes
// the document.
func (c *applyCommand) apply(notes *note.Notes, chosen schemas.Chosen, original load.Document, all []load.Document) (model.Value, error) {
	if len(all) == 0 {
		return c.written(notes, chosen, original, original.Value)
	}
	s := chosen.Schema
	onCluster, ignored := s, chosen.IgnoredByCluster()
	if ignored != "" {
		var err error
		if onCluster, err = chosen.OnCluster(append([]load.Document{original}, all...)...); err != nil {
			return model.Value{}, err
		}
	}
	if err := notes.ListTypes(chosen, load.Values(all)...); err != nil {
		return model.Value{}, err
	}
	notes.SwappedPatch(s, original, all[0])
	e := c.Settings()
	before, deletedBy := original, ""
	var inPatches []finding.Finding
	for _, patch := range all {
		var absent rewrite.Absent
		var ambiguous []cluster.Event
		var matches explain.Matches
		e.Trace = func(event cluster.Event) {
			if event.Ambiguous != nil {
				ambiguous = append(ambiguous, event)
			}
			matches.Record(event)
			if c.rewrite.Keeps() {
				absent.Record(event)
			}
		}
		if deletedBy != "" {
			return model.Value{}, fmt.Errorf("%s: %s deletes the object that this patch is for", patch.Name, deletedBy)
		}
		if err := sameObject(load.CheckSameObject(original, patch), c.rename, "applies"); err != nil {
			return model.Value{}, err
		}
		found := judge.InPatch(s, patch)
		inPatches = append(inPatches, judge.AtKeys(s, patch.Value, found)...)
		after, err := e.Apply(s, before.Value, patch.Value)
		if err == nil && e.Strict && c.Dialect.Name != corpus.Kubernetes {
			err = judge.RejectUnreadable(s, patch.Value)
		}
		notes.Findings(patch, slices.DeleteFunc(slices.Clone(found), func(f finding.Finding) bool {
			return c.isRejected(f) || isAbout(err, f)
		}))
		for _, event := range ambiguous {
			notes.Ambiguous(event)
		}
		if err == nil {
			notes.Findings(patch, matches.Findings(s, before.Value, patch.Value))
		}
		if err == nil && load.DeletesObject(patch.Value) {
			deletedBy = patch.Name
			continue
		}
		e.Trace = nil
		if err != nil && chosen.Custom && e.Cluster {
			return model.Value{}, fmt.Errorf("%s: API servers reject strategic merge patches of custom resources (status 415); to get a patch that they accept, replace --dialect kubernetes by --as %s", patch.Name, patches.MergePatch)
		}
		switch {
		case c.as.Name != patches.Result: // a cluster does not merge the patch that is written
		case ignored == "" || sameResult(e, onCluster, before.Value, patch.Value, after, err):
			notes.Cluster(c.Dialect.Name, chosen, e, onCluster, before.Value, patch.Value)
		case err == nil && e.Strict:
			return model.Value{}, fmt.Errorf("%s: %s; without --strict this is a warning", patch.Name, flagsIgnored(ignored, chosen))
		default:
			notes.Warn("%s", flagsIgnored(ignored, chosen))
		}
		if err == nil {
			noteUnions(notes, chosen, e, before.Value, patch.Value, after)
		}
		if err != nil {
			err = judge.Suggesting(err, found)
			return model.Value{}, load.InFiles(err, map[string]string{"original": original.Name, "patch": patch.Name})
		}
		if after, err = absent.Without(before.Value, after); err != nil {
			return model.Value{}, err
		}
		if err := sameObject(load.CheckNotRenamed(before, patch, after, c.Schema.File != ""), c.rename, "applies"); err != nil {
			return model.Value{}, err
		}
		if c.Dialect.Name == corpus.Kubernetes {
			if after, err = load.InNamespace(before.Value, after); err != nil {
				return model.Value{}, err
			}
			anyway := "Without --dialect kubernetes, the patch is applied."
			if e.Strict {
				anyway = "Without --dialect kubernetes and --strict, the patch is applied."
			}
			if err := judge.RejectTypes(judge.WrongTypesAfter(s, before, patch, after, found), anyway); err != nil {
				return model.Value{}, err
			}
		}
		before.Value = after
	}
	switch {
	case deletedBy != "" && c.as.Name != patches.Result:
		return model.Value{}, fmt.Errorf("%s: $patch: delete deletes the whole object, which a %s cannot do; delete the object itself: %s",
			deletedBy, c.as.Name, load.IdentityOf(original.Value).DeleteCommand())
	case deletedBy != "":
		if notes.About == "" {
			notes.Say("%s deletes %s", deletedBy, original.Title())
		} else {
			notes.Say("%s deletes it", deletedBy)
		}
		return model.Value{}, nil
	}
	inResult := judge.InResult(s, original.Value, before.Value, inPatches)
	if err := judge.RejectResult(original.Name, inResult); e.Strict && err != nil {
		return model.Value{}, err
	}
	notes.Result(inResult)
	return c.written(notes, chosen, original, before.Value)
}

// sameResult reports whether a patch has the same result, or the same error, with another schema.
func sameResult(e engine.Engine, s smp.Schema, original, patch, result model.Value, err error) bool {
	other, failed := e.Apply(s, original, patch)
	if err != nil || failed != nil {
		return err != nil && failed != nil && err.Error() == failed.Error()
	}
	return model.Equal(other, result)
}

// flagsIgnored returns the warning that a cluster's result differs because of flags.
func flagsIgnored(flags string, c schemas.Chosen) string {
	return fmt.Sprintf("a cluster ignores %s for the built-in kind %s, so its result would be different; omit %[1]s", flags, kinds.Text(c.Kind))
}

// noteUnions warns if --unions changes the result of a patch, because clusters ignore unions.
func noteUnions(notes *note.Notes, c schemas.Chosen, e engine.Engine, original, patch, result model.Value) {
	if !e.Unions || e.Cluster || c.Custom || c.Flags.Schemaless {
		return
	}
	e.Unions, e.Strict = false, false
	without, err := e.Apply(c.Schema, original, patch)
	if err != nil || model.Equal(without, result) {
		return
	}
	var places []model.Path
	for _, d := range corpus.Differences(c.Schema, without, result) {
		places = append(places, d.Path)
	}
	more := ""
	if n := len(places) - maxUnionPlaces; n > 0 {
		places, more = places[:maxUnionPlaces], " and "+cli.Counted(n, "more place")
	}
	notes.Warn("a cluster would store a different object, because it ignores unions: %s%s; %s", patches.Paths(places), more, notes.Instead)
}

// maxUnionPlaces is the maximal number of places that are listed because of unions.
const maxUnionPlaces = 5

// isAbout reports whether an error is about a mistake in a patch. The mistake then need not be
// reported again.
func isAbout(err error, f finding.Finding) bool {
	var e *smp.Error
	return errors.As(err, &e) && e.Path.Equal(f.Path)
}

// isRejected reports whether a mistake in a patch is an error if the result still has it. By
// the rules of a cluster, this is so for a value of the wrong type.
func (c *applyCommand) isRejected(f finding.Finding) bool {
	return f.Code == smp.WrongType && c.Dialect.Name == corpus.Kubernetes
}

// written returns the output for a patched object: the object, or a patch in the form of
// --as. It first sets the images and restores the kept places. The output is absent if an
// object without patches does not change.
func (c *applyCommand) written(notes *note.Notes, chosen schemas.Chosen, document load.Document, after model.Value) (model.Value, error) {
	original := document.Value
	after, err := c.images.In(after)
	if err != nil {
		return model.Value{}, err
	}
	if c.keep.On() && chosen.Flags != nil { // or nothing changes
		if err := c.keep.In(chosen.Schema, document, &after); err != nil {
			return model.Value{}, err
		}
	}
	if notes.About != "" && c.as.Name != patches.Result && len(c.images) > 0 && model.Equal(original, after) {
		return model.Value{}, nil
	}
	result, err := patches.As(c.as.Name, original, after)
	if err == nil && notes.About != "" && c.as.Name == patches.MergePatch {
		result, err = load.WithIdentity(result, original)
	}
	notes.LostNulls(chosen.Kind, c.as.Name, result)
	return result, err
}

// sameObject returns the error that a patch is for another object, or nil if the flag
// --allow-rename is set. It adds advice: the flag and what the flag does.
func sameObject(err error, rename bool, does string) error {
	if err == nil || rename {
		return nil
	}
	return fmt.Errorf("%w; --allow-rename %s it anyway", err, does)
}
