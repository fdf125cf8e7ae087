package builds_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/kustomize/kyaml/yaml"
)

var update = flag.Bool("update", false, "write the files with what kustomize knows and does")

const laterFile = "cmd/smp-check/internal/kyaml/later.txt"

const laterHead = `# Kinds and lists for which kustomize has no schema, because they are later than its schemas.
# TestLater of fuzz/upstream/builds writes this file with -update.
`

// TestLater compares the schemas of all built-in kinds with those of kustomize. Package kyaml
// has a list of the kinds and lists that kustomize does not know. All other lists merge by
// the same keys.
func TestLater(t *testing.T) {
	openapi.ResetOpenAPI() // other tests set the field openapi
	w := laterWalk{differs: map[string]map[string]bool{}, agrees: map[string]bool{}}
	var lines []string
	for _, k := range kubernetes.Kinds() {
		s := kubernetes.MustLookup(k.APIVersion, k.Kind)
		theirs := openapi.SchemaForResourceType(yaml.TypeMeta{APIVersion: k.APIVersion, Kind: k.Kind})
		switch {
		case theirs != nil:
			w.schema(t, nil, s, theirs)
		case !strings.HasSuffix(k.Kind, "List"):
			lines = append(lines, k.APIVersion+"/"+k.Kind)
		}
	}
	for name, parents := range w.differs {
		if len(parents) > 4 && !w.agrees[name] { // x-kubernetes-validations is below any property
			lines = append(lines, name)
			continue
		}
		for parent := range parents {
			if w.agrees[parent+"."+name] {
				t.Errorf("%s.%s merges in some places and not in others", parent, name)
			}
			lines = append(lines, parent+"."+name)
		}
	}
	slices.Sort(lines)
	want := laterHead + strings.Join(lines, "\n") + "\n"
	file := filepath.Join(root, filepath.FromSlash(laterFile))
	if *update {
		if err := os.WriteFile(file, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is out of date; write it with go test -run TestLater -update", laterFile)
	}
}

// A laterWalk collects the lists that merge in this module and not in kustomize. It maps the
// names of their fields to the parents of these fields.
type laterWalk struct {
	differs map[string]map[string]bool
	agrees  map[string]bool // names, and names with their parents, of lists that merge in both
}

// maxLaterDepth is more than the depth of any list.
const maxLaterDepth = 20

func (w *laterWalk) schema(t *testing.T, path []string, s smp.Schema, theirs *openapi.ResourceSchema) {
	if i := slices.Index(path, "openAPIV3Schema"); i >= 0 && len(path) > i+3 || len(path) > maxLaterDepth {
		return // the schemas in CustomResourceDefinitions are recursive
	}
	switch s.Type() {
	case smp.ListType:
		w.list(t, path, s, theirs)
		var below *openapi.ResourceSchema
		if theirs != nil {
			below = theirs.Elements()
		}
		w.schema(t, path, s.Element(), below)
	case smp.MapType:
		for name, field := range s.Fields() {
			var below *openapi.ResourceSchema
			if theirs != nil {
				below = theirs.Field(name)
			}
			w.schema(t, append(slices.Clip(path), name), field, below)
		}
	}
}

func (w *laterWalk) list(t *testing.T, path []string, s smp.Schema, theirs *openapi.ResourceSchema) {
	keys := s.Recommended()
	if len(keys) == 0 {
		keys = s.Keys()
	}
	merges, theirKeys := false, []string(nil)
	if theirs != nil {
		strategy, _ := theirs.PatchStrategyAndKey()
		merges = slices.Contains(strings.Split(strategy, ","), "merge")
		_, theirKeys = theirs.PatchStrategyAndKeyList()
	}
	name, parent := path[len(path)-1], ""
	if len(path) > 1 {
		parent = path[len(path)-2]
	}
	switch {
	case !s.Merging() && merges:
		t.Errorf("%s merges only in kustomize", strings.Join(path, "."))
	case !s.Merging():
	case !merges:
		if w.differs[name] == nil {
			w.differs[name] = map[string]bool{}
		}
		w.differs[name][parent] = true
	default:
		w.agrees[name], w.agrees[parent+"."+name] = true, true
		if !slices.Equal(keys, theirKeys) {
			t.Errorf("%s: keys %q, and %q in kustomize", strings.Join(path, "."), keys, theirKeys)
		}
	}
}
