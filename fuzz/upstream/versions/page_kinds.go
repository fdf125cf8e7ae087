package versions

import (
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// unservedSince is the minor version from which on kinds that are no longer served
// are listed one by one.
const unservedSince = 30

func (r Report) writeKinds(b *strings.Builder) {
	gone, unserved := kindChanges(r.releases, r.lists)
	fmt.Fprintf(b, "\n"+Headings[4]+`

The table of built-in kinds, `+"`smp/kubernetes`"+`, is of Kubernetes %s (`+"`kubernetes.Version`, `smp-check --version`"+`). What follows is what the Go types
of `+"`k8s.io/api`"+` say in each release; lists of kinds are left out.

### Kinds that are gone

`+"`k8s.io/api`"+` %s no longer declares them, and the table does not know them: a patch for one needs a schema, `+"`--schema`"+` with the OpenAPI
document of a cluster that still serves it.

| kind | last declared in | not served from |
|---|---|---|
`, kubernetes.Version, r.newest())
	for _, g := range gone {
		fmt.Fprintf(b, "| %s | %s | %s |\n", g.kind, g.last, orUnknown(g.removed))
	}
	before := 0
	fmt.Fprintf(b, `
### Kinds that are no longer served

`+"`k8s.io/api`"+` %s still declares them, so the table has them, with the strategies of that release. Servers do not serve them from the given
version on.

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
	fmt.Fprintf(b, "\n%d more are not served from a version before 1.%d on, and are in the table likewise.\n", before, unservedSince)
	b.WriteString(`
### Places that merge otherwise than before

The table has what stands under *now*. A server that is older than the release merges such a place as it did before: there,
read its OpenAPI document instead. Places that a release adds are not listed.

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
		return "the type does not say"
	}
	return removed
}

// inTable says whether the table has a kind.
func inTable(kind string) string {
	i := strings.LastIndexByte(kind, '/')
	if _, ok := kubernetes.Lookup(kind[:i], kind[i+1:]); ok {
		return "yes"
	}
	return "no"
}
