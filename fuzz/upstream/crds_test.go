package upstream_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/upstream/module"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/yaml/yamldoc"
)

// crdModules lists modules with definitions of custom resources that many clusters have. Each
// has the last version that the go command of this module supports.
var crdModules = []string{
	"sigs.k8s.io/gateway-api@v1.6.3", "github.com/cert-manager/cert-manager@v1.21.2", "istio.io/api@v1.31.4",
	"github.com/prometheus-operator/prometheus-operator@v0.85.0", "github.com/argoproj/argo-cd/v3@v3.5.7",
}

// TestPublishedCRDs writes definitions of real projects in the formats for other programs,
// and checks that they are read as the same schema. It also counts lists without usable keys.
// The test downloads modules, so it runs only with .ci/long crds.
func TestPublishedCRDs(t *testing.T) {
	if os.Getenv("SMP_CRDS") == "" {
		t.Skip("SMP_CRDS is not set")
	}
	for _, module := range crdModules {
		t.Run(module, func(t *testing.T) {
			definitions := definitionsOf(t, module)
			kinds, problems := 0, 0
			for _, d := range definitions {
				for _, version := range d.Versions() {
					s, err := d.Schema(version)
					if err != nil {
						t.Errorf("%s/%s: %v", d.Kind(), version, err)
						continue
					}
					kinds++
					k := openapi.KindSchema{APIVersion: d.Group() + "/" + version, Kind: d.Kind(), Schema: s}
					for _, document := range []model.Value{openapi.EncodeKinds(k), openapi.EncodeKustomize(k)} {
						read, err := openapi.Read(document)
						if err != nil {
							t.Fatal(err)
						}
						if again, err := read.Kind(k.APIVersion, k.Kind); err != nil || !again.Equal(s) {
							t.Errorf("%s %s is read back as another schema, %v", k.APIVersion, k.Kind, err)
						}
					}
					found, err := d.CheckKeys(version)
					if err != nil {
						t.Error(err)
					}
					problems += len(found)
					if len(found) > 0 && kinds%10 == 1 {
						t.Logf("%s %s: %s", k.APIVersion, k.Kind, found[0])
					}
				}
			}
			t.Logf("%d kinds, %d problems with keys", kinds, problems)
			if kinds == 0 {
				t.Error("no definitions")
			}
		})
	}
}

// definitionsOf returns the definitions in the manifests of a module, one for each kind.
func definitionsOf(t *testing.T, of string) []*openapi.CRD {
	t.Helper()
	dir, err := module.Dir(of)
	if err != nil {
		t.Fatal(err)
	}
	var definitions []*openapi.CRD
	err = filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !slices.Contains([]string{".yaml", ".yml"}, filepath.Ext(path)) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte("kind: CustomResourceDefinition")) {
			return err
		}
		stream, err := yamldoc.Read(text)
		if err != nil {
			return nil // the file is a template
		}
		for _, d := range stream.Documents() {
			if corpus.DeclaredKind(d.Value).Kind != "CustomResourceDefinition" {
				continue
			}
			definition, err := openapi.ReadCRD(d.Value)
			if err != nil || slices.ContainsFunc(definitions, func(other *openapi.CRD) bool {
				return other.Group() == definition.Group() && other.Kind() == definition.Kind()
			}) {
				continue
			}
			definitions = append(definitions, definition)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return definitions
}
