package judge_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/model"
)

func parse(t *testing.T, text string) model.Value {
	t.Helper()
	if text == "" {
		return model.Value{}
	}
	v, err := model.ParseString(text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// These are the forms of a server's answers.
const (
	engineSays  = `{"code":422,"reason":"Invalid","details":{"causes":[{"reason":"UnexpectedServerResponse","message":"lists of lists"}]}}`
	undecodable = `{"code":422,"reason":"Invalid","details":{"causes":[{"reason":"FieldValueInvalid","message":"cannot restore","field":"patch"}]}}`
	faulty      = `{"code":422,"reason":"Invalid","details":{"causes":[{"reason":"FieldValueRequired","message":"Required value","field":"spec.ports"}]}}`
	faultyElse  = `{"code":422,"reason":"Invalid","details":{"causes":[{"reason":"FieldValueRequired","message":"Required value","field":"spec.type"}]}}`
	badRequest  = `{"code":400,"reason":"BadRequest","message":"Pod in version \"v1\" cannot be handled as a Pod: it is bad"}`
	badPatch    = `{"code":500,"reason":"InternalError","message":"it is bad"}`
	badNumber   = `{"code":400,"reason":"BadRequest","message":"json: cannot unmarshal number 99999999999 into Go struct field S.spec.n of type int32"}`
)

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		name                   string
		patch, predicted, live string
		patched, put           string
		patchCode, putCode     int
		rejects                bool
		want                   judge.Verdict
	}{
		{name: "the same", predicted: `{"a":1}`, patched: `{"a":1}`, patchCode: 200, want: judge.Same},
		{name: "managed fields and generation aside", predicted: `{"metadata":{"generation":1}}`, patched: `{"metadata":{"generation":2,"managedFields":[1]}}`, patchCode: 200, want: judge.Same},
		{name: "a default", predicted: `{"a":1}`, patched: `{"a":1,"b":2}`, patchCode: 200, put: `{"b":2,"a":1}`, putCode: 200, want: judge.SameAfterPut},
		{name: "another value", predicted: `{"a":1}`, patched: `{"a":2}`, patchCode: 200, put: `{"a":1}`, putCode: 200, want: judge.Unexplained},
		{name: "another order", predicted: `{"a":[1,2]}`, patched: `{"a":[2,1]}`, patchCode: 200, put: `{"a":[1,2]}`, putCode: 200, want: judge.Unexplained},
		{name: "one element less", predicted: `{"a":[1]}`, patched: `{"a":[1,2]}`, patchCode: 200, put: `{"a":[1]}`, putCode: 200, want: judge.Unexplained},
		{name: "another generation after PUT", predicted: `{"a":1}`, patched: `{"metadata":{"generation":2}}`, patchCode: 200, put: `{"metadata":{"generation":1}}`, putCode: 200, want: judge.Unexplained},
		{name: "refused after PUT", predicted: `{"a":1}`, patched: `{"a":2}`, patchCode: 200, put: faulty, putCode: 422, want: judge.Unexplained},
		{name: "accepted after PUT", predicted: `{"a":1}`, patched: faulty, patchCode: 422, put: `{"a":1}`, putCode: 200, want: judge.Unexplained},
		{name: "the same faults", predicted: `{"a":1}`, patched: faulty, patchCode: 422, put: faulty, putCode: 422, want: judge.BothInvalid},
		{name: "another fault", predicted: `{"a":1}`, patched: faulty, patchCode: 422, put: faultyElse, putCode: 422, want: judge.Unexplained},
		{name: "both rejected", rejects: true, patched: engineSays, patchCode: 422, want: judge.BothReject},
		{name: "both rejected at once", rejects: true, patched: badPatch, patchCode: 500, want: judge.BothReject},
		{name: "rejected by ours alone", rejects: true, patched: `{"a":1}`, patchCode: 200, want: judge.Unexplained},
		{name: "rejected by ours, merged and refused", rejects: true, patched: faulty, patchCode: 422, want: judge.Unexplained},
		{name: "rejected by ours, merged and not decoded", rejects: true, patched: undecodable, patchCode: 422, want: judge.Unexplained},
		{name: "rejected by theirs alone", predicted: `{"a":1}`, patched: engineSays, patchCode: 422, put: `{"a":1}`, putCode: 200, want: judge.Unexplained},
		{name: "neither decoded", predicted: `{"a":1}`, patched: undecodable, patchCode: 422, put: badRequest, putCode: 400, want: judge.BothUndecodable},
		{name: "not decoded after PUT", predicted: `{"a":1}`, patched: faulty, patchCode: 422, put: badRequest, putCode: 400, want: judge.Unexplained},
		{name: "not decoded, in the same words", predicted: `{"a":1}`, patched: badPatch, patchCode: 500, put: badRequest, putCode: 400, want: judge.BothUndecodable},
		{name: "a panic", rejects: true, want: judge.Panics},
		{name: "a panic that was not foreseen", predicted: `{"a":1}`, want: judge.Unexplained},
		{name: "a number that wraps", patch: `{"n":99999999999}`, live: `{}`, predicted: `{"n":99999999999}`, patched: `{"n":1215752191}`, patchCode: 200, put: badNumber, putCode: 400, want: judge.Explained},
		{name: "a number that was there", patch: `{}`, live: `{"n":99999999999}`, predicted: `{"n":99999999999}`, patched: `{"n":1}`, patchCode: 200, put: badNumber, putCode: 400, want: judge.Unexplained},
		{name: "a number beyond all", patch: `{"n":1e999}`, predicted: `{"n":1e999}`, patched: badRequest, patchCode: 400, put: badNumber, putCode: 400, want: judge.Explained},
	} {
		t.Run(c.name, func(t *testing.T) {
			trial := judge.Trial{
				Live: parse(t, c.live), Patch: parse(t, c.patch), Predicted: parse(t, c.predicted),
				Patched: client.Answer{Code: c.patchCode, Value: parse(t, c.patched)},
				Put:     client.Answer{Code: c.putCode, Value: parse(t, c.put)},
			}
			if c.rejects {
				trial.Err = errors.New("rejected")
			}
			if got := trial.Judge(); got.Verdict != c.want || (got.Text == "") != (c.want != judge.Unexplained) {
				t.Errorf("%q, not %q: %s", got.Verdict, c.want, got.Text)
			}
		})
	}
}

// If the prediction varies, it explains every difference. If it does not, no difference is
// explained.
func TestVarying(t *testing.T) {
	trial := judge.Trial{
		Predicted: parse(t, `{"a":1}`), Varies: true,
		Patched: client.Answer{Code: 200, Value: parse(t, `{"a":2}`)},
		Put:     client.Answer{Code: 200, Value: parse(t, `{"a":1}`)},
	}
	j := trial.Judge()
	if j.Verdict != judge.Explained || len(j.Reasons) != 1 || j.Reasons[0].Name != "varies" {
		t.Errorf("%+v", j)
	}
}

func TestPlaces(t *testing.T) {
	for _, c := range [][3]string{
		{`{"a":1}`, `{"a":1.0}`, "[]"},
		{`{"a":{"b":1,"c":2}}`, `{"a":{"c":3,"d":4}}`, "[a.b: ours 1, theirs absent a.c: ours 2, theirs 3 a.d: ours absent, theirs 4]"},
		{`{"a":[1,2]}`, `{"a":[1,3]}`, "[a[1]: ours 2, theirs 3]"},
		{`{"a":[1]}`, `{"a":[1,3]}`, "[a: ours [1], theirs [1,3]]"},
		{`{"a":[]}`, `{"a":{}}`, "[a: ours [], theirs {}]"},
	} {
		if got := fmt.Sprint(judge.Places(parse(t, c[0]), parse(t, c[1]))); got != c[2] {
			t.Errorf("%s and %s differ in %s, not %s", c[0], c[1], got, c[2])
		}
	}
}
