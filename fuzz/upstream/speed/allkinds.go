package speed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"k8s.io/client-go/kubernetes/scheme"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Kinds returns a workload for each kind of k8s.io/api that has a test object in that module.
// In such an object, every field is set. apimachinery creates the patch, which adds a label
// and changes the most deeply nested string.
func Kinds() ([]Workload, error) {
	dir, err := testdata()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.json"))
	if err != nil {
		return nil, err
	}
	var all []Workload
	for _, file := range files {
		w, ok, err := kind(file)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", filepath.Base(file), err)
		}
		if ok {
			all = append(all, w)
		}
	}
	return all, nil
}

// kind returns the workload of a test object. It returns false for kinds that are not in the
// built-in table.
func kind(file string) (Workload, bool, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return Workload{}, false, err
	}
	var object map[string]any
	if err := json.Unmarshal(text, &object); err != nil {
		return Workload{}, false, err
	}
	apiVersion, _ := object["apiVersion"].(string)
	name, _ := object["kind"].(string)
	metadata, _ := object["metadata"].(map[string]any)
	s, known := kubernetes.Lookup(apiVersion, name)
	if !known || metadata == nil {
		return Workload{}, false, nil
	}
	zero, err := scheme.Scheme.New(schema.FromAPIVersionAndKind(apiVersion, name))
	if err != nil {
		return Workload{}, false, nil // not a kind that clients use
	}
	w := Workload{Object: name + " " + apiVersion, Patch: "plain", Schema: s, Struct: zero}
	if w.Original, err = json.Marshal(object); err != nil {
		return w, false, err
	}
	if labels, ok := metadata["labels"].(map[string]any); ok {
		labels["changed"] = "yes"
	}
	if in, last := deepest(object); in != nil {
		in[last] = "changed"
	}
	if w.Modified, err = json.Marshal(object); err != nil {
		return w, false, err
	}
	if w.Change, err = strategicpatch.CreateTwoWayMergePatch(w.Original, w.Modified, zero); err != nil {
		return w, false, err
	}
	w.Live, err = smp.ApplyJSON(s, w.Original, []byte(served))
	return w, true, err
}

// identifying lists the fields that identify elements of lists in some kind.
var identifying = []string{"apiVersion", "kind", "name", "key", "type", "ip", "uid", "topologyKey", "mountPath", "devicePath", "resourceID", "manager"}

// deepest returns the map with the most deeply nested string, and the name of the string in
// this map. If there are several, it returns the first by name. Identifying fields are
// ignored.
func deepest(object map[string]any) (in map[string]any, name string) {
	level := []any{object}
	for len(level) > 0 {
		var below []any
		for _, v := range level {
			switch v := v.(type) {
			case map[string]any:
				for _, field := range slices.Backward(slices.Sorted(maps.Keys(v))) {
					if _, ok := v[field].(string); ok && !slices.Contains(identifying, field) {
						in, name = v, field
					}
					if field != "metadata" {
						below = append(below, v[field])
					}
				}
			case []any:
				below = append(below, v...)
			}
		}
		level = below
	}
	return in, name
}

// A KindRow contains the results of one operation for all kinds.
type KindRow struct {
	Operation string
	Ratios    []KindRatio // in ascending order
}

// A KindRatio is the factor by which this project's engine is faster for one kind: the median
// of the rounds.
type KindRatio struct {
	Object string
	Bytes  int // length of the original
	Ratio  float64
	Ours   Sample // of this engine
}

// MeasureKinds measures the workloads of all kinds: on text, on values and on Go maps.
func MeasureKinds(all []Workload) ([]KindRow, error) {
	var rows []KindRow
	add := func(operation string, r KindRatio) {
		i := slices.IndexFunc(rows, func(row KindRow) bool { return row.Operation == operation })
		if i < 0 {
			i = len(rows)
			rows = append(rows, KindRow{Operation: operation})
		}
		rows[i].Ratios = append(rows[i].Ratios, r)
	}
	for _, w := range all {
		for _, list := range []func() ([]Operation, error){w.Operations, w.Doors} {
			operations, err := list()
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.Object, err)
			}
			measured, err := w.rowsOf(operations, kindBatch)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", w.Object, err)
			}
			for _, r := range measured {
				add(r.Operation, KindRatio{w.Object, len(w.Original), r.Ratio().Median, r.Ours})
			}
		}
		operations, err := w.Maps()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.Object, err)
		}
		contests, err := w.contestsIn(operations, kindBatch)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", w.Object, err)
		}
		for _, c := range contests {
			last := len(c.Samples) - 1 // the operation that does not change the original
			add(c.Operation+" of maps, "+c.Engines[last], KindRatio{w.Object, len(w.Original), ratioOf(c.Samples[0], c.Samples[last]).Median, c.Samples[0]})
		}
	}
	for _, row := range rows {
		slices.SortFunc(row.Ratios, func(a, b KindRatio) int { return int(1000 * (a.Ratio - b.Ratio)) })
	}
	return rows, nil
}

// kindBatch is the time for one operation on one kind in a round.
const kindBatch = 4 * time.Millisecond

// WriteKinds writes the results for all kinds as a section of the page.
func WriteKinds(w io.Writer, rows []KindRow) error {
	var b bytes.Buffer
	fmt.Fprintf(&b, `
## Over all kinds

These are the %d kinds of k8s.io/api that have a test object with every field set. The patch
adds a label and changes the most deeply nested string. The table shows how many times
faster smp is than apimachinery, in the same run. Rows on Go maps have the engine after
their name.

| operation | least | lower quartile | median | allocations, median | bytes, median | slowest |
|---|--:|--:|--:|--:|--:|---|
`, len(rows[0].Ratios))
	for _, row := range rows {
		at := func(quarter int) float64 { return row.Ratios[(len(row.Ratios)-1)*quarter/4].Ratio }
		var slowest []string
		for _, r := range row.Ratios[:min(5, len(row.Ratios))] {
			slowest = append(slowest, fmt.Sprintf("%s (%.1f KB) %.1f×", r.Object, float64(r.Bytes)/1000, r.Ratio))
		}
		median := func(of func(Sample) int) int {
			var all []int
			for _, r := range row.Ratios {
				all = append(all, of(r.Ours))
			}
			slices.Sort(all)
			return all[len(all)/2]
		}
		allocs, bytes := median(func(s Sample) int { return s.Allocs }), median(func(s Sample) int { return s.Bytes })
		fmt.Fprintf(&b, "| %s | %.1f× | %.1f× | %.1f× | %d | %d | %s |\n", row.Operation, at(0), at(1), at(2), allocs, bytes, strings.Join(slowest, ", "))
	}
	b.WriteString(`
From text to text, the slowest objects are small ones, and those with a change deep in merging lists. On a
small object, the fixed cost of a call dominates: a patch to read, a few allocations, scratch memory to get and to
return. The patch for a change in a merging list repeats the keys of all elements, and is up to a third as long as
the object. Most of the remaining time is reading, with the same cost per byte for all kinds.

Apply does not read or write text. apimachinery then only changes Go maps in place, in a time that
depends only on the patch. smp does not change the original. With Go maps, smp must check its input
before the merge, which matters most for small objects.
`)
	_, err := w.Write(b.Bytes())
	return err
}
