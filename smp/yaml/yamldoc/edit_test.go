package yamldoc_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/yaml"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// TestEdit edits texts. The name of each test describes the parts that are kept.
func TestEdit(t *testing.T) {
	for _, test := range []struct{ name, text, want, edited string }{
		{"a scalar", "a: 1 # one\nb: 2\n", `{"a":3,"b":2}`, "a: 3 # one\nb: 2\n"},
		{"quotes stay", "a: 'x'\nb: \"y\"\n", `{"a":"v","b":"w"}`, "a: 'v'\nb: \"w\"\n"},
		{"what could be misread is quoted", "a: x\nb: x\nc: x\nd: x\ne: x\nf: x\n", `{"a":"no","b":"0777","c":"1e3","d":"~","e":"1:30","f":"2001-01-01"}`,
			"a: \"no\"\nb: \"0777\"\nc: \"1e3\"\nd: \"~\"\ne: \"1:30\"\nf: \"2001-01-01\"\n"},
		{"spelling stays", "a: 1.0\nb: no\nc: 0777\n", `{"a":1,"b":false,"c":512}`, "a: 1.0\nb: no\nc: 512\n"},
		{"a member more", "a: 1\nb:\n  c: 2 # two\n# end\n", `{"a":1,"b":{"c":2,"d":[1,{"x":"v"}]},"e":"f"}`,
			"a: 1\nb:\n  c: 2 # two\n  d:\n  - 1\n  - x: v\ne: f\n# end\n"},
		{"a member less, with its comments", "a: 1\n# about b\nb: 2 # two\n  # more\n\n# about c\nc: 3\n", `{"a":1,"c":3}`, "a: 1\n\n# about c\nc: 3\n"},
		{"a comment of no member", "a: 1\n\n# These are others.\n\n# about b\nb: 2\n", `{"a":1}`, "a: 1\n\n# These are others.\n"},
		{"all members less", "a:\n  b: 1\n  c: 2\nd: 3\n", `{"a":{},"d":3}`, "a: {}\nd: 3\n"},
		{"a map for a scalar", "a: 1 # one\nb: 2\n", `{"a":{"x":1},"b":2}`, "a: # one\n  x: 1\nb: 2\n"},
		{"a scalar for a map", "a: # one\n  x: 1\nb: 2\n", `{"a":1,"b":2}`, "a: 1 # one\nb: 2\n"},
		{"an element more, indented as its siblings", "a:\n  - x: 1\n    z: 2\n  - x: 2\n", `{"a":[{"x":1,"z":2},{"x":2},{"x":3,"z":4}]}`,
			"a:\n  - x: 1\n    z: 2\n  - x: 2\n  - x: 3\n    z: 4\n"},
		{"members of a new element stand as in its siblings", "- name: a\n  image: b\n  args: [x]\n", `[{"name":"a","image":"b","args":["x"]},{"args":["v"],"env":1,"image":"c","name":"d"}]`,
			"- name: a\n  image: b\n  args: [x]\n- name: d\n  image: c\n  args: [v]\n  env: 1\n"},
		{"and in flow style", "[{name: a, image: b}]\n", `[{"name":"a","image":"b"},{"image":"c","name":"d"}]`, "[{name: a, image: b}, {name: d, image: c}]\n"},
		{"objects of a List are told apart by kind and name", "- kind: A\n  metadata: {name: a}\n  x: 1\n# two\n- kind: B\n  metadata: {name: a}\n  x: 1 # b\n# three\n- kind: B\n  metadata: {name: b}\n",
			`[{"kind":"B","metadata":{"name":"a"},"x":2},{"kind":"B","metadata":{"name":"b"},"z":1}]`, "# two\n- kind: B\n  metadata: {name: a}\n  x: 2 # b\n# three\n- kind: B\n  metadata: {name: b}\n  z: 1\n"},
		{"an object of a List that gets another name", "- kind: A\n  metadata: {name: a} # x\n- kind: A\n  metadata: {name: b} # y\n",
			`[{"kind":"A","metadata":{"name":"c"}},{"kind":"A","metadata":{"name":"b"}}]`, "- kind: A\n  metadata: {name: c} # x\n- kind: A\n  metadata: {name: b} # y\n"},
		{"elements move with their comments", "- name: a # one\n  v: 1\n# two\n- name: b\n  v: 2\n", `[{"name":"b","v":3},{"name":"a","v":1}]`,
			"# two\n- name: b\n  v: 3\n- name: a # one\n  v: 1\n"},
		{"the first member behind a dash", "- a: 1\n  b: 2\n", `[{"b":2}]`, "- b: 2\n"},
		{"first in flow style", "a: [b]\nc: {d: e, f: g}\nh: [ i, j ]\n", `{"a":["x","b"],"c":{"z":1},"h":["k","i","j"]}`, "a: [x, b]\nc: {z: 1}\nh: [ k, i, j ]\n"},
		{"flow style stays", "a: {b: 1, c: [1, 2]}\n", `{"a":{"b":2,"c":[1,2,3],"d":"x"}}`, "a: {b: 2, c: [1, 2, 3], d: x}\n"},
		{"an alias that changes alone is written out", "a: &x {k: 1}\nb: *x\nc: *x\n", `{"a":{"k":1},"b":{"k":2},"c":{"k":1}}`, "a: &x {k: 1}\nb: {k: 2}\nc: *x\n"},
		{"aliases that change alike stay", "a: &x {k: 1}\nb: *x\n", `{"a":{"k":2},"b":{"k":2}}`, "a: &x {k: 2}\nb: *x\n"},
		{"an anchor that goes", "a: &x 1\nb: *x\n", `{"b":1}`, "b: 1\n"},
		{"an anchor that changes", "a: &x 1\nb: *x\n", `{"a":2,"b":1}`, "a: &x 2\nb: 1\n"},
		{"a merge key stays", "a: &x {k: 1}\nb:\n  <<: *x\n  l: 2\n", `{"a":{"k":1},"b":{"k":1,"l":3}}`, "a: &x {k: 1}\nb:\n  <<: *x\n  l: 3\n"},
		{"directives stay", "%YAML 1.1\n# c\n---\na: 1 # c\nb: 2\n", `{"a":3,"b":2}`, "%YAML 1.1\n# c\n---\na: 3 # c\nb: 2\n"},
		{"a merge key is written out", "a: &x {k: 1, m: [1]}\nb:\n  <<: *x # base\n  l: 2\n", `{"a":{"k":1,"m":[1]},"b":{"m":[1],"l":2}}`, "a: &x {k: 1, m: [1]}\nb:\n  m: [1]\n  l: 2\n"},
		{"a field of a merge key is overridden", "a: &x {k: 1, m: \"2\"}\nb:\n  <<: *x # base\n  l: 2\nc: {<<: *x}\n", `{"a":{"k":1,"m":"2"},"b":{"k":5,"m":"3","l":2},"c":{"k":1,"m":"4"}}`,
			"a: &x {k: 1, m: \"2\"}\nb:\n  <<: *x # base\n  l: 2\n  k: 5\n  m: \"3\"\nc: {<<: *x, m: \"4\"}\n"},
		{"a list of a merge key is overridden", "a: &x\n  args: [\"p\", \"q\"] # c\n  env:\n  - name: nn\n    value: 'v'\nb: {<<: [*x]}\n", `{"a":{"args":["p","q"],"env":[{"name":"nn","value":"v"}]},"b":{"args":["p","z"],"env":[{"name":"nn","value":"w"}]}}`,
			"a: &x\n  args: [\"p\", \"q\"] # c\n  env:\n  - name: nn\n    value: 'v'\nb: {<<: [*x], args: [\"p\", \"z\"], env: [{name: nn, value: 'w'}]}\n"},
		{"literal text", "a: |\n  one\n  two\nb: 1\n", `{"a":"one\nthree\n","b":1}`, "a: |\n  one\n  three\nb: 1\n"},
		{"a word of a folded text", "a: >- # c\n    one two\n    three\n\n    four\n      five\nb: 1\n", `{"a":"one two 3\nfour\n  five","b":1}`, "a: >- # c\n    one two\n    3\n\n    four\n      five\nb: 1\n"},
		{"a line more in a folded text", "a: >\n  one\n  two\n", `{"a":"one two\nthree\n"}`, "a: >\n  one\n  two\n\n  three\n"},
		{"the end of a literal text", "a: |2+ # c\n    one\n\nb: 1\n", `{"a":"  one","b":1}`, "a: |2- # c\n    one\n\nb: 1\n"},
		{"an indentation indicator", "a: |\n   one\n", `{"a":" one\n"}`, "a: |3\n    one\n"},
		{"a word of a plain text", "a: one\n  two\n   three # c\n", `{"a":"one 2 three"}`, "a: one\n  2\n   three # c\n"},
		{"a paragraph more in a plain text", "a: one\n  two\n", `{"a":"one two\nthree"}`, "a: one\n  two\n\n  three\n"},
		{"a word of a text in quotes", "a: 'it''s\n  one\n  two'\nb: [\"x\n  \\u00e9 y\\\n  z\"]\n", `{"a":"it's 1 two","b":["x é yw"]}`, "a: 'it''s\n  1\n  two'\nb: [\"x\n  \\u00e9 y\\\n  w\"]\n"},
		{"a text in double quotes stays one", "a: \"one\\n \\\"two\\\"\"\n", `{"a":"one\n \"2\"\nthree"}`, "a: \"one\\n \\\"2\\\"\\nthree\"\n"},
		{"a comment after a header", "a: | # one\n  x\nb: >- # two\n  y\nc: # three\n  | # four\n  z\n", `{"a":1,"b":{"k":1},"c":"no"}`,
			"a: 1 # one\nb: # two\n  k: 1\nc: # three\n  |- # four\n  no\n"},
		{"a comment after a tag", "a: !!str # one\n  5 # two\nb: [!!str # three\n  5]\nc: !!map # four\n  k: 1\n", `{"a":"x","b":[1],"c":2}`,
			"a: !!str # one\n  x # two\nb: [ # three\n  1]\nc: 2 # four\n"},
		{"a comment after a tag that goes", "a: !!str # one\n  5 # two\nb: &x # three\n  c\n", `{"a":6,"b":[1]}`, "a: 6 # one # two\nb: &x # three\n- 1\n"},
		{"a comment after the tag of a document", "!!str # one\n5\n", `{"a":1}`, "# one\na: 1\n"},
		{"a new list is like that of another element", "c:\n- name: a\n  args: [\"x\"]\n- name: b\n", `{"c":[{"name":"a","args":["x"]},{"name":"b","args":["z"]}]}`, "c:\n- name: a\n  args: [\"x\"]\n- name: b\n  args: [\"z\"]\n"},
		{"or like the one of its name elsewhere", "i:\n- name: i\n  env:\n    -   name: 'A'\n        value: \"1\"\nc:\n- name: b\n", `{"i":[{"name":"i","env":[{"name":"A","value":"1"}]}],"c":[{"name":"b","env":[{"value":"z","name":"B"}]}]}`,
			"i:\n- name: i\n  env:\n    -   name: 'A'\n        value: \"1\"\nc:\n- name: b\n  env:\n    -   name: 'B'\n        value: z\n"},
		{"or like a list of scalars beside it", "c:\n- name: a\n  args: ['x']\n  env:\n  - name: A\n- name: b\n", `{"c":[{"name":"a","args":["x"],"env":[{"name":"A"}]},{"name":"b","command":["z"],"ports":[{"port":1}]}]}`,
			"c:\n- name: a\n  args: ['x']\n  env:\n  - name: A\n- name: b\n  command: ['z']\n  ports:\n  - port: 1\n"},
		{"a new map has the indentation of its siblings", "x:\n  q: 1\na:\n    b:\n        c: \"1\"\n", `{"x":{"q":1},"a":{"b":{"c":"1"},"d":{"c":"2"}}}`, "x:\n  q: 1\na:\n    b:\n        c: \"1\"\n    d:\n        c: \"2\"\n"},
		{"a field with another name", "- x-ports: # one\n  - port: 80 # two\n  from:\n  # three\n  - a: {b: 1, c: [2]}\n", `[{"from":[{"a":{"b":2}}],"ports":[{"port":80}]}]`, "- ports: # one\n  - port: 80 # two\n  from:\n  # three\n  - a: {b: 2}\n"},
		{"several fields with other names", "a: {'b': {c: 1}, d: {e: 2}, f: 3}\n", `{"a":{"x":{"e":2},"y":{"c":1},"z":3}}`, "a: {'y': {c: 1}, x: {e: 2}, z: 3}\n"},
		{"another field", "a: 1 # one\nb: 2\n", `{"b":2,"c":3}`, "b: 2\nc: 3\n"},
		{"similar elements among others", "- x: 1 # one\n  s: [1] # two\n# three\n- x: 2\n  s: [2]\n", `[{"s":[1],"x":3},{"s":[2],"z":2},{"s":[3]}]`, "- x: 3 # one\n  s: [1] # two\n# three\n- z: 2\n  s: [2]\n- s: [3]\n"},
		{"the first word of a plain text", "a: test -z \"$(lint\n  --all |\n  tee)\"\nb: run [x] {y}\n", `{"a":"not -z \"$(lint --all | tee)\"","b":"go [x] {y}"}`, "a: not -z \"$(lint\n  --all |\n  tee)\"\nb: go [x] {y}\n"},
		{"line breaks of Windows", "a: 1\r\nb:\r\n- x\r\n", `{"a":2,"b":["x","v"]}`, "a: 2\r\nb:\r\n- x\r\n- v\r\n"},
		{"a byte order mark, no last line break", "\ufeffa: 1\nb: 2", `{"a":1,"b":2,"c":3}`, "\ufeffa: 1\nb: 2\nc: 3"},
		{"JSON", `{"a":1,"b":[1,2]}`, `{"a":1,"b":[1,"no"]}`, `{"a":1,"b":[1,"no"]}`},
		{"comments in flow style", "a: [ # head\n  b, # b\n  # about c\n  c, # c\n  d # d\n]\n", `{"a":["d","b","e"]}`, "a: [ # head\n  d, # d\n  b, # b\n  # about c\n  e # c\n]\n"},
		{"commas at the end", "a: [\n  b,\n  c,\n]\n", `{"a":["b","c","d"]}`, "a: [\n  b,\n  c,\n  d,\n]\n"},
		{"something behind a literal text at the end", "a: |\n  b", `{"a":"b","c":1}`, "a: |-\n  b\nc: 1"},
		{"line breaks that are no others'", "a: 1\rb: 2\r", `{"a":1,"b":3}`, "a: 1\nb: 3\n"},
		{"maps after carriage returns", "a: 1\rb:\r  c: {d: 1}\r", `{"a":1,"b":{"c":{"d":2}}}`, "a: 1\nb:\n  c:\n    d: 2\n"},
		{"an empty map", "a: {}\n", `{"a":{"b":1}}`, "a:\n  b: 1\n"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := yamldoc.Read([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if v, err := yaml.Parse([]byte(test.text)); err == nil && !model.Equal(v, s.Documents()[0].Value) {
				t.Errorf("read as %s, by corpus as %s", s.Documents()[0].Value.JSON(), v.JSON())
			}
			edited, notes, err := s.Edit([]model.Value{model.MustParse(test.want)})
			if err != nil {
				t.Fatal(err)
			}
			if string(edited) != test.edited {
				t.Errorf("edited to\n%s\nwant\n%s\nnotes %v", edited, test.edited, notes)
			}
		})
	}
}

// TestEditNotesComments removes values with comments. A note about the value contains each
// comment.
func TestEditNotesComments(t *testing.T) {
	for _, test := range []struct{ text, want, notes string }{
		{"a: 1\n# one\n# two\nb: 2 # three\n  # four\n\n# five\n\nc: 3\n", `{"a":1,"c":3}`, "line 2: b: is deleted with the comments # one, # two, # three, # four"},
		{"a:\n  b: # one\n  - c: 1 # two\n  # three\n  - d\n", `{"a":{"b":["d"]}}`, "line 3: a.b[0]: is deleted with the comment # two"},
		{"a:\n  b: # one\n    c: 1 # two\n", `{"a":1}`, "line 2: a.b: is deleted with the comments # one, # two"},
		{"a: [ # one\n  b, # two\n  # three\n  c # four\n  ]\n", `{"a":["b"]}`, "line 3: a[1]: is deleted with the comments # three, # four"},
		{"a: {b: 1, # one\n  c: 2} # two\n", `{"a":{"c":2}}`, "line 1: a.b: is deleted with the comment # one"},
		{"a: &x {b: 1, c: 2}\nd:\n  <<: *x # one\n", `{"a":{"b":1,"c":2},"d":{"b":1}}`, "line 3: d: the merge key in line 3 is written out; line 3: d[\"<<\"]: loses the comment # one"},
		{"# one\na: 1 # two\n# three\n", `[]`, "line 2: a: is deleted with the comment # two"},
		{"a: | # one\n  x\n", `{}`, "line 1: a: is deleted with the comment # one"},
	} {
		s, err := yamldoc.Read([]byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		edited, notes, err := s.Edit([]model.Value{model.MustParse(test.want)})
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, n := range notes {
			all = append(all, n.String())
		}
		if got := strings.Join(all, "; "); got != test.notes {
			t.Errorf("%q becomes %q with the notes\n%s\nwant\n%s", test.text, edited, got, test.notes)
		}
	}
}

// TestEditRemovesDocuments edits texts and removes a document.
func TestEditRemovesDocuments(t *testing.T) {
	const text = "# one\na: 1\n---\n# two\nb: 2\n--- # three\nc: 3\n"
	for i, edited := range []string{"---\n# two\nb: 2\n--- # three\nc: 3\n", "# one\na: 1\n--- # three\nc: 3\n", "# one\na: 1\n---\n# two\nb: 2\n"} {
		s, err := yamldoc.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		var want []model.Value
		for j, d := range s.Documents() {
			if j == i {
				d.Value = model.Value{}
			}
			want = append(want, d.Value)
		}
		note := []string{"line 2: .: is deleted with the comment # one", "line 3: .: is deleted with the comment # two", "line 6: .: is deleted with the comment # three"}[i]
		if got, notes, err := s.Edit(want); err != nil || string(got) != edited || len(notes) != 1 || notes[0].String() != note {
			t.Errorf("without document %d: %q, %v, %v; want %q and the note %s", i, got, notes, err, edited, note)
		}
	}
}

// TestMisread lists the numbers that clusters round or truncate.
func TestMisread(t *testing.T) {
	const text = "a: 1.0\nb: 18446744073709551616 # more than 64 bits\nc: [0.1, 0.12345678901234567890]\nd: \"18446744073709551617\"\ne: 9007199254740993\n"
	s, err := yamldoc.Read([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, n := range s.Misread(0) {
		got = append(got, n.String())
	}
	want := []string{
		"line 2: b: clusters read the number 18446744073709551616 as 18446744073709552000",
		"line 3: c[1]: clusters read the number 0.12345678901234567890 as 0.12345678901234568",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestRenamedNotes checks that notes and keys refer to the names before the edit, also in a field that
// gets another name.
func TestRenamedNotes(t *testing.T) {
	const text = "before:\n- name: a # one\n  v: [1]\n- name: b # two\n  v: &x [1]\n- name: c\n  v: *x # three\n"
	for _, test := range []struct {
		want  string
		notes []string
	}{
		{`{"after":[{"name":"a","v":[1]},{"name":"c","v":[1]}]}`, []string{
			"line 7: before[2].v: the alias *x is written out", "line 4: before[1]: is deleted with the comment # two",
		}},
	} {
		s, err := yamldoc.Read([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want, err := yaml.Parse([]byte(test.want))
		if err != nil {
			t.Fatal(err)
		}
		lists := map[string]bool{}
		edited, notes, err := s.EditKeyed([]model.Value{want}, []yamldoc.KeysFunc{func(list model.Path) yamldoc.ListKeys {
			lists[list.String()] = true
			return yamldoc.ListKeys{Keys: []yamldoc.Key{{Name: "name"}}}
		}})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, n := range notes {
			got = append(got, n.String())
		}
		if !slices.Equal(got, test.notes) || lists["after"] {
			t.Errorf("notes %q, want %q; lists %v; text:\n%s", got, test.notes, lists, edited)
		}
	}
}
