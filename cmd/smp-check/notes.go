package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/threeway"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// notes tells on stderr what is to be known of a patch for a document: what it
// replaces as a whole, which lists could merge, and what a cluster does otherwise
// with it.
func (f *diffFlags) notes(stderr io.Writer, schema *load.SchemaChoice, s smp.Schema, before load.Document, patch model.Value) error {
	if f.as.name == asMergePatch {
		return noteLostNulls(stderr, schema, patch)
	}
	if err := f.noteWide(stderr, before); err != nil {
		return err
	}
	if err := noteListTypes(stderr, schema, s, patch); err != nil {
		return err
	}
	return f.dialect.note(stderr, schema, smp.Engine{}, s, before.Value, patch)
}

// noteWide tells what the patch replaces as a whole, what that loses, and what
// helps.
func (f *diffFlags) noteWide(stderr io.Writer, before load.Document) error {
	if len(f.wide) == 0 {
		return nil
	}
	version := "metadata.resourceVersion of the live object"
	if v, _ := threeway.FieldsPath("metadata", "resourceVersion").Lookup(before.Value); v.Kind() == model.String {
		version = "metadata.resourceVersion: " + output.OneLine(v)
	}
	_, err := fmt.Fprintf(stderr, "smp-check: note: the patch replaces %s as a whole: what others change there after %s was read is lost (rule %s)\n"+
		"smp-check: note: add %s to the patch, so that a server refuses it if the object has changed; --no-wide makes it an error\n",
		pathList(f.wide), before.Name, smp.RuleNotRepresentable, version)
	return err
}

func pathList(paths []model.Path) string {
	texts := make([]string, len(paths))
	for i, path := range paths {
		texts[i] = path.String()
	}
	return strings.Join(texts, ", ")
}

// wayOut adds to the error that there is no such patch which flags give one:
// again tries it with other options, and mergePatch as a merge patch.
func (f *diffFlags) wayOut(err error, again func(smp.DiffOptions) error, mergePatch func() error) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Kind != smp.NotRepresentable {
		return err
	}
	if f.noWide {
		var wide []model.Path
		opts := f.options()
		opts.NoWide, opts.Wide = false, &wide
		if again(opts) == nil && len(wide) > 0 {
			err = fmt.Errorf("%w\nWithout --no-wide the patch replaces %s as a whole", err, pathList(wide))
		}
	}
	if mergePatch() == nil {
		err = fmt.Errorf("%w\n--as merge-patch writes a JSON Merge Patch instead, which replaces every list that differs as a whole", err)
	}
	return err
}

// noteLostNulls tells which null members inside lists of a merge patch a server
// drops. For built-in kinds they mean nothing, and nothing is said.
func noteLostNulls(stderr io.Writer, c *load.SchemaChoice, patch model.Value) error {
	if _, builtIn := kubernetes.Lookup(c.Merged.APIVersion, c.Merged.Kind); builtIn {
		return nil
	}
	path, found := report.NullInList(patch)
	if !found {
		return nil
	}
	_, err := fmt.Fprintf(stderr, "smp-check: note: a server drops null members inside lists of a merge patch, the first at %s\n", path)
	return err
}

// noteListTypes tells of the first list of patches for which --schema has a list
// type that would count with --list-types.
func noteListTypes(stderr io.Writer, c *load.SchemaChoice, s smp.Schema, patches ...model.Value) error {
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
			_, err := fmt.Fprintf(stderr, "smp-check: note: %s is replaced: its schema has a list type but no patch strategy; --list-types lets list types count\n", path)
			return err
		}
	}
	return nil
}
