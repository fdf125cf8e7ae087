package speed

import (
	"fmt"
	"io"
	"strings"
)

// WriteOthers writes contests and shares as further sections of the page.
func WriteOthers(w io.Writer, contests []Contest, shares []Share) error {
	var b strings.Builder
	b.WriteString("\n## Compared with other libraries\n\n")
	b.WriteString("Parse: jsontext is as strict and builds nothing, encoding/json is lenient and builds\n")
	b.WriteString("maps. ApplyJSON: json-patch applies a JSON Merge Patch with the same result, kyaml (the\n")
	b.WriteString("merge of kustomize) writes YAML. ")
	fmt.Fprintf(&b, "Chain: %d patches, each for the result of the previous one.\n\n", Chained)
	writeContests(&b, contests)
	b.WriteString("\n## The cost of a parsed document\n\n")
	b.WriteString("*Kept* is the memory that a parsed document keeps alive for each byte of text, including the text. The applies use\n")
	b.WriteString("one shared original: from one goroutine, and from each of two goroutines at the same time.\n\n")
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
