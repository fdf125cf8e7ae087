package main

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/finding"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// newConflicts returns the command that lists the conflicts between two patches.
func newConflicts() *cobra.Command {
	var f cli.Combination
	cmd := &cobra.Command{
		Use:   "conflicts LEFT RIGHT",
		Short: "List the conflicts between two patches",
		Long: `List the fields for which the order of two strategic merge patches matters, with the
value that each patch sets. Patches without conflicts can be applied in either order:
the result is the same, except for the order of elements in merged lists.

Files may contain several documents or a List. A folder means all YAML and JSON files in
it and its subfolders. Likely mistakes in the patches, such as misspelled fields, are
reported as warnings on stderr.

Patches are compared if they are for the same object. If LEFT and RIGHT each contain one
patch, and these are for different objects, a warning is printed.
` + sameObjectHelp + `

` + inOrderHelp + `

` + patchSchemaHelp + `

Patches for a built-in kind are compared as a cluster applies them (--dialect
kubernetes). The list may be complete only for objects that have certain maps or
elements. A note then names these maps and elements. With --exact, the list is complete
for all objects. With --unions or --strict, the comparison follows the specification.

With -o json: {"conflicts": [{"path", "kind", "left", "right"}]}, and for several
objects {"documents": [{"document", "conflicts"}]}. The kind is both-changed,
left-deleted or right-deleted (in threeway, also both-added). If a patch clears a field
without naming it, "left" or "right" is missing. A value in stringData of a Secret conflicts
with a different value of the same key in data. Both are shown as ***. Output is limited
to 4 MiB of conflicts; the rest are only counted ("more" in JSON).

Exit status: 0 if there are no conflicts, 1 if there are some, 2 if apply would
reject one of the patches for every object.`,
		Example: `  smp-check conflicts image.yaml sidecar.yaml
  smp-check conflicts team-a/ team-b/
  smp-check conflicts --kind apps/v1/Deployment a.yaml b.yaml -o json
  smp-check conflicts image.yaml -p '{spec: {replicas: 3}}'`,
		Args: func(cmd *cobra.Command, args []string) error {
			if n := len(args) + len(f.Inline); n != 2 {
				return cli.Usagef(cmd, "conflicts requires LEFT RIGHT, or LEFT -p RIGHT, got %s", cli.Counted(n, "argument"))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.Begin(cmd); err != nil {
				return err
			}
			streams, err := f.Patches(args)
			if err != nil {
				return err
			}
			groups, many, err := load.Groups(streams, kinds.Complete(f.Schema.Kind.Kind))
			if err != nil {
				return err
			}
			var notes note.Notes
			for _, s := range streams {
				notes.Passed(s)
			}
			var found []objectConflicts
			for _, group := range groups {
				if len(group[0]) == 0 || len(group[1]) == 0 {
					continue
				}
				var names [2]string
				for i, entries := range group {
					if names[i] = entries[0].Name(); len(entries) > 1 {
						names[i] = fmt.Sprintf("%s: %s", streams[i].Name, entries[0].Identity())
					}
				}
				notes.About = ""
				if many {
					notes.About = names[0]
				}
				conflicts, err := conflictsOf(&f, &notes, names, [2][]load.Document{load.Documents(group[0]), load.Documents(group[1])})
				if err != nil {
					return err
				}
				if len(conflicts) > 0 || !many {
					found = append(found, objectConflicts{notes.About, names, conflicts})
				}
			}
			if left, right := streams[0], streams[1]; len(groups) == 2 && !left.Many() && !right.Many() {
				notes.DifferentObjects(left.Entries[0].Document(), right.Entries[0].Document())
				found = append(found, objectConflicts{})
			}
			if err := writeConflicts(cmd.OutOrStdout(), f.Form.Name, found); err != nil {
				return err
			}
			notes.Schemas(&f.Schema)
			if err := notes.Write(cmd.ErrOrStderr()); err != nil {
				return err
			}
			if slices.ContainsFunc(found, func(o objectConflicts) bool { return len(o.conflicts) > 0 }) {
				return cli.ErrNo
			}
			return nil
		},
	}
	f.Register(cmd, "also report conflicts that occur only for objects without certain maps or elements", output.FormText, output.FormJSON)
	return cmd
}

// objectConflicts lists the conflicts between two patches for one object.
type objectConflicts struct {
	about     string    // the object, if there are several
	names     [2]string // of the patches
	conflicts []smp.Conflict
}

// conflictsOf returns the conflicts between the patches of two streams for one object. The patches of
// each stream are combined first. names are the names of the combined patches.
func conflictsOf(f *cli.Combination, notes *note.Notes, names [2]string, group [2][]load.Document) ([]smp.Conflict, error) {
	chosen, err := f.Schema.Choose(slices.Concat(group[:]...)...)
	if err != nil {
		return nil, err
	}
	s := chosen.Schema
	var found [2][][]finding.Finding
	for i, docs := range group {
		for _, patch := range docs {
			inPatch := judge.InPatch(s, patch)
			notes.Findings(patch, inPatch)
			found[i] = append(found[i], inPatch)
		}
	}
	e := f.EngineFor(chosen)
	var required []model.Path
	if !f.Exact {
		e.Requires = func(place model.Path) { required = append(required, place) }
	}
	var sides [2]model.Value
	for i, docs := range group {
		sides[i] = docs[0].Value
		if len(docs) > 1 {
			if sides[i], err = composeWith(e, s, docs, found[i]); err != nil {
				return nil, err
			}
		}
	}
	find := func(left, right model.Value) ([]smp.Conflict, error) { return e.Conflicts(s, left, right) }
	conflicts, err := find(sides[0], sides[1])
	if err == nil {
		conflicts, err = patches.WithStored(chosen.Kind, conflicts, sides[0], sides[1], find)
	}
	var fault *smp.Error
	if errors.As(err, &fault) {
		for i, side := range []string{"left", "right"} {
			if fault.Document == side {
				err = load.InFile(judge.Suggesting(err, slices.Concat(found[i]...)), side, names[i])
			}
		}
	}
	if err != nil {
		return nil, err
	}
	notes.Required("these are the conflicts", required, "lists the conflicts for all objects")
	return patches.MaskedConflicts(chosen.Kind, conflicts, slices.Concat(group[:]...)...), notes.ListTypes(chosen, sides[:]...)
}

// writeConflicts writes the conflicts of each object in an output format.
func writeConflicts(out io.Writer, form string, all []objectConflicts) error {
	if form == output.FormJSON {
		lists := []report.ConflictList{}
		for _, o := range all {
			lists = append(lists, report.NewConflictList(o.about, o.conflicts))
		}
		return report.WriteConflictsJSON(out, lists...)
	}
	for _, o := range all {
		sides := report.ConflictSides{Left: o.names[0], Right: o.names[1], Says: statement}
		if err := sides.WriteText(out, o.conflicts); err != nil {
			return err
		}
	}
	return nil
}

// statement describes the effect of a patch on a field: "sets 3" or "clears it".
func statement(_ smp.ConflictCode, value string) string {
	if value == "" {
		return "clears it"
	}
	return "sets " + value
}
