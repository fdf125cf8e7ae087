package trial

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// changes returns the number of changes that were tried.
func (u *Unions) changes() int {
	n := 0
	for _, t := range u.Tried {
		n += t.Changes + t.Drifts
	}
	return n
}

func (r *Report) unions(p *page) {
	p.line("## Unions\n")
	p.line("This section tests every union of the built-in table in a served kind, and one of a custom resource. The")
	p.line("manifest changes from each member to each other one, and others set another member, while the manifest")
	p.line("is unchanged or changed. The server must accept our three-way patch in a dry run, and the object must")
	p.line("then have only the member of the manifest. Without its nulls, the patch must fail, unless `$retainKeys`")
	p.line("has the same effect. The server must reject the object with two members. It must accept a value that")
	p.line("counts as unset together with another member, which it does in %d objects. The results of kubectl", r.Unions.Unset)
	p.line("are those of apimachinery's three-way merge. kubectl itself, run %d times for the first change of a", r.Unions.Kubectl)
	p.line("union, has the same results.\n")
	p.line("| union | in | two members, refused | changes | by others too | ours right | with nulls | wrong without | kubectl wrong |")
	p.line("|---|---|--:|--:|--:|--:|--:|--:|---|")
	tried := slices.SortedFunc(slices.Values(r.Unions.Tried), func(a, b *TriedUnion) int {
		return strings.Compare(a.title(r.Unions.Tried), b.title(r.Unions.Tried))
	})
	theirs := map[string]*Failures{}
	for _, t := range tried {
		p.line("| %s | %s `%s` | %d | %d | %d | %d | %d | %d | %s |", t.title(tried), t.Kind, t.Path, t.Together,
			t.Changes, t.Drifts, t.Right, t.Nulls, t.Bare, howOften(t.Theirs))
		for what, f := range t.Theirs {
			if theirs[what] == nil {
				theirs[what] = &Failures{}
			}
			theirs[what].add(f.Example)
			theirs[what].N += f.N - 1
		}
	}
	changes, drifts, wrong, drifted := 0, 0, 0, 0
	for _, t := range tried {
		changes, drifts, drifted = changes+t.Changes, drifts+t.Drifts, drifted+t.Drifted
	}
	for _, f := range theirs {
		wrong += f.N
	}
	p.line("\nkubectl fails for %d of the %d changes if only the manifest changes, and for %d of the %d if others have changed the live object.\n", wrong-drifted, changes, drifted, drifts)
	p.failures("failure of kubectl", theirs)
	r.untried(p, tried)
	p.line("Lint of the more than %d objects that the server returned in this run finds union problems in %d.\n",
		r.World.Accepted.N/1000*1000, len(r.World.Accepted.Failed))
}

// title returns the name of the definition. If the definition is tried more than once, the
// title also contains the fields that are set.
func (t *TriedUnion) title(tried []*TriedUnion) string {
	again := func(other *TriedUnion) bool { return other != t && other.Definition == t.Definition }
	if !slices.ContainsFunc(tried, again) {
		return t.Definition
	}
	fields := map[string]bool{}
	for _, v := range slices.Concat(t.Members, t.Refused) {
		for field := range v.Members() {
			fields[field] = true
		}
	}
	return t.Definition + ": " + strings.Join(slices.Sorted(maps.Keys(fields)), ", ")
}

// howOften returns the number of failures, and their types.
func howOften(of map[string]*Failures) string {
	n, ways := 0, []string{}
	for _, what := range slices.Sorted(maps.Keys(of)) {
		n += of[what].N
		ways = append(ways, fmt.Sprintf("%s %d", what, of[what].N))
	}
	if n == 0 {
		return "0"
	}
	return fmt.Sprintf("%d: %s", n, strings.Join(ways, ", "))
}

// short returns the beginning of the first line of a text.
func short(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	if runes := []rune(text); len(runes) > 240 {
		text = string(runes[:240]) + "…"
	}
	return text
}

// untried lists the changes that could not be sent as patches, and those that were not tried.
func (r *Report) untried(p *page, tried []*TriedUnion) {
	p.line("If the server accepts no patch that changes the member, the patched object is created instead:\n")
	for _, t := range tried {
		if t.Created != "" {
			p.line("- %s: %s", t.title(tried), short(t.Created))
		}
	}
	p.line("\nThese are members that the server rejects in every object that could change:\n")
	for _, t := range tried {
		for _, m := range t.Refused {
			p.line("- %s `%s`: %s", t.Definition, m.Canonical(), t.Because)
		}
	}
	p.line("\nThese unions of the table are in no served kind: %s.\n", strings.Join(r.Unions.Unserved, ", "))
}
