package dropin_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"

	"github.com/strategicpatch/smp/smp/strategicpatch"
)

// Ports with one number that others added are distinguished by their protocol,
// although no tag of the Go type contains it.
func TestOthersPorts(t *testing.T) {
	const u, tcp, x = `{"port":53,"protocol":"UDP"}`, `{"port":53,"protocol":"TCP"}`, `{"port":53,"protocol":"SCTP"}`
	ports := func(list string) []byte { return []byte(`{"spec":{"ports":[` + list + `]}}`) }
	tests := []struct{ name, original, modified, current, want string }{
		{"one stands in front", u, u, x + "," + u, x + "," + u},
		{"one is there where another is added", u, u + "," + tcp, u + "," + x, u + "," + x + "," + tcp},
		{"one stays where another goes", u + `,{"port":9153}`, `{"port":9153}`, u + `,{"port":9153},` + x, `{"port":9153},` + x},
		{"a protocol was filled in", `{"port":53}`, `{"port":53,"name":"dns"}`, tcp + "," + x, `{"name":"dns","port":53,"protocol":"TCP"},` + x},
	}
	schema, err := strategicpatch.NewPatchMetaFromStruct(corev1.Service{})
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range tests {
		patch, err := strategicpatch.CreateThreeWayMergePatch(ports(test.original), ports(test.modified), ports(test.current), schema, true)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		got, err := strategicpatch.StrategicMergePatch(ports(test.current), patch, corev1.Service{})
		if err != nil || string(got) != string(ports(test.want)) {
			t.Errorf("%s: %s gives %s, %v, want %s", test.name, patch, got, err, ports(test.want))
		}
	}
}

// The lists that have more keys than their struct tags define are exactly those in the
// listing of the table.
func TestListsWithMoreKeys(t *testing.T) {
	text, err := os.ReadFile("../table/strategies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for line := range strings.Lines(string(text)) {
		if place, _, _ := strings.Cut(line, ":"); strings.Contains(line, "recommended") {
			found = append(found, strings.TrimPrefix(place, "k8s.io/api/core/v1."))
		}
	}
	want := []string{
		"Container ports", "EphemeralContainer ports", "PodSpec topologySpreadConstraints",
		"PodVolumeHealth healthConditions", "ServiceSpec ports", "VolumeHealthStatus healthConditions",
	}
	if !slices.Equal(found, want) {
		t.Errorf("the lists with more keys are %v; the drop-in knows %v", found, want)
	}
}
