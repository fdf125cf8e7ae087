package versions

import (
	"fmt"
	"strings"
)

func (r Report) writeSkew(b *strings.Builder) {
	k := r.skew
	fmt.Fprintf(b, "\n"+Headings[3]+`

This section is about version skew: clients create patches of different levels, and servers may be older or newer. Each level supports one
more directive than the previous one. The last level follows the specification; the others follow clusters. Every release supports all
directives except `+"`$patchMergeKey`"+`, so the servers marked *simulated* are this project's engine with some directives ignored. The last
server is this project's engine, which follows the specification and supports all directives.

There are %d pairs of documents. In these, elements of keyed lists have their keys, merging lists have no duplicates, and there are no
nulls and no names of directives. A cell shows how many patches the server applies with exactly the modified document as the result, plus
how many have the effect of the older level: an older server gives the same result as for a patch without the newer directives, and a
newer server the same result as a server of the client's level. *Warned* patches require a directive that the server does not support, and
`+"`DiffOptions.Requires`"+` reports this. *Rejected* patches get an error from the server. Bold numbers count other results. A client refuses
changes that its level cannot express.

| server |`, len(k.trials))
	for _, c := range clients() {
		fmt.Fprintf(b, " %s |", c.name)
	}
	b.WriteString("\n|---|" + strings.Repeat("--:|", len(clients())) + "\n| *refused* |")
	for c := range clients() {
		fmt.Fprintf(b, " %d |", k.counts(0, c)[refused])
	}
	b.WriteString("\n")
	for s := 0; s < len(k.servers); {
		name, next := k.span(s, func(other int) bool { return k.row(other) == k.row(s) })
		fmt.Fprintf(b, "| %s |%s\n", name, k.row(s))
		s = next
	}
	r.writeFailures(b, "Rejected", denied)
	r.writeFailures(b, "Other results", fails)
}

func serverName(s *server) string {
	if s.real || s.knows&^shipped != 0 {
		return s.name
	}
	return s.name + " *(simulated)*"
}

// fareText returns the results of patches for a cell of the table.
func fareText(counts map[skew]int) string {
	text := fmt.Sprint(counts[exact])
	if counts[older] > 0 {
		text += fmt.Sprintf(" + %d", counts[older])
	}
	if counts[warned] > 0 {
		text += fmt.Sprintf(", %d warned", counts[warned])
	}
	if counts[denied] > 0 {
		text += fmt.Sprintf(", %d rejected", counts[denied])
	}
	if counts[fails] > 0 {
		text += fmt.Sprintf(", **%d other**", counts[fails])
	}
	return text
}

// row returns the cells of the row of a server.
func (k Skew) row(server int) string {
	row := ""
	for c := range clients() {
		row += " " + fareText(k.counts(server, c)) + " |"
	}
	return row
}

// span returns the names of a server and of the following releases with equal results, and
// the index of the first server after these.
func (k Skew) span(server int, alike func(int) bool) (name string, next int) {
	name, next = serverName(k.servers[server]), server+1
	for next < len(k.servers) && k.servers[server].real && k.servers[next].real && alike(next) {
		next++
	}
	if next > server+1 {
		name += " to " + k.servers[next-1].name
	}
	return name, next
}

// writeFailures writes an example for every cell in which patches have this result. An
// example that several cells share is written once.
func (r Report) writeFailures(b *strings.Builder, heading string, as skew) {
	k := r.skew
	var found []example
	where := map[example][]string{}
	for c, client := range clients() {
		for s := 0; s < len(k.servers); {
			name, next := k.span(s, func(other int) bool { return k.counts(other, c)[as] == k.counts(s, c)[as] })
			if e, ok := k.failure(s, c, as); ok {
				if where[e] == nil {
					found = append(found, e)
				}
				where[e] = append(where[e], fmt.Sprintf("client %s on %s (%d)", client.name, name, k.counts(s, c)[as]))
			}
			s = next
		}
	}
	if found != nil {
		fmt.Fprintf(b, "\n### %s\n", heading)
	}
	for _, e := range found {
		fmt.Fprintf(b, "\n- %s:\n\n```yaml\n%s```\n\n```text\n%s\n```\n", strings.Join(where[e], "\n- "), e.input, e.shows)
	}
}
