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
