package trial

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/yaml"
)

// examples lists the manifests of the examples for threeway. Each has a live object, and two
// files for the objects that the server stores before and after the patch.
var examples = [][4]string{
	{"shop.yaml", "shop-live.yaml", "shop-live.json", "shop.json"},
	{"shop-scaled.yaml", "shop-live.yaml", "shop-live.json", "shop-scaled.json"},
}

// Examples records the objects that the server stores for the examples of threeway. It creates
// the live object, sends the patch of kubernetes.ThreeWay, and writes both objects to a
// folder, without the fields that differ from run to run.
func (w *World) Examples(ctx context.Context, from, to string) error {
	for n, example := range examples {
		namespace := fmt.Sprintf("example-%d", n)
		if err := w.newNamespace(ctx, namespace); err != nil {
			return err
		}
		var read [2]model.Value
		for i, name := range example[:2] {
			text, err := os.ReadFile(filepath.Join(from, name))
			if err != nil {
				return err
			}
			if read[i], err = yaml.Parse(text); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		}
		modified, live := read[0], steady(read[1])
		metadata, _ := live.Get("metadata")
		annotations, _ := metadata.Get("annotations")
		applied, _ := annotations.Get(lastApplied)
		live = with(live, of("metadata", with(metadata, of("namespace", model.NewString(namespace)))))
		kind := corpus.DeclaredKind(live)
		r, ok := w.resource(kind)
		if !ok {
			return fmt.Errorf("the server has no %s", kind)
		}
		if _, err := w.Must(ctx, client.Request{Method: http.MethodPost, Path: r.Path(namespace, ""), Body: live.Canonical()}); err != nil {
			return err
		}
		name, _ := metadata.Get("name")
		path := r.Path(namespace, name.Text())
		before, err := w.get(ctx, path)
		if err != nil {
			return err
		}
		patch, err := kubernetes.ThreeWay([]byte(applied.Text()), []byte(modified.JSON()), []byte(before.JSON()), smp.ThreeWayOptions{Overwrite: true})
		if err != nil {
			return err
		}
		if _, err := w.Must(ctx, client.Request{Method: http.MethodPatch, Path: path, Format: client.Strategic, Body: string(patch)}); err != nil {
			return err
		}
		after, err := w.get(ctx, path)
		if err != nil {
			return err
		}
		for file, v := range map[string]model.Value{example[2]: before, example[3]: after} {
			if err := os.WriteFile(filepath.Join(to, file), []byte(inDefault(steady(v)).Canonical()+"\n"), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// inDefault returns an object in the namespace of the examples.
func inDefault(v model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	return with(v, of("metadata", with(metadata, of("namespace", model.NewString("default")))))
}
