package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// notes tells on stderr what is to be known of a patch for a document: what it
// replaces as a whole, which lists could merge, and what a cluster does otherwise
// with it.
func (f *diffFlags) notes(stderr io.Writer, schema *schemaChoice, s smp.Schema, before document, patch model.Value) error {
	if f.as.name == asMergePatch {
		return schema.noteLostNulls(stderr, patch)
	}
	if err := f.noteWide(stderr, before); err != nil {
		return err
	}
	if err := schema.noteListTypes(stderr, s, patch); err != nil {
		return err
	}
	return f.dialect.note(stderr, schema, smp.Engine{}, s, before.value, patch)
}

// noteWide tells what the patch replaces as a whole, what that loses, and what
// helps.
func (f *diffFlags) noteWide(stderr io.Writer, before document) error {
	if len(f.wide) == 0 {
		return nil
	}
	version := "metadata.resourceVersion of the live object"
	if v, _ := fieldsPath("metadata", "resourceVersion").Lookup(before.value); v.Kind() == model.String {
		version = "metadata.resourceVersion: " + oneLine(v)
	}
	_, err := fmt.Fprintf(stderr, "smp-check: note: the patch replaces %s as a whole: what others change there after %s was read is lost (rule %s)\n"+
		"smp-check: note: add %s to the patch, so that a server refuses it if the object has changed; --no-wide makes it an error\n",
		pathList(f.wide), before.name, smp.RuleNotRepresentable, version)
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
func (c *schemaChoice) noteLostNulls(stderr io.Writer, patch model.Value) error {
	if _, builtIn := kubernetes.Lookup(c.merged.APIVersion, c.merged.Kind); builtIn {
		return nil
	}
	path, found := nullInList(patch, nil, false)
	if !found {
		return nil
	}
	_, err := fmt.Fprintf(stderr, "smp-check: note: a server drops null members inside lists of a merge patch, the first at %s\n", path)
	return err
}

// nullInList returns where the first null member of a map inside a list is.
func nullInList(v model.Value, path model.Path, inList bool) (model.Path, bool) {
	if !v.HasNull() {
		return nil, false
	}
	for name, member := range v.Members() {
		at := path.Append(model.Field(name))
		if member.Kind() == model.Null && inList {
			return at, true
		}
		if found, ok := nullInList(member, at, inList); ok {
			return found, true
		}
	}
	for i, element := range v.Elements() {
		if found, ok := nullInList(element, path.Append(model.Index(i)), true); ok {
			return found, true
		}
	}
	return nil, false
}

// noteListTypes tells of the first list of patches for which --schema has a list
// type that would count with --list-types.
func (c *schemaChoice) noteListTypes(stderr io.Writer, s smp.Schema, patches ...model.Value) error {
	if c.listTyped == nil || c.listTypes {
		return nil
	}
	typed, err := c.listTyped()
	if err == nil {
		typed, err = c.mergeKeys.apply(typed)
	}
	if err != nil {
		return err
	}
	for _, patch := range patches {
		if path, found := listTypeIn(patch, s, typed, nil); found {
			_, err := fmt.Fprintf(stderr, "smp-check: note: %s is replaced: its schema has a list type but no patch strategy; --list-types lets list types count\n", path)
			return err
		}
	}
	return nil
}

// noteListTypes tells how many lists of a schema would merge if list types
// counted, and which is the first.
func (n namedSchema) noteListTypes(stderr io.Writer) error {
	o := &outline{
		line:   func(p *place) bool { return typedOnly(p.schema, p.other) },
		follow: func(p *place) bool { return merges(p.schema) },
		fold:   foldPlaces,
	}
	root, err := o.collect(n.schema, n.listTyped)
	if err != nil {
		return err
	}
	first, count := "", 0
	o.each(root, "", func(p *place, path string) {
		// What is shown elsewhere has a line of its own, too.
		if !o.line(p) {
			return
		}
		if first == "" {
			first = path
		}
		count++
	})
	if count == 0 {
		return nil
	}
	lists := fmt.Sprintf("1 list, %s, has a list type but no patch strategy, and counts", first)
	if count > 1 {
		lists = fmt.Sprintf("%d lists, the first at %s, have a list type but no patch strategy, and count", count, first)
	}
	_, err = fmt.Fprintf(stderr, "smp-check: note: %s as atomic; --list-types lets list types count\n", lists)
	return err
}

// listTypeIn returns the path of the first list in a patch that merges if list
// types count, and else does not.
func listTypeIn(patch model.Value, s, typed smp.Schema, path model.Path) (model.Path, bool) {
	if typedOnly(s, typed) && patch.Kind() == model.List {
		return path, true
	}
	for name, member := range patch.Members() {
		inner, _ := s.Member(name)
		innerTyped, known := typed.Member(name)
		if !known {
			continue
		}
		if found, ok := listTypeIn(member, inner, innerTyped, path.Append(model.Field(name))); ok {
			return found, true
		}
	}
	for i, element := range patch.Elements() {
		if found, ok := listTypeIn(element, s.Element(), typed.Element(), path.Append(model.Index(i))); ok {
			return found, true
		}
	}
	return nil, false
}

// typedOnly reports whether a list merges by its list type alone.
func typedOnly(s, typed smp.Schema) bool {
	return s.Kind() == smp.ListType && !s.Merging() && typed.Merging()
}
