package versions

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// unservedSince is a minor version. Kinds that servers no longer serve since this version or
// a later one are listed one by one.
const unservedSince = 30

func (r Report) writeKinds(b *strings.Builder) {
	gone, unserved := kindChanges(r.releases, r.lists)
	fmt.Fprintf(b, "\n"+Headings[4]+`

The table of built-in kinds, `+"`smp/kubernetes`"+`, is of Kubernetes %s (`+"`kubernetes.Version`, `smp-check --version`"+`). The following
is derived from the Go types of `+"`k8s.io/api`"+` in each release; lists of kinds are omitted.

### Removed kinds

`+"`k8s.io/api`"+` %s no longer declares these kinds, and the table does not contain them. To patch an object
of such a kind, use `+"`--schema`"+` with the OpenAPI document of a cluster that still serves the kind.

| kind | last declared in | not served from |
|---|---|---|
`, kubernetes.Version, r.newest())
	for _, g := range gone {
		fmt.Fprintf(b, "| %s | %s | %s |\n", g.kind, g.last, orUnknown(g.removed))
	}
	before := 0
	fmt.Fprintf(b, `
### Kinds that are no longer served

`+"`k8s.io/api`"+` %s still declares these kinds, so the table contains them, with the strategies of that release. Servers no longer serve them;
the second column is the first version without them.

| kind | not served from | in the table |
|---|---|---|
`, r.newest())
	for _, u := range unserved {
		if minor(u.removed) < unservedSince {
			before++
			continue
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", u.kind, u.removed, inTable(u.kind))
	}
	fmt.Fprintf(b, "\n%d more kinds are no longer served since a version before 1.%d. They are also in the table.\n", before, unservedSince)
	b.WriteString(`
### Fields that merge differently than before

The last column is the strategy in this project's table of built-in kinds. A server older than the release in column *since* merges the
field as before. For such a server, use its OpenAPI document instead. Fields that are new in a release are not listed.

| place | since | before | now | in the table |
|---|---|---|---|---|
`)
	newest := r.lists[len(r.lists)-1].Places
	for _, c := range placeChanges(r.releases, r.lists) {
		now, ok := newest[c.place]
		if !ok {
			now = "no longer there"
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s | %s |\n", c.place, c.release, c.before, c.after, now)
	}
}

func orUnknown(removed string) string {
	if removed == "" {
		return "unknown"
	}
	return removed
}

// inTable describes in one word whether the table contains a kind.
func inTable(kind string) string {
	i := strings.LastIndexByte(kind, '/')
	if _, ok := kubernetes.Lookup(kind[:i], kind[i+1:]); ok {
		return "yes"
	}
	return "no"
}
