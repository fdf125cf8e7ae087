package trial

import (
	"context"
	"fmt"
	"net/http"
	"time"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// servedWithin is the time limit for serving a new kind.
const servedWithin = 30 * time.Second

// define creates the custom resource definitions for the objects and scenarios, and waits
// until the server serves them.
func (w *World) define(ctx context.Context) error {
	definitions, err := objects.Definitions()
	if err != nil {
		return err
	}
	for _, d := range definitions {
		crd, err := openapi.ReadCRD(d.Value)
		if err != nil {
			return err
		}
		for _, version := range crd.Versions() {
			kind := kubernetes.Kind{APIVersion: crd.Group() + "/" + version, Kind: crd.Kind()}
			if w.custom[kind], err = crd.Schema(version); err != nil {
				return err
			}
		}
		request := client.Request{Method: http.MethodPost, Path: "/apis/" + d.Kind.APIVersion + "/customresourcedefinitions", Body: d.Value.Canonical()}
		if _, err := w.Must(ctx, request); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, servedWithin)
	defer cancel()
	for {
		if w.Resources, err = w.Client.Resources(ctx); err != nil {
			return err
		}
		missing := 0
		for kind := range w.custom {
			if _, ok := w.resource(kind); !ok {
				missing++
			}
		}
		if missing == 0 {
			return nil
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("%d custom resources are not served: %w", missing, ctx.Err())
		case <-time.After(100 * time.Millisecond):
		}
	}
}

func (w *World) resource(kind kubernetes.Kind) (client.Resource, bool) {
	for _, r := range w.Resources {
		if r.Kind == kind {
			return r, true
		}
	}
	return client.Resource{}, false
}

// schema returns the schema of a kind, and whether it is known.
func (w *World) schema(kind kubernetes.Kind) (smp.Schema, bool) {
	if s, ok := w.custom[kind]; ok {
		return s, true
	}
	return kubernetes.Lookup(kind.APIVersion, kind.Kind)
}

// An ownEngine is one of this module's engines.
type ownEngine interface {
	Apply(s smp.Schema, original, patch model.Value) (model.Value, error)
	Diff(s smp.Schema, original, modified model.Value, opts smp.DiffOptions) (model.Value, error)
	ThreeWay(s smp.Schema, original, modified, current model.Value, opts smp.ThreeWayOptions) (model.Value, error)
}

// engine returns the engine for a subject. For a custom resource, it is the engine of the
// specification, because no server merges patches for it.
func (s Subject) engine() ownEngine {
	if s.Custom {
		return smp.Engine{}
	}
	return engine
}

// form returns the patch in a form that the server accepts, and the content type of that
// form.
func (s Subject) form(patch model.Value) (format string, sent model.Value, err error) {
	if !s.Custom {
		return client.Strategic, patch, nil
	}
	result, err := s.engine().Apply(s.Schema, s.Live, patch)
	if err != nil {
		return "", model.Value{}, err
	}
	sent, err = smp.AsMergePatch(s.Live, result)
	return client.Merge, sent, err
}
