// Readers runs an engine on test vectors and counts its right, wrong and skipped answers by
// operation and feature.
//
//	go run ./corpus/vectors/readers corpus/vectors/apply.json
//
// To test another engine, copy the files and change engine.go.
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

// count returns the number of answers for each feature and operation, as in "apply: right".
func count(files []string) map[string]int {
	counts := map[string]int{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			log.Fatal(err)
		}
		vectors, err := model.Parse(text)
		if err != nil {
			log.Fatalf("%s: %v", file, err)
		}
		for _, test := range get(vectors, "tests").Elements() {
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
