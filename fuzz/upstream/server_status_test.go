package upstream_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/rest"

	"github.com/strategicpatch/smp/smp/server"
)

// client-go recognizes the errors of a fake server that answers with StatusJSON.
func TestStatusForClients(t *testing.T) {
	stored := deployment()
	stored.ResourceVersion, stored.UID = "7", "u"
	live := []byte(asJSON(t, stored))
	fake := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		patch, _ := io.ReadAll(r.Body)
		result, err := server.Patch(r.Header.Get("Content-Type"), live, patch)
		w.Header().Set("Content-Type", "application/json")
		var e *server.Error
		if errors.As(err, &e) {
			w.WriteHeader(e.Reason.Code())
			result = e.StatusJSON()
		}
		_, _ = w.Write(result)
	}))
	defer fake.Close()
	client := kubernetes.NewForConfigOrDie(&rest.Config{Host: fake.URL})
	for _, test := range []struct {
		name   string
		kind   types.PatchType
		patch  string
		is     func(error) bool
		reason metav1.StatusReason
		code   int32
	}{
		{"no JSON", types.MergePatchType, `{`, apierrors.IsBadRequest, metav1.StatusReasonBadRequest, 400},
		{"a failed test", types.JSONPatchType, `[{"op":"test","path":"/kind","value":"x"}]`, apierrors.IsInvalid, metav1.StatusReasonInvalid, 422},
		{"another type", "text/plain", `{}`, apierrors.IsUnsupportedMediaType, metav1.StatusReasonUnsupportedMediaType, 415},
		{"another version", types.MergePatchType, `{"metadata":{"resourceVersion":"6"}}`, apierrors.IsConflict, metav1.StatusReasonConflict, 409},
		{"another uid", types.StrategicMergePatchType, `{"metadata":{"uid":"v"}}`, func(err error) bool {
			cause, ok := apierrors.StatusCause(err, metav1.CauseTypeFieldValueInvalid)
			return apierrors.IsInvalid(err) && ok && cause.Field == "metadata.uid"
		}, metav1.StatusReasonInvalid, 422},
		{"an unknown directive", types.StrategicMergePatchType, `{"spec":{"$patch":"x"}}`, func(err error) bool { return !apierrors.IsInvalid(err) }, metav1.StatusReasonUnknown, 500},
	} {
		_, err := client.AppsV1().Deployments("default").Patch(context.Background(), "web", test.kind, []byte(test.patch), metav1.PatchOptions{})
		var status apierrors.APIStatus
		if !errors.As(err, &status) || !test.is(err) || status.Status().Reason != test.reason || status.Status().Code != test.code || status.Status().Message == "" {
			t.Errorf("%s: got %#v", test.name, err)
		}
	}
}
