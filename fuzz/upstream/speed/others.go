package speed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"

	jsonpatch "github.com/evanphx/json-patch/v5"
	"github.com/go-json-experiment/json/jsontext"
	"k8s.io/apimachinery/pkg/util/strategicpatch"
	"sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/kustomize/kyaml/yaml/merge2"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// These are other engines and parsers for some operations.
const (
	Kyaml        = "kyaml"
	JSONPatch    = "json-patch"
	JSONText     = "jsontext"
	EncodingJSON = "encoding/json"
)

// Others returns operations with several engines for each, beginning with this project's:
//
//   - Parse: a strict scan that keeps the document, compared with a strict scan that keeps
//     nothing (jsontext) and a lenient parser that builds maps (encoding/json)
//   - ApplyJSON, compared with kustomize's merge, which writes YAML, and a JSON Merge Patch
//     with the same result
//   - Chain: many patches, each applied to the result of the patch before it
//
// Kustomize's reader takes seconds for objects as large as the env-Pod.
func (w Workload) Others() ([]Operation, error) {
	change, err := w.mergePatch()
	if err != nil {
		return nil, err
	}
	chain, err := w.chains()
	if err != nil {
		return nil, err
	}
	all := []Operation{
		{"Parse", Ours, func() error {
			_, err := model.Parse(w.Original)
			return err
		}},
		{"Parse", JSONText, func() error { return skip(w.Original) }},
		{"Parse", EncodingJSON, func() error {
			var tree any
			return json.Unmarshal(w.Original, &tree)
		}},
		{"ApplyJSON", Ours, func() error {
			_, err := smp.ApplyJSON(w.Schema, w.Original, w.Change)
			return err
		}},
		{"ApplyJSON", JSONPatch, func() error {
			_, err := jsonpatch.MergePatch(w.Original, change)
			return err
		}},
	}
	if len(w.Original) < 1<<16 {
		all = append(all, Operation{"ApplyJSON", Kyaml, func() error {
			_, err := w.Kustomize()
			return err
		}})
	}
	if w.Elements > 1000 {
		chain = chain[:1] // apimachinery would take minutes
	}
	return append(all, chain...), nil
}

// skip reads a text strictly with jsontext.
func skip(text []byte) error {
	d := jsontext.NewDecoder(bytes.NewReader(text))
	if err := d.SkipValue(); err != nil {
		return err
	}
	if _, err := d.ReadToken(); err != io.EOF {
		return fmt.Errorf("more data: %v", err)
	}
	return nil
}

// mergePatch returns the JSON Merge Patch that has the same effect as the patch of the
// workload.
func (w Workload) mergePatch() ([]byte, error) {
	original, err := model.Parse(w.Original)
	if err != nil {
		return nil, err
	}
	modified, err := model.Parse(w.Modified)
	if err != nil {
		return nil, err
	}
	patch, err := smp.AsMergePatch(original, modified)
	return patch.AppendJSON(nil), err
}

// MergePatched returns the result of the workload with JSON Merge Patch.
func (w Workload) MergePatched() ([]byte, error) {
	patch, err := w.mergePatch()
	if err != nil {
		return nil, err
	}
	return jsonpatch.MergePatch(w.Original, patch)
}

// Kustomize returns the result of the workload with kustomize's merge, as YAML.
func (w Workload) Kustomize() (string, error) {
	options := yaml.MergeOptions{ListIncreaseDirection: yaml.MergeOptionsListAppend}
	return merge2.MergeStrings(w.patchOfKind(), string(w.Original), false, options)
}

// patchOfKind returns the patch with the object's kind, which kustomize requires to find the
// schema.
func (w Workload) patchOfKind() string {
	var says struct{ APIVersion, Kind string }
	if err := json.Unmarshal(w.Original, &says); err != nil {
		return ""
	}
	kind := fmt.Sprintf(`{"apiVersion":%q,"kind":%q,`, says.APIVersion, says.Kind)
	return kind + strings.TrimPrefix(string(w.Change), "{")
}

// Chained is the number of patches in a chain.
const Chained = 200

// chains returns operations that apply many patches in order. Each patch sets another label.
func (w Workload) chains() ([]Operation, error) {
	original, err := model.Parse(w.Original)
	if err != nil {
		return nil, err
	}
	var patches []model.Value
	for i := range Chained {
		patch, err := model.ParseString(fmt.Sprintf(`{"metadata":{"labels":{"label-%d":"value"}}}`, i%50))
		if err != nil {
			return nil, err
		}
		patches = append(patches, patch)
	}
	return []Operation{
		{"Chain", Ours, func() error {
			v := original
			for _, p := range patches {
				var err error
				if v, err = smp.Apply(w.Schema, v, p); err != nil {
					return err
				}
			}
			return nil
		}},
		{"Chain", Theirs, func() error {
			var tree map[string]any
			if err := json.Unmarshal(w.Original, &tree); err != nil {
				return err
			}
			for _, p := range patches {
				var err error
				if tree, err = strategicpatch.StrategicMergeMapPatch(tree, p.ToAny().(map[string]any), w.Struct); err != nil {
					return err
				}
			}
			return nil
		}},
	}, nil
}

// Concurrent returns a function that starts n goroutines. Each of them applies the workload's
// patch the given number of times. They share one parsed original.
func (w Workload) Concurrent(n, times int) (func() error, error) {
	original, err := model.Parse(w.Original)
	if err != nil {
		return nil, err
	}
	change, err := model.Parse(w.Change)
	if err != nil {
		return nil, err
	}
	return func() error {
		failed := make([]error, n)
		var wait sync.WaitGroup
		for g := range n {
			wait.Go(func() {
				for range times {
					if _, err := smp.Apply(w.Schema, original, change); err != nil {
						failed[g] = err
					}
				}
			})
		}
		wait.Wait()
		for _, err := range failed {
			if err != nil {
				return err
			}
		}
		return nil
	}, nil
}

// Retained returns the number of bytes that a parsed document keeps alive for each byte of its
// text, including the text.
func (w Workload) Retained() (float64, error) {
	n := 20 + 1<<20/len(w.Original) // so many that other memory of the program hardly matters
	values := make([]model.Value, n)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // the second collection empties the pools
	runtime.ReadMemStats(&before)
	for i := range values {
		var err error
		if values[i], err = model.Parse(w.Original); err != nil {
			return 0, err
		}
	}
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&after)
	runtime.KeepAlive(values)
	return float64(int64(after.HeapAlloc)-int64(before.HeapAlloc)) / float64(n*len(w.Original)), nil
}
