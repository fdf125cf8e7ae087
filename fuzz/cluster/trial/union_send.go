package trial

import (
	"context"
	"fmt"
	"net/http"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// sendChange sends our patch and describes the fault in the result. The text is empty if
// there is none.
func (w *World) sendChange(ctx context.Context, s *unionStage, subject Subject, wanted, patch model.Value) (wrong string, err error) {
	format, sent, err := subject.form(patch)
	if err != nil {
		return "", err
	}
	return w.sent(ctx, s, subject, wanted, format, sent)
}

// sendTheirs sends the patch of apimachinery's three-way merge and describes the fault in the
// result.
func (w *World) sendTheirs(ctx context.Context, s *unionStage, subject Subject, wanted, original, modified model.Value) (patch model.Value, wrong string, err error) {
	format, patch, err := shippedThreeWay(subject, original, modified)
	if err != nil {
		return emptyMap, "no patch: " + err.Error(), nil
	}
	wrong, err = w.sent(ctx, s, subject, wanted, format, patch)
	return patch, wrong, err
}

// sent sends a patch as a dry run and describes the fault in the result. If Created is set,
// it creates the patched object instead.
func (w *World) sent(ctx context.Context, s *unionStage, subject Subject, wanted model.Value, format string, patch model.Value) (wrong string, err error) {
	request := client.Request{Method: http.MethodPatch, Path: subject.Path, Format: format, Body: patch.Canonical(), DryRun: true}
	if s.Created != "" {
		result := scenarios.MergePatch(subject.Live, patch)
		if format == client.Strategic {
			if result, err = engine.Apply(subject.Schema, subject.Live, patch); err != nil {
				return "the patch cannot be applied: " + err.Error(), nil
			}
		}
		request = client.Request{Method: http.MethodPost, Path: s.path(model.Value{}), Body: anew(result).Canonical(), DryRun: true}
	}
	a, err := w.Do(ctx, request)
	switch {
	case err != nil:
		return "", err
	case !a.OK():
		return "the server refuses the patch: " + a.String(), nil
	default:
		return s.wrong(wanted, a.Value), nil
	}
}

// wrong describes the fault of the union in an object. The text is empty if there is none. If
// the discriminator is a key, there is no fault if any element of the list has the wanted
// union.
func (s *unionStage) wrong(wanted, object model.Value) string {
	at, _ := s.Path.Lookup(object)
	wrong := wrongMember(s.union, wanted, at)
	if wrong == "" || !s.isKey {
		return wrong
	}
	list, _ := s.Path[:len(s.Path)-1].Lookup(object)
	for _, e := range list.Elements() {
		if wrongMember(s.union, wanted, e) == "" {
			return ""
		}
	}
	return wrong
}

// anew returns an object for a request that creates it: with another name, and without the
// fields that only the server sets.
func anew(v model.Value) model.Value {
	v = with(v, of("status", model.Value{}))
	metadata, _ := v.Get("metadata")
	name, named := metadata.Get("name")
	if !named {
		return with(v, of("metadata", model.Value{}))
	}
	annotations, _ := metadata.Get("annotations")
	return with(v, of("metadata", mapOf(of("name", model.NewString(name.Text()+"-c")), of("annotations", annotations))))
}

// wrongMember describes the difference between the wanted union and the union in an object.
// The text is empty if there is none.
func wrongMember(u smp.Union, wanted, got model.Value) string {
	if named, ok := wanted.Get(u.Discriminator); ok {
		if have, _ := got.Get(u.Discriminator); !model.Equal(named, have) {
			return fmt.Sprintf("the discriminator is another: %s", have.Canonical())
		}
	}
	for _, m := range u.Members {
		own := setsMember(m, wanted)
		for _, name := range m.Fields {
			switch sets := setsField(m, got, name); {
			case !own && sets:
				return fmt.Sprintf("another member stays: %s in %s", name, got.Canonical())
			case setsField(m, wanted, name) && !sets:
				return fmt.Sprintf("the member is not set: %s in %s", name, got.Canonical())
			}
		}
	}
	return ""
}

// withoutNulls returns a patch without its nulls.
func withoutNulls(v model.Value) model.Value {
	switch v.Type() {
	case model.Map:
		for name, member := range v.Members() {
			if member.Type() == model.Null {
				v = with(v, of(name, model.Value{}))
			} else {
				v = with(v, of(name, withoutNulls(member)))
			}
		}
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			elements[i] = withoutNulls(elements[i])
		}
		return listOf(elements...)
	}
	return v
}
