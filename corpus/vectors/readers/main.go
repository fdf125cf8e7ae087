// Readers runs an engine on test vectors and counts its right, wrong and skipped answers by
// operation and feature. To test another engine, change engine.go.
package main

import (
	"encoding/json"
	"log"
	"os"

	"github.com/strategicpatch/smp/model"
)

func main() {
	text, _ := json.MarshalIndent(count(os.Args[1:]), "", "  ") // sorted
	os.Stdout.Write(append(text, '\n'))
}

func count(files []string) map[string]int {
	counts := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		for _, test := range get(model.MustParse(string(text)), "tests").Elements() {
			verdict := judge(test, run)
			if verdict == "wrong" {
				log.Print("wrong: ", get(test, "id").Text())
			}
			for _, name := range get(test, "features").AppendElements([]model.Value{get(test, "op")}) {
				counts[name.Text()+": "+verdict]++
			}
		}
	}
	return counts
}

// judge returns whether the answer to a test is right, wrong or skipped.
func judge(test model.Value, run func(test model.Value) answer) string {
	got, verdict := run(test), "skipped"
	checks := get(test, "checks")
	switch n, _ := get(test, "maxSize").Int64(); {
	case checks.Len() == 0:
		return got.compare(wanted(test))
	case got.skipped:
		got.result = get(test, "example") // an engine that only applies patches applies ours
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
