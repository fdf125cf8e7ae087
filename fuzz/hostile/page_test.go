package main

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// writePage writes GROWTH.md from the results.
func writePage(t *testing.T, all []growth) {
	t.Helper()
	slices.SortStableFunc(all, func(a, b growth) int { return cmp.Compare(a.family(), b.family()) })
	var b strings.Builder
	b.WriteString(`# Growth of work

Every operation is run on every shape of hard documents at four sizes, each twice the one before. The numbers are the exponents of the
growth of work with the length of the documents: 1 is proportional, 1.15 is n log n at these sizes, 2 is quadratic. The work is the number of executed
blocks of code in this module and in the parser of YAML, or the number of allocations if it grows faster. A dash means that the work does not grow. The limit
`)
	fmt.Fprintf(&b, "is %.1f; larger exponents are bold, and explained at the end. `go test ./fuzz/hostile -update` writes this page.\n", maxExponent)
	for _, family := range []string{"documents", "YAML", "schema", "command", "engine", "page", "kustomize"} {
		rows, columns, cells := []string{}, []string{}, map[[2]string]string{}
		for _, g := range all {
			if g.family() != family {
				continue
			}
			if !slices.Contains(rows, g.Shape) {
				rows = append(rows, g.Shape)
			}
			if !slices.Contains(columns, g.Operation) {
				columns = append(columns, g.Operation)
			}
			cells[[2]string{g.Shape, g.Operation}] = g.cell()
		}
		if len(rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n| |%s|\n|---|%s\n", strings.ToUpper(family[:1])+family[1:], strings.Join(columns, "|"), strings.Repeat("--:|", len(columns)))
		for _, shape := range rows {
			fmt.Fprintf(&b, "| %s |", strings.TrimPrefix(shape, family+": "))
			for _, operation := range columns {
				b.WriteString(cells[[2]string{shape, operation}] + "|")
			}
			b.WriteByte('\n')
		}
	}
	b.WriteString("\n## Exceptions\n\n")
	for _, e := range exceptions {
		var shapes, operations []string
		for _, g := range all {
			if g.fault() != "" && excepted(g.Shape, g.Operation) == e {
				shapes, operations = append(shapes, g.Shape), append(operations, g.Operation)
			}
		}
		slices.Sort(shapes)
		slices.Sort(operations)
		fmt.Fprintf(&b, "- %s: %s.\n  Operations: %s.\n", strings.Join(slices.Compact(shapes), ", "), e.reason, strings.Join(slices.Compact(operations), ", "))
	}
	if err := os.WriteFile("GROWTH.md", []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// family returns the name of the table on the page to which a trial belongs.
func (g growth) family() string {
	family, _, found := strings.Cut(g.Shape, ":")
	if !found {
		return "documents"
	}
	return family
}

func (g growth) cell() string {
	most := max(g.blocks, g.allocations)
	switch {
	case most <= 0:
		return "–"
	case g.fault() != "":
		return fmt.Sprintf("**%.2f**", max(most, g.bytes))
	}
	return fmt.Sprintf("%.2f", most)
}
