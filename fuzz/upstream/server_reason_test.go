package upstream_test

import (
	"encoding/json"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	corev1 "k8s.io/api/core/v1"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/mergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/server"
)

const podSpec = `{"nodeName":"n","hostNetwork":true,"nodeSelector":{"a":"1","b":"2"},"securityContext":{"runAsUser":1,"supplementalGroups":[1,2],"sysctls":[{"name":"a","value":"1"}]},
	"containers":[{"name":"web","image":"x","args":["a"],"env":[{"name":"A","value":"1"}],"ports":[{"containerPort":80,"protocol":"TCP"},{"containerPort":53,"protocol":"UDP"}]},{"name":"log","image":"y"}],
	"volumes":[{"name":"a","emptyDir":{}},{"name":"b","hostPath":{"path":"/x"}}],"tolerations":[{"key":"a"},{"key":"b"}],
	"hostAliases":[{"ip":"1.1.1.1","hostnames":["a","b"]}],"topologySpreadConstraints":[{"maxSkew":1,"topologyKey":"z","whenUnsatisfiable":"ScheduleAnyway"}]}`

const podMetadata = `{"name":"p","namespace":"default","labels":{"a":"1"},"finalizers":["a/x","b/x"],"ownerReferences":[{"apiVersion":"v1","kind":"Node","name":"n","uid":"u"}]}`

// A strategic merge patch is rejected for the same reason as by the handler of an API server.
// Most patches have one fault. If a patch has several, the library may report any of them, so
// it is called several times.
func TestStrategicPatchesAreRejectedAsByAnAPIServer(t *testing.T) {
	live := `{"apiVersion":"v1","kind":"Pod","metadata":` + podMetadata + `,"spec":` + podSpec + `}`
	var spec, metadata any
	if err := errors.Join(json.Unmarshal([]byte(podSpec), &spec), json.Unmarshal([]byte(podMetadata), &metadata)); err != nil {
		t.Fatal(err)
	}
	counts := map[string]int{}
	for seed := range uint64(30000) {
		g := &faults{rand.New(rand.NewPCG(seed, 7)), 1}
		patch := map[string]any{"spec": g.of(spec, 3)}
		if g.IntN(3) == 0 {
			patch = map[string]any{"metadata": g.of(metadata, 2)}
		}
		text, err := json.Marshal(patch)
		if err != nil {
			t.Fatal(err)
		}
		_, err = server.Patch(server.StrategicMergePatch, []byte(live), text)
		got := outcomeOf(err)
		var e *smp.Error
		if err != nil && !errors.As(err, &e) {
			got = "applied" // applied, but the object has another name
		}
		var wants []string
		for range 200 {
			want := handled(t, live, text)
			if wants = append(wants, want); want == got {
				break
			}
		}
		if wants[len(wants)-1] != got {
			slices.Sort(wants)
			t.Fatalf("seed %d: %s: got %s, %v, want %v", seed, text, got, err, slices.Compact(wants))
		}
		counts[got]++
	}
	t.Log(counts)
	for _, outcome := range []string{"applied", "BadRequest", "500"} {
		if counts[outcome] < 500 {
			t.Errorf("only %d are %s", counts[outcome], outcome)
		}
	}
}

func outcomeOf(err error) string {
	var e *server.Error
	switch {
	case err == nil:
		return "applied"
	case !errors.As(err, &e):
		return err.Error()
	case e.Reason == server.Unknown:
		return "500"
	}
	return string(e.Reason)
}

// handled treats a strategic merge patch like the handler of PATCH requests.
func handled(t *testing.T, live string, patch []byte) (outcome string) {
	t.Helper()
	defer func() {
		if recover() != nil {
			outcome = "500"
		}
	}()
	var original, patchMap map[string]any
	if err := errors.Join(utiljson.Unmarshal([]byte(live), &original), utiljson.Unmarshal(patch, &patchMap)); err != nil {
		t.Fatal(err)
	}
	switch _, err := strategicpatch.StrategicMergeMapPatch(original, patchMap, corev1.Pod{}); err {
	case nil:
		return "applied"
	case mergepatch.ErrBadJSONDoc, mergepatch.ErrBadPatchFormatForPrimitiveList, mergepatch.ErrBadPatchFormatForRetainKeys,
		mergepatch.ErrBadPatchFormatForSetElementOrderList, mergepatch.ErrUnsupportedStrategicMergePatchFormat:
		return "BadRequest"
	case mergepatch.ErrNoListOfLists, mergepatch.ErrPatchContentNotMatchRetainKeys:
		return "Invalid"
	default:
		return "500"
	}
}

// faults creates patches with faults. A number determines how many places are faulty.
type faults struct {
	*rand.Rand
	left int
}

// now reports whether to add a fault. It returns true in one of n calls, on average.
func (g *faults) now(n int) bool {
	if g.left == 0 || g.IntN(n) > 0 {
		return false
	}
	g.left--
	return true
}

func (g *faults) one(values ...any) any { return values[g.IntN(len(values))] }

func (g *faults) odd() any {
	return g.one(nil, 1, 1.5, "x", true, []any{}, map[string]any{}, []any{"x"}, []any{nil}, []any{[]any{"x"}}, []any{map[string]any{}}, map[string]any{"x": 1})
}

// of returns a patch for a value.
func (g *faults) of(v any, depth int) any {
	if g.now(12) {
		return g.odd()
	}
	switch v := v.(type) {
	case map[string]any:
		return g.ofMap(v, depth)
	case []any:
		list := []any{}
		for _, e := range v {
			if g.IntN(2) == 0 {
				list = append(list, g.ofElement(e, depth-1))
			}
		}
		if g.now(6) {
			list = append(list, g.odd())
		}
		return list
	}
	return v
}

func (g *faults) ofElement(e any, depth int) any {
	m, ok := e.(map[string]any)
	if !ok {
		return e
	}
	patch, ok := g.of(m, depth).(map[string]any)
	if !ok {
		return e
	}
	for _, key := range []string{"name", "containerPort", "ip", "topologyKey", "uid"} {
		if value, has := m[key]; has && !g.now(10) {
			patch[key] = value
		}
	}
	return patch
}

func (g *faults) ofMap(m map[string]any, depth int) any {
	patch := map[string]any{}
	var names []string
	for name := range m {
		names = append(names, name)
	}
	if slices.Sort(names); len(names) == 0 || depth < 0 {
		return m
	}
	name := func() string { return names[g.IntN(len(names))] }
	for range 1 + g.IntN(2) {
		n := name()
		patch[n] = g.of(m[n], depth-1)
	}
	if !g.now(4) {
		return patch
	}
	if g.IntN(8) == 0 {
		names = []string{"missing"}
	}
	switch n := name(); g.IntN(7) {
	case 0:
		patch["$patch"] = g.one("replace", "delete", "merge", "x", 1, nil)
	case 1:
		patch["$retainKeys"] = g.one(keys(patch), []any{n}, []any{1}, g.odd())
	case 2:
		patch["$deleteFromPrimitiveList/"+n] = g.one([]any{"a"}, []any{1}, m[n], g.odd())
	case 3:
		patch[g.one("$deleteFromPrimitiveList", "$deleteFromPrimitiveListx/y", "$deleteFromPrimitiveList/", "$setElementOrder", "$setElementOrder/", "$setElementOrderx/"+n).(string)] = g.one([]any{"a"}, g.odd())
	case 4:
		patch["$unknown"] = g.odd()
	default:
		order := g.one(m[n], g.odd())
		patch["$setElementOrder/"+n] = order
		if list, ok := order.([]any); ok && g.IntN(2) == 0 {
			var elements []any
			for _, e := range list {
				elements = append(elements, g.ofElement(e, depth-1))
			}
			if g.IntN(3) == 0 {
				slices.Reverse(elements)
			}
			patch[n] = elements
		}
	}
	return patch
}

func keys(m map[string]any) any {
	list := []any{}
	for name := range m {
		list = append(list, name)
	}
	return list
}
