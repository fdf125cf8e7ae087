package corpus_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
)

// vectorFormat is the version of the format of test vectors. It is incremented when a
// reader of the previous version would misread a file.
const vectorFormat = 1

const vectorsReadme = "Each element of tests is one test; corpus/README.md describes the keys. " +
	"Build the schema, perform op with the options and documents, and compare the answer with result or error. " +
	"A test with checks accepts every patch that passes them, is not larger than maxSize, and does not contain the fields in without; example is one. " +
	"Skip the tests with features that your engine does not support."

// withoutVector lists the cases about finding a schema by a name or in a file. They have no
// vector, because a vector contains its schema.
var withoutVector = []string{"crd/unknown-version", "schema/unknown-kind"}

// A vectorFile builds the vectors of an operation.
type vectorFile struct {
	op       corpus.Op
	tests    []model.Value
	features map[corpus.Feature]bool
}

// The files in the folder vectors contain the cases in a flat form.
func TestVectors(t *testing.T) {
	files := map[corpus.Op]*vectorFile{}
	for _, op := range corpus.Ops() {
		files[op] = &vectorFile{op: op, features: map[corpus.Feature]bool{}}
	}
	for _, c := range embeddedCases(t) {
		if !slices.Contains(withoutVector, c.Name) {
			files[c.Input.Op].add(c)
		}
	}
	want := map[string][]byte{"vectors.schema.json": vectorSchema()}
	for op, f := range files {
		want["vectors/"+string(op)+".json"] = f.text()
	}
	for file, text := range want {
		if *update {
			if err := os.WriteFile(file, text, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(file)
		if err != nil {
			t.Errorf("%v; go test ./corpus -run TestVectors -update writes the file", err)
		} else if !bytes.Equal(got, text) {
			t.Errorf("%s differs from the cases; go test ./corpus -run TestVectors -update writes it", file)
		}
		t.Logf("%s: %d bytes", file, len(text))
	}
	there, err := filepath.Glob("vectors/*.json")
	if err != nil || len(there) != len(files) {
		t.Errorf("vectors has %d files, want %d (%v)", len(there), len(files), err)
	}
}

// add adds the vector of a case.
func (f *vectorFile) add(c corpus.Case) {
	c = c.Pruned()
	var features []string
	for _, feature := range c.Features() {
		f.features[feature] = true
		features = append(features, string(feature))
	}
	var rules []string
	for _, rule := range c.Rule {
		rules = append(rules, string(rule))
	}
	whole := must(c.Value())
	test := []model.Member{
		member("id", model.NewString(c.Name)),
		member("comment", model.NewString(c.Comment)),
		member("rules", wordList(rules)),
		member("section", model.NewString(c.Section().Number)),
		member("features", wordList(features)),
		member("op", model.NewString(string(c.Input.Op))),
	}
	for name, v := range whole.Members() {
		switch name {
		case "rule", "not", "comment", "op", "want", "wantText", "error", "kubernetes":
			continue
		}
		test = append(test, shallow(name, v))
	}
	test = append(test, answer(c, c.Want, corpus.Documented)...)
	if k := c.Kubernetes; k != nil && k.ID != "" {
		cluster := append([]model.Member{member("divergence", model.NewString(k.ID))}, answer(c, k.Want, corpus.Kubernetes)...)
		test = append(test, member("cluster", must(model.NewMap(cluster...))))
	}
	f.tests = append(f.tests, must(model.NewMap(test...)))
}

// answer returns the members of a vector that describe the answer.
func answer(c corpus.Case, want corpus.Answer, dialect string) []model.Member {
	var members []model.Member
	switch op := c.Input.Op; {
	case want.Rejection != nil:
		w := want.Rejection
		rejection := []model.Member{member("code", model.NewString(string(w.Code))), member("path", model.NewString(w.Path.String()))}
		if w.Document != "" {
			rejection = append(rejection, member("document", model.NewString(w.Document)))
		}
		if w.Conflicts.Type() != model.Absent {
			rejection = append(rejection, member("conflicts", w.Conflicts))
		}
		return []model.Member{member("error", must(model.NewMap(rejection...)))}
	case op == corpus.OpDiff || op == corpus.OpThreeWay:
		members = append(members, shallow("example", want.Result))
		members = append(members, checks(c.Input, want.Result, dialect)...)
	default:
		members = append(members, shallow("result", want.Result))
	}
	if len(want.Wide) > 0 {
		var wide []string
		for _, path := range want.Wide {
			wide = append(wide, path.String())
		}
		members = append(members, member("wide", wordList(wide)))
	}
	return members
}

// checks returns the checks for a patch of diff or threeway: its greatest size, the fields that it
// must not contain, and operations with their results without null fields.
func checks(in corpus.Input, example model.Value, dialect string) []model.Member {
	effect := corpus.EffectOf(in, example, dialect)
	var list, without []model.Value
	for _, check := range effect.Checks {
		var members []model.Member
		for name, v := range must(corpus.InputValue(check.In, corpus.SchemaSource{})).Members() {
			if name != "schema" && name != "patch" {
				members = append(members, member(name, v))
			}
		}
		list = append(list, must(model.NewMap(append(members, member("result", check.Result))...)))
	}
	for _, names := range effect.Without {
		without = append(without, wordList(names))
	}
	return []model.Member{
		member("maxSize", model.NewInt(int64(effect.Size))),
		member("without", must(model.NewList(without...))),
		member("checks", must(model.NewList(list...))),
	}
}

// maxVectorDepth is the depth from which a document is written as text, so that JSON
// libraries with a limit can read the file.
const maxVectorDepth = 100

// shallow returns a member with a document. A deep document is written as text.
func shallow(name string, v model.Value) model.Member {
	switch {
	case v.Type() == model.Absent:
		return member(name, model.NewNull())
	case name == "patches" && depth(v) > maxVectorDepth+1:
		var all []string
		for _, e := range v.Elements() {
			all = append(all, e.JSON())
		}
		return member("patchesText", wordList(all))
	case name != "patches" && depth(v) > maxVectorDepth:
		return member(name+"Text", model.NewString(v.JSON()))
	}
	return member(name, v)
}

func depth(v model.Value) int {
	deepest := 0
	for _, m := range v.Members() {
		deepest = max(deepest, depth(m))
	}
	for _, e := range v.Elements() {
		deepest = max(deepest, depth(e))
	}
	if v.Type() == model.Map || v.Type() == model.List {
		return deepest + 1
	}
	return 0
}

// text returns the text of the file, with a line for each test.
func (f *vectorFile) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n\"format\": %d,\n\"rules\": %d,\n\"op\": %q,\n\"count\": %d,\n\"readme\": %q,\n\"features\": {", vectorFormat, corpus.RulesVersion, f.op, len(f.tests), vectorsReadme)
	comma := ""
	for _, feature := range corpus.Features() {
		if f.features[feature] {
			fmt.Fprintf(&b, "%s\n\"%s\": %s", comma, feature, model.NewString(feature.Text()).JSON())
			comma = ","
		}
	}
	b.WriteString("\n},\n\"tests\": [")
	for i, test := range f.tests {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('\n')
		b.Write(test.AppendJSON(nil))
	}
	b.WriteString("\n]\n}\n")
	return b.Bytes()
}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

func member(name string, v model.Value) model.Member { return model.Member{Name: name, Value: v} }

func wordList(list []string) model.Value {
	values := make([]model.Value, len(list))
	for i, s := range list {
		values[i] = model.NewString(s)
	}
	return must(model.NewList(values...))
}

// caseOf returns the case of a vector from a reader's point of view: the expected answer is
// the example.
func caseOf(t *testing.T, test model.Value) corpus.Case {
	t.Helper()
	members := []model.Member{member("kubernetes", model.NewString("same"))}
	if value(test, "op").Text() == string(corpus.OpApply) || value(test, "cluster").Type() == model.Map {
		members = nil
	}
	for name, v := range test.Members() {
		switch name {
		case "id", "section", "features", "checks", "maxSize", "without":
		case "rules":
			members = append(members, member("rule", v))
		case "cluster":
			var inner []model.Member
			for name, v := range v.Members() {
				if name != "checks" && name != "maxSize" && name != "without" {
					inner = append(inner, caseMember(name, v))
				}
			}
			members = append(members, member("kubernetes", must(model.NewMap(inner...))))
		default:
			members = append(members, caseMember(name, v))
		}
	}
	c, err := corpus.Read("vectors.json", must(model.NewMap(members...)).AppendJSON(nil))
	if err != nil {
		t.Fatalf("%s: %v", value(test, "id").Text(), err)
	}
	c.Name = value(test, "id").Text()
	return c
}

func caseMember(name string, v model.Value) model.Member {
	switch name {
	case "result", "example":
		return member("want", v)
	case "resultText":
		return member("wantText", v)
	case "error":
		return member(name, must(v.WithMembers(member("code", model.Value{}), member("kind", value(v, "code")))))
	}
	return member(name, v)
}

// Both engines of this module answer the vectors like the cases, although the schemas of
// vectors are smaller.
func TestVectorsAreCases(t *testing.T) {
	cases := map[string]corpus.Case{}
	for _, c := range embeddedCases(t) {
		cases[c.Name] = c
	}
	seen, clusters := 0, 0
	for _, file := range readVectors(t) {
		for _, test := range value(file, "tests").Elements() {
			c := caseOf(t, test)
			from, ok := cases[c.Name]
			if !ok || !slices.Equal(from.Rule, c.Rule) || from.Input.Op != c.Input.Op {
				t.Errorf("%s is not a case with its rules", c.Name)
				continue
			}
			seen++
			for i, d := range from.Input.Documents() {
				if got := c.Input.Documents()[i]; string(c.Input.JSON(got.Name)) != string(from.Input.JSON(d.Name)) {
					t.Errorf("%s: %s is %s, want %s", c.Name, d.Name, c.Input.JSON(got.Name), from.Input.JSON(d.Name))
				}
			}
			c.Not = from.Not
			if v := corpus.Run(c, corpus.Engine()); !v.Passed() {
				t.Error(v)
			}
			o := c.Input.Options
			if o.Strict || o.Unions || o.Ignore != 0 || from.Input.Op != corpus.OpApply && from.Kubernetes == nil {
				continue // the option does not exist on clusters, or the patch for clusters may be different
			}
			clusters++
			terms := corpus.Terms{Dialect: corpus.Kubernetes, AnyError: c.Kubernetes == nil}
			if v := terms.Run(c, corpus.Cluster(serverOf(c))); !v.Passed() {
				t.Errorf("on a cluster: %s", v)
			}
		}
	}
	if want := len(cases) - len(withoutVector); seen != want {
		t.Errorf("%d vectors, want %d; go test ./corpus -run TestVectors -update writes them", seen, want)
	}
	t.Logf("%d vectors, %d with the answer of a cluster", seen, clusters)
}

// The vectors that README.md shows are in the files.
func TestReadmeVectors(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	files := readVectors(t)
	blocks := strings.Split(string(text), "```json\n")[1:]
	for _, block := range blocks {
		block, _, _ = strings.Cut(block, "```")
		shown, err := model.ParseString(block)
		if err != nil {
			t.Fatalf("%v: %s", err, block)
		}
		found := false
		for _, test := range value(files[corpus.Op(value(shown, "op").Text())], "tests").Elements() {
			found = found || model.Equal(test, shown)
		}
		if !found {
			t.Errorf("README.md shows a vector that is not in the files: %s", block)
		}
	}
	if len(blocks) != 2 {
		t.Errorf("README.md shows %d vectors", len(blocks))
	}
}
