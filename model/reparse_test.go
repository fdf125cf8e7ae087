package model_test

import (
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

func TestNear(t *testing.T) {
	text := deployment()
	v := model.MustParse(text)
	changed := strings.Replace(text, "image:2", "image:3", 1)
	if changed == text {
		t.Fatal("nothing is changed")
	}
	built := edit(t, v, member("x", model.NewNull()))
	part, _ := v.Get("spec")
	for name, near := range map[string]model.Value{"document": v, "part": part, "built": built, "absent": {}, "scalar": model.NewInt(1)} {
		for _, text := range []string{text, changed, "1", "[1]", " "} {
			want, wantErr := model.Parse([]byte(text))
			got, err := model.Parse([]byte(text), model.Near(near))
			if (err == nil) != (wantErr == nil) || !model.Equal(got, want) || got.JSON() != want.JSON() {
				t.Errorf("%s, %.10s: got %.100s, %v", name, text, got.JSON(), err)
			}
			if same := err == nil && got == near; same != (name == "document" && text == v.JSON() || name == "scalar" && text == "1") {
				t.Errorf("%s, %.10s: the result is the near document: %v", name, text, same)
			}
		}
	}
}

// The limits hold for texts that are read with a near document, even if they are equal to it.
func TestNearWithinLimits(t *testing.T) {
	v := model.MustParse(`{"a":[[[]]],"b":1}`)
	for _, text := range []string{v.JSON(), `{"a":[[[]]],"b":2}`, `{"a":[[[]]],"b":[[[]]]}`} {
		for name, parse := range map[string]func(...model.ParseOption) (model.Value, error){
			"Parse":       func(o ...model.ParseOption) (model.Value, error) { return model.Parse([]byte(text), o...) },
			"ParseString": func(o ...model.ParseOption) (model.Value, error) { return model.ParseString(text, o...) },
		} {
			for _, limit := range []struct {
				option model.ParseOption
				fits   bool
			}{{model.MaxDepth(4), true}, {model.MaxDepth(3), false}, {model.MaxBytes(len(text)), true}, {model.MaxBytes(len(text) - 1), false}} {
				got, err := parse(limit.option, model.Near(v))
				var e *model.Error
				if limit.fits && (err != nil || got.JSON() != text) || !limit.fits && (!errors.As(err, &e) || e.Code != model.Limit) {
					t.Errorf("%s %s: got %#v, %v", name, text, got, err)
				}
				if limit.fits && text == v.JSON() && got != v {
					t.Errorf("%s: the result is not the near document", name)
				}
			}
		}
	}
}

// A text that was read with a near document does not keep that document alive.
func TestNearIsLetGo(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector needs memory of its own")
	}
	heap := func() int64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int64(m.HeapAlloc)
	}
	const large = 10 << 20
	before := heap()
	near := model.MustParse(`{"small":[1,2,3],"large":"` + strings.Repeat("x", large) + `"}`)
	v, err := model.Parse([]byte(`{"small":[1,2,3],"large":""}`), model.Near(near))
	if err != nil || v.Len() != 2 {
		t.Fatal(err)
	}
	if kept := heap() - before; kept < large {
		t.Fatalf("%d bytes are kept: the test tests nothing", kept)
	}
	runtime.KeepAlive(near)
	near = model.Value{}
	if kept := heap() - before; kept > large/2 {
		t.Errorf("%d bytes are kept", kept)
	}
	runtime.KeepAlive(v)
	_ = near
}
