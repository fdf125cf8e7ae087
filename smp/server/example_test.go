package server_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/strategicpatch/smp/smp/server"
)

// A fake server answers a patch as kube-apiserver does, also if it rejects the patch.
func Example() {
	live := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":1}}`)
	handler := func(w http.ResponseWriter, r *http.Request) {
		patch, _ := io.ReadAll(r.Body)
		result, err := server.Patch(r.Header.Get("Content-Type"), live, patch)
		w.Header().Set("Content-Type", "application/json")
		var e *server.Error
		if errors.As(err, &e) {
			w.WriteHeader(e.Reason.Code())
			w.Write(e.StatusJSON())
			return
		}
		live = result
		w.Write(live)
	}

	for _, patch := range []string{`{"spec":{"replicas":3}}`, `{"metadata":{"name":"other"}}`} {
		request := httptest.NewRequest("PATCH", "/apis/apps/v1/namespaces/default/deployments/web", strings.NewReader(patch))
		request.Header.Set("Content-Type", server.StrategicMergePatch)
		answer := httptest.NewRecorder()
		handler(answer, request)
		fmt.Println(answer.Code, answer.Body)
	}
	// Output:
	// 200 {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":3}}
	// 400 {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"metadata.name: expected \"web\", got \"other\"","reason":"BadRequest","code":400}
}

func ExamplePatch() {
	live := []byte(`{"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":80,"protocol":"TCP"}]}}`)
	result, err := server.Patch(server.StrategicMergePatch, live, []byte(`{"spec":{"ports":[{"port":443,"protocol":"TCP"}]}}`))
	fmt.Println(string(result), err)

	custom := []byte(`{"apiVersion":"example.com/v1","kind":"Shop"}`)
	_, err = server.Patch(server.StrategicMergePatch, custom, []byte(`{"spec":{}}`))
	var e *server.Error
	fmt.Println(errors.As(err, &e) && e.Reason == server.UnsupportedMediaType)
	// Output:
	// {"apiVersion":"v1","kind":"Service","spec":{"ports":[{"port":443,"protocol":"TCP"},{"port":80,"protocol":"TCP"}]}} <nil>
	// true
}
