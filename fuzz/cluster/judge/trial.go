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

// A Trial is a patch for a live object, with this project's prediction and the server's
// answers.
type Trial struct {
	Kind        kubernetes.Kind
	Live, Patch model.Value
	// Predicted is the result of the engine, and Err its error.
	Predicted model.Value
	Err       error
	// Varies is set if the answers of clusters to this patch vary.
	Varies bool
	// Patched is the answer to the patch. Its code is 0 if there was none.
	Patched client.Answer
	// Put is the answer to a PUT of the prediction. A PUT passes through the same decoding,
	// defaulting and validation as a patch. Its code is 0 if no PUT was sent.
	Put client.Answer
}

// A Verdict is the result of a trial.
type Verdict string

const (
	// Same means that the patched object equals the prediction, byte for byte.
	Same Verdict = "same"
	// SameAfterPut means that the patched object equals the result of a PUT of the
	// prediction.
	SameAfterPut Verdict = "same after PUT"
	// BothInvalid means that the server reports the same faults for the patch and the PUT.
	BothInvalid Verdict = "same faults after PUT"
	// BothUndecodable means that the server can decode neither the result of the patch nor
	// the PUT.
	BothUndecodable Verdict = "neither can be decoded"
	// BothReject means that both engines reject the patch.
	BothReject Verdict = "rejected by both engines"
	// Panics means that the server's engine panics, so that there is no answer, and that our
	// engine rejects the patch.
	Panics Verdict = "apimachinery panics, ours rejects"
	// Explained means that every difference has a reason.
	Explained Verdict = "explained"
	// Unexplained means that a difference has no reason.
	Unexplained Verdict = "unexplained"
)

// A Judgment is a verdict. It contains the reasons of an explained difference, or a
// description of an unexplained one.
type Judgment struct {
	Verdict Verdict
	Reasons []*Reason
	Text    string
}

// NeedsPut reports whether the verdict requires a PUT of the prediction.
func (t Trial) NeedsPut() bool {
	return t.Err == nil && t.Patched.Code != 0 && !(t.Patched.OK() && model.Equal(settled(t.Predicted), settled(t.Patched.Value)))
}

// Judge returns the verdict on the trial.
func (t Trial) Judge() Judgment {
	patched, put := patchFault(t.Patched), putFault(t.Put)
	switch {
	case t.Err != nil && patched == engineFault:
		return Judgment{Verdict: BothReject}
	case t.Err != nil && patched == noAnswer:
		return Judgment{Verdict: Panics}
	case t.Err != nil || patched == noAnswer:
		return t.explain(Place{})
	case !t.NeedsPut():
		return Judgment{Verdict: Same}
	case patched == noFault && put == noFault:
		if found := Places(counted(t.Put.Value), counted(t.Patched.Value)); len(found) > 0 {
			return t.explain(found...)
		}
		return Judgment{Verdict: SameAfterPut}
	case patched != noFault && put != noFault && sameFaults(t.Put, t.Patched):
		return Judgment{Verdict: BothInvalid}
	case put == decodingFault && (patched == decodingFault || sameCause(t.Put, t.Patched)):
		return Judgment{Verdict: BothUndecodable}
	default:
		return t.explain(Place{})
	}
}

// explain finds a reason for every place. A place with an empty path means the answer as a
// whole.
func (t Trial) explain(found ...Place) Judgment {
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
		return Judgment{Verdict: Explained, Reasons: slices.Collect(maps.Keys(reasons))}
	}
	text := fmt.Sprintf("%s\npatch %s\nours rejects: %v\nPATCH %s\nPUT %s\n%s", t.Kind, t.Patch.Canonical(),
		t.Err, t.Patched, t.Put, strings.Join(unexplained, "\n"))
	return Judgment{Verdict: Unexplained, Text: text}
}

// settled returns a document without the fields that every write changes.
func settled(v model.Value) model.Value { return withoutMetadata(v, "managedFields", "generation") }

// counted returns an answer of the server without managed fields. Unlike in settled, the
// generation stays, because it must be equal in two answers.
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
		panic(err) // cannot fail: members of a map are removed
	}
	return v
}
