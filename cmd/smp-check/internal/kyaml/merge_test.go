package kyaml_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/kyaml"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// kustomize compares each element of a list with each other. The model does not do that for
// long lists: it returns an error, and Check reports nothing.
func TestLongLists(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Service"}
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	var ports []string
	for i := range 10_000 {
		ports = append(ports, fmt.Sprintf(`{"port": %d}`, i+1))
	}
	object := model.MustParse(`{"spec": {"ports": [` + strings.Join(ports, ",") + `]}}`)
	patch := model.MustParse(`{"spec": {"ports": [{"port": 53, "name": "dns"}]}}`)
	_, err := kyaml.Merge(s, object, patch)
	if failed := (*kyaml.Error)(nil); err == nil || errors.As(err, &failed) || err.Error() != "the lists are too long" {
		t.Errorf("got %v", err)
	}
	if found := kyaml.Check(s, object, patch); len(found) > 0 {
		t.Errorf("got %v", found)
	}
}

// A merge changes neither the object nor the patch.
func TestMergeKeepsItsArguments(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Service"}
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	const before, change = `{"spec":{"ports":[{"port":53}]}}`, `{"spec":{"$patch":"merge","ports":[{"port":53,"name":"a"},{"port":54,"$patch":"merge"}]}}`
	object, patch := model.MustParse(before), model.MustParse(change)
	result, err := kyaml.Merge(s, object, patch)
	if want := `{"spec":{"ports":[{"name":"a","port":53},{"port":54}]}}`; err != nil || result.JSON() != want {
		t.Errorf("got %s, %v, want %s", result.JSON(), err, want)
	}
	if object.JSON() != before || patch.JSON() != change {
		t.Errorf("the arguments are now %s and %s", object.JSON(), patch.JSON())
	}
}

// A list that the patch does not change merges like one for which the patch has no elements.
func TestDistinct(t *testing.T) {
	tried := 0
	for i, m := range merges(t) {
		patch := model.MustParse("{}")
		for _, path := range []string{"spec.ports", "spec.containers", "spec.hostAliases", "metadata.finalizers"} {
			at := parsePath(t, path)
			if v, ok := at.Lookup(m.object); ok && v.Type() == model.List {
				var err error
				if patch, err = at.Set(patch, model.MustParse("[]")); err != nil {
					t.Fatal(err)
				}
				tried++
			}
		}
		got, err := kyaml.Merge(m.schema(), m.object, model.MustParse("{}"))
		want, failed := kyaml.Merge(m.schema(), m.object, patch)
		if !model.Equal(got, want) || (err == nil) != (failed == nil) {
			t.Errorf("line %d: got %s, %v, want %s, %v", i+1, got.JSON(), err, want.JSON(), failed)
		}
	}
	if tried < 100 {
		t.Errorf("only %d lists", tried)
	}
}

// Long lists that the patch does not change hide no problem, even if they lack a key.
func TestProblemsBesideLongLists(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Service"}
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	for _, format := range []string{`{"port": %d}`, `{"port": %d, "protocol": "TCP"}`, `{"name": "p%d"}`} {
		var ports []string
		for i := range 10_000 {
			ports = append(ports, fmt.Sprintf(format, i))
		}
		object := model.MustParse(`{"spec": {"ports": [` + strings.Join(ports, ",") + `]}}`)
		found := kyaml.Check(s, object, model.MustParse(`{"spec": {"externalIPs": [{"$patch": "delete"}]}}`))
		if len(found) != 1 || found[0].Path.String() != `spec.externalIPs[0]["$patch"]` {
			t.Errorf("ports such as %s: got %v", ports[0], found)
		}
	}
}

// Long lists that the patch does not change do not prevent a prediction.
func TestLongListsElsewhere(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}
	var env []string
	for i := range 10_000 {
		env = append(env, fmt.Sprintf(`{"name": "V%d"}`, i))
	}
	object := model.MustParse(`{"spec": {"containers": [{"name": "a", "env": [` + strings.Join(env, ",") + `]}]}}`)
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	result, err := kyaml.Merge(s, object, model.MustParse(`{"spec": {"containers": [{"name": "b"}]}}`))
	if containers, _ := parsePath(t, "spec.containers").Lookup(result); err != nil || containers.Len() != 2 {
		t.Errorf("got %d containers, %v", containers.Len(), err)
	}
}

// Neither do many lists, even if their elements lack a key.
func TestManyListsElsewhere(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	for _, format := range []string{`"env": [%s]`, `"ports": [%s]`} {
		var elements, containers []string
		for i := range 200 {
			elements = append(elements, fmt.Sprintf(`{"name": "V%d", "containerPort": %[1]d}`, i+1))
		}
		for i := range 40 {
			containers = append(containers, fmt.Sprintf(`{"name": "c%d", `+format+`}`, i, strings.Join(elements, ",")))
		}
		object := model.MustParse(`{"spec": {"containers": [` + strings.Join(containers, ",") + `]}}`)
		if _, err := kyaml.Merge(s, object, model.MustParse(`{"spec": {"nodeName": "b"}}`)); err != nil {
			t.Errorf("%s: %v", format, err)
		}
	}
}

// A list of 600 elements is not too long.
func TestLimit(t *testing.T) {
	k := kubernetes.Kind{APIVersion: "v1", Kind: "Pod"}
	s := kyaml.BuiltIn(kubernetes.MustLookup(k.APIVersion, k.Kind), k)
	for n, fits := range map[int]bool{600: true, 2000: false} {
		var aliases []string
		for i := range n {
			aliases = append(aliases, fmt.Sprintf(`{"ip": "ip %d"}`, i))
		}
		object := model.MustParse(`{"spec": {"hostAliases": [` + strings.Join(aliases, ",") + `]}}`)
		_, err := kyaml.Merge(s, object, model.MustParse(`{"spec": {"hostAliases": [{"ip": "ip 7", "hostnames": ["a"]}]}}`))
		if (err == nil) != fits {
			t.Errorf("%d elements: %v", n, err)
		}
	}
}

func parsePath(t *testing.T, text string) model.Path {
	t.Helper()
	path, err := model.ParsePath(text)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
