package main

import "github.com/strategicpatch/smp/model"

// judge returns whether the answer to a test is right, wrong or skipped.
func judge(test model.Value, run func(test model.Value) answer) string {
	got, verdict := run(test), "skipped"
	checks := get(test, "checks")
	switch n, _ := get(test, "maxSize").Int64(); {
	case checks.Len() == 0:
		return got.compare(wanted(test))
	case got.skipped:
		got.result = get(test, "example") // an engine that supports only apply applies the example patch of the test
	case got.result.IsZero(), size(got.result) > n, containsAny(got.result, get(test, "without")):
		return "wrong"
	}
	for _, check := range checks.Elements() {
		next := run(input(check, get(test, "schema"), got.result))
		next.result = withoutNulls(next.result)
		if v := next.compare(wanted(check)); v == "wrong" {
			return v
		} else if v == "right" {
			verdict = v
		}
	}
	return verdict
}

// An answer is a result, the code and path of an error, or the fact that the engine skipped
// the test.
type answer struct {
	result     model.Value
	code, path string
	skipped    bool
}

// wanted returns the answer that a test or a check requires.
func wanted(test model.Value) answer {
	result, e := get(test, "result"), get(test, "error")
	if text := get(test, "resultText"); !text.IsZero() {
		result, _ = model.ParseString(text.Text())
	}
	return answer{result: result, code: get(e, "code").Text(), path: get(e, "path").Text()}
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
