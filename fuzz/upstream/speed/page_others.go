package speed

import (
	"fmt"
	"io"
	"strings"
)

// WriteOthers writes contests and shares as further sections of the page.
func WriteOthers(w io.Writer, contests []Contest, shares []Share) error {
	var b strings.Builder
	b.WriteString("\n## Beside other libraries\n\n")
	b.WriteString("Parse: jsontext is as strict and keeps nothing, encoding/json is lenient and builds\n")
	b.WriteString("maps. ApplyJSON: json-patch takes a JSON Merge Patch with the same result, kyaml (the\n")
	b.WriteString("merge of kustomize) writes YAML. ")
	fmt.Fprintf(&b, "Chain: %d patches, each for what came of the others.\n\n", Chained)
	writeContests(&b, contests)
	b.WriteString("\n## What a parsed document costs\n\n")
	b.WriteString("*Kept* is what it keeps alive, its text included, for each byte of text. The applies are\n")
	b.WriteString("to one original that goroutines share: by one, and by each of two at once.\n\n")
	b.WriteString("| object | kept | one | each of two |\n")
	b.WriteString("|---|--:|--:|--:|\n")
	for _, s := range shares {
		fmt.Fprintf(&b, "| %s | %.2f bytes | %s | %s |\n", s.Object, s.Retained, duration(s.One.Time), duration(s.Two.Time))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeContests(b *strings.Builder, contests []Contest) {
	b.WriteString("| operation | object | engine | time | of smp's | allocations |\n")
	b.WriteString("|---|---|---|--:|--:|--:|\n")
	for _, c := range contests {
		for i, engine := range c.Engines {
			times := float64(c.Samples[i].Time) / float64(c.Samples[0].Time)
			fmt.Fprintf(b, "| %s | %s | %s | %s | %s× | %d |\n", c.Operation, c.Object, engine,
				duration(c.Samples[i].Time), ratio(times), c.Samples[i].Allocs)
		}
	}
}
