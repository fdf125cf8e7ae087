package trial

import (
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

var pod = kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}

// noted returns the record after answers to values of fields in a Pod. A status is the rejection of a value.
func noted(answers []notedAnswer) *places {
	p := newPlaces()
	for _, n := range answers {
		path, err := model.ParsePath(n.path)
		if err != nil {
			panic(err) // cannot fail: the paths are constants
		}
		field, _ := path[len(path)-1].(model.Field)
		s := &spot{recordStage: &recordStage{Subject: Subject{Kind: pod, Path: "/pods/a"}}, path: path, id: table.FieldID{Definition: "D", Field: string(field)}}
		a := answer{isUpdate: true, before: n.before, after: n.sent, outcome: table.Stored}
		var status model.Value
		if n.reason != "" {
			a.outcome = 0
			cause := mapOf(of("field", model.NewString(n.field)), of("reason", model.NewString(n.reason)), of("message", model.NewString(n.message)))
			status = mapOf(of("details", mapOf(of("causes", listOf(cause)))))
		}
		a.stored = emptyMap
		p.note(s, a, n.sent, status)
	}
	return p
}

type notedAnswer struct {
	path                   string
	before, sent           model.Value
	field, reason, message string
}

func TestImmutablePlaces(t *testing.T) {
	one, two := model.NewString("1"), model.NewString("2")
	const invalid, immutable = "FieldValueInvalid", "field is immutable"
	for _, c := range []struct {
		answers []notedAnswer
		want    string
		reason  string
	}{
		{[]notedAnswer{{"spec.a", one, two, "spec.a", invalid, immutable}}, "spec.a !=spec.a", "setting the field was never tried"},
		{[]notedAnswer{{"spec.a", one, two, "spec.a", invalid, immutable}, {"spec.a", model.Value{}, two, "spec.a", invalid, immutable}}, "spec.a", "the field cannot be set, either"},
		{[]notedAnswer{{"spec.a", one, two, "spec", invalid, "pod updates may not change fields other than b"}, {path: "spec.b.c", before: one, sent: two}}, "spec !spec.b", "the server names the map"},
		{[]notedAnswer{{"spec.a", one, two, "spec.others", invalid, immutable}}, "spec.a !=spec.a", "the server names an alias"},
		{[]notedAnswer{{"spec", emptyMap, one, "spec.a", invalid, immutable}}, "spec.a !=spec.a", "a field inside is immutable"},
		{[]notedAnswer{{"spec.a", listOf(one), listOf(one, two), "spec", invalid, "spec is immutable"}, {path: "spec.a", before: listOf(one, two), sent: listOf(one)}}, "spec !-spec.a", "elements may be deleted"},
		{[]notedAnswer{{"spec.a", one, two, "spec.a", "FieldValueRequired", "a is required"}}, "", "another reason"},
		{[]notedAnswer{{"spec.a", one, two, "spec.a", invalid, immutable}, {path: "spec.a", before: one, sent: two}}, "", "it depends on another field"},
	} {
		if got := strings.Join(noted(c.answers).of(pod).immutable(smp.Schemaless), " "); got != c.want {
			t.Errorf("%q, expected %q: %s", got, c.want, c.reason)
		}
	}
}

func TestRequiredPlaces(t *testing.T) {
	const required = "FieldValueRequired"
	schema, _ := kubernetes.Lookup("v1", "Pod")
	p := noted([]notedAnswer{
		{"spec.a", model.NewString("1"), null, "spec.a", required, ""},
		{"spec.b", model.NewString("1"), null, "spec.b", required, ""},
		{path: "spec.b", before: model.NewString("1"), sent: null},
		{"spec.c", model.NewInt(1), model.NewInt(0), "spec.c", required, ""},
		{"spec.d.e", model.NewInt(1), null, "spec.d", required, ""},
		{"spec.d.f", model.NewInt(1), null, "spec.d", required, ""},
		{"spec.g.h", model.NewInt(1), null, "spec.g", required, ""},
	})
	p.shape("g D", mapOf(of("x", model.NewInt(1))))
	if got, want := p.required(pod, schema), []string{"spec.a", "spec.c=0", "spec.d.e|f"}; !slices.Equal(got, want) {
		t.Errorf("%v, expected %v", got, want)
	}
}
