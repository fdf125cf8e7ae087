package upstream_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	servers "gopkg.in/evanphx/json-patch.v4"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/strategicpatch/smp/model"
	ours "github.com/strategicpatch/smp/smp/jsonpatch"
)

// ApplyAsServer gives the same result as the library of API servers: the same document, an
// error from both, or Code Panic if the library panics. The patches contain texts that the
// library distinguishes: escapes, spellings of numbers, nulls and missing fields. The library
// compares the fields of maps in random order, so it may either panic or find a difference. A
// patch with which it panics is therefore applied several times.
func TestJSONPatchesAreThoseOfAnAPIServer(t *testing.T) {
	const most = 512
	limitCopies(t)
	counts := map[string]int{}
	for seed := range uint64(50000) {
		r := rand.New(rand.NewPCG(seed, 5))
		original := asGoWrites(t, serverJSON(r, 3, true))
		patch := serverPatch(r, model.MustParse(original))
		p, err := ours.FromValueAsServer(model.MustParse(patch))
		if err != nil {
			t.Fatalf("seed %d: %s: %v", seed, patch, err)
		}
		got, err := p.ApplyAsServer(model.MustParse(original))
		var e *ours.Error
		errors.As(err, &e)
		want, fault := byServer(patch, original)
		panics := func() bool { return e != nil && e.Code == ours.Panic }
		for i := 0; i < most && (fault == errPanic) != panics() && (fault == errPanic || err != nil); i++ {
			want, fault = byServer(patch, original)
		}
		outcome := "applied"
		switch {
		case (err == nil) != (fault == nil), (fault == errPanic) != panics():
			t.Fatalf("seed %d: %s of %s: %s, %v; the server: %s, %v", seed, patch, original, got.JSON(), err, want, fault)
		case fault == errPanic:
			outcome = "panics"
		case err != nil:
			outcome = "refused"
		case !model.Equal(got, model.MustParse(string(want))):
			t.Fatalf("seed %d: %s of %s: %s; the server: %s", seed, patch, original, got.JSON(), want)
		}
		counts[outcome]++
	}
	t.Log(counts)
	if counts["applied"] < 10000 || counts["refused"] < 10000 || counts["panics"] < 20 {
		t.Error("too few")
	}
}

// limitCopies sets the limit for copied values that API servers have.
func limitCopies(t *testing.T) {
	before := servers.AccumulatedCopySizeLimit
	servers.AccumulatedCopySizeLimit = ours.MaxCopied
	t.Cleanup(func() { servers.AccumulatedCopySizeLimit = before })
}

// The size of a copied value is the length of the text that a server writes: without white
// space, and with the escapes of Go.
func TestCopiesAreCountedAsByAnAPIServer(t *testing.T) {
	limitCopies(t)
	outcomes := [2]int{}
	for _, unit := range []string{"x", "<", "\u2028", "é"} {
		size := len(asGoWrites(t, `"`+unit+`"`)) - 2
		n := (ours.MaxCopied - len(`{"a":""}`)) / size
		for more := range 3 {
			text := strings.Repeat(unit, n+more-1)
			for _, test := range [2][2]string{
				{asGoWrites(t, `{"d":{"a":"`+text+`"}}`), `[{"op":"copy","from":"/d","path":"/e"}]`},
				{`{}`, `[{"op":"add","path":"/d","value":{ "a" : "` + text + `" }},{"op":"copy","from":"/d","path":"/e"}]`},
			} {
				p, err := ours.FromValueAsServer(model.MustParse(test[1]))
				if err == nil {
					_, err = p.ApplyAsServer(model.MustParse(test[0]))
				}
				_, fault := byServer(test[1], test[0])
				if (err == nil) != (fault == nil) {
					t.Errorf("%d times %q: %v; the server: %v", n+more-1, unit, err, fault)
				}
				if err == nil {
					outcomes[0]++
				} else {
					outcomes[1]++
				}
			}
		}
	}
	if outcomes[0] < 8 || outcomes[1] < 8 {
		t.Errorf("got %v", outcomes)
	}
}

func byServer(patch, document string) (result []byte, err error) {
	defer recovered(&err)
	decoded, err := servers.DecodePatch([]byte(patch))
	if err != nil {
		return nil, err
	}
	return decoded.Apply([]byte(document))
}

// asGoWrites returns the text that an API server passes to its library.
func asGoWrites(t *testing.T, text string) string {
	t.Helper()
	var tree any
	err := utiljson.Unmarshal([]byte(text), &tree)
	out, fault := json.Marshal(tree)
	if err = errors.Join(err, fault); err != nil {
		t.Fatal(err)
	}
	return string(out)
}

var serverScalars = []string{
	"null", "null", "true", "0", "-0", "1", "1.0", "1e0", "10", "1e21", "1e+21", "1e-7", "0.0000001", "12345678901234567890", "12345678901234567000",
	`""`, `"a"`, `"\u0061"`, `"<"`, `"\u003c"`, `"\u003C"`, `"\u2028"`, "\"\u2028\"", `"\n"`, `"\u000a"`, `"/"`, `"\/"`, `"\u00e9"`, `"é"`, `"\b"`, `"\u0008"`, "\"\u007f\"",
}

func serverJSON(r *rand.Rand, depth int, whole bool) string {
	kind := r.IntN(6)
	if depth == 0 {
		kind = 0
	} else if whole {
		kind = 5
	}
	if kind < 3 {
		return serverScalars[r.IntN(len(serverScalars))]
	}
	names := []string{`"a"`, `"b"`, `"\u0063"`, `"0"`, `"m/n"`, `"~"`, `"<"`}
	var parts []string
	for _, i := range r.Perm(len(names))[:r.IntN(4)] {
		below := serverJSON(r, depth-1, false)
		if kind > 3 {
			below = names[i] + ": " + below
		}
		parts = append(parts, below)
	}
	if kind > 3 {
		return "{" + strings.Join(parts, " , ") + "}"
	}
	return "[" + strings.Join(parts, " , ") + "]"
}

// serverPatch returns the text of a patch whose operations build on each other: later
// operations test, copy or change values that earlier ones have added or copied.
func serverPatch(r *rand.Rand, document model.Value) string {
	places := []string{"/a", "/b", "/c"}
	there := map[string]string{}
	texts := append([]string{}, serverScalars...)
	var collect func(at string, v model.Value)
	collect = func(at string, v model.Value) {
		if at != "" {
			places, there[at] = append(places, at), v.JSON()
		}
		texts = append(texts, v.JSON())
		for name, m := range v.Members() {
			collect(at+ours.Pointer(name), m)
		}
		for i, e := range v.Elements() {
			collect(fmt.Sprint(at, "/", i), e)
		}
	}
	collect("", document)
	place := func() string {
		at := places[r.IntN(len(places))]
		switch r.IntN(30) {
		case 0:
			return ""
		case 1:
			return at[1:]
		case 2:
			return "x" + at
		case 3, 4, 5, 6, 7:
			at += []string{"/-", "/0", "/00", "/+1", "/-1", "/-2", "/a", "/b", "/7", "/~2", "/~"}[r.IntN(11)]
		}
		return at
	}
	var operations []string
	last := ""
	for range 1 + r.IntN(4) {
		op := []string{"add", "remove", "replace", "move", "copy", "test", "test", "copy"}[r.IntN(8)]
		path, text := place(), texts[r.IntN(len(texts))]
		if last != "" && r.IntN(2) == 0 {
			path = last
		}
		if have, ok := there[path]; ok && r.IntN(2) == 0 {
			text = have
		}
		fields := []string{fmt.Sprintf(`"op":%q`, op), fmt.Sprintf(`"path":%q`, path)}
		from := place()
		if last != "" && r.IntN(3) == 0 {
			from = last
		}
		fields = append(fields, fmt.Sprintf(`"from":%q`, from), fmt.Sprintf(`"value": %s`, text))
		switch r.IntN(30) {
		case 0: // an operation without one of its members
			i := r.IntN(len(fields))
			fields = append(fields[:i], fields[i+1:]...)
		case 1:
			i := r.IntN(3)
			fields[i], _, _ = strings.Cut(fields[i], ":")
			fields[i] += ":null"
		case 2:
			fields = fields[:3]
		}
		if op == "add" || op == "copy" || op == "replace" || op == "move" {
			last = path
		}
		operations = append(operations, "{"+strings.Join(fields, ",")+"}")
	}
	return "[" + strings.Join(operations, ",") + "]"
}
