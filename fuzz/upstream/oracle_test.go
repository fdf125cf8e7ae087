package upstream_test

import (
	"errors"
	"reflect"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

func oracle(t testing.TB, apiVersion, kind string) upstream.Oracle {
	t.Helper()
	o, err := upstream.OracleForKind(kubernetes.Kind{APIVersion: apiVersion, Kind: kind})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestOracleAnswers(t *testing.T) {
	got, err := oracle(t, "v1", "Pod").Apply(
		[]byte(`{"spec":{"containers":[{"name":"a","image":"1"},{"name":"b"}]}}`),
		[]byte(`{"spec":{"containers":[{"name":"a","image":"2"}]}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := model.MustParse(`{"spec":{"containers":[{"name":"a","image":"2"},{"name":"b"}]}}`)
	if v, err := model.Parse(got); err != nil || !model.Equal(v, want) {
		t.Errorf("got %s, %v", got, err)
	}
}

func TestOracleReturnsPanics(t *testing.T) {
	_, err := oracle(t, "v1", "Pod").Apply(
		[]byte(`{"spec":{"containers":[null]}}`),
		[]byte(`{"spec":{"containers":[{"name":"a"}]}}`))
	var p *upstream.Panic
	if !errors.As(err, &p) {
		t.Errorf("a null element in the original: %v, expected a panic", err)
	}
}

func TestOracleRefuses(t *testing.T) {
	if _, err := upstream.OracleForKind(kubernetes.Kind{APIVersion: "v1", Kind: "Widget"}); err == nil {
		t.Error("there is an oracle for an unknown kind")
	}
	if _, err := upstream.OracleOf(reflect.TypeFor[[]int]()); err == nil {
		t.Error("there is an oracle for a list")
	}
}
