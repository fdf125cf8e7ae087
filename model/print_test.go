package model_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/model"
	"pgregory.net/rapid"
)

func TestPrint(t *testing.T) {
	v := model.MustParse(`{"a": "<b>"}`)
	for format, want := range map[string]string{
		"%v": `{"a": "<b>"}`, "%s": `{"a": "<b>"}`, "%+v": `{"a": "<b>"}`, "%#v": "model.MustParse(`{\"a\": \"<b>\"}`)",
	} {
		if got := fmt.Sprintf(format, v); got != want {
			t.Errorf("%s: got %s, want %s", format, got, want)
		}
	}
	if got := fmt.Sprint(model.Value{}, model.NewNull(), []model.Value{model.NewInt(1)}, model.Member{Name: "a", Value: v}); got != `absent null [1] {a {"a": "<b>"}}` {
		t.Errorf("got %s", got)
	}
}

// A value is unchanged after encoding/json writes and reads it, at every place in a Go value.
func TestValueInEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := model.MustParse(treeGen(3).Draw(t, "tree").spelled(t))
		text, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		var again model.Value
		if err := json.Unmarshal(text, &again); err != nil || !model.Equal(v, again) {
			t.Fatalf("%v is %v after a way through JSON, %v", v, again, err)
		}
	})
}

func TestAbsentInEncodingJSON(t *testing.T) {
	type holder struct {
		Plain   model.Value `json:"plain"`
		Omitted model.Value `json:"omitted,omitzero"`
	}
	if text, err := json.Marshal(holder{}); err != nil || string(text) != `{"plain":null}` {
		t.Errorf("got %s, %v", text, err)
	}
	var h holder
	if err := json.Unmarshal([]byte(`{"plain":null}`), &h); err != nil || h.Plain.Type() != model.Null || !h.Omitted.IsZero() || h.Plain.IsZero() {
		t.Errorf("got %v, %v", h, err)
	}
}

// A text that encoding/json accepts and Parse rejects is an error, and does not change the value.
func TestUnmarshalJSONIsStrict(t *testing.T) {
	v := model.NewInt(1)
	err := json.Unmarshal([]byte(`{"a":1,"a":2}`), &v)
	var e *model.Error
	if !errors.As(err, &e) || e.Code != model.Syntax || e.Path.String() != "a" || v.JSON() != "1" {
		t.Errorf("got %v, %v", v, err)
	}
}

// If a wrapped Go value is not JSON, Marshal returns an error, although the value reads as null.
func TestMarshalJSONOfWrapped(t *testing.T) {
	v, err := model.WrapAny(map[string]any{"a": func() {}})
	if err != nil {
		t.Fatal(err)
	}
	if text, err := json.Marshal(v); err == nil {
		t.Errorf("got %s", text)
	}
}
