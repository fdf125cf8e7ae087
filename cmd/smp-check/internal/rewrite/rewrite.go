package rewrite

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// A Choice holds the flags that determine where documents that keep their style are written.
type Choice struct {
	KeepStyle   bool // to standard output, unless InPlace is set
	InPlace     bool // to the files
	DeleteFiles bool // delete files without any object left
}

// Keeps reports whether texts keep their style.
func (c Choice) Keeps() bool { return c.KeepStyle || c.InPlace }

// Check rejects an original, a value of --as or an output format that cannot be combined with
// the flags.
func (c Choice) Check(original, as, form string) error {
	info, err := os.Stat(original)
	switch {
	case c.DeleteFiles && !c.InPlace:
		return errors.New("--delete-files deletes files of --in-place; add --in-place")
	case !c.Keeps():
		return nil
	case as != patches.Result || form != output.FormYAML:
		return errors.New("--keep-style and --in-place keep the format of ORIGINAL; omit --as and -o")
	case c.InPlace && original == output.Stream:
		return errors.New("standard input cannot be written in place; --keep-style writes to standard output")
	case !c.InPlace && err == nil && info.IsDir():
		return fmt.Errorf("%s is a folder, which --keep-style cannot write to standard output; --in-place writes to its files", original)
	}
	return nil
}

// Files holds the new texts of the files that change. Long texts are held in a temporary
// file, which Close removes.
type Files struct {
	texts output.Texts
	files []file
}

type file struct {
	name      string
	old, text output.TextSpan
	remove    bool
}

// Close removes the temporary file.
func (f *Files) Close() { f.texts.Close() }

// Add adds the new text of a file. The results are the new values of docs; a deleted document
// has an absent value. Their schemas, docSchemas, determine which elements of lists are the same as
// before. Add writes notes about formatting that could not be kept.
func (f *Files) Add(c Choice, notes *note.Notes, docs []load.Document, results []model.Value, docSchemas []smp.Schema) error {
	stream, file := docs[0].Kept().Stream, docs[0].File()
	if stream == nil { // an empty file has no documents, so its null document has no source
		return fmt.Errorf("%s: the file is empty; there is no document to write back", docs[0].Name)
	}
	want, err := wanted(stream, docs, results)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	gone := !slices.ContainsFunc(want, func(v model.Value) bool { return !isEmpty(v) }) && slices.ContainsFunc(results, isEmpty)
	if gone && c.InPlace && !c.DeleteFiles {
		return fmt.Errorf("%s: the patches delete the last object of this file; --delete-files deletes the file", file)
	}
	text, said, err := stream.EditKeyed(want, keysOf(stream, docs, docSchemas))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, i := range changed(docs, results) {
		said = append(said, stream.Misread(i)...)
	}
	for _, n := range said {
		notes.Add(fmt.Sprintf("smp-check: note: %s:%d: %s: %s\n", file, n.Line, n.Path, n.Text))
	}
	if before := stream.Text(); !c.InPlace || gone || string(text) != string(before) {
		return f.add(file, before, text, gone && c.InPlace)
	}
	return nil
}

func (f *Files) add(name string, old, text []byte, remove bool) (err error) {
	one := file{name: name, remove: remove}
	if one.old, err = f.texts.Add(old); err == nil {
		one.text, err = f.texts.Add(text)
	}
	f.files = append(f.files, one)
	return err
}

// Write replaces all of the files or none, or writes the texts to out.
func (f *Files) Write(c Choice, out io.Writer) error {
	if c.InPlace {
		return output.ReplaceEach(len(f.files), func(i int) (output.NewText, error) {
			one := f.files[i]
			old, err := f.texts.Text(one.old)
			text, failed := f.texts.Text(one.text)
			return output.NewText{Name: one.name, Old: old, Text: text, Remove: one.remove}, cmp.Or(err, failed)
		})
	}
	for _, one := range f.files {
		text, err := f.texts.Text(one.text)
		if err == nil {
			err = output.Text(out, text)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// changed returns the indexes of the stream's documents that change, or in which an item of a
// List changes.
func changed(docs []load.Document, results []model.Value) []int {
	var all []int
	for i, d := range docs {
		if in := d.Kept().Document; results[i].Type() != model.Absent && !model.Equal(d.Value, results[i]) && (len(all) == 0 || all[len(all)-1] != in) {
			all = append(all, in)
		}
	}
	return all
}

// isEmpty reports whether a document contains no object: it is absent, null or a List without
// items.
func isEmpty(v model.Value) bool {
	items, _ := v.Get("items")
	return v.Type() == model.Absent || v.Type() == model.Null || load.IsList(v) && items.Len() == 0
}

// keysOf returns for each document of a stream the function that returns the keys of its lists.
func keysOf(s *yamldoc.Stream, docs []load.Document, docSchemas []smp.Schema) []yamldoc.KeysFunc {
	objects := make([]schemas.OfObjects, len(s.Documents()))
	keys := make([]yamldoc.KeysFunc, len(objects))
	for i := range objects {
		objects[i] = schemas.OfObjects{}
		keys[i] = objects[i].Keys
	}
	for i, d := range docs {
		objects[d.Kept().Document].Add(d, docSchemas[i])
	}
	return keys
}

// wanted returns the new documents of a stream. The docs are documents of the stream or items
// of its Lists. The results are their new values; a deleted one has an absent value.
func wanted(s *yamldoc.Stream, docs []load.Document, results []model.Value) ([]model.Value, error) {
	want := make([]model.Value, len(s.Documents()))
	for i, d := range s.Documents() {
		want[i] = d.Value
	}
	lists := map[int]map[int]model.Value{}
	for i, d := range docs {
		k := d.Kept()
		result, err := d.InText(results[i])
		if err != nil {
			return nil, err
		}
		if len(k.List) == 0 {
			want[k.Document] = result
		} else if index, ok := k.List[len(k.List)-1].(model.Index); ok {
			if lists[k.Document] == nil {
				lists[k.Document] = map[int]model.Value{}
			}
			lists[k.Document][int(index)] = result
		}
	}
	for i, changes := range lists {
		items, _ := want[i].Get("items")
		var left []model.Value
		for j, item := range items.Elements() {
			if changed, ok := changes[j]; ok {
				item = changed
			}
			if item.Type() != model.Absent {
				left = append(left, item)
			}
		}
		items, err := model.NewList(left...)
		if err == nil {
			want[i], err = want[i].WithMembers(model.Member{Name: "items", Value: items})
		}
		if err != nil {
			return nil, err
		}
	}
	return want, nil
}
