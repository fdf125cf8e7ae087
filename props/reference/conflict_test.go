package reference_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// A dispute is one row of a table: the conflicts of three documents. Each line is a conflict:
// the path, the code, and the two values. A dash means no value.
type dispute struct {
	name                        string
	original, modified, current string
	want                        []string
}

func lines(conflicts []smp.Conflict) []string {
	text := func(v model.Value) string {
		if v.Type() == model.Absent {
			return "-"
		}
		return v.Canonical()
	}
	var all []string
	for _, c := range conflicts {
		all = append(all, fmt.Sprintf("%s %s %s %s", c.Path, c.Code, text(c.Left), text(c.Right)))
	}
	return all
}

func TestConflicts(t *testing.T) {
	for _, c := range []dispute{
		{"both change a value", `{"name":"a"}`, `{"name":"b"}`, `{"name":"c"}`, []string{`name both-changed "b" "c"`}},
		{"both add a value", `{}`, `{"name":"b"}`, `{"name":"c"}`, []string{`name both-added "b" "c"`}},
		{"modified deletes, current changes", `{"name":"a"}`, `{}`, `{"name":"c"}`, []string{`name left-deleted - "c"`}},
		{"modified changes, current deletes", `{"name":"a"}`, `{"name":"b"}`, `{}`, []string{`name right-deleted "b" -`}},
		{"both alike", `{"name":"a","n":1,"args":["a"]}`, `{"name":"b","n":2}`, `{"name":"b","n":2.0}`, nil},
		{"drift", `{"name":"a","args":["a"],"list":[{"name":"a"}]}`, `{"name":"a","args":["a"],"list":[{"name":"a"}]}`, `{"name":"c","args":["b"]}`, nil},
		{"only modified changes", `{"name":"a"}`, `{"name":"b","n":1,"list":[{"name":"a"}]}`, `{"name":"a"}`, nil},
		{"null deletes", `{"name":"a"}`, `{"name":null}`, `{"name":"c"}`, []string{`name left-deleted - "c"`}},
		{"null clears what others added", `{}`, `{"name":null}`, `{"name":"c"}`, []string{`name left-deleted - "c"`}},
		{"null clears what others added: of any kind", `{"map":{}}`, `{"map":{"set":null,"labels":null,"list":null,"atomic":null}}`, `{"map":{"set":["a"],"labels":{},"list":[]}}`,
			[]string{`map.labels left-deleted - {}`, `map.list left-deleted - []`, `map.set left-deleted - ["a"]`}},
		{"null clears what others added: original had a null", `{"name":null,"map":{"n":null}}`, `{"name":null,"map":{"n":null}}`, `{"name":"c","map":{"n":1}}`, nil},
		{"null clears what others added: to what original had", `{"map":{"n":1}}`, `{"map":null}`, `{"map":{"n":1,"name":"c"}}`, nil},
		{"null clears what others added: in an element", `{"list":[{"name":"a"}]}`, `{"list":[{"name":"a","value":null}]}`, `{"list":[{"name":"a","value":"1"}]}`, []string{`list[name=a].value left-deleted - "1"`}},
		{"null clears what others added: in equal maps", `{"map":{"map":{}}}`, `{"map":{"map":{"n":null}}}`, `{"map":{"map":{"n":1}}}`, []string{`map.map.n left-deleted - 1`}},
		{"a merge key that is null is an absent one", `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","bar":null}]}`, `{"rec":[{"foo":"a","bar":"x"}]}`, nil},
		{"a merge key that is null is an absent one: by default", `{"ports":[{"port":1}]}`, `{"ports":[{"port":1,"protocol":null}]}`, `{"ports":[{"port":1,"protocol":"TCP"}]}`, nil},
		{"an element that is null clears nothing", `{}`, `{"list":[null,{"name":"a"}]}`, `{"list":[null]}`, nil},
		{"another kind", `{"any":{"a":1}}`, `{"any":{"a":1,"b":1}}`, `{"any":"x"}`, []string{`any both-changed {"a":1,"b":1} "x"`}},
		{"a scalar becomes two maps", `{"any":"x"}`, `{"any":{"a":1,"b":1}}`, `{"any":{"a":2,"c":1}}`, []string{`any.a both-changed 1 2`}},
		{"a scalar becomes a map and goes", `{"any":"x"}`, `{"any":{"a":1}}`, `{}`, []string{`any right-deleted {"a":1} -`}},
		{"maps: values inside", `{"map":{"name":"a","n":1}}`, `{"map":{"name":"b","any":1}}`, `{"map":{"name":"c","n":1,"labels":{}}}`, []string{`map.name both-changed "b" "c"`}},
		{"maps: both add one", `{}`, `{"labels":{"a":"1","b":"1"}}`, `{"labels":{"a":"1","b":"2","c":"1"}}`, []string{`labels.b both-added "1" "2"`}},
		{"maps: dropped, defaults inside", `{"map":{"name":"a"}}`, `{}`, `{"map":{"name":"a","n":1}}`, nil},
		{"maps: dropped, a value changed", `{"map":{"name":"a","any":{"x":1}}}`, `{}`, `{"map":{"name":"b","n":1,"any":{"y":1}}}`, []string{`map.name left-deleted - "b"`}},
		{"maps: current dropped one", `{"map":{"name":"a","n":1}}`, `{"map":{"name":"b","n":1,"any":1}}`, `{}`, []string{`map.name right-deleted "b" -`}},
		{"maps: one becomes a scalar, the other goes", `{"any":{"a":1}}`, `{"any":2}`, `{}`, []string{`any right-deleted 2 -`}},
		{"maps: atomic", `{"atomic":{"name":"a"}}`, `{"atomic":{"name":"a","n":1}}`, `{"atomic":{"name":"a","n":2}}`, []string{`atomic both-changed {"n":1,"name":"a"} {"n":2,"name":"a"}`}},
		{"maps: atomic, dropped", `{"atomic":{"name":"a"}}`, `{}`, `{"atomic":{"name":"a","n":2}}`, []string{`atomic left-deleted - {"n":2,"name":"a"}`}},
		{"maps: retained keys clear what is no conflict", `{"union":{"foo":"a"}}`, `{"union":{"foo":"b"}}`, `{"union":{"foo":"a","bar":"x"}}`, nil},
		{"lists: atomic, order counts", `{"args":["1"]}`, `{"args":["9","2"]}`, `{"args":["2","9"]}`, []string{`args both-changed ["9","2"] ["2","9"]`}},
		{"lists: atomic, empty ones inside", `{}`, `{"raw":[{"sl":[]},{"value":"a"}]}`, `{"raw":[{"sl":[]},{"value":"b"}]}`, []string{`raw both-added [{"sl":[]},{"value":"a"}] [{"sl":[]},{"value":"b"}]`}},
		{"lists: atomic, with repeats", `{"args":["x"]}`, `{"args":["a","b","c"]}`, `{"args":["a","a","b"]}`, []string{`args both-changed ["a","b","c"] ["a","a","b"]`}},
		{"lists: null members are none", `{}`, `{"raw":[{"a":null}]}`, `{"raw":[{}]}`, nil},
		{"sets have none", `{"set":["a","b"],"lists":{"x":["a"]}}`, `{"set":["b","c"]}`, `{"set":["a","d"],"lists":{"x":["b"]}}`, nil},
		{"a set becomes a scalar", `{"set":["a"]}`, `{"set":["b"]}`, `{"set":"x"}`, []string{`set both-changed ["b"] "x"`}},
		{"elements", `{"list":[{"name":"a","value":"1"},{"name":"b"}]}`, `{"list":[{"name":"b"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"a","value":"3"},{"name":"s"},{"name":"b","value":"4"}]}`,
			[]string{`list[name=a].value both-changed "2" "3"`}},
		{"elements: both add one", `{}`, `{"list":[{"name":"a","value":"1","image":"i"}]}`, `{"list":[{"name":"a","value":"2","another":"x"}]}`, []string{`list[name=a].value both-added "1" "2"`}},
		{"elements: dropped by modified", `{"list":[{"name":"a","value":"1"},{"name":"b"}]}`, `{"list":[]}`, `{"list":[{"name":"a","value":"3","image":"i"},{"name":"b","image":"i"}]}`, []string{`list[name=a].value left-deleted - "3"`}},
		{"elements: dropped by current", `{"list":[{"name":"a","list":[{"name":"X"},{"name":"Y"}]}]}`, `{"list":[{"name":"a","list":[{"name":"X"}]}]}`, `{"list":[]}`, nil},
		{"elements: the list dropped by current", `{"list":[{"name":"a","value":"1"}]}`, `{"list":[{"name":"a","value":"2"},{"name":"b"}]}`, `{}`, []string{`list[name=a].value right-deleted "2" -`}},
		{"elements: duplicates by number", `{"list":[{"name":"a"},{"name":"a","value":"1"}]}`, `{"list":[{"name":"a"},{"name":"a","value":"2"}]}`, `{"list":[{"name":"a"},{"name":"a","value":"3"},{"name":"a","value":"4"}]}`,
			[]string{`list[name=a].value both-changed "2" "3"`}},
		{"elements: without keys", `{"list":[{"value":"1"}]}`, `{"list":[{"value":"2"}]}`, `{"list":[{"value":"3"}]}`, nil},
		{"elements: all keys", `{"rec":[{"foo":"a"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","value":"1"},{"foo":"a","bar":"x"}]}`, `{"rec":[{"foo":"a","value":"2"},{"foo":"a","bar":"x","value":"2"}]}`,
			[]string{`rec[foo=a,bar=,baz=].value both-added "1" "2"`}},
		{"elements: keys filled in", `{"rec":[{"foo":"a"}]}`, `{"rec":[{"foo":"a","value":"1"}]}`, `{"rec":[{"foo":"a","bar":"x","value":"2"}]}`, []string{`rec[foo=a,bar=x,baz=].value both-added "1" "2"`}},
		{"elements: a default key", `{"ports":[{"port":1}]}`, `{"ports":[{"port":1,"name":"n"}]}`, `{"ports":[{"port":1,"protocol":"TCP","name":"m"}]}`, []string{`ports[port=1,protocol=TCP].name both-added "n" "m"`}},
		{"sorted by path", `{}`, `{"n":1,"any":1,"labels":{"a.b/c":"1","a":"1"}}`, `{"labels":{"a":"2","a.b/c":"2"},"any":2,"n":2}`,
			[]string{`any both-added 1 2`, `labels.a both-added "1" "2"`, `labels["a.b/c"] both-added "1" "2"`, `n both-added 1 2`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := lines(reference.Conflicts(testSchema(), value(c.original), value(c.modified), value(c.current)))
			if !slices.Equal(got, c.want) {
				t.Errorf("Conflicts(%s, %s, %s)\n got %s\nwant %s", c.original, c.modified, c.current, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
			}
		})
	}
}

// There is no conflict with an unchanged document, or with the target. A conflict implies
// that all three documents are different. It is also found if modified and current are
// exchanged.
func TestConflictLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts what thousands of inputs do")
	}
	found := 0
	for seed := range uint64(4000) {
		c := newTriple(seed)
		target, err := reference.Target(c.schema, c.original, c.modified, c.current)
		if err != nil {
			t.Fatal(err)
		}
		for i, none := range [][2]model.Value{{c.modified, c.original}, {c.original, c.current}, {c.modified, c.modified}, {c.modified, target}} {
			if i == 3 && (besideFilledIn(c.schema, c.current) || hasDuplicates(c.schema, c.current)) {
				continue // an element may become the other one in the target, as in TestTargetLaws
			}
			if got := reference.Conflicts(c.schema, c.original, none[0], none[1]); got != nil {
				t.Fatalf("seed %d: original %s, modified %s, current %s: %s", seed, c.original.JSON(), none[0].JSON(), none[1].JSON(), lines(got))
			}
		}
		conflicts := reference.Conflicts(c.schema, c.original, c.modified, c.current)
		for _, one := range conflicts {
			if model.Equal(one.Left, one.Right) {
				t.Fatalf("seed %d: %s", seed, lines(conflicts))
			}
			found++
		}
	}
	if found < 500 {
		t.Errorf("only %d conflicts", found)
	}
}
