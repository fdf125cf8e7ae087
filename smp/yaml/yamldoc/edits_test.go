package yamldoc_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

var update = flag.Bool("update", false, "write the results of the examples in testdata/edits")

// An example is a text with an edit and its result. Files in testdata/edits contain examples
// in this form:
//
//	== New strings have the quotes of the strings next to them
//	image: 'nginx'
//	-- set name "web"
//	image: 'nginx'
//	name: 'web'
//	-- note: line 1: name: the text of a note
//
// Lines that begin with two dashes and a space are the edits between the texts, and the notes or
// the error after the second text. These are the edits:
//
//	set PATH VALUE     sets a field or an element, or adds one at the end of a list
//	insert PATH VALUE  adds an element before the one at the path
//	delete PATH
//	move PATH INDEX    moves an element within its list
//	rename PATH NAME   gives a field another name, at the same place
//	document N         the next edits are made in document N, counted from 1
//	remove             removes the document
//	keys PATH KEYS     the list at the path has keys, such as port,protocol=TCP or key;recommended
//	rekey PATH KEYS    the same, and the edit may change keys
//
// Instead of edits, there may be questions, and the second text is the answer:
//
//	read        prints the documents as JSON
//	place PATH  prints the position and the text of a value
//	misread     prints the numbers that clusters change
//
// Some characters have a visible form in the files, see unseen.
type example struct {
	title         string
	before, after string
	commands      []string
	notes         []string
}

// unseen contains characters, and how they are written in examples. The last one is the absence
// of a line break at the end of a text.
var unseen = []string{"\r\n", "␍\n", "\t", "␉", " \n", "␠\n", "\ufeff", "<BOM>", "\r", "<CR>", "\u0085", "<NEL>", "\u2028", "<LS>", "\u2029", "<PS>"}

func seen(text string) string {
	for i := 0; i < len(unseen); i += 2 {
		text = strings.ReplaceAll(text, unseen[i], unseen[i+1])
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		text += "␄\n"
	}
	return text
}

func hidden(text string) string {
	text = strings.TrimSuffix(text, "␄\n")
	for i := 0; i < len(unseen); i += 2 {
		text = strings.ReplaceAll(text, unseen[i+1], unseen[i])
	}
	return text
}

// readExamples reads the examples of a file, and the text before the first one.
func readExamples(text string) (head string, all []*example) {
	var x *example
	var before, after strings.Builder
	end := func() {
		if x != nil {
			x.before, x.after = hidden(before.String()), hidden(after.String())
			all = append(all, x)
		}
		before.Reset()
		after.Reset()
	}
	for _, line := range strings.SplitAfter(text, "\n") {
		if title, ok := strings.CutPrefix(line, "== "); ok {
			end()
			x = &example{title: strings.TrimSpace(title)}
			continue
		}
		if x == nil {
			head += line
			continue
		}
		command, ok := strings.CutPrefix(line, "-- ")
		switch {
		case ok && (after.Len() > 0 || strings.HasPrefix(command, "note: ") || strings.HasPrefix(command, "error: ")):
			x.notes = append(x.notes, strings.TrimSpace(command))
		case ok:
			x.commands = append(x.commands, strings.TrimSpace(command))
		case len(x.commands) == 0:
			before.WriteString(line)
		default:
			after.WriteString(line)
		}
	}
	end()
	return head, all
}

// String returns the text of an example in a file.
func (x *example) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "== %s\n%s", x.title, seen(x.before))
	for _, command := range x.commands {
		fmt.Fprintf(&out, "-- %s\n", command)
	}
	out.WriteString(seen(x.after))
	for _, note := range x.notes {
		fmt.Fprintf(&out, "-- %s\n", note)
	}
	return out.String()
}

// run returns the example with the actual result.
func (x *example) run() (*example, error) {
	got := &example{title: x.title, before: x.before, commands: x.commands}
	s, err := yamldoc.Read([]byte(x.before))
	if err != nil {
		got.notes = append(got.notes, "error: "+err.Error())
		return got, nil
	}
	want := valuesOf(s)
	keys := make([]yamldoc.KeysFunc, len(want))
	document, asked := 0, false
	for _, command := range x.commands {
		verb, rest, _ := strings.Cut(command, " ")
		argument := ""
		rest, argument, _ = strings.Cut(rest, " ")
		var path model.Path
		var err error
		if rest != "" && rest != "." && verb != "document" {
			if path, err = model.ParsePath(rest); err != nil {
				return nil, fmt.Errorf("%s: %w", command, err)
			}
		}
		switch verb {
		case "read":
			asked = true
			for _, d := range s.Documents() {
				got.after += string(d.Value.JSON()) + "\n"
			}
		case "place":
			asked = true
			place, ok := s.Place(document, path)
			if !ok {
				got.after += "nowhere\n"
				break
			}
			got.after += fmt.Sprintf("%d:%d %s\n", place.Line, place.Column, s.Text()[place.Start:place.End])
		case "misread":
			asked = true
			for _, n := range s.Misread(document) {
				got.after += n.String() + "\n"
				if n.Document != document {
					return nil, fmt.Errorf("%s: the note is for document %d", command, n.Document)
				}
			}
		case "document":
			document, err = strconv.Atoi(rest)
			document--
		case "remove":
			want[document] = model.Value{}
		case "keys", "rekey":
			keys[document] = keysOf(path, argument, verb == "rekey")
		default:
			if document >= len(want) {
				return nil, fmt.Errorf("%s: there are %d documents", command, len(want))
			}
			want[document], err = edited(want[document], verb, path, argument)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", command, err)
		}
	}
	if asked {
		return got, nil
	}
	text, notes, err := s.EditKeyed(want, keys)
	if err == nil {
		err = unchanged(text, s, want)
	}
	got.after = string(text)
	for _, n := range notes {
		got.notes = append(got.notes, "note: "+n.String())
	}
	if err != nil {
		got.notes = append(got.notes, "error: "+err.Error())
	}
	return got, nil
}

// unchanged edits an edited text so that it gets the values that it already has, and returns an
// error if this changes the text.
func unchanged(text []byte, before *yamldoc.Stream, want []model.Value) error {
	same, notes, err := before.Edit(valuesOf(before))
	if err != nil || len(notes) != 0 || string(same) != string(before.Text()) {
		return fmt.Errorf("without a change, the text becomes %q, %v, %v", same, notes, err)
	}
	want = slices.DeleteFunc(slices.Clone(want), func(v model.Value) bool { return v.Type() == model.Absent })
	s, err := yamldoc.Read(text)
	if err != nil || len(s.Documents()) != len(want) {
		return fmt.Errorf("the text cannot be read again: %v", err)
	}
	again, notes, err := s.Edit(want)
	if err != nil || len(notes) != 0 || string(again) != string(text) {
		return fmt.Errorf("edited again, the text becomes %q, %v, %v", again, notes, err)
	}
	return nil
}

func valuesOf(s *yamldoc.Stream) []model.Value {
	var all []model.Value
	for _, d := range s.Documents() {
		all = append(all, d.Value)
	}
	return all
}

// edited returns a value with one edit.
func edited(v model.Value, verb string, path model.Path, argument string) (model.Value, error) {
	if verb == "delete" {
		return path.Set(v, model.Value{})
	}
	if verb == "set" {
		value, err := model.ParseString(argument)
		if err != nil || len(path) == 0 {
			return value, err
		}
		if around, _ := path[:len(path)-1].Lookup(v); path[len(path)-1] != model.Index(around.Len()) {
			return path.Set(v, value)
		}
		verb = "insert" // at the end of the list
	}
	last := path[len(path)-1]
	path = path[:len(path)-1]
	around, _ := path.Lookup(v)
	var changed model.Value
	var err error
	switch verb {
	case "insert":
		value, fault := model.ParseString(argument)
		if fault != nil {
			return v, fault
		}
		changed, err = model.NewList(slices.Insert(around.AppendElements(nil), int(last.(model.Index)), value)...)
	case "move":
		elements := around.AppendElements(nil)
		from, to := int(last.(model.Index)), 0
		if to, err = strconv.Atoi(argument); err != nil {
			return v, err
		}
		moved := elements[from]
		changed, err = model.NewList(slices.Insert(slices.Delete(elements, from, from+1), to, moved)...)
	case "rename":
		members := around.AppendMembers(nil)
		for i, m := range members {
			if m.Name == string(last.(model.Field)) {
				members[i].Name = argument
			}
		}
		changed, err = model.NewMap(members...)
	default:
		return v, fmt.Errorf("unknown command")
	}
	if err != nil || len(path) == 0 {
		return changed, err
	}
	return path.Set(v, changed)
}

// keysOf returns a function that gives the list at a path some keys.
func keysOf(list model.Path, text string, change bool) yamldoc.KeysFunc {
	keys := yamldoc.ListKeys{Change: change}
	parts := strings.Split(text, ";")
	for i, part := range parts {
		for _, field := range strings.Split(part, ",") {
			name, value, ok := strings.Cut(field, "=")
			key := yamldoc.Key{Name: name}
			if ok {
				key.Default = model.NewString(value)
			}
			if i == 0 {
				keys.Keys = append(keys.Keys, key)
			} else {
				keys.Recommended = append(keys.Recommended, key)
			}
		}
	}
	return func(path model.Path) yamldoc.ListKeys {
		if !path.Equal(list) {
			return yamldoc.ListKeys{}
		}
		return keys
	}
}

// TestExamples makes the edits in testdata/edits. It also reads each edited text again, and edits
// it to have the values that it already has, which must not change it.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("testdata", "edits", "*.txt"))
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		head, all := readExamples(strings.ReplaceAll(string(text), "\r\n", "\n"))
		updated := head
		for _, x := range all {
			got, err := x.run()
			if err != nil {
				t.Fatalf("%s: %s: %v", file, x.title, err)
			}
			updated += got.String()
			if !*update && got.String() != x.String() {
				t.Errorf("%s: got\n%s\nwant\n%s", file, got, x)
			}
		}
		if *update {
			if err := os.WriteFile(file, []byte(updated), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
}
