package reference_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// The schema of the tables about marks and duplicates.
//
//	ports      keyed by containerPort, recommended protocol, which is filled in
//	secrets    keyed by name, which is not stored
//	groups     keyed by group (default apps) and kind, without marks
//	service    keyed by port, recommended protocol, without marks
//	env        keyed by name, without marks
//	three      keyed by k, recommended p and q, without marks
//	text, number, flag, part, list, set   not stored
//	filled     filled in; fixed is immutable; both are texts
//	limits     free-form map of quantities; at is a time
//	account    alias of accountName
//	whole      atomic map, rows atomic list of maps: zero is not stored, size is a quantity
//	strategy   map that retains keys: type is filled in, size is a quantity
//	choice     union of a and b with discriminator t
func markedSchema(t *testing.T) smp.Schema {
	t.Helper()
	marked := func(typ smp.Definition, marks smp.Marks) smp.Definition {
		typ.Marks = marks
		return typ
	}
	notStored, filledIn, quantity := smp.Marks{NotStored: true}, smp.Marks{FilledIn: true}, smp.Marks{Quantity: true}
	list := func(element smp.Definition, keys ...string) smp.Definition {
		l := keyed(element, keys[0])
		if len(keys) > 1 {
			l.Recommended = keys
		}
		return l
	}
	any := smp.Definition{Type: smp.ScalarType}
	row := declared(map[string]smp.Definition{"zero": marked(text, notStored), "size": marked(any, quantity), "name": text})
	whole := row
	whole.Strategy = smp.Replace
	groups := keyed(declared(map[string]smp.Definition{"group": {Type: smp.ScalarType, Default: value(`"apps"`)}, "kind": text, "v": any}), "group", "kind")
	groups.MapKeys = true
	limit := marked(any, quantity)
	s, err := smp.NewSchema(declared(map[string]smp.Definition{
		"ports":   list(declared(map[string]smp.Definition{"containerPort": any, "protocol": marked(text, filledIn), "name": text}), "containerPort", "protocol"),
		"secrets": list(declared(map[string]smp.Definition{"name": marked(text, notStored), "optional": marked(any, notStored), "value": text}), "name"),
		"groups":  groups,
		"service": list(declared(map[string]smp.Definition{"port": any, "protocol": text, "name": text, "targetPort": any}), "port", "protocol"),
		"env":     list(declared(map[string]smp.Definition{"name": text, "value": text}), "name"),
		"three":   list(declared(map[string]smp.Definition{"k": text, "p": text, "q": text}), "k", "p", "q"),
		"text":    marked(text, notStored), "number": marked(any, notStored), "flag": marked(any, notStored),
		"part": marked(declared(map[string]smp.Definition{"text": marked(text, notStored), "name": text}), notStored),
		"list": marked(smp.Definition{Type: smp.ListType}, notStored), "set": marked(set, notStored),
		"filled": marked(text, filledIn), "fixed": marked(text, smp.Marks{Immutable: true}),
		"limits": {Type: smp.MapType, Values: &limit}, "at": marked(text, smp.Marks{Time: true}),
		"account": marked(text, smp.Marks{AliasOf: "accountName"}), "accountName": text,
		"whole": whole, "rows": {Type: smp.ListType, Element: &row},
		"strategy": retaining(declared(map[string]smp.Definition{"type": marked(text, filledIn), "size": marked(any, quantity), "params": {Type: smp.MapType}, "order": set})),
		"choice": {Type: smp.MapType, Fields: map[string]smp.Definition{"t": text, "a": text, "b": text, "c": text},
			Unions: []smp.Union{{Discriminator: "t", Members: []smp.UnionMember{{Value: "A", Fields: []string{"a"}}, {Value: "B", Fields: []string{"b", "c"}}}}}},
		"plain": text,
	}), nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A marked is one row of a table: want is the target by the specification, and cluster is the
// target of a merge for a cluster, if it is different. An empty text means current.
type marked struct {
	name                                       string
	original, modified, current, want, cluster string
}

// targets checks a table. A second run, with modified as original, must change nothing.
func targets(t *testing.T, table []marked) {
	t.Helper()
	s := markedSchema(t)
	for _, c := range table {
		t.Run(c.name, func(t *testing.T) {
			if c.want == "" {
				c.want = c.current
			}
			if c.cluster == "" {
				c.cluster = c.want
			}
			original, modified, current := value(c.original), value(c.modified), value(c.current)
			for _, marks := range []bool{false, true} {
				want := value(c.want)
				if marks {
					want = value(c.cluster)
				}
				options := reference.TargetOptions{Marks: marks}
				got, err := options.Target(s, original, modified, current)
				if err != nil || !model.Equal(got, want) {
					t.Errorf("marks %t: Target(%s, %s, %s)\n got %s, %v\nwant %s", marks, c.original, c.modified, c.current, got.JSON(), err, want.JSON())
				}
				if again, err := options.Target(s, modified, modified, got); err != nil || !model.Equal(again, got) {
					t.Errorf("marks %t: Target(%s, %s, %s) = %s, %v", marks, c.modified, c.modified, got.JSON(), again.JSON(), err)
				}
				if !options.SameAside(s, original, modified, current, got, want) {
					t.Errorf("marks %t: %s is not the same as itself", marks, got.JSON())
				}
			}
		})
	}
}

func TestTargetEmptyKeys(t *testing.T) {
	targets(t, []marked{
		{name: "filled in", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":""}]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`},
		{name: "filled in: applied before", original: `{"ports":[{"containerPort":80,"protocol":""}]}`, modified: `{"ports":[{"containerPort":80,"protocol":"","name":"a"}]}`,
			current: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`, want: `{"ports":[{"containerPort":80,"protocol":"TCP","name":"a"}]}`},
		{name: "filled in: null", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":null}]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`},
		{name: "filled in: removed", original: `{"ports":[{"containerPort":80,"protocol":""}]}`, modified: `{"ports":[]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`, want: `{"ports":[]}`},
		{name: "filled in: two may be it", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":""}]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}]}`,
			want: `{"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"},{"containerPort":80,"protocol":""}]}`},
		{name: "as written", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":"","name":"a"}]}`, current: `{"ports":[{"containerPort":80},{"containerPort":80,"protocol":""}]}`,
			want: `{"ports":[{"containerPort":80},{"containerPort":80,"protocol":"","name":"a"}]}`},
		{name: "absent in current", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":"","name":"a"}]}`, current: `{"ports":[{"containerPort":80}]}`, want: `{"ports":[{"containerPort":80,"name":"a"}]}`},
		{name: "new", original: `{}`, modified: `{"ports":[{"containerPort":80,"protocol":""}]}`, current: `{}`, want: `{"ports":[{"containerPort":80,"protocol":""}]}`},
		{name: "not stored: nothing is left", original: `{}`, modified: `{"secrets":[{"name":""}]}`, current: `{"secrets":[{}]}`},
		{name: "not stored: by value, zeros aside", original: `{}`, modified: `{"secrets":[{"name":"","optional":false}]}`, current: `{"secrets":[{"name":"s"},{}]}`,
			want: `{"secrets":[{"name":"s"},{}]}`},
		{name: "not stored: another value", original: `{}`, modified: `{"secrets":[{"name":"","value":"x"}]}`, current: `{"secrets":[{}]}`, want: `{"secrets":[{},{"value":"x"}]}`},
		{name: "not stored: removed", original: `{"secrets":[{"name":""}]}`, modified: `{"secrets":[]}`, current: `{"secrets":[{},{"name":"s"}]}`, want: `{"secrets":[{"name":"s"}]}`},
		{name: "no marks", original: `{"groups":[{"group":"","kind":"Pod","v":1}]}`, modified: `{"groups":[{"group":"","kind":"Pod","v":1}]}`,
			current: `{"groups":[{"group":"apps","kind":"Pod","v":9},{"group":"","kind":"Pod","v":1}]}`},
		{name: "no marks: another element", original: `{}`, modified: `{"groups":[{"group":"","kind":"Pod"}]}`, current: `{"groups":[{"group":"apps","kind":"Pod"}]}`,
			want: `{"groups":[{"group":"apps","kind":"Pod"},{"group":"","kind":"Pod"}]}`},
	})
}

func TestTargetWhichOfSeveral(t *testing.T) {
	targets(t, []marked{
		{name: "the one that holds it", original: `{"service":[{"port":53,"protocol":"UDP","name":"mine"}]}`, modified: `{"service":[{"port":53,"protocol":"UDP","name":"mine"}]}`,
			current: `{"service":[{"port":53,"protocol":"UDP","name":"other","targetPort":53},{"port":53,"protocol":"UDP","name":"mine","targetPort":53}]}`},
		{name: "the one that holds it, without original", original: `{}`, modified: `{"env":[{"name":"A","value":"1"}]}`, current: `{"env":[{"name":"A","value":"3"},{"name":"A","value":"1"}]}`},
		{name: "the one that holds original's", original: `{"env":[{"name":"A","value":"1"}]}`, modified: `{"env":[{"name":"A","value":"2"}]}`, current: `{"env":[{"name":"A","value":"3"},{"name":"A","value":"1"}]}`,
			want: `{"env":[{"name":"A","value":"3"},{"name":"A","value":"2"}]}`},
		{name: "the first one", original: `{}`, modified: `{"env":[{"name":"A","value":"1"}]}`, current: `{"env":[{"name":"A","value":"3"},{"name":"A","value":"2"}]}`,
			want: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"}]}`},
		{name: "others' duplicate of modified's duplicates", original: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"}]}`, modified: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"}]}`,
			current: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"A","value":"3"}]}`},
		{name: "others' duplicate in front", original: `{}`, modified: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"}]}`, current: `{"env":[{"name":"A","value":"9"},{"name":"A","value":"1"},{"name":"A","value":"2"}]}`},
		{name: "modified lacks one", original: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"}]}`, modified: `{"env":[{"name":"A","value":"1"}]}`,
			current: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"A","value":"3"}]}`, want: `{"env":[{"name":"A","value":"1"},{"name":"A","value":"3"}]}`},
		{name: "modified lacks the key", original: `{"env":[{"name":"A","value":"2"}]}`, modified: `{"env":[]}`, current: `{"env":[{"name":"A","value":"1"},{"name":"B"},{"name":"A","value":"2"}]}`, want: `{"env":[{"name":"A","value":"1"},{"name":"B"}]}`},
		{name: "a change beside duplicates of others", original: `{"env":[{"name":"A","value":"1"},{"name":"B"}]}`, modified: `{"env":[{"name":"A","value":"1"},{"name":"B","value":"1"}]}`,
			current: `{"env":[{"name":"A","value":"9"},{"name":"A","value":"1"},{"name":"C"},{"name":"B"}]}`, want: `{"env":[{"name":"A","value":"9"},{"name":"A","value":"1"},{"name":"C"},{"name":"B","value":"1"}]}`},
		{name: "a set loses all equal values", original: `{"set":["a","a"]}`, modified: `{"set":[]}`, current: `{"set":["a","a","a","b"]}`, want: `{"set":["b"]}`},
		{name: "a set keeps others' duplicates", original: `{"set":["a","a"]}`, modified: `{"set":["a","a"]}`, current: `{"set":["a","a","a"]}`},
		{name: "no keys", original: `{"env":[{"value":"1"}]}`, modified: `{"env":[{"value":"2"}]}`, current: `{"env":[{"value":"1"},{"value":"1"},{"value":"2"}]}`, want: `{"env":[{"value":"1"},{"value":"2"}]}`},
	})
}

func TestTargetFilledInKeysOfOriginal(t *testing.T) {
	targets(t, []marked{
		{name: "one", original: `{"ports":[{"containerPort":80}]}`, modified: `{}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`, want: `{}`},
		{name: "two may be it", original: `{"ports":[{"containerPort":80}]}`, modified: `{"ports":[]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}]}`},
		{name: "it may be another, too", original: `{"three":[{"k":"x"},{"k":"x","p":"a"}]}`, modified: `{"three":[]}`, current: `{"three":[{"k":"x","p":"a","q":"b"},{"k":"x","p":"c"}]}`},
		{name: "modified may have the other", original: `{"ports":[{"containerPort":80}]}`, modified: `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}]}`},
		{name: "original has the other", original: `{"ports":[{"containerPort":80},{"containerPort":80,"protocol":"UDP"}]}`, modified: `{"ports":[]}`, current: `{"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":80,"protocol":"UDP"}]}`, want: `{"ports":[]}`},
	})
}

// These values are not sent again by a merge for a cluster.
func TestTargetNotSentAgain(t *testing.T) {
	targets(t, []marked{
		{name: "zeros that are not stored", original: `{}`, modified: `{"text":"","number":0.0,"flag":false,"part":{},"list":[],"set":[],"plain":""}`, current: `{}`,
			want: `{"text":"","number":0,"flag":false,"part":{},"list":[],"set":[],"plain":""}`, cluster: `{"plain":""}`},
		{name: "zeros that current has otherwise", original: `{}`, modified: `{"text":"","number":0,"list":[]}`, current: `{"text":"a","number":1,"list":[1]}`, want: `{"text":"","number":0,"list":[]}`},
		{name: "zeros in a new map", original: `{}`, modified: `{"part":{"text":"","name":"a"}}`, current: `{}`, want: `{"part":{"text":"","name":"a"}}`, cluster: `{"part":{"name":"a"}}`},
		{name: "null in a field that is filled in", original: `{"filled":null,"fixed":null,"plain":null}`, modified: `{"filled":null,"fixed":null,"plain":null}`, current: `{"filled":"a","fixed":"b","plain":"c"}`,
			want: `{}`, cluster: `{"filled":"a","fixed":"b"}`},
		{name: "null that original lacks", original: `{}`, modified: `{"filled":null,"fixed":null}`, current: `{"filled":"a","fixed":"b"}`, want: `{}`},
		{name: "an empty text in a field that is filled in", original: `{"filled":"","plain":""}`, modified: `{"filled":"","plain":""}`, current: `{"filled":"a","plain":"b"}`, want: `{"filled":"","plain":""}`, cluster: `{"filled":"a","plain":""}`},
		{name: "an empty text that original lacks", original: `{}`, modified: `{"filled":""}`, current: `{"filled":"a"}`, want: `{"filled":""}`},
		{name: "an empty text that current lacks", original: `{"filled":""}`, modified: `{"filled":""}`, current: `{}`, want: `{"filled":""}`},
		{name: "quantities", original: `{}`, modified: `{"limits":{"a":"1000m","b":0.5,"c":"1Ki","d":"1e3","e":"2"}}`, current: `{"limits":{"a":"1","b":"500m","c":"1024","d":"1k","e":"3"}}`,
			want: `{"limits":{"a":"1000m","b":0.5,"c":"1Ki","d":"1e3","e":"2"}}`, cluster: `{"limits":{"a":"1","b":"500m","c":"1024","d":"1k","e":"2"}}`},
		{name: "what is not a quantity", original: `{}`, modified: `{"limits":{"a":"1x","b":".","c":true}}`, current: `{"limits":{"a":"1 x","b":"0","c":"1"}}`, want: `{"limits":{"a":"1x","b":".","c":true}}`},
		{name: "a time", original: `{}`, modified: `{"at":"2026-11-25T10:00:00+01:00"}`, current: `{"at":"2026-11-25T09:00:00.0Z"}`, want: `{"at":"2026-11-25T10:00:00+01:00"}`, cluster: `{"at":"2026-11-25T09:00:00.0Z"}`},
		{name: "another time", original: `{}`, modified: `{"at":"2026-11-25T10:00:00Z"}`, current: `{"at":"2026-11-25T09:00:00Z"}`, want: `{"at":"2026-11-25T10:00:00Z"}`},
		{name: "an atomic map", original: `{}`, modified: `{"whole":{"zero":"","size":"1"}}`, current: `{"whole":{"size":"1000m"}}`, want: `{"whole":{"zero":"","size":"1"}}`, cluster: `{"whole":{"size":"1000m"}}`},
		{name: "an atomic map to which current adds a field", original: `{}`, modified: `{"whole":{"size":"1"}}`, current: `{"whole":{"size":"1","name":"a"}}`, want: `{"whole":{"size":"1"}}`},
		{name: "an atomic list", original: `{}`, modified: `{"rows":[{"zero":""},{"size":"1Mi"}]}`, current: `{"rows":[{},{"size":"1024Ki"}]}`, want: `{"rows":[{"zero":""},{"size":"1Mi"}]}`, cluster: `{"rows":[{},{"size":"1024Ki"}]}`},
		{name: "an atomic list to which current adds an element", original: `{}`, modified: `{"rows":[{"zero":""}]}`, current: `{"rows":[{},{}]}`, want: `{"rows":[{"zero":""}]}`},
		{name: "retained keys: held", original: `{"strategy":{"type":"","size":"1000m"}}`, modified: `{"strategy":{"type":"","size":"1000m"}}`, current: `{"strategy":{"type":"R","size":"1","params":{"a":1}}}`,
			want: `{"strategy":{"type":"","size":"1000m"}}`, cluster: `{"strategy":{"type":"R","size":"1","params":{"a":1}}}`},
		{name: "retained keys: drift", original: `{"strategy":{"size":"1"}}`, modified: `{"strategy":{"size":"1"}}`, current: `{"strategy":{"size":"2","params":{"a":1}}}`, want: `{"strategy":{"size":"1"}}`},
	})
}

// The documents differ only in the order of keys.
func TestTargetRetainedKeysOrder(t *testing.T) {
	targets(t, []marked{
		{name: "in current", original: `{"strategy":{"order":["a","b"]}}`, modified: `{"strategy":{"order":["a","b"]}}`, current: `{"strategy":{"order":["b","a"],"params":{"a":1}}}`,
			want: `{"strategy":{"order":["a","b"],"params":{"a":1}}}`},
		{name: "in original", original: `{"strategy":{"order":["b","a"]}}`, modified: `{"strategy":{"order":["a","b"]}}`, current: `{"strategy":{"order":["b","a"],"params":{"a":1}}}`,
			want: `{"strategy":{"order":["a","b"],"params":{"a":1}}}`},
		{name: "and a value", original: `{"strategy":{"order":["b","a","c"]}}`, modified: `{"strategy":{"order":["a","b"]}}`, current: `{"strategy":{"order":["b","a"],"params":{"a":1}}}`,
			want: `{"strategy":{"order":["a","b"]}}`},
	})
}

func TestTargetAliases(t *testing.T) {
	targets(t, []marked{
		{name: "both get a new value", original: `{}`, modified: `{"accountName":"a"}`, current: `{}`, want: `{"accountName":"a"}`, cluster: `{"accountName":"a","account":"a"}`},
		{name: "the alias is set", original: `{}`, modified: `{"account":"a"}`, current: `{"account":"b","accountName":"b"}`, want: `{"account":"a","accountName":"b"}`, cluster: `{"account":"a","accountName":"a"}`},
		{name: "drift of the other", original: `{"accountName":"a"}`, modified: `{"accountName":"a"}`, current: `{"accountName":"a","account":"b"}`, cluster: `{"accountName":"a","account":"a"}`},
		{name: "nothing to change", original: `{"accountName":"a"}`, modified: `{"accountName":"a"}`, current: `{"accountName":"a"}`},
		{name: "both have it", original: `{"accountName":"a"}`, modified: `{"accountName":"a"}`, current: `{"accountName":"a","account":"a"}`},
		{name: "dropped", original: `{"accountName":"a"}`, modified: `{}`, current: `{"accountName":"a","account":"a"}`, want: `{"account":"a"}`, cluster: `{}`},
		{name: "the alias is dropped", original: `{"account":"a"}`, modified: `{}`, current: `{"accountName":"a","account":"a"}`, want: `{"accountName":"a"}`, cluster: `{}`},
		{name: "nulled", original: `{}`, modified: `{"accountName":null}`, current: `{"accountName":"a","account":"a"}`, want: `{"account":"a"}`, cluster: `{}`},
		{name: "each as modified says", original: `{}`, modified: `{"accountName":"a","account":"b"}`, current: `{}`, want: `{"accountName":"a","account":"b"}`},
		{name: "of others", original: `{}`, modified: `{}`, current: `{"accountName":"a","account":"a"}`},
	})
}

// A discriminator that only current has is removed if it names another member.
func TestTargetDiscriminators(t *testing.T) {
	targets(t, []marked{
		{name: "of the other member", original: `{"choice":{"a":"x"}}`, modified: `{"choice":{"b":"y"}}`, current: `{"choice":{"a":"x","t":"A"}}`, want: `{"choice":{"b":"y"}}`},
		{name: "of the same member", original: `{"choice":{"a":"x"}}`, modified: `{"choice":{"b":"y"}}`, current: `{"choice":{"a":"x","t":"B"}}`, want: `{"choice":{"b":"y","t":"B"}}`},
		{name: "of no member", original: `{"choice":{"a":"x"}}`, modified: `{"choice":{"b":"y"}}`, current: `{"choice":{"a":"x","t":"N"}}`, want: `{"choice":{"b":"y","t":"N"}}`},
		{name: "modified sets it", original: `{"choice":{"a":"x"}}`, modified: `{"choice":{"b":"y","t":"B"}}`, current: `{"choice":{"a":"x","t":"A"}}`, want: `{"choice":{"b":"y","t":"B"}}`},
		{name: "nothing is sent", original: `{"choice":{"b":"y"}}`, modified: `{"choice":{"b":"y"}}`, current: `{"choice":{"b":"y","t":"A"}}`},
	})
}

// Values that differ only in spelling, or in zeros that are not stored, are not in conflict.
func TestConflictsWithMarks(t *testing.T) {
	s := markedSchema(t)
	for _, c := range []struct {
		name, original, modified, current string
		plain, marks                      int
	}{
		{"a quantity", `{"limits":{"a":"1"}}`, `{"limits":{"a":"2"}}`, `{"limits":{"a":"2000m"}}`, 1, 0},
		{"a quantity that nobody else changed", `{"limits":{"a":"1"}}`, `{"limits":{"a":"2"}}`, `{"limits":{"a":"1000m"}}`, 1, 0},
		{"a quantity that differs", `{"limits":{"a":"1"}}`, `{"limits":{"a":"2"}}`, `{"limits":{"a":"3"}}`, 1, 1},
		{"a zero", `{"text":"a"}`, `{"text":""}`, `{}`, 1, 0},
		{"an atomic list", `{}`, `{"rows":[{"zero":"","size":1}]}`, `{"rows":[{"size":"1"}]}`, 1, 0},
		{"an empty key", `{"ports":[{"containerPort":80,"protocol":""}]}`, `{"ports":[{"containerPort":80,"protocol":""}]}`, `{"ports":[{"containerPort":80,"protocol":"TCP"}]}`, 0, 0},
		{"a discriminator that a union removes", `{"choice":{"a":"x","t":"N"}}`, `{"choice":{"b":"y"}}`, `{"choice":{"a":"z","t":"A"}}`, 0, 0},
		{"a discriminator of the same member", `{"choice":{"a":"x","t":"A"}}`, `{"choice":{"b":"y"}}`, `{"choice":{"c":"x","t":"B"}}`, 1, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			for marks, want := range map[bool]int{false: c.plain, true: c.marks} {
				got := reference.TargetOptions{Marks: marks}.Conflicts(s, value(c.original), value(c.modified), value(c.current))
				if len(got) != want {
					t.Errorf("marks %t: Conflicts(%s, %s, %s) = %s", marks, c.original, c.modified, c.current, lines(got))
				}
			}
		})
	}
}

func TestSameAside(t *testing.T) {
	s := markedSchema(t)
	original, modified := value(`{"env":[{"name":"Z"}]}`), value(`{"env":[{"name":"A","value":"1"},{"name":"B"}],"set":["a","b"]}`)
	current := value(`{"env":[{"name":"S"},{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"B"},{"name":"Z"}],"set":["a","s","b"]}`)
	target, err := reference.Target(s, original, modified, current)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]bool{
		`{"env":[{"name":"A","value":"2"},{"name":"A","value":"1"},{"name":"B"},{"name":"S","value":null}],"set":["a","b","s"]}`: true,
		`{"env":[{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"B"}],"set":["a","b","s"]}`:                           false,
		`{"env":[{"name":"B"},{"name":"S"},{"name":"A","value":"1"},{"name":"A","value":"2"}],"set":["a","b","s"]}`:              false,
		`{"env":[{"name":"S"},{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"B"}],"set":["b","a","s"]}`:              false,
		`{"env":[{"name":"S"},{"name":"A","value":"1"},{"name":"A","value":"2"},{"name":"B"}],"set":["a","b","s"],"plain":"x"}`:  false,
	} {
		if got := (reference.TargetOptions{}).SameAside(s, original, modified, current, target, value(text)); got != want {
			t.Errorf("SameAside(%s, %s) = %t", target.JSON(), text, got)
		}
	}
}
