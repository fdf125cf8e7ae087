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

// With New, the server rejects values that the Go type of the object cannot hold. The version of the
// live object guards against lost updates.
func ExampleServer() {
	type Deployment struct {
		Spec struct {
			Replicas *int32 `json:"replicas"`
		} `json:"spec"`
	}
	fake := server.Server{New: func(apiVersion, kind string) any { return new(Deployment) }}
	live := []byte(`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","resourceVersion":"7"},"spec":{"replicas":1}}`)
	for _, patch := range []string{
		`{"spec":{"replicas":"three"}}`,
		`{"metadata":{"resourceVersion":"6"},"spec":{"replicas":3}}`,
		`{"metadata":{"resourceVersion":"7"},"spec":{"replicas":3}}`,
	} {
		result, err := fake.Patch(server.StrategicMergePatch, live, []byte(patch))
		var e *server.Error
		if errors.As(err, &e) {
			fmt.Println(e.Reason.Code(), e.Reason)
			continue
		}
		fmt.Println(string(result))
	}
	// Output:
	// 422 Invalid
	// 409 Conflict
	// {"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","resourceVersion":"7"},"spec":{"replicas":3}}
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
