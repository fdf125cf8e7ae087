package model_test

import (
	"testing"

	"github.com/strategicpatch/smp/model"
)

func documents(t testing.TB) []string {
	return []string{
		`{"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web","labels":{"app":"web","a.b/c":"x"}},"spec":{"replicas":3,"template":{"spec":{"containers":[{"name":"app","image":"nginx:1.25","args":["-v","2"],"ports":[{"containerPort":80,"protocol":"TCP"}]}]}}}}`,
		"{\n  \"a\": [1, 2.50, -3e2],\n  \"b\": {\"c\": null, \"d\": \"x\\ty\"},\n  \"e\": [{}, [], \"\"]\n}\n",
	}
}

func TestParseAccepts(t *testing.T) {
	for _, text := range accepted {
		v, err := model.ParseString(text)
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if err := strictly([]byte(text)); err != nil {
			t.Errorf("%q: jsontext disagrees: %v", text, err)
		}
		checkAgainstJSON(t, []byte(text), v)
	}
}

func TestParseRejects(t *testing.T) {
	for _, text := range rejected {
		if v, err := model.ParseString(text); err == nil {
			t.Errorf("%q is taken as %#v", text, v)
		} else if v.Kind() != model.Absent {
			t.Errorf("%q: a value besides the error %v", text, err)
		}
		if strictly([]byte(text)) == nil {
			t.Errorf("%q: jsontext disagrees", text)
		}
	}
}
