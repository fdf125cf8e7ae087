package trial

import (
	"context"
	"fmt"
	"net/http"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// namespace is the namespace of the objects that are patched.
const namespace = "live"

// A World is a cluster with objects in it.
type World struct {
	*client.Client
	// Resources are all served resources.
	Resources []client.Resource
	// Subjects are the objects, and the parts of objects, that are patched.
	Subjects []Subject
	// Refused contains the reason why a kind has no subject.
	Refused map[kubernetes.Kind]string
	// Accepted are the objects that the server returned.
	Accepted Accepted

	custom map[kubernetes.Kind]smp.Schema
	shared atomic.Int32 // the number of namespaces of shared objects
}

// A Subject is an object in the cluster, or a part of an object that can be patched
// separately, such as its status.
type Subject struct {
	Path   string
	Kind   kubernetes.Kind
	Schema smp.Schema
	Live   model.Value
	// Custom is set if the server accepts no strategic merge patches for the subject.
	Custom bool
	// Manifest is the document with which the object was created. Collection is the path for
	// creating it.
	Manifest   model.Value
	Collection string
}

// String returns the kind and the path.
func (s Subject) String() string { return s.Kind.String() + " " + s.Path }

// engine is the engine under test.
var engine = cluster.Engine{}

// NewWorld creates the hand-written objects in a cluster and, for all other kinds, the
// objects in the tests of the Kubernetes version that module requires. It is an error if the
// server rejects a hand-written object.
func NewWorld(ctx context.Context, c *client.Client, module string) (*World, error) {
	w := &World{
		Client: c, Refused: map[kubernetes.Kind]string{}, custom: map[kubernetes.Kind]smp.Schema{},
		Accepted: Accepted{said: map[string]bool{}},
	}
	if err := w.define(ctx); err != nil {
		return nil, err
	}
	if err := w.newNamespace(ctx, namespace); err != nil {
		return nil, err
	}
	written, err := objects.Live()
	if err != nil {
		return nil, err
	}
	stubs, err := objects.Stubs(ctx, module, namespace)
	if err != nil {
		return nil, err
	}
	for _, r := range w.Resources {
		if err := w.fill(ctx, r, written, stubs); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *World) newNamespace(ctx context.Context, name string) error {
	body := fmt.Sprintf(`{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": %q}}`, name)
	_, err := w.Must(ctx, client.Request{Method: http.MethodPost, Path: "/api/v1/namespaces", Body: body})
	return err
}

// fill creates the objects of a resource.
func (w *World) fill(ctx context.Context, r client.Resource, written []objects.Object, stubs map[objects.Served]model.Value) error {
	if !r.Takes("patch") {
		w.Refused[r.Kind] = "the server accepts no patches for it; its verbs are " + strings.Join(r.Verbs, ", ")
		return nil
	}
	schema, ok := w.schema(r.Kind)
	if !ok {
		w.Refused[r.Kind] = "the table does not have it"
		return nil
	}
	for _, o := range written {
		if o.Kind == r.Kind {
			if err := w.add(ctx, r, schema, o); err != nil {
				return err
			}
		}
	}
	stub, ok := stubs[objects.Served{Group: r.Group, Version: r.Version, Resource: r.Name}]
	if !ok {
		return nil
	}
	v, err := stub.WithMembers(
		model.Member{Name: "apiVersion", Value: model.NewString(r.Kind.APIVersion)},
		model.Member{Name: "kind", Value: model.NewString(r.Kind.Kind)})
	if err != nil {
		return err
	}
	err = w.add(ctx, r, schema, objects.Object{Kind: r.Kind, Value: v})
	if err != nil && !slices.ContainsFunc(w.Subjects, func(s Subject) bool { return s.Kind == r.Kind }) {
		w.Refused[r.Kind] = "no object of it can be created: " + err.Error()
	}
	return nil
}

// add creates an object with its status. It adds subjects for the object and for its parts
// that accept patches.
func (w *World) add(ctx context.Context, r client.Resource, schema smp.Schema, o objects.Object) error {
	if _, err := w.Must(ctx, client.Request{Method: http.MethodPost, Path: r.Path(namespace, ""), Body: o.Value.Canonical()}); err != nil {
		return err
	}
	path := r.Path(namespace, o.Name())
	parts := []string{""}
	if slices.Contains(r.Parts, "status") {
		parts = append(parts, "/status")
	}
	if status, ok := o.Value.Get("status"); ok {
		body, err := model.NewMap(model.Member{Name: "status", Value: status})
		if err != nil {
			return err
		}
		if _, err := w.Must(ctx, client.Request{Method: http.MethodPatch, Path: path + "/status", Format: client.Merge, Body: body.Canonical()}); err != nil {
			return err
		}
	}
	if slices.Contains(r.Parts, "scale") {
		parts = append(parts, "/scale")
	}
	for _, part := range parts {
		_, custom := w.custom[r.Kind]
		s := Subject{Path: path + part, Kind: r.Kind, Schema: schema, Custom: custom, Manifest: o.Value, Collection: r.Path(namespace, "")}
		if part == "/scale" {
			s.Kind = kubernetes.Kind{APIVersion: "autoscaling/v1", Kind: "Scale"}
			s.Schema, _ = kubernetes.Lookup(s.Kind.APIVersion, s.Kind.Kind)
		}
		var err error
		if s.Live, err = w.get(ctx, s.Path); err != nil {
			return err
		}
		w.Subjects = append(w.Subjects, s)
	}
	return nil
}

func (w *World) get(ctx context.Context, path string) (model.Value, error) {
	return w.Must(ctx, client.Request{Method: http.MethodGet, Path: path})
}

// each calls do for the numbers from 0 to n-1, several at a time, until a call fails or ctx
// ends.
func each(ctx context.Context, n int, do func(i int) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	numbers := make(chan int)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for i := range numbers {
				if err := recovered(do, i); err != nil {
					cancel(err)
				}
			}
		})
	}
	for i := 0; i < n && ctx.Err() == nil; i++ {
		numbers <- i
	}
	close(numbers)
	group.Wait()
	return context.Cause(ctx)
}

// recovered calls do and returns a panic as an error, so that the caller can stop the server.
func recovered(do func(i int) error, i int) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	return do(i)
}
