package typed_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/mergepatch"
	"github.com/strategicpatch/smp/smp/strategicpatch"
	"github.com/strategicpatch/smp/smp/typed"
)

// A record is a Deployment, a Pod or a Secret with the tags of k8s.io/api.
type record struct {
	TypeMeta `json:",inline"`
	Metadata struct {
		Name            string            `json:"name,omitempty"`
		ResourceVersion string            `json:"resourceVersion,omitempty"`
		Annotations     map[string]string `json:"annotations,omitempty"`
		Finalizers      []string          `json:"finalizers,omitempty" patchStrategy:"merge"`
	} `json:"metadata,omitempty"`
	Spec struct {
		Replicas   *int32      `json:"replicas,omitempty"`
		Containers []withPorts `json:"containers,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	} `json:"spec,omitempty"`
	Data       map[string][]byte `json:"data,omitempty"`
	StringData map[string]string `json:"stringData,omitempty"`
}

// A withPorts is a container with ports that merge by containerPort alone, as in k8s.io/api.
type withPorts struct {
	Container
	Ports []struct {
		Name          string `json:"name,omitempty"`
		ContainerPort int32  `json:"containerPort"`
		Protocol      string `json:"protocol,omitempty"`
		HostIP        string `json:"hostIP,omitempty"`
	} `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"containerPort"`
}

// A merger makes patches of JSON documents with one of the packages.
type merger struct {
	name     string
	diff     func(original, modified string) ([]byte, error)
	threeWay func(original, modified, current string, overwrite bool) ([]byte, error)
}

const (
	withStructs = "typed with structs"
	dropIn      = "strategicpatch"
)

func mustMeta(t *testing.T) strategicpatch.PatchMetaFromStruct {
	t.Helper()
	meta, err := strategicpatch.NewPatchMetaFromStruct(record{})
	if err != nil {
		t.Fatal(err)
	}
	return meta
}

func mergers(t *testing.T) []merger {
	meta := mustMeta(t)
	structOf := func(text string) *record {
		r := new(record)
		if err := json.Unmarshal([]byte(text), r); err != nil {
			t.Fatal(err)
		}
		return r
	}
	mapOf := func(text string) map[string]any { return model.MustParse(text).ToAny().(map[string]any) }
	schema, err := meta.MergeSchema()
	if err != nil {
		t.Fatal(err)
	}
	structs, maps := typed.Engine[*record]{}, typed.Engine[map[string]any]{Schema: schema}
	return []merger{
		{
			withStructs,
			func(original, modified string) ([]byte, error) {
				return structs.Diff(structOf(original), structOf(modified), smp.DiffOptions{})
			},
			func(original, modified, current string, overwrite bool) ([]byte, error) {
				return structs.ThreeWay(structOf(original), structOf(modified), structOf(current), smp.ThreeWayOptions{Overwrite: overwrite})
			},
		},
		{
			"typed with maps",
			func(original, modified string) ([]byte, error) {
				return maps.Diff(mapOf(original), mapOf(modified), smp.DiffOptions{})
			},
			func(original, modified, current string, overwrite bool) ([]byte, error) {
				return maps.ThreeWay(mapOf(original), mapOf(modified), mapOf(current), smp.ThreeWayOptions{Overwrite: overwrite})
			},
		},
		{
			"kubernetes",
			func(original, modified string) ([]byte, error) {
				return kubernetes.Diff([]byte(original), []byte(modified))
			},
			func(original, modified, current string, overwrite bool) ([]byte, error) {
				return kubernetes.ThreeWay([]byte(original), []byte(modified), []byte(current), smp.ThreeWayOptions{Overwrite: overwrite})
			},
		},
		{
			dropIn,
			func(original, modified string) ([]byte, error) {
				return strategicpatch.CreateTwoWayMergePatchUsingLookupPatchMeta([]byte(original), []byte(modified), meta)
			},
			func(original, modified, current string, overwrite bool) ([]byte, error) {
				return strategicpatch.CreateThreeWayMergePatch([]byte(original), []byte(modified), []byte(current), meta, overwrite)
			},
		},
	}
}

// If a patch replaces a place as a whole, it contains the resourceVersion of the object that the
// patch is for. Other patches do not.
func TestWideReplacementsInAllPackages(t *testing.T) {
	pod := func(metadata string, containers ...string) string {
		return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"` + metadata + `},"spec":{"containers":[{"name":"` + strings.Join(containers, `"},{"name":"`) + `"}]}}`
	}
	const version = `,"resourceVersion":"7"`
	duplicates, changed := []string{"a", "b", "a"}, []string{"a", "c", "a"}
	for _, test := range []struct {
		name                        string
		original, modified, current string // current is empty for Diff
		version                     string // resourceVersion of the patch
		small                       bool
	}{
		{"Diff", pod(version, duplicates...), pod(version, changed...), "", "7", false},
		{"Diff without a version", pod("", duplicates...), pod("", changed...), "", "", false},
		{"Diff to a manifest without a version", pod(version, duplicates...), pod("", changed...), "", "7", false},
		{"Diff to a version that is null", pod(version, duplicates...), pod(`,"resourceVersion":null`, changed...), "", "7", false},
		{"Diff with a small change", pod(version, "a", "b"), pod(version, "a"), "", "", true},
		{"ThreeWay", pod("", duplicates...), pod("", changed...), pod(version, duplicates...), "7", false},
		{"ThreeWay from a manifest with the version", pod(version, duplicates...), pod("", changed...), pod(version, duplicates...), "7", false},
		{"ThreeWay without a version", pod("", duplicates...), pod("", changed...), pod("", duplicates...), "", false},
		{"ThreeWay with a small change", pod("", "a", "b"), pod("", "a"), pod(version, "a", "b"), "", true},
	} {
		for _, m := range mergers(t) {
			patch, err := m.diff(test.original, test.modified)
			if test.current != "" {
				patch, err = m.threeWay(test.original, test.modified, test.current, false)
			}
			if err != nil {
				t.Errorf("%s, %s: %v", m.name, test.name, err)
				continue
			}
			v := model.MustParse(string(patch))
			got, _ := fieldPath("metadata", "resourceVersion").Lookup(v)
			if _, wide := fieldPath("spec", "$patch").Lookup(v); got.Text() != test.version || wide == test.small {
				t.Errorf("%s, %s: got %s, want the resourceVersion %q", m.name, test.name, patch, test.version)
			}
		}
	}
}

// A list that is replaced by a marker loses elements that others have added meanwhile. So such a patch
// contains the resourceVersion, too.
func TestReplacedListsInAllPackages(t *testing.T) {
	pod := func(metadata string, ports ...string) string {
		return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"` + metadata + `},"spec":{"containers":[{"name":"a","ports":[` + strings.Join(ports, ",") + `]}]}}`
	}
	const version = `,"resourceVersion":"7"`
	udp, tcp, renamed := `{"name":"u","containerPort":53,"protocol":"UDP"}`, `{"name":"t","containerPort":53,"protocol":"TCP"}`, `{"name":"t2","containerPort":53,"protocol":"TCP"}`
	for _, m := range mergers(t) {
		diff, err := m.diff(pod(version, udp, tcp), pod("", udp, renamed))
		threeWay, err2 := m.threeWay(pod("", udp, tcp), pod("", udp, renamed), pod(version, udp, tcp), false)
		for i, patch := range [][]byte{diff, threeWay} {
			if err != nil || err2 != nil {
				t.Fatalf("%s: %v, %v", m.name, err, err2)
			}
			v := model.MustParse(string(patch))
			if got, _ := fieldPath("metadata", "resourceVersion").Lookup(v); got.Text() != "7" || !strings.Contains(string(patch), `{"$patch":"replace"}`) {
				t.Errorf("%s, patch %d: got %s, want a replaced list and the resourceVersion", m.name, i, patch)
			}
		}
	}
}

// A patch without resourceVersion keeps the changes of others in the elements that modified leaves as
// they were. Here somebody names such a port before the patch arrives.
func TestUnguardedPatchesLoseNothing(t *testing.T) {
	const trials = 2000
	schema, err := mustMeta(t).MergeSchema()
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range mergers(t) {
		r := rand.New(rand.NewPCG(1, 1))
		free := 0
		for range trials {
			var ports, changed []string
			for range 1 + r.IntN(4) {
				port := fmt.Sprintf(`{"containerPort":%d,"protocol":%q}`, 53+r.IntN(2), []string{"TCP", "UDP"}[r.IntN(2)])
				if slices.Contains(ports, port) {
					continue
				}
				ports = append(ports, port)
				switch r.IntN(3) {
				case 0: // modified lacks the port
				case 1:
					changed = append(changed, strings.Replace(port, "{", `{"hostIP":"::",`, 1))
				default:
					changed = append(changed, port)
				}
			}
			unchanged := slices.IndexFunc(changed, func(port string) bool { return slices.Contains(ports, port) })
			if unchanged < 0 {
				continue
			}
			named := strings.Replace(changed[unchanged], "{", `{"name":"others",`, 1)
			pod := func(version string, ports []string) string {
				return `{"apiVersion":"v1","kind":"Pod","metadata":{"name":"p"` + version + `},"spec":{"containers":[{"name":"a","ports":[` + strings.Join(ports, ",") + `]}]}}`
			}
			const version = `,"resourceVersion":"7"`
			live := slices.Clone(ports)
			live[slices.Index(ports, changed[unchanged])] = named
			diff, err := m.diff(pod(version, ports), pod("", changed))
			threeWay, err2 := m.threeWay(pod("", ports), pod("", changed), pod(version, ports), false)
			if err != nil || err2 != nil {
				t.Fatalf("%s: %v, %v", m.name, err, err2)
			}
			for _, patch := range [][]byte{diff, threeWay} {
				if _, guarded := fieldPath("metadata", "resourceVersion").Lookup(model.MustParse(string(patch))); guarded {
					continue
				}
				free++
				result, err := (cluster.Engine{}).ApplyJSON(schema, []byte(pod(version, live)), patch)
				if err != nil || !strings.Contains(string(result), `"others"`) {
					t.Fatalf("%s: the name is lost, or %v\noriginal %s\nmodified %s\npatch    %s\nresult   %s", m.name, err, ports, changed, patch, result)
				}
			}
		}
		if free < trials/4 {
			t.Errorf("%s: only %d patches have no resourceVersion", m.name, free)
		}
	}
}

// A patch does not remove the resourceVersion, because a server accepts a null for any version.
// Package strategicpatch sends the null, like the package that it replaces.
func TestVersionIsKept(t *testing.T) {
	object := func(metadata, replicas string) string {
		return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"` + metadata + `},"spec":{"replicas":` + replicas + `}}`
	}
	const old, now, null = `,"resourceVersion":"7"`, `,"resourceVersion":"8"`, `,"resourceVersion":null`
	const twice, changed = `,"finalizers":["a","b","a"]`, `,"finalizers":["a","c","a"]`
	const change, changeOf7 = `{"spec":{"replicas":2}}`, `{"metadata":{"resourceVersion":"7"},"spec":{"replicas":2}}`
	for _, m := range mergers(t) {
		if m.name == dropIn {
			continue
		}
		check := func(what, want string, patch []byte, err error) {
			t.Helper()
			if err != nil || !model.Equal(model.MustParse(string(patch)), model.MustParse(want)) {
				t.Errorf("%s, %s: got %s, %v, want %s", m.name, what, patch, err, want)
			}
		}
		diff := func(what, original, modified, want string) {
			t.Helper()
			patch, err := m.diff(original, modified)
			check(what, want, patch, err)
		}
		diff("Diff", object(old, "1"), object("", "2"), change)
		diff("Diff to null", object(old, "1"), object(null, "2"), change)
		diff("Diff to a version", object(now, "1"), object(old, "2"), changeOf7)
		diff("Diff that replaces metadata", object(old+twice, "1"), object(changed, "1"),
			`{"metadata":{"$patch":"replace","name":"web","resourceVersion":"7","finalizers":["a","c","a"]}}`)
		patch, err := m.threeWay(object(old, "1"), object("", "2"), object(now, "1"), false)
		check("ThreeWay", change, patch, err)
		patch, err = m.threeWay(object("", "1"), object(old, "2"), object(now, "1"), true)
		check("ThreeWay to a version", changeOf7, patch, err)
	}
}

// A program that stores the last applied manifest in an annotation adds the annotation to this
// manifest, too. Without that, each update of the annotation is a conflict.
func TestAnnotationOfLastAppliedInAllPackages(t *testing.T) {
	object := func(annotations, replicas string) string {
		return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"` + annotations + `},"spec":{"replicas":` + replicas + `}}`
	}
	annotated := func(text string) string { return `,"annotations":{"example.com/applied":"` + text + `"}` }
	modified, current := object(annotated("new"), "2"), object(annotated("old"), "1")
	for _, m := range mergers(t) {
		var conflict *smp.ConflictError
		_, err := m.threeWay(object("", "1"), modified, current, false)
		if !mergepatch.IsConflict(err) && !(errors.As(err, &conflict) && conflict.Conflicts[0].Path.Equal(fieldPath("metadata", "annotations", "example.com/applied"))) {
			t.Errorf("%s: got %v, want a conflict of the annotation", m.name, err)
		}
		patch, err := m.threeWay(object(annotated("old"), "1"), modified, current, false)
		if want := `{"metadata":{"annotations":{"example.com/applied":"new"}},"spec":{"replicas":2}}`; err != nil || string(patch) != want {
			t.Errorf("%s: got %s, %v, want %s", m.name, patch, err, want)
		}
	}
}

func deployed(spec string) string {
	return `{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{` + spec + `}}`
}

// A conflict is an error, unless the caller allows it.
func TestConflictsInAllPackages(t *testing.T) {
	original, current := deployed(`"replicas":3`), deployed(`"replicas":5`)
	for _, m := range mergers(t) {
		modified := deployed(`"replicas":4`)
		patch, err := m.threeWay(original, modified, current, false)
		var conflict *smp.ConflictError
		if known := errors.As(err, &conflict) || m.name == dropIn && mergepatch.IsConflict(err); !known || patch != nil || !strings.Contains(err.Error(), "spec.replicas") {
			t.Errorf("%s: got %s, %v, want a conflict", m.name, patch, err)
		}
		if patch, err = m.threeWay(original, modified, current, true); err != nil || string(patch) != `{"spec":{"replicas":4}}` {
			t.Errorf("%s: with Overwrite: got %s, %v", m.name, patch, err)
		}
		// Only the other package, which strategicpatch replaces, reports this as a conflict.
		patch, err = m.threeWay(original, original, current, false)
		if m.name == dropIn {
			if !mergepatch.IsConflict(err) {
				t.Errorf("%s: a change by current alone: got %s, %v, want a conflict", m.name, patch, err)
			}
		} else if err != nil || string(patch) != `{"spec":{"replicas":3}}` {
			t.Errorf("%s: a change by current alone: got %s, %v", m.name, patch, err)
		}
	}
}

// A live Secret has no stringData, so ThreeWay compares its values with those of data.
func TestSecretsInAllPackages(t *testing.T) {
	original := `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"a":"x","b":"x"}}`
	modified := `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"stringData":{"a":"y"}}`
	current := `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"a":"eA==","b":"eA==","c":"eA=="}}`
	for _, m := range mergers(t) {
		want := `{"data":{"a":"eQ==","b":null}}`
		if m.name == dropIn {
			want = `{"stringData":{"a":"y"}}` // like the package that it replaces
		}
		if patch, err := m.threeWay(original, modified, current, true); err != nil || string(patch) != want {
			t.Errorf("%s: got %s, %v, want %s", m.name, patch, err, want)
		}
		if m.name == dropIn {
			continue
		}
		applied := `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"s"},"data":{"a":"eQ==","c":"eA=="}}`
		if patch, err := m.threeWay(modified, modified, applied, false); err != nil || string(patch) != `{}` {
			t.Errorf("%s: a second merge: got %s, %v", m.name, patch, err)
		}
	}
	// Typed clients return Secrets without apiVersion and kind.
	untyped := func(text string) string {
		return strings.Replace(text, `"apiVersion":"v1","kind":"Secret",`, ``, 1)
	}
	if patch, err := mergers(t)[0].threeWay(original, modified, untyped(current), false); err != nil || string(patch) != `{"data":{"a":"eQ==","b":null}}` {
		t.Errorf("current without a kind: got %s, %v", patch, err)
	}
}

// fieldPath returns a path that consists of fields.
func fieldPath(names ...string) (p model.Path) {
	for _, name := range names {
		p = append(p, model.Field(name))
	}
	return p
}
