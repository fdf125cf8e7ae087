package main

import "github.com/strategicpatch/smp/model"

// An answer is a result, the code and path of an error, or skipped.
type answer struct {
	result     model.Value
	code, path string
	skipped    bool
}

// wanted returns the answer that a test or a check requires.
func wanted(test model.Value) answer {
	if text := get(test, "resultText"); text.Type() == model.String {
		return answer{result: model.MustParse(text.Text())}
	}
	e := get(test, "error")
	return answer{result: get(test, "result"), code: get(e, "code").Text(), path: get(e, "path").Text()}
}

// compare returns whether an answer is right, wrong or skipped.
func (a answer) compare(want answer) string {
	switch {
	case a.skipped:
		return "skipped"
	case a.code == want.code && a.path == want.path && model.Equal(a.result, want.result):
		return "right"
	}
	return "wrong"
}
