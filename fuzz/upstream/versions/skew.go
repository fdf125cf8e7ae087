package versions

import (
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A client creates patches of one level. A level is the set of directives that were supported
// at some time.
type client struct {
	name          string
	specification bool // whether it follows the specification instead of clusters
	emits         smp.Directives
}

// level returns all directives up to last, in the order of their introduction.
func level(last smp.Directives) smp.Directives { return last | (last - 1) }

// omits returns the directives that the client leaves out for a server that supports only the
// directives in knows. A client for clusters never uses $patchMergeKey.
func (c client) omits(knows smp.Directives) smp.Directives {
	has := smp.AllDirectives
	if !c.specification {
		has = shipped
	}
	return has &^ (c.emits & knows)
}

// clients returns clients of all levels: those before today's, today's, and that of the
// specification.
func clients() []client {
	return []client{
		{"`$patch`", false, 0},
		{"+ `$deleteFromPrimitiveList`", false, level(smp.DeleteFromPrimitiveList)},
		{"+ `$setElementOrder`", false, level(smp.SetElementOrder)},
		{"+ `$retainKeys`", false, level(smp.RetainKeys)},
		{"+ `$patchMergeKey`", true, level(smp.PatchMergeKey)},
	}
}

// patch returns the client's patch for a server with some directives, and the directives that
// the patch requires. The result is false if the client cannot make a patch.
func (c client) patch(in corpus.Input, knows smp.Directives) (p model.Value, requires smp.Directives, ok bool) {
	opts := smp.DiffOptions{Omit: c.omits(knows), Requires: &requires}
	if !c.specification {
		opts.For = cluster.Judge{}
	}
	p, err := smp.Engine{Limits: limits}.Diff(in.Schema, in.Original, in.Modified, opts)
	return p, requires, err == nil
}

// A skew is the result of a patch on a server of another level.
type skew uint8

const (
	// refused means that the client makes no patch.
	refused skew = iota
	// exact means that the server stores modified.
	exact
	// older means that the server stores the result of a patch of the older level.
	older
	// warned means that the server stores another result, but the client reports that the
	// patch requires a directive that the server does not support.
	warned
	// denied means that the server rejects the patch.
	denied
	// fails means that the server stores another result, without a warning.
	fails
)

// A fare is a skew together with its evidence.
type fare struct {
	skew
	patch       model.Value
	got, wanted string
}

// nothing is the text for the result of a rejected patch.
const nothing = "rejected"

// fare applies the patch of a client on a server, and compares the result with the expected
// one. The expected result is modified or, if one side is older, the result of a patch of the
// older level.
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

// less returns the expected result if the client or the server lacks directives: the result
// of a patch of the older level on a server of that level. An older server must treat the
// patch like one of its own level, and a newer server must behave like one of the client's
// level.
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

// result returns the result of a patch on a server, as text.
func (s *server) result(in corpus.Input, patch model.Value) string {
	v, ok := s.apply(in.Schema, in.Original, patch)
	if !ok {
		return nothing
	}
	return spelled(withoutNulls(v))
}

// simulatedServers returns servers that are simulated by package cluster: those that are
// older than any release, and one that is newer.
func simulatedServers() (old []*server, new *server) {
	for _, c := range clients() {
		if c.emits&^shipped == 0 && c.emits != shipped {
			old = append(old, simulated(c.name, c.emits))
		}
	}
	return old, serverOf("the specification", smp.AllDirectives, smp.Engine{Limits: limits})
}

// A Skew contains the results of the patches of every client on every server.
type Skew struct {
	servers []*server
	trials  []trial
	// fares has the indexes server, client and trial.
	fares [][][]skew
}

// measureSkew makes n patches of every level and applies them on all servers.
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

// remembering returns a server that caches its answers.
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

// counts returns the results of a client's patches on a server.
func (k Skew) counts(server, client int) map[skew]int {
	counts := map[skew]int{}
	for _, f := range k.fares[server][client] {
		counts[f]++
	}
	return counts
}

// smallest returns the smallest trial with this result, or -1.
func (k Skew) smallest(server, client int, as skew) int {
	best := -1
	for i, f := range k.fares[server][client] {
		if f == as && (best < 0 || k.trials[i].size() < k.trials[best].size()) {
			best = i
		}
	}
	return best
}
