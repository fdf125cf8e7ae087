package typed_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/typed"
)

// A wait is a duration with its own decoder. The error of the decoder contains the value.
type wait struct{ d time.Duration }

func (w *wait) UnmarshalJSON(text []byte) (err error) {
	var s string
	if err = json.Unmarshal(text, &s); err == nil {
		w.d, err = time.ParseDuration(s)
	}
	return err
}

func (w wait) MarshalJSON() ([]byte, error) { return json.Marshal(w.d.String()) }

// A level decodes text.
type level int

func (l *level) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	*l = level(n)
	return err
}

func (l level) MarshalText() ([]byte, error) {
	if l < 0 {
		return nil, fmt.Errorf("SECRET level %d", int(l))
	}
	return []byte(strconv.Itoa(int(l))), nil
}

type widget struct {
	Shared  `json:",inline"`
	Data    map[string][]byte `json:"data,omitempty"`
	Started *time.Time        `json:"started,omitempty"`
	Parts   []widgetPart      `json:"parts,omitempty"`
	Quoted  int               `json:"quoted,string"`
	Small   int8              `json:"small"`
	ByLevel map[level]int     `json:"byLevel,omitempty"`
	Pair    [1]int            `json:"pair"`
	Free    any               `json:"free,omitempty"`
	Inner   *widget           `json:"inner,omitempty"`
	Chan    any               `json:"chan,omitempty"`
}

type widgetPart struct {
	Name   string          `json:"name"`
	Limits map[string]wait `json:"limits,omitempty"`
	Level  *level          `json:"level,omitempty"`
}

// Errors of decoders name the place and the Go type. Their text contains no values, because the
// values may be secrets. The error of the decoder can be unwrapped.
func TestDecodingErrors(t *testing.T) {
	for patch, want := range map[string]string{
		`{"data":{"a":"c2VjcmV0","b":"SECRET!"}}`:                         `data.b: wrong-kind: the Go type []uint8 does not accept this JSON string`,
		`{"started":"SECRET"}`:                                            `started: wrong-kind: the Go type time.Time does not accept this JSON string`,
		`{"parts":[{"name":"a"},{"name":"b","limits":{"cpu":"SECRET"}}]}`: `parts[1].limits.cpu: wrong-kind: the Go type typed_test.wait does not accept this JSON string`,
		`{"parts":[{"name":"a","limits":{"cpu":["SECRET"]}}]}`:            `parts[0].limits.cpu: wrong-kind: the Go type typed_test.wait does not accept this JSON list`,
		`{"inner":{"parts":[{"name":"a","level":"SECRET"}]}}`:             `inner.parts[0].level: wrong-kind: the Go type typed_test.level does not accept this JSON string`,
		`{"quoted":"SECRET"}`:                                             `quoted: wrong-kind: the Go type int does not accept this JSON string`,
		`{"quoted":"5","small":123456}`:                                   `small: wrong-kind: the Go type int8 does not accept this JSON number`,
		`{"inner":{"small":"SECRET"}}`:                                    `inner.small: wrong-kind: the Go type int8 does not accept this JSON string`,
		`{"SMALL":"SECRET"}`:                                              `SMALL: wrong-kind: the Go type int8 does not accept this JSON string`,
		`{"level":"SECRET"}`:                                              `level: wrong-kind: the Go type int does not accept this JSON string`,
		`{"byLevel":{"1":1,"x":2}}`:                                       `byLevel.x: wrong-kind: the Go type typed_test.level does not accept this name as a key`,
		`{"byLevel":{"1":"SECRET"}}`:                                      `byLevel["1"]: wrong-kind: the Go type int does not accept this JSON string`,
		`{"pair":[1,"ignored"],"small":"SECRET"}`:                         `small: wrong-kind: the Go type int8 does not accept this JSON string`,
		`{"pair":["SECRET"]}`:                                             `pair[0]: wrong-kind: the Go type int does not accept this JSON string`,
		`{"parts":[{"name":"a","limits":"SECRET"}]}`:                      `parts[0].limits: wrong-kind: the Go type map[string]typed_test.wait does not accept this JSON string`,
		`{"free":{"a":[1,1.234567e999]}}`:                                 `free.a[1]: wrong-kind: the Go type interface {} does not accept this JSON number`,
		`{"unknown":{"a":"b"},"small":"SECRET"}`:                          `small: wrong-kind: the Go type int8 does not accept this JSON string`,
	} {
		_, err := typed.Engine[widget]{Specification: true, Schema: smp.Schemaless}.Apply(widget{}, []byte(patch))
		var e *smp.Error
		if !errors.As(err, &e) || e.Code != smp.WrongType || e.Document != "patch" || err.Error() != "patch: "+want {
			t.Errorf("%s: got %v, want patch: %s", patch, err, want)
			continue
		}
		if errors.Unwrap(e.Cause) == nil {
			t.Errorf("%s: the error of the decoder cannot be unwrapped", patch)
		}
	}
}

// A gate has a decoder that rejects two fields together.
type gate struct {
	In  string `json:"in,omitempty"`
	Out string `json:"out,omitempty"`
}

func (g *gate) UnmarshalJSON(text []byte) error {
	type fields gate
	if err := json.Unmarshal(text, (*fields)(g)); err != nil {
		return err
	}
	if g.In != "" && g.Out != "" {
		return errors.New("SECRET: both")
	}
	return nil
}

// An error about a value of the patch names its place in the patch, where elements of merging lists have
// other indexes than in the result. An error of Overlay names the layer that sets the value.
func TestPlacesOfDecodingErrors(t *testing.T) {
	type element struct {
		Port     int             `json:"port"`
		Protocol string          `json:"protocol,omitempty"`
		Limits   map[string]wait `json:"limits,omitempty"`
		Gate     *gate           `json:"gate,omitempty"`
		Waits    []wait          `json:"waits,omitempty"`
	}
	type service struct {
		Ports []element `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"port"`
		Waits []wait    `json:"waits,omitempty" patchStrategy:"merge"`
		Gate  *gate     `json:"gate,omitempty"`
	}
	base := service{
		Ports: []element{{Port: 1}, {Port: 2}, {Port: 2, Protocol: "UDP"}, {Port: 3}},
		Waits: []wait{{1}, {2}}, Gate: &gate{In: "a"},
	}
	const ofWait = ": wrong-kind: the Go type typed_test.wait does not accept this JSON string"
	const good, bad = `{"ports":[{"port":1,"limits":{"cpu":"3s"}}]}`, `{"ports":[{"port":1,"limits":{"cpu":"SECRET"}}]}`
	for _, test := range []struct{ patch, want string }{
		{`{"ports":[{"port":3,"limits":{"cpu":"SECRET"}}]}`, `ports[0].limits.cpu` + ofWait},
		{`{"ports":[{"port":3,"waits":["1s","SECRET"]},{"port":9}]}`, `ports[0].waits[1]` + ofWait},
		{`{"ports":[{"port":2,"limits":{"cpu":"1s"}},{"port":2,"limits":{"mem":"SECRET"}}]}`, `ports[1].limits.mem` + ofWait},
		{`{"ports":[{"port":1,"$patch":"delete"},{"$patch":"replace"},{"port":9,"limits":{"cpu":"SECRET"}}]}`, `ports[2].limits.cpu` + ofWait},
		{`{"waits":["9s","SECRET"],"$deleteFromPrimitiveList/waits":["1ns"]}`, `waits[1]` + ofWait},
		{`{"gate":{"$patch":"replace","in":"a","out":"b"}}`, ``},
		{`{"gate":{"out":"b"}}`, ``},
		{`{"ports":[{"port":3,"gate":{"in":"a","out":"b"}}]}`, `ports[0].gate: wrong-kind: the Go type typed_test.gate does not accept this JSON map`},
	} {
		for _, specification := range []bool{false, true} {
			engine := typed.Engine[service]{Specification: specification}
			patched, layered := "patch: "+test.want, `layer "bad": `+test.want
			if test.want == "" {
				patched = "result: gate: wrong-kind: the Go type typed_test.gate does not accept this JSON map"
				layered = patched
			}
			if _, err := engine.Apply(base, []byte(test.patch)); fmt.Sprint(err) != patched {
				t.Errorf("%s: got %v, want %s", test.patch, err, patched)
			}
			layers := []typed.Layer{typed.Raw("first", []byte(bad)), typed.Raw("second", []byte(good)), typed.Raw("bad", []byte(test.patch)), typed.Values("last", service{})}
			if _, _, err := engine.Overlay(base, layers...); fmt.Sprint(err) != layered {
				t.Errorf("%s: got %v, want %s", test.patch, err, layered)
			}
		}
	}
}

// The error for a value that a method cannot write does not contain the text of that method.
func TestEncodingErrors(t *testing.T) {
	low := level(-5)
	for want, x := range map[string]widget{
		`original: wrong-kind: encoding/json cannot write this value of the Go type *typed_test.level`: {Parts: []widgetPart{{Level: &low}}},
		`original: wrong-kind: encoding/json cannot write this value of the Go type chan int`:          {Chan: make(chan int)},
	} {
		_, err := typed.Diff(x, x)
		var e *smp.Error
		if !errors.As(err, &e) || err.Error() != want || errors.Unwrap(e.Cause) == nil {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A counted counts the calls of its decoder.
type counted struct{}

var decoderCalls int

func (*counted) UnmarshalJSON([]byte) error { decoderCalls++; return nil }

// After a failure, each part of the result is decoded at most once more, at any depth.
func TestDecodingErrorsDecodeOnce(t *testing.T) {
	type nested struct {
		Inner   *nested `json:"inner,omitempty"`
		Counted counted `json:"counted"`
		Small   int     `json:"small"`
	}
	const depth = 500
	deep := strings.Repeat(`{"counted":[1],"inner":`, depth) + `{"small":"x"}` + strings.Repeat("}", depth)
	decoderCalls = 0
	_, err := typed.Engine[map[string]*nested]{Schema: smp.Schemaless}.Apply(nil, []byte(`{"a":`+deep+`}`))
	var e *smp.Error
	if !errors.As(err, &e) || len(e.Path) != depth+2 || decoderCalls > 2*depth {
		t.Errorf("got %d calls and a path of %d steps, want at most %d calls and %d steps", decoderCalls, len(e.Path), 2*depth, depth+2)
	}
}
