package trial

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/strategicpatch/smp/fuzz/cluster/answers"
	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/server"
)

// Answers contains the answers of the server and of smp/server to PATCH requests.
type Answers struct {
	answers.Record
	// Failed contains descriptions of answers that differ.
	Failed []string
	// Reasons counts the reasons for different results.
	Reasons map[*judge.Reason]int
}

// typedServer decodes results into the Go types of Kubernetes. In custom resources, a server decodes
// only the metadata.
var typedServer = func() server.Server {
	scheme := table.NewScheme()
	return server.Server{New: func(apiVersion, kind string) any {
		if object, err := scheme.New(schema.FromAPIVersionAndKind(apiVersion, kind)); err == nil {
			return object
		}
		return new(metav1.PartialObjectMetadata)
	}}
}()

// An asked is an object to patch.
type asked struct {
	kind kubernetes.Kind
	path string
	live model.Value
}

// Answers sends the questions of package answers as dry runs. It returns an error if a
// request fails.
func (w *World) Answers(ctx context.Context) (*Answers, error) {
	const namespace = "answers"
	if err := w.newNamespace(ctx, namespace); err != nil {
		return nil, err
	}
	manifests, err := answers.Objects()
	if err != nil {
		return nil, err
	}
	a := &Answers{Record: answers.Record{Objects: map[string]json.RawMessage{}}, Reasons: map[*judge.Reason]int{}}
	subjects := map[string]asked{}
	for _, o := range manifests {
		r, ok := w.resource(o.Kind)
		if !ok {
			return nil, fmt.Errorf("the server has no %s", o.Kind)
		}
		if _, err := w.Must(ctx, client.Request{Method: http.MethodPost, Path: r.Path(namespace, ""), Body: o.Value.Canonical()}); err != nil {
			return nil, err
		}
		s := asked{kind: o.Kind, path: r.Path(namespace, o.Name())}
		if s.live, err = w.get(ctx, s.path); err != nil {
			return nil, err
		}
		subjects[o.Kind.Kind] = s
		a.Objects[o.Kind.Kind] = []byte(recorded(s.live).JSON())
	}
	questions := answers.Questions()
	a.Record.Answers = make([]answers.Answer, len(questions))
	var lock sync.Mutex
	err = each(ctx, len(questions), func(i int) error {
		q := questions[i]
		s, ok := subjects[q.Object]
		if !ok {
			return fmt.Errorf("there is no object %s", q.Object)
		}
		answer, failure, reasons, err := w.answer(ctx, s, q)
		if err != nil {
			return err
		}
		lock.Lock()
		defer lock.Unlock()
		a.Record.Answers[i] = answer
		if failure != "" {
			a.Failed = append(a.Failed, failure)
		}
		for _, r := range reasons {
			a.Reasons[r]++
		}
		return nil
	})
	slices.Sort(a.Failed)
	return a, err
}

// answer sends one question, and returns the difference between the two answers, if there is
// one.
func (w *World) answer(ctx context.Context, s asked, q answers.Question) (answers.Answer, string, []*judge.Reason, error) {
	text := q.Text()
	a := answers.Answer{Question: q}
	theirs, err := w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.path, Format: q.ContentType(), Body: text, DryRun: true, Validation: "Warn"})
	if err != nil && ctx.Err() != nil {
		return a, "", nil, err
	}
	reason, _ := theirs.Value.Get("reason")
	a.Code, a.Reason, a.Details = theirs.Code, reason.Text(), []byte(detailsOf(theirs.Value).JSON())
	result, fault := typedServer.Patch(q.ContentType(), []byte(s.live.JSON()), []byte(text))
	differ := func(what string) string {
		return fmt.Sprintf("%s %s %s: %s\nthe server: %s", q.Object, q.Type, text[:min(len(text), 1000)], what, theirs)
	}
	var ours *server.Error
	if errors.As(fault, &ours) {
		code, reason := ours.Reason.Code(), string(ours.Reason)
		if theirs.Code == 0 && ours.Reason == server.Unknown {
			code = 0 // a code of 0 means that the server panicked
		}
		if code != a.Code || reason != a.Reason {
			return a, differ(fault.Error()), nil, nil
		}
		if d := detailsOf(model.MustParse(string(ours.StatusJSON()))); theirs.Value.Type() == model.Map && !model.Equal(d, detailsOf(theirs.Value)) {
			return a, differ("details " + d.JSON()), nil, nil
		}
		var without *server.Error
		_, err := server.Patch(q.ContentType(), []byte(s.live.JSON()), []byte(text))
		a.Mistyped = !errors.As(err, &without) || string(without.StatusJSON()) != string(ours.StatusJSON())
		return a, "", nil, nil
	}
	if a.Code == 0 {
		return a, differ("applied"), nil, nil
	}
	t := judge.Trial{Kind: s.kind, Live: s.live, Patch: model.NewString(text[:min(len(text), 1000)]), Patched: theirs}
	if t.Predicted, err = model.Parse(result, model.MaxDepth(model.HardMaxDepth)); err != nil {
		return a, "", nil, err
	}
	if patch, err := model.ParseString(text); err == nil {
		t.Patch = patch
	}
	if t.NeedsPut() {
		t.Put, err = w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.path, Body: string(result), DryRun: true, Validation: "Warn"})
		if err != nil && ctx.Err() != nil {
			return a, "", nil, err
		}
	}
	a.Refused = !theirs.OK()
	// The fast test of smp/server patches the recorded object.
	before := recorded(s.live)
	if result, err = typedServer.Patch(q.ContentType(), []byte(before.JSON()), []byte(text)); err != nil {
		return a, differ("of what is recorded: " + err.Error()), nil, nil
	}
	if q.Times == 0 {
		after, err := model.Parse(result, model.MaxDepth(model.HardMaxDepth))
		if err != nil {
			return a, "", nil, err
		}
		change, err := jsonpatch.Diff(before, after).Value()
		if err != nil {
			return a, "", nil, err
		}
		a.Change = []byte(change.JSON())
	}
	j := t.Judge()
	if len(j.Reasons) > 0 {
		a.Change = nil // the result of smp/server differs from the server's result
	}
	if j.Verdict == judge.Unexplained {
		return a, differ("applied: " + j.Text), nil, nil
	}
	return a, "", j.Reasons, nil
}

// recorded returns an object with a uid, a version and a time of creation that are the same in each
// run.
func recorded(live model.Value) model.Value {
	live = steady(live)
	metadata, _ := live.Get("metadata")
	metadata = with(metadata, of("uid", model.NewString("9a2f")), of("resourceVersion", model.NewString("7")), of("creationTimestamp", model.NewString("2024-01-02T03:04:05Z")))
	return with(live, of("metadata", metadata))
}

// detailsOf returns the details of a Status without the messages of causes. They are absent if the
// Status has none. A cause that is repeated counts once, because servers validate custom resources
// twice.
func detailsOf(status model.Value) model.Value {
	details, _ := status.Get("details")
	given, ok := details.Get("causes")
	if !ok {
		return details
	}
	var causes []model.Value
	for _, c := range given.Elements() {
		c = with(c, of("message", model.Value{}))
		if !slices.ContainsFunc(causes, func(before model.Value) bool { return model.Equal(before, c) }) {
			causes = append(causes, c)
		}
	}
	return with(details, of("causes", listOf(causes...)))
}

// steady returns an object without the fields that differ from run to run.
func steady(live model.Value) model.Value {
	metadata, _ := live.Get("metadata")
	for _, name := range []string{"managedFields", "uid", "resourceVersion", "creationTimestamp", "generation"} {
		metadata = with(metadata, of(name, model.Value{}))
	}
	return with(live, of("metadata", metadata))
}
