package builds_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
	"github.com/strategicpatch/smp/fuzz/upstream/overlays"
)

// differs matches patches with known differences: directives and markers that kustomize does
// not support, and ports with a protocol, because kustomize treats the protocol as a key.
var differs = regexp.MustCompile(`\$retainKeys|\$setElementOrder|\$deleteFromPrimitiveList|\$patchMergeKey|\{"\$patch":"replace"\}|"protocol"`)

// TestRandom builds random overlays with the field patches and with smp-check fn. With
// patchFirst, the results must be equal, unless the patch has a known difference.
func TestRandom(t *testing.T) {
	command, err := builds.Command(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	seeds, compared := uint64(150), 0
	if testing.Short() {
		seeds = 30
	}
	for seed := range seeds {
		m := overlays.New(seed)
		object, patch := m.Manifest(), m.Overlay()
		patch["apiVersion"], patch["kind"] = object["apiVersion"], object["kind"]
		metadata, _ := patch["metadata"].(overlays.Object)
		if metadata == nil {
			metadata = overlays.Object{}
			patch["metadata"] = metadata
		}
		metadata["name"] = "shop"
		resources, patches := text(t, object), text(t, patch)
		if differs.MatchString(patches) {
			continue
		}
		compared++
		o, err := builds.Run(t.TempDir(), command, builds.Case{
			Resources: resources, Function: "patchFirst: true\n",
			Patches: "- patch: '" + strings.ReplaceAll(patches, "'", "''") + "'\n",
		})
		if err != nil {
			t.Fatal(err)
		}
		if !o.Equal() {
			t.Errorf("seed %d: %s\n%s\nkustomize:\n%s\nfn:\n%s", seed, resources, patches, o.Kustomize, o.Function)
		}
	}
	if uint64(compared) < seeds/2 {
		t.Errorf("%d of %d overlays were compared, expected half or more", compared, seeds)
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
