package speed

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Workload is one object and a patch for it.
type Workload struct {
	// Object and Patch are the parts of its name, such as Deployment and plain.
	Object, Patch string
	// Original and Change are the documents, Modified is the result. Live is the original with
	// an annotation and a status that a server added.
	Original, Change, Modified, Live []byte
	// Schema is the schema for this project's engine, and Struct is that for apimachinery's.
	Schema smp.Schema
	Struct any
	// Elements is the number of elements in the patched lists.
	Elements int
}

// Name returns object=Deployment/patch=plain, the form by which benchstat groups results.
func (w Workload) Name() string { return "object=" + w.Object + "/patch=" + w.Patch }

// served is the addition of a server to the live document.
const served = `{"metadata":{"annotations":{"server":"was-here"}},"status":{"reason":"Seen"}}`

// Workloads returns all workloads: each object with a plain patch and, if the patch changes
// lists, also with a patch that contains the order of all elements, as kubectl sends it. The
// Deployment is read from the testdata of k8s.io/api. The go command must be able to find
// that module from the working directory.
func Workloads() ([]Workload, error) {
	deployment, err := deployment()
	if err != nil {
		return nil, err
	}
	var all []Workload
	for _, plain := range []Workload{pod("1KB-Pod", 10), deployment, pod("env-Pod", 10_000)} {
		ordered, err := plain.withOrder()
		if err != nil {
			return nil, err
		}
		all = append(all, plain, ordered)
	}
	all = append(all, configMap("ConfigMap", 10_000), configMap("small-ConfigMap", 100))
	for i := range all {
		w := &all[i]
		if err := w.addSchema(); err != nil {
			return nil, err
		}
		if w.Modified, err = smp.ApplyJSON(w.Schema, w.Original, w.Change); err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name(), err)
		}
		if w.Live, err = smp.ApplyJSON(w.Schema, w.Original, []byte(served)); err != nil {
			return nil, fmt.Errorf("%s: %w", w.Name(), err)
		}
	}
	return all, nil
}

func (w *Workload) addSchema() error {
	var says struct{ APIVersion, Kind string }
	if err := json.Unmarshal(w.Original, &says); err != nil {
		return err
	}
	var ok bool
	if w.Schema, ok = kubernetes.Lookup(says.APIVersion, says.Kind); !ok {
		return fmt.Errorf("%s is of the unknown kind %s/%s", w.Object, says.APIVersion, says.Kind)
	}
	return nil
}

// testdata returns the folder of the test objects of k8s.io/api.
func testdata() (string, error) {
	dir, err := module.Dir("k8s.io/api")
	return filepath.Join(dir, "testdata", "HEAD"), err
}

// deployment returns a Deployment with every field set. The patch changes the image of its
// only container.
func deployment() (Workload, error) {
	dir, err := testdata()
	if err != nil {
		return Workload{}, err
	}
	text, err := os.ReadFile(filepath.Join(dir, "apps.v1.Deployment.json"))
	if err != nil {
		return Workload{}, err
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, text); err != nil {
		return Workload{}, err
	}
	return Workload{
		Object: "Deployment", Patch: "plain",
		Original: compact.Bytes(),
		Change:   []byte(`{"spec":{"template":{"spec":{"containers":[{"name":"nameValue","image":"changed"}]}}}}`),
		Struct:   appsv1.Deployment{},
		Elements: 1,
	}, nil
}

// pod returns a Pod of two containers with n variables each. The patch changes one container:
// its image, and the value of a variable in the middle of the list.
func pod(name string, n int) Workload {
	var b strings.Builder
	b.WriteString(`{"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","labels":{"app":"web"}},"spec":{"containers":[`)
	for i, container := range []string{"web", "sidecar"} {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"name":"%s","image":"registry/%s:1","env":[`, container, container)
		for j := range n {
			if j > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(&b, `{"name":"VAR_%05d","value":"value-%d"}`, j, j)
		}
		b.WriteString(`]}`)
	}
	b.WriteString(`]}}`)
	change := fmt.Sprintf(`{"spec":{"containers":[{"name":"web","image":"registry/web:2","env":[{"name":"VAR_%05d","value":"changed"}]}]}}`, n/2)
	return Workload{
		Object: name, Patch: "plain",
		Original: []byte(b.String()), Change: []byte(change),
		Struct:   corev1.Pod{},
		Elements: 2 + n,
	}
}

// configMap returns a ConfigMap with n members of about 100 bytes. The patch changes one
// member and removes another.
func configMap(name string, n int) Workload {
	var b strings.Builder
	b.WriteString(`{"kind":"ConfigMap","apiVersion":"v1","metadata":{"name":"settings"},"data":{`)
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `"setting-%05d":"%s"`, i, strings.Repeat("abcdefghij", 9))
	}
	b.WriteString(`}}`)
	change := fmt.Sprintf(`{"data":{"setting-%05d":"changed","setting-%05d":null}}`, n/2, n/3)
	return Workload{
		Object: name, Patch: "plain",
		Original: []byte(b.String()), Change: []byte(change),
		Struct: corev1.ConfigMap{},
	}
}

// withOrder returns the workload with the order of all elements added for every list of its
// patch, as kubectl sends it. Lists are keyed by name.
func (w Workload) withOrder() (Workload, error) {
	var original, change map[string]any
	if err := json.Unmarshal(w.Original, &original); err != nil {
		return Workload{}, err
	}
	if err := json.Unmarshal(w.Change, &change); err != nil {
		return Workload{}, err
	}
	addOrder(original, change)
	var err error
	w.Patch = "order"
	w.Change, err = json.Marshal(change)
	return w, err
}

func addOrder(original, change map[string]any) {
	for _, field := range slices.Collect(maps.Keys(change)) {
		switch below := change[field].(type) {
		case map[string]any:
			addOrder(original[field].(map[string]any), below)
		case []any:
			named := map[any]map[string]any{}
			var order []any
			for _, e := range original[field].([]any) {
				element := e.(map[string]any)
				named[element["name"]] = element
				order = append(order, map[string]any{"name": element["name"]})
			}
			change["$setElementOrder/"+field] = order
			for _, e := range below {
				element := e.(map[string]any)
				addOrder(named[element["name"]], element)
			}
		}
	}
}
