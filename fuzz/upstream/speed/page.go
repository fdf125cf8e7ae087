package speed

import (
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"
)

// WritePage writes rows as a Markdown page.
func WritePage(w io.Writer, rows []Row) error {
	var b strings.Builder
	b.WriteString("# Speed\n\n")
	b.WriteString("This page compares the engine of this project with the one that Kubernetes ships\n")
	b.WriteString("(`k8s.io/apimachinery/pkg/util/strategicpatch`), on the same inputs in one run.\n")
	fmt.Fprintf(&b, "It was written by `go -C fuzz/upstream run ./cmd/speed`, %s on %s/%s with %d CPUs.\n\n",
		runtime.Version(), runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	writeObjects(&b, rows)
	b.WriteString("\nPatch *plain* changes one or two fields. Patch *order* also contains the order of all elements\n")
	b.WriteString("of each list that it changes, as kubectl's patches do. *Scan* is only the strict parse of\n")
	fmt.Fprintf(&b, "both documents. Times are those of the best of %d rounds in which the engines took\n", rounds)
	b.WriteString("turns. Ratios are the median of the rounds, with the first and third quartile.\n\n")
	b.WriteString("![Time against the length of a list](" + PlotFile + ")\n\n")
	b.WriteString("## From bytes to bytes (ApplyJSON)\n\n")
	b.WriteString("| object | patch | smp | shipped | ratio | of scan | allocations | shipped |\n")
	b.WriteString("|---|---|--:|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		if r.Operation == "ApplyJSON" {
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %.1f× | %d | %d |\n", r.Object, r.Patch,
				duration(r.Ours.Time), duration(r.Theirs.Time), r.Ratio(), r.OfScan(), r.Ours.Allocs, r.Theirs.Allocs)
		}
	}
	b.WriteString("\n## On parsed documents (Apply)\n\n")
	b.WriteString("apimachinery merges in place, into a map that is already decoded. smp does not\n")
	b.WriteString("change its inputs.\n\n")
	b.WriteString("| object | patch | smp | shipped | ratio | per list element | allocations |\n")
	b.WriteString("|---|---|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		if r.Operation != "Apply" {
			continue
		}
		theirs, times, each := "", "", ""
		if r.Theirs.Time > 0 {
			theirs, times = duration(r.Theirs.Time), r.Ratio().String()
		}
		if r.Elements > 1000 {
			each = fmt.Sprintf("%.1f ns", float64(r.Ours.Time)/float64(r.Elements))
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %d |\n", r.Object, r.Patch,
			duration(r.Ours.Time), theirs, times, each, r.Ours.Allocs)
	}
	b.WriteString("\n## From two documents to the patch between them (DiffJSON)\n\n")
	b.WriteString("The second document is the result of the plain patch on the first one. They are nearly\n")
	b.WriteString("equal, like an object before and after an edit. apimachinery's function is\n")
	b.WriteString("CreateTwoWayMergePatch; both write the same patch.\n\n")
	writeOperation(&b, rows, "DiffJSON")
	b.WriteString("\n## From three documents to the patch for the live one (ThreeWayJSON)\n\n")
	b.WriteString("The documents are the last applied one, the modified one, and a live one to which a server has added an annotation\n")
	b.WriteString("and a status. apimachinery's function is CreateThreeWayMergePatch.\n\n")
	writeOperation(&b, rows, "ThreeWayJSON")
	_, err := io.WriteString(w, b.String())
	return err
}

func writeOperation(b *strings.Builder, rows []Row, operation string) {
	b.WriteString("| object | smp | shipped | ratio | allocations | shipped |\n")
	b.WriteString("|---|--:|--:|--:|--:|--:|\n")
	for _, r := range rows {
		if r.Operation == operation {
			fmt.Fprintf(b, "| %s | %s | %s | %s | %d | %d |\n", r.Object,
				duration(r.Ours.Time), duration(r.Theirs.Time), r.Ratio(), r.Ours.Allocs, r.Theirs.Allocs)
		}
	}
}

func writeObjects(b *strings.Builder, rows []Row) {
	b.WriteString("| object | bytes |\n|---|--:|\n")
	written := map[string]bool{}
	for _, r := range rows {
		if !written[r.Object] {
			written[r.Object] = true
			fmt.Fprintf(b, "| %s | %d |\n", r.Object, len(r.Original))
		}
	}
}

// duration formats a duration with three digits.
func duration(d time.Duration) string {
	switch {
	case d < 10*time.Microsecond:
		return fmt.Sprintf("%.2f µs", float64(d)/1e3)
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.0f µs", float64(d)/1e3)
	case d < time.Second:
		return fmt.Sprintf("%.1f ms", float64(d)/1e6)
	default:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
}

// String formats the median and the bounds: 8.2× (7.9–8.4).
func (r Ratio) String() string {
	if r.Low == r.High {
		return ratio(r.Median) + "×"
	}
	return fmt.Sprintf("%s× (%s–%s)", ratio(r.Median), ratio(r.Low), ratio(r.High))
}

func ratio(x float64) string {
	if x < 10 {
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.0f", x)
}
