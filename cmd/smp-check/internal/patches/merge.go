package patches

import (
	"errors"
	"sync"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// Documents are the documents of a three-way merge.
type Documents struct {
	Original, Modified, Current load.Document // named as in package smp
	// FromAnnotation is set if original comes from the last-applied annotation of current.
	FromAnnotation bool
	// NoOriginal is set if there is no such annotation, or if the file of original does not
	// contain the object. Original is then empty.
	NoOriginal bool
	// annotation is the last-applied annotation of modified. It is absent if the patch does
	// not contain one.
	annotation model.Value
}

// Entries are the entries of an object in the files of a three-way merge. The fields are those of
// Documents.
type Entries struct {
	original, modified, current *load.Entry
	fromAnnotation, noOriginal  bool
}

// Read reads the files and returns the entries of each object that both modified and
// current contain, in the order of modified. If there are only two files, original comes from
// the annotation of current.
func Read(input *load.Reader, files []string) ([]Entries, load.Pairing, error) {
	streams, err := load.Streams(input, files)
	if err != nil {
		return nil, load.Pairing{}, err
	}
	modified, current := streams[len(streams)-2], streams[len(streams)-1]
	pairs, err := load.Pairs(current, modified)
	if err != nil {
		return nil, pairs, err
	}
	pairs.Streams = streams
	var all []Entries
	for _, pair := range pairs.Both {
		all = append(all, Entries{original: load.NoEntry(""), modified: pair[1], current: pair[0], fromAnnotation: len(streams) == 2})
	}
	if len(streams) == 3 {
		err = originals(all, modified, streams[0])
	}
	return all, pairs, err
}

// Documents returns the documents. If original comes from the annotation of
// current, Documents reads the annotation. Original is empty if there is none.
func (e Entries) Documents() (Documents, error) {
	t := Documents{
		Original: e.original.Document(), Modified: e.modified.Document(), Current: e.current.Document(),
		FromAnnotation: e.fromAnnotation, NoOriginal: e.noOriginal,
	}
	for _, d := range []load.Document{t.Modified, t.Current} {
		if err := d.CheckPresent(); err != nil {
			return t, err
		}
	}
	if !t.FromAnnotation {
		return t, nil
	}
	var err error
	if t.Original, err = LastAppliedTo(t.Current, "threeway"); errors.Is(err, errNoAnnotation) {
		t.Original, t.NoOriginal, err = load.Document{Name: t.Original.Name, Value: model.NewNull()}, true, nil
	}
	return t, err
}

// originals finds the original of each document of modified in a stream. It may have another
// version. If there is none, original is empty, as for an object that was never applied.
func originals(all []Entries, modified, stream load.Stream) error {
	var entries []*load.Entry
	for _, e := range all {
		entries = append(entries, e.modified)
	}
	matches, err := modified.With(entries).MatchVersions(stream)
	if err != nil {
		return err
	}
	for i, j := range matches {
		if j >= 0 {
			all[i].original = stream.Entries[j]
		} else {
			all[i].original, all[i].noOriginal = load.NoEntry(stream.Name), true
		}
	}
	return nil
}

// Versions returns the apiVersion of original and that of the object, and reports whether they
// are different versions of one kind. The kind of the object is that of modified, or else of
// current.
func (t Documents) Versions() (before, now string, differ bool) {
	was, is := corpus.DeclaredKind(t.Original.Value), corpus.DeclaredKind(t.Modified.Value)
	if !kinds.Complete(is) {
		is = corpus.DeclaredKind(t.Current.Value)
	}
	return was.APIVersion, is.APIVersion, kinds.Complete(was) && kinds.Complete(is) && was != is && kinds.Same(was, is)
}

// Typed returns the documents that determine the schema. As in kubectl apply, original may
// have another version than modified and current, and then has no influence on the schema.
func (t Documents) Typed() []load.Document {
	docs := []load.Document{t.Modified, t.Current}
	if _, _, differ := t.Versions(); !differ {
		docs = append(docs, t.Original)
	}
	return docs
}

// ThreeWay returns the patch for current. In conflicts, modified wins. A patch in another
// format has the same result as a strategic merge patch by the same rules. If the rules are those
// of a cluster, and no strategic merge patch for a cluster expresses the change, the patch has
// the result of a patch by the specification. Errors contain the names of the files.
func (w Options) ThreeWay(c schemas.Chosen, t Documents) (Written, error) {
	w = w.forServer(c)
	var judge smp.Judge
	if c.Custom && w.As != Strategic && w.Dialect == "" {
		// The patch follows the specification, but a cluster stores its result.
		judge = smp.SpecificationJudge{}
		if c.Undefined {
			var err error
			if c.Schema, err = c.Flags.MergeKeys.Apply(customResource()); err != nil {
				return Written{}, err
			}
		}
	}
	find := func(w Options) (Written, error) { return w.merge(c, t, judge) }
	found, err := w.elsewhere(c, find)
	return found, w.settled(c).withAdvice(err, find)
}

// customResource returns the schema of a custom resource without a definition. It has the metadata of
// all objects.
var customResource = sync.OnceValue(func() smp.Schema {
	s, err := smp.NewSchema(smp.Definition{
		Type: smp.MapType, Fields: map[string]smp.Definition{"metadata": openapi.ObjectMeta()}, Values: &smp.Definition{},
	}, nil)
	if err != nil {
		panic(err) // the definition is constant
	}
	return s
})

func (w Options) merge(c schemas.Chosen, t Documents, judge smp.Judge) (Written, error) {
	found, s := Written{Options: w, Chosen: c}, c.Schema
	e := w.engine()
	var err error
	opts := smp.ThreeWayOptions{DiffOptions: w.options(&found.Wide), Resend: w.Resend, Unattributed: &found.Unattributed}
	opts.For = judge
	found.Strategic, found.Conflicts, err = t.patch(e, s, opts)
	if fault := new(smp.Error); w.As != Strategic && e.Cluster && errors.As(err, &fault) && fault.Code == smp.NotRepresentable {
		e = engine.Engine{}
		found.Strategic, found.Conflicts, err = t.patch(e, s, opts)
	}
	found.Patch = found.Strategic
	if err != nil || w.As == Strategic {
		return found, err
	}
	if found.after, err = e.Apply(s, t.Current.Value, found.Strategic); err != nil {
		return found, load.InFile(err, "original", t.Current.Name)
	}
	found.Patch, err = As(w.As, t.Current.Value, found.after)
	return found, err
}

// patch returns the strategic patch for current, and the conflicts that modified won.
func (t Documents) patch(e engine.Engine, s smp.Schema, opts smp.ThreeWayOptions) (model.Value, []smp.Conflict, error) {
	merge := func(modified model.Value, overwrite bool) (model.Value, error) {
		opts.Overwrite = overwrite
		original := t.Original.Value
		if e.Cluster && isLiveSecret(t.Current.Value) {
			var err error
			if original, err = kubernetes.StoredSecret(original); err == nil {
				modified, err = kubernetes.StoredSecret(modified)
			}
			if err != nil {
				return model.Value{}, err
			}
		}
		return e.ThreeWay(s, original, modified, t.Current.Value, opts)
	}
	patch, err := merge(t.Modified.Value, false)
	var conflict *smp.ConflictError
	var conflicts []smp.Conflict
	if errors.As(err, &conflict) {
		conflicts = conflict.Conflicts
		patch, err = merge(t.Modified.Value, true)
	}
	if err == nil && t.annotation.Type() != model.Absent {
		var annotated model.Value
		if annotated, err = t.Annotated(); err == nil {
			patch, err = merge(annotated, true)
		}
	}
	names := map[string]string{"original": t.Original.Name, "modified": t.Modified.Name, "current": t.Current.Name}
	return patch, conflicts, load.InFiles(err, names)
}
