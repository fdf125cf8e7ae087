package play

import (
	"encoding/json"
	"fmt"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// MaxQuestion limits the length of a question as JSON. It leaves room for MaxBytes bytes with
// escapes.
const MaxQuestion = 8 * MaxBytes

// A question is a message from the page.
type question struct {
	Do      string  `json:"do"` // run, minimize, copy, first, examples or kinds
	Request Request `json:"request"`
	Redact  bool    `json:"redact"` // for minimize
	Form    string  `json:"form"`   // for copy
}

// Answer answers a question of the page. Question and answer are JSON. A search calls tell
// with intermediate results, and ends with the best result so far when stop returns true.
func Answer(text []byte, tell func([]byte), stop func() bool) []byte {
	var q question
	if len(text) > MaxQuestion {
		return asJSON(Reply{Error: &Fault{Message: fmt.Sprintf("limit: the question has %d bytes; at most %d are allowed", len(text), MaxQuestion)}})
	}
	if err := json.Unmarshal(text, &q); err != nil {
		return asJSON(Reply{Error: &Fault{Message: err.Error()}})
	}
	switch q.Do {
	case "run":
		return asJSON(Run(q.Request))
	case "minimize":
		return asJSON(Minimize(q.Request, q.Redact, func(s Smaller) { tell(asJSON(s)) }, stop))
	case "copy":
		text, fault := Copy(q.Request, q.Form)
		return asJSON(map[string]any{"text": text, "error": fault})
	case "first":
		return asJSON(Service)
	case "examples":
		examples, err := Examples()
		if err != nil {
			return asJSON(Reply{Error: faultOf(err, nil)})
		}
		return asJSON(examples)
	case "kinds":
		names := []string{}
		for _, k := range kubernetes.Kinds() {
			names = append(names, k.String())
		}
		return asJSON(names)
	}
	return asJSON(Reply{Error: &Fault{Message: fmt.Sprintf("unknown question %q", q.Do)}})
}

// asJSON returns a reply as JSON, which cannot fail.
func asJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
