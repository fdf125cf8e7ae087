package trial

import (
	"context"
	"fmt"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Accepted counts the objects that the server returned. Failed contains the problems that
// lint finds in their unions. There should be none, because the server has accepted the
// objects.
type Accepted struct {
	lock   sync.Mutex
	N      int
	Failed []string

	said map[string]bool
}

// Do calls the client and checks the returned object.
func (w *World) Do(ctx context.Context, r client.Request) (client.Answer, error) {
	a, err := w.Client.Do(ctx, r)
	if err == nil && a.OK() {
		w.look(a.Value)
	}
	return a, err
}

// Must calls the client and checks the returned object.
func (w *World) Must(ctx context.Context, r client.Request) (model.Value, error) {
	v, err := w.Client.Must(ctx, r)
	if err == nil {
		w.look(v)
	}
	return v, err
}

// look checks the unions of an object with lint, if its kind has a schema.
func (w *World) look(v model.Value) {
	o, err := objects.Of(v)
	if err != nil {
		return
	}
	schema, ok := w.schema(o.Kind)
	if !ok {
		return
	}
	problems := smp.Engine{Unions: true}.Lint(schema, v)
	w.Accepted.lock.Lock()
	defer w.Accepted.lock.Unlock()
	w.Accepted.N++
	for _, p := range problems {
		text := fmt.Sprintf("%s: the server accepts what lint says is wrong: %s", o.Kind, p)
		if p.Code == smp.UnionConflict && !w.Accepted.said[text] {
			w.Accepted.said[text] = true
			w.Accepted.Failed = append(w.Accepted.Failed, text+"\nin "+spoken(v))
		}
	}
}
