package server_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/openapi"
	"github.com/strategicpatch/smp/smp/server"
)

func TestErrorWithoutCause(t *testing.T) {
	for want, e := range map[string]*server.Error{"Invalid (422)": {Reason: server.Invalid}, "500": {}} {
		if got := e.Error(); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestNilDefinition(t *testing.T) {
	s := server.Server{Definitions: []*openapi.CRD{{}, nil}, MergeCustom: true}
	_, err := s.Patch(server.StrategicMergePatch, []byte(shop), []byte(`{}`))
	var e *server.Error
	if want := "InternalError (500): Server.Definitions[1] is nil; expected a definition"; !errors.As(err, &e) || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// Only texts of more than 2000 bytes are shortened.
func TestLongestMessage(t *testing.T) {
	for n, want := range map[int]int{2000: 2000, 2001: len(model.Shorten(strings.Repeat("x", 2001)))} {
		e := &server.Error{Cause: errors.New(strings.Repeat("x", n))}
		if got := len(e.Error()) - len((&server.Error{}).Error()+": "); got != want {
			t.Errorf("%d bytes become %d, want %d", n, got, want)
		}
	}
}

// Errors stay short if names and other texts of the input are long, and keep their ends.
func TestErrorsOfLongTexts(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	for _, test := range []struct{ contentType, live, patch, want string }{
		{long, pod, `{}`, `expected application/json-patch+json`},
		{server.StrategicMergePatch, strings.Replace(pod, "Pod", long, 1), `{}`, `is not a built-in kind`},
		{server.MergePatch, pod, `{"kind":"` + long + `"}`, `changes the kind`},
		{server.MergePatch, pod, `{"metadata":{"name":"` + long + `"}}`, `metadata.name: expected "web"`},
		{server.MergePatch, strings.Replace(pod, `"web"`, `"web","namespace":"a"`, 1), `{"metadata":{"namespace":"` + long + `"}}`, `metadata.namespace`},
		{server.MergePatch, strings.Replace(shop, "Shop", long, 1), `{"kind":null}`, `removes kind`},
		{server.MergePatch, strings.Replace(shop, "example", long, 1), `{"apiVersion":null}`, `removes apiVersion`},
		{server.StrategicMergePatch, pod, `{"spec":{"$setElementOrder/` + long + `":5}}`, `500`},
		{server.StrategicMergePatch, pod, `{"spec":{"$patch":"` + long + `"}}`, `500`},
		{server.JSONPatch, pod, `[{"op":"remove","path":"/` + long + `"}]`, `missing field "x`},
		{server.JSONPatch, pod, `[{"op":"` + long + `","path":"/a"}]`, `unknown operation`},
		{server.JSONPatch, pod, `[{"op":"remove","path":"/` + strings.Repeat("\u00e9", 1<<19) + `"}]`, `missing field`},
		{server.MergePatch, pod, `{"` + long + `":`, `the text ends too early`},
	} {
		_, err := server.Patch(test.contentType, []byte(test.live), []byte(test.patch))
		var e *server.Error
		if !errors.As(err, &e) {
			t.Errorf("%s: got %v", test.want, err)
			continue
		}
		if text := e.Error(); len(text) > 2500 || !strings.Contains(text, test.want) {
			t.Errorf("got %d bytes, want at most 2500 with %s: %.300s", len(text), test.want, text)
		}
		if body := e.StatusJSON(); len(body) > 5000 {
			t.Errorf("%s: the body has %d bytes, want at most 5000", test.want, len(body))
		}
	}
}
