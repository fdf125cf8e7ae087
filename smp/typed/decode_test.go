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
		if !errors.As(err, &e) || e.Code != smp.WrongType || e.Document != "result" || err.Error() != "result: "+want {
			t.Errorf("%s: got %v, want result: %s", patch, err, want)
			continue
		}
		if errors.Unwrap(e.Cause) == nil {
			t.Errorf("%s: the error of the decoder cannot be unwrapped", patch)
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
