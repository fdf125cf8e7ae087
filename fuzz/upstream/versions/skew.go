package versions

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A client makes patches of one level.
type client struct {
	name          string
	specification bool // it follows the specification, not clusters
	emits         smp.Directives
}

// level returns the directives up to one of them, in the order in which they
// appeared.
func level(last smp.Directives) smp.Directives { return last | (last - 1) }

// omits returns the directives that the client leaves out for a server that knows
// these. A client for clusters has no $patchMergeKey to leave out.
func (c client) omits(knows smp.Directives) smp.Directives {
	has := smp.AllDirectives
	if !c.specification {
		has = shipped
	}
	return has &^ (c.emits & knows)
}

// clients are the levels: those before today's, today's, and that of the
// documents.
func clients() []client {
	return []client{
		{"`$patch`", false, 0},
		{"+ `$deleteFromPrimitiveList`", false, level(smp.DeleteFromPrimitiveList)},
		{"+ `$setElementOrder`", false, level(smp.SetElementOrder)},
		{"+ `$retainKeys`", false, level(smp.RetainKeys)},
		{"+ `$patchMergeKey`", true, level(smp.PatchMergeKey)},
	}
}

// patch returns the client's patch, without the directives that a server of some
// level does not know, and those that the patch itself says it requires; nothing
// where the client refuses.
func (c client) patch(in corpus.Input, knows smp.Directives) (p model.Value, requires smp.Directives, ok bool) {
	opts := smp.DiffOptions{Omit: c.omits(knows), Requires: &requires}
	if !c.specification {
		opts.For = cluster.Judge{}
	}
	p, err := smp.Engine{Limits: limits}.Diff(in.Schema, in.Original, in.Modified, opts)
	return p, requires, err == nil
}

// A skew is how a patch fares on a server of another level.
type skew uint8

const (
	// refused: the client makes no patch.
	refused skew = iota
	// exact: the server has modified in the end.
	exact
	// older: it has what the patch of the older level gives.
	older
	// warned: it has neither, and the patch says that it requires a directive
	// that the server does not know.
	warned
	// denied: it rejects the patch.
	denied
	// fails: it has neither, and nothing says so.
	fails
)

// A fare is a skew with what shows it.
type fare struct {
	skew
	patch       model.Value
	got, wanted string
}

// nothing stands for the result of a patch that is rejected.
const nothing = "rejected"

// fare puts the patch of a client to a server. What it must give is modified, or
// where one side is older, what a patch of the older level is for.
func (c client) fare(s *server, in corpus.Input) fare {
	patch, requires, ok := c.patch(in, smp.AllDirectives)
	if !ok {
		return fare{skew: refused}
	}
	f := fare{patch: patch, got: s.result(in, patch), wanted: spelled(decoded(in.Schema, in.Modified))}
	switch {
	case f.got == f.wanted:
		f.skew = exact
	case requires&^s.knows != 0:
		f.skew = warned
	default:
		f.skew = fails
		if f.got == nothing {
			f.skew = denied
		}
		if less, ok := c.less(s, in, patch); ok && less != nothing {
			if f.wanted = less; f.got == less {
				f.skew = older
			}
		}
	}
	return f
}

// less returns what a patch of a client and a server of the older of their levels
// give, if neither has every directive of the dialect: an older server must
// treat the patch as that of its own level, and a newer one as a server of the
// client's level.
func (c client) less(s *server, in corpus.Input, patch model.Value) (result string, ok bool) {
	if c.emits&^s.knows != 0 {
		p, _, ok := c.patch(in, s.knows)
		return s.result(in, p), ok
	}
	if c.omits(smp.AllDirectives) == 0 && s.knows == c.emits {
		return "", false
	}
	return simulated("", c.emits).result(in, patch), true
}

// result returns the text of what a patch gives on a server.
func (s *server) result(in corpus.Input, patch model.Value) string {
	v, ok := s.apply(in.Schema, in.Original, patch)
	if !ok {
		return nothing
	}
	return spelled(withoutNulls(v))
}

// simulatedServers are those that are older than any release, and the one that
// is newer.
func simulatedServers() (old []*server, new *server) {
	for _, c := range clients() {
		if c.emits&^shipped == 0 && c.emits != shipped {
			old = append(old, simulated(c.name, c.emits))
		}
	}
	return old, serverOf("the documented rules", smp.AllDirectives, smp.Engine{Limits: limits})
}

// A Skew is what becomes of the patches of every client on every server.
type Skew struct {
	servers []*server
	trials  []trial
	// fares are those of each server, each client, each trial.
	fares [][][]skew
}

// measureSkew makes n patches at every level and puts them to all servers.
func measureSkew(releases []*server, n, workers int, step func()) Skew {
	old, new := simulatedServers()
	k := Skew{servers: append(append(old, releases...), new)}
	for _, t := range trials(corpus.OpDiff, 3*n) {
		if len(k.trials) < n && regularPair(t.in) {
			k.trials = append(k.trials, t)
		}
	}
	k.fares = make([][][]skew, len(k.servers))
	forEach(len(k.servers), workers, func(s int) {
		remembering := k.servers[s].remembering()
		for _, c := range clients() {
			var fares []skew
			for _, t := range k.trials {
				fares = append(fares, c.fare(remembering, t.in).skew)
			}
			k.fares[s] = append(k.fares[s], fares)
		}
		step()
	})
	return k
}

// remembering returns a server that is asked the same only once.
func (s *server) remembering() *server {
	type question struct {
		schema          smp.Schema
		original, patch string
	}
	known := map[question]corpus.Outcome{}
	r := *s
	r.once = func(in corpus.Input) corpus.Outcome {
		q := question{in.Schema, in.Original.JSON(), in.Patch.JSON()}
		out, ok := known[q]
		if !ok {
			out = s.once(in)
			known[q] = out
		}
		return out
	}
	return &r
}

func regularPair(in corpus.Input) bool {
	return regular(in.Schema, in.Original) && regular(in.Schema, in.Modified)
}

// counts returns how the patches of a client fare on a server.
func (k Skew) counts(server, client int) map[skew]int {
	counts := map[skew]int{}
	for _, f := range k.fares[server][client] {
		counts[f]++
	}
	return counts
}

// smallest returns the smallest trial that fares so, -1 where none does.
func (k Skew) smallest(server, client int, as skew) int {
	best := -1
	for i, f := range k.fares[server][client] {
		if f == as && (best < 0 || k.trials[i].size() < k.trials[best].size()) {
			best = i
		}
	}
	return best
}
