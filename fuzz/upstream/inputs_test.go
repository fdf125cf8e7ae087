package upstream_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/structtag"
)

// toy is a Go type with features that no built-in kind has.
type toy struct {
	Name  string            `json:"name"`
	Value string            `json:"value"`
	Num   float64           `json:"num"`
	M     map[string]string `json:"m"`
	MM    map[string]toy    `json:"mm"`
	P     *toy              `json:"p"`
	PP    **toy             `json:"pp"`
	SL    []string          `json:"sl" patchStrategy:"merge"`
	IL    []int             `json:"il" patchStrategy:"merge"`
	LL    [][]string        `json:"ll"`
	ML    []toy             `json:"ml" patchStrategy:"merge" patchMergeKey:"name"`
	NL    []toy             `json:"nl"`
}

type keyless struct {
	NoKey []toy `json:"noKey" patchStrategy:"merge"`
}

// An input is one block of testdata/inputs.txt, which explains its lines.
type input struct {
	name, kind, original, patch, modified, current, overwrite, want, rule, why, shipped, applied, corpus string
}

// op returns the operation of the input.
func (in input) op() corpus.Op {
	switch {
	case in.current != "":
		return corpus.OpThreeWay
	case in.modified != "":
		return corpus.OpDiff
	default:
		return corpus.OpApply
	}
}

func readInputs(t testing.TB) []input {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", "inputs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var inputs []input
	for block := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		var in input
		for line := range strings.Lines(block) {
			key, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
			to := map[string]*string{
				"name": &in.name, "kind": &in.kind, "original": &in.original, "patch": &in.patch,
				"modified": &in.modified, "current": &in.current, "overwrite": &in.overwrite,
				"want": &in.want, "rule": &in.rule, "why": &in.why,
				"shipped": &in.shipped, "applied": &in.applied, "case": &in.corpus,
			}[key]
			if !ok || to == nil || *to != "" {
				t.Fatalf("line %q in the block of %q", line, in.name)
			}
			*to = value
		}
		for _, other := range inputs {
			if other.name == in.name || other.documents() == in.documents() {
				t.Errorf("%q is there twice, as %q", in.name, other.name)
			}
		}
		inputs = append(inputs, in)
	}
	return inputs
}

// documents returns all documents of an operation, in one line.
func (in input) documents() string {
	return strings.Join([]string{in.kind, in.original, in.patch, in.modified, in.current, in.overwrite}, "|")
}

// schema returns the schema of an input's documents: from the table of built-in kinds, or
// from struct tags.
func (in input) schema(t testing.TB) (smp.Schema, error) {
	t.Helper()
	switch in.kind {
	case "toy":
		return structtag.Of[toy]()
	case "toy without key":
		return structtag.Of[keyless]()
	}
	words := strings.Fields(in.kind)
	s, ok := kubernetes.Lookup(words[0], words[1])
	for _, field := range words[2:] {
		s, ok = s.Field(field)
	}
	if !ok {
		t.Fatalf("%s: there is no %s", in.name, in.kind)
	}
	return s, nil
}

// Every input has the answer of the specification, by the rule that it names.
func TestInputs(t *testing.T) {
	toys, kinds := 0, 0
	for _, in := range readInputs(t) {
		switch {
		case in.op() != corpus.OpApply:
			continue
		case strings.HasPrefix(in.kind, "toy"):
			toys++
		default:
			kinds++
		}
		t.Run(in.name, func(t *testing.T) {
			s, err := in.schema(t)
			var result []byte
			var rules []smp.Rule
			if err == nil {
				engine := smp.Engine{Trace: func(e smp.Event) { rules = append(rules, e.Rule) }}
				result, err = engine.ApplyJSON(s, []byte(in.original), []byte(in.patch))
			}
			if rejection, ok := strings.CutPrefix(in.want, "error "); ok {
				in.checkRejection(t, rejection, err)
				return
			}
			if err != nil {
				t.Fatalf("%v\nwant %s: %s", err, in.want, in.why)
			}
			if text, ok := strings.CutPrefix(in.want, "text "); ok && string(result) != text {
				t.Errorf("got %s\nwant %s: %s", result, text, in.why)
			} else if !ok && !sameJSON(t, result, in.want) {
				t.Errorf("got %s\nwant %s: %s", result, in.want, in.why)
			}
			if !slices.Contains(rules, smp.Rule(in.rule)) {
				t.Errorf("decided by %q, not by %s", rules, in.rule)
			}
		})
	}
	if kinds != 78 || toys != 12 {
		t.Errorf("%d inputs of built-in kinds and %d of toys, expected 78 and 12", kinds, toys)
	}
}

// checkRejection compares an error with the expected code, document and path.
func (in input) checkRejection(t *testing.T, want string, err error) {
	t.Helper()
	var e *smp.Error
	if !errors.As(err, &e) {
		t.Fatalf("got error %v, want %s: %s", err, want, in.why)
	}
	words := strings.SplitN(want, " ", 3)
	if string(e.Code) != words[0] || e.Document != words[1] || e.Path.String() != words[2] || string(e.Rule) != in.rule {
		t.Errorf("got %s in %s at %s by rule %q\nwant %s by %q: %s", e.Code, e.Document, e.Path, e.Rule, want, in.rule, in.why)
	}
}

func sameJSON(t testing.TB, text []byte, want string) bool {
	t.Helper()
	got, err := model.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return model.Equal(got, model.MustParse(want))
}

// Every input has a case in the corpus, which names the same rule.
func TestInputsHaveCases(t *testing.T) {
	all, err := corpus.Cases()
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]corpus.Case{}
	for _, c := range all {
		cases[c.Name] = c
	}
	for _, in := range readInputs(t) {
		c, ok := cases[in.corpus]
		switch {
		case !ok:
			t.Errorf("%s: the corpus has no case %s", in.name, in.corpus)
		case c.Input.Op != in.op():
			t.Errorf("%s: case %s is of %s", in.name, in.corpus, c.Input.Op)
		case in.rule != "" && !slices.Contains(c.Rule, smp.Rule(in.rule)):
			t.Errorf("%s: case %s is of %q, not of %s", in.name, in.corpus, c.Rule, in.rule)
		case (c.Want.Rejection != nil) != (strings.HasPrefix(in.want, "error ") || strings.HasPrefix(in.want, "conflict ")):
			t.Errorf("%s: case %s does not have the same answer", in.name, in.corpus)
		}
	}
}

// goType returns the Go type of an input's documents, for apimachinery.
func (in input) goType(t testing.TB) reflect.Type {
	t.Helper()
	types := map[string]reflect.Type{
		"toy":                     reflect.TypeFor[toy](),
		"toy without key":         reflect.TypeFor[keyless](),
		"v1 PodTemplate template": reflect.TypeFor[corev1.PodTemplateSpec](),
	}
	if typ, ok := types[in.kind]; ok {
		return typ
	}
	apiVersion, kind, _ := strings.Cut(in.kind, " ")
	for _, k := range table.Kinds(table.NewScheme()) {
		if k.Kind == (kubernetes.Kind{APIVersion: apiVersion, Kind: kind}) {
			return k.Type
		}
	}
	t.Fatalf("%s: there is no built-in kind %s", in.name, in.kind)
	return nil
}

// varies is written in place of an answer of apimachinery, or of an error text, that varies
// from call to call. A walk over a Go map begins at one of eight places, so two members may
// swap places with a probability of only 1/8. The probability that they do not swap places in
// any of mostAsked calls is less than 1 in 10¹¹.
const (
	varies    = "varies"
	mostAsked = 200
)

// apimachinery gives the recorded answers.
func TestShippedAnswers(t *testing.T) {
inputs:
	for _, in := range readInputs(t) {
		o, err := upstream.OracleOf(in.goType(t))
		if err != nil {
			t.Fatal(err)
		}
		document := in.original
		if in.op() == corpus.OpApply {
			got, err := o.Apply([]byte(in.original), []byte(in.patch))
			if in.shipped != varies {
				in.checkShipped(t, in.shipped, got, err)
				continue
			}
			for range mostAsked {
				if now, nowErr := o.Apply([]byte(in.original), []byte(in.patch)); !bytes.Equal(now, got) || fmt.Sprint(nowErr) != fmt.Sprint(err) {
					continue inputs
				}
			}
			t.Errorf("%s: %s, %v, each of %d times", in.name, got, err, mostAsked)
			continue
		}
		patch, err := in.shippedPatch(t)
		in.checkShipped(t, in.shipped, patch, err)
		if in.applied == "" {
			continue
		}
		if in.op() == corpus.OpThreeWay {
			document = in.current
		}
		got, err := o.Apply([]byte(document), patch)
		in.checkShipped(t, in.applied, got, err)
	}
}

// checkShipped compares an answer of apimachinery with the recorded one.
func (in input) checkShipped(t *testing.T, want string, got []byte, err error) {
	t.Helper()
	var panicked *upstream.Panic
	switch want {
	case "panic":
		if !errors.As(err, &panicked) {
			t.Errorf("%s: %s, %v, expected a panic", in.name, got, err)
		}
	case "error":
		if err == nil || errors.As(err, &panicked) {
			t.Errorf("%s: %s, %v, expected an error", in.name, got, err)
		}
	default:
		if err != nil || !sameJSON(t, got, want) {
			t.Errorf("%s: %s, %v, expected %s", in.name, got, err, want)
		}
	}
}
