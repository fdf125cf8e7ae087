package judge

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Trial is a patch for a live object, what this project says of it, and what
// the server answers.
type Trial struct {
	Kind        kubernetes.Kind
	Live, Patch model.Value
	// Predicted is the result that the engine gives, and Err why it gives none.
	Predicted model.Value
	Err       error
	// Varies tells that the shipped engine gives several answers.
	Varies bool
	// Patched is the answer to the patch; its code is 0 where there was none.
	Patched client.Answer
	// Put is the answer to a PUT of what was predicted, which goes through the
	// same decoding, defaulting and validation. Its code is 0 where nobody
	// asked.
	Put client.Answer
}

// A Verdict is how a trial ends.
type Verdict string

const (
	// Same: the patched object is the predicted one, byte for byte.
	Same Verdict = "same"
	// SameAfterPut: it is what a PUT of the predicted one gives.
	SameAfterPut Verdict = "same after PUT"
	// BothInvalid: the server finds the same faults in both.
	BothInvalid Verdict = "same faults after PUT"
	// BothUndecodable: the server can decode neither into its types.
	BothUndecodable Verdict = "neither can be decoded"
	// BothReject: both engines reject the patch.
	BothReject Verdict = "rejected by both engines"
	// Panics: the shipped engine panics, so that the server does not answer, and
	// ours rejects the patch.
	Panics Verdict = "the shipped engine panics, ours rejects"
	// Explained: every place that differs has a reason.
	Explained Verdict = "explained"
	// Unexplained: some place has none.
	Unexplained Verdict = "unexplained"
)

// A Judgement is a verdict, the reasons of an explained one, and what to say
// about an unexplained one.
type Judgement struct {
	Verdict Verdict
	Reasons []*Reason
	Text    string
}

// NeedsPut reports whether only a PUT of the prediction can tell.
func (t Trial) NeedsPut() bool {
	return t.Err == nil && t.Patched.Code != 0 && !(t.Patched.OK() && model.Equal(settled(t.Predicted), settled(t.Patched.Value)))
}

// Judge returns how the trial ends.
func (t Trial) Judge() Judgement {
	patched, put := patchFault(t.Patched), putFault(t.Put)
	switch {
	case t.Err != nil && patched == engineFault:
		return Judgement{Verdict: BothReject}
	case t.Err != nil && patched == noAnswer:
		return Judgement{Verdict: Panics}
	case t.Err != nil || patched == noAnswer:
		return t.explain(Place{})
	case !t.NeedsPut():
		return Judgement{Verdict: Same}
	case patched == noFault && put == noFault:
		if found := Places(counted(t.Put.Value), counted(t.Patched.Value)); len(found) > 0 {
			return t.explain(found...)
		}
		return Judgement{Verdict: SameAfterPut}
	case patched != noFault && put != noFault && sameFaults(t.Put, t.Patched):
		return Judgement{Verdict: BothInvalid}
	case put == decodingFault && (patched == decodingFault || sameCause(t.Put, t.Patched)):
		return Judgement{Verdict: BothUndecodable}
	default:
		return t.explain(Place{})
	}
}

// explain looks for a reason for every place; the empty path stands for the
// answer as a whole.
func (t Trial) explain(found ...Place) Judgement {
	reasons := map[*Reason]bool{}
	var unexplained []string
	for _, p := range found {
		if r := t.reason(p); r != nil {
			reasons[r] = true
		} else {
			unexplained = append(unexplained, p.String())
		}
	}
	if len(unexplained) == 0 {
		return Judgement{Verdict: Explained, Reasons: slices.Collect(maps.Keys(reasons))}
	}
	text := fmt.Sprintf("%s\npatch %s\nours rejects: %v\nPATCH %s\nPUT %s\n%s", t.Kind, t.Patch.Canonical(),
		t.Err, t.Patched, t.Put, strings.Join(unexplained, "\n"))
	return Judgement{Verdict: Unexplained, Text: text}
}

// settled returns a document without what every write changes.
func settled(v model.Value) model.Value { return withoutMetadata(v, "managedFields", "generation") }

// counted is settled for two answers of the server, which count generations
// alike.
func counted(v model.Value) model.Value { return withoutMetadata(v, "managedFields") }

func withoutMetadata(v model.Value, names ...string) model.Value {
	metadata, _ := v.Get("metadata")
	if metadata.Type() != model.Map {
		return v
	}
	var removed []model.Member
	for _, name := range names {
		removed = append(removed, model.Member{Name: name})
	}
	metadata, err := metadata.WithMembers(removed...)
	if err == nil {
		v, err = v.WithMembers(model.Member{Name: "metadata", Value: metadata})
	}
	if err != nil {
		panic(err) // removing members of a map cannot fail
	}
	return v
}
