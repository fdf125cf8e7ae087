package laws_test

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// The ports of a Service: one port number with three protocols, and another port number.
const (
	udp  = `{"port":53,"protocol":"UDP"}`
	tcp  = `{"port":53,"protocol":"TCP"}`
	sctp = `{"port":53,"protocol":"SCTP"}`
	http = `{"port":80,"name":"a"}`
)

func ports(list string) string { return `{"spec":{"ports":[` + list + `]}}` }

// These are wrong answers that this module's engine once gave, each with the law that it
// breaks and the correct answer.
func TestAnswersThatWereWrong(t *testing.T) {
	for _, c := range []struct {
		law, kind            string
		op                   corpus.Op
		forCluster           bool
		original, modified   string
		current              string
		omit                 smp.Directives
		wrong, right         string
		conflict, rightClash bool // the wrong or the correct answer is a conflict
	}{
		{law: "threeway-clears", kind: "apps/v1/Deployment", op: corpus.OpThreeWay,
			original: `{"spec":{"strategy":{"type":"Recreate"}}}`, modified: `{"spec":{"strategy":{"type":"Recreate"}}}`,
			current: `{"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}}`,
			wrong:   `{"spec":{"strategy":{"type":"Recreate"}}}`, right: `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate","rollingUpdate":null}}}`},
		{law: laws.TargetReached, kind: "apps/v1/Deployment", op: corpus.OpThreeWay,
			original: `{"spec":{"strategy":{"type":"Recreate"}}}`, modified: `{"spec":{"strategy":{"type":"Recreate"}}}`,
			current: `{"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}}`,
			wrong:   `{"spec":{"strategy":{"type":"Recreate"}}}`, right: `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate","rollingUpdate":null}}}`},
		{law: "threeway-clears", kind: "v1/Pod", op: corpus.OpThreeWay,
			original: `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`, modified: `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`,
			current: `{"spec":{"volumes":[{"name":"v","hostPath":{"path":"/x"}}]}}`,
			wrong:   `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`, right: `{"spec":{"volumes":[{"name":"v","$retainKeys":["emptyDir","name"],"emptyDir":{},"hostPath":null}]}}`},
		{law: "threeway-retain", kind: "v1/Pod", op: corpus.OpThreeWay,
			original: `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`, modified: `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`, current: `{}`,
			wrong: `{"spec":{"volumes":[{"name":"v","emptyDir":{}}]}}`, right: `{"spec":{"volumes":[{"name":"v","$retainKeys":["emptyDir","name"],"emptyDir":{}}]}}`},
		{law: "threeway-keeps", kind: "v1/Service", op: corpus.OpThreeWay, forCluster: true,
			original: ports(udp), modified: ports(udp), current: ports(sctp + "," + udp),
			wrong: `{"spec":{"ports":[` + udp + `],"$setElementOrder/ports":[{"port":53}]}}`, right: `{}`},
		{law: laws.PlacesAside, kind: "v1/Service", op: corpus.OpThreeWay, forCluster: true,
			original: ports(udp), modified: ports(udp + "," + tcp), current: ports(udp + "," + sctp),
			wrong: `{"spec":{"ports":[` + udp + "," + tcp + `,{"$patch":"replace"}]}}`, right: `{"spec":{"ports":[` + sctp + "," + udp + "," + tcp + `,{"$patch":"replace"}]}}`},
		{law: "threeway-keeps", kind: "v1/Service", op: corpus.OpThreeWay, forCluster: true,
			original: ports(udp + "," + http), modified: ports(http), current: ports(udp + "," + http + "," + sctp),
			wrong: `{"spec":{"ports":[{"$patch":"delete","port":53}],"$setElementOrder/ports":[{"port":80}]}}`, right: `{"spec":{"ports":[` + http + "," + sctp + `,{"$patch":"replace"}]}}`},
		{law: laws.ConflictsFound, kind: "v1/Service", op: corpus.OpThreeWay, forCluster: true,
			original: ports(udp), modified: ports(udp + "," + tcp), current: ports(udp + "," + sctp),
			conflict: true, right: `{"spec":{"ports":[` + sctp + "," + udp + "," + tcp + `,{"$patch":"replace"}]}}`},
		{law: laws.ConflictsFound, kind: "apps/v1/Deployment", op: corpus.OpThreeWay,
			original: `{"spec":{"replicas":1}}`, modified: `{"spec":{"replicas":2,"paused":null}}`, current: `{"spec":{"replicas":1,"paused":true}}`,
			wrong: `{"spec":{"replicas":2,"paused":null}}`, rightClash: true},
		{law: laws.ConflictsFound, kind: "apps/v1/Deployment", op: corpus.OpThreeWay,
			original: `{"spec":{"strategy":{"type":"RollingUpdate"}}}`, modified: `{"spec":{"strategy":{"type":"Recreate","rollingUpdate":null}}}`,
			current:  `{"spec":{"strategy":{"type":"RollingUpdate","rollingUpdate":{"maxSurge":1}}}}`,
			conflict: true, right: `{"spec":{"strategy":{"$retainKeys":["type"],"type":"Recreate","rollingUpdate":null}}}`},
		{law: "threeway-portable", kind: "v1/Service", op: corpus.OpThreeWay, forCluster: true,
			original: ports(tcp + "," + http + "," + udp), modified: ports(tcp + "," + http), current: ports(tcp + "," + http + "," + udp),
			wrong: `{"spec":{"ports":[` + tcp + `,{"$patch":"delete","port":53}]}}`,
			right: `{"spec":{"ports":[` + tcp + `,{"$patch":"delete","port":53}],"$setElementOrder/ports":[{"port":53},{"port":80}]}}`},
		{law: "threeway-directives", kind: "v1/Pod", op: corpus.OpThreeWay, forCluster: true,
			original: `{"spec":{"containers":[{"name":"a"}]}}`, modified: `{"spec":{"containers":[{"name":"a","env":[{"name":"X","$patch":"delete"}]}]}}`, current: `{"spec":{"containers":[{"name":"a"}]}}`,
			wrong: `{"spec":{"containers":[{"name":"a","env":[{"name":"X","$patch":"delete"}]},{"$patch":"replace"}]}}`, right: `{}`},
		{law: "diff-directives", kind: "v1/Pod", op: corpus.OpDiff, forCluster: true,
			original: `{"spec":{"containers":[{"name":"a"}]}}`, modified: `{"spec":{"containers":[{"name":"a","env":[{"name":"X","$patch":"delete"}]}]}}`,
			wrong: `{"spec":{"containers":[{"name":"a","env":[{"name":"X","$patch":"delete"}]},{"$patch":"replace"}]}}`, right: `{}`},
		{law: "threeway-narrow", kind: "v1/Pod", op: corpus.OpThreeWay,
			original: `{"metadata":{"finalizers":["y"]}}`, modified: `{"metadata":{"finalizers":[]}}`, current: `{"metadata":{"finalizers":["y","z","z"]}}`,
			wrong: `{"metadata":{"finalizers":["z","z",{"$patch":"replace"}]}}`, right: `{"metadata":{"finalizers":[],"$deleteFromPrimitiveList/finalizers":["y"]}}`},
		{law: laws.TargetReached, kind: "v1/Pod", op: corpus.OpThreeWay,
			original: `{"spec":{"containers":[{"name":"x"},{"name":"y"}]}}`, modified: `{"spec":{"containers":[{"name":"x"},{"name":"y"}]}}`, current: `{"spec":{"containers":[{"name":"x"},{"name":"y"},{"name":"x"}]}}`,
			wrong: `{"spec":{"$setElementOrder/containers":[{"name":"x"},{"name":"x"},{"name":"y"}]}}`, right: `{}`},
		{law: "diff-older", kind: "v1/Pod", op: corpus.OpDiff, omit: smp.DeleteFromPrimitiveList,
			original: `{"metadata":{"finalizers":["y","z"]}}`, modified: `{"metadata":{"finalizers":["z"]}}`,
			wrong: `{}`, right: `{"metadata":{"finalizers":["z",{"$patch":"replace"}]}}`},
		{law: "conflicts-empty", kind: "v1/Pod", op: corpus.OpConflicts, modified: `{"$patch":"replace"}`,
			wrong: `[{"path":".","kind":"both-changed","left":{},"right":{"$patch":"replace"}}]`, right: `[]`},
	} {
		t.Run(c.law+" "+c.current, func(t *testing.T) {
			in := corpus.Input{
				Op: c.op, Schema: schemaOf(t, c.kind), Options: corpus.Options{Overwrite: true, Omit: c.omit},
				Original: optional(c.original), Modified: optional(c.modified), Current: optional(c.current),
			}
			if c.op == corpus.OpConflicts {
				in.Left, in.Right = model.MustParse(`{}`), in.Modified
			}
			check := lawNamed(t, dialectOf(c.forCluster), c.law).Check
			if v := check(answers(c.forCluster, c.op, c.wrong, c.conflict), in); v.Status != laws.Broken {
				t.Errorf("the wrong answer is %v: %s", v.Status, v.What)
			}
			if v := check(answers(c.forCluster, c.op, c.right, c.rightClash), in); v.Status == laws.Broken {
				t.Errorf("the right answer breaks it: %s", v.What)
			}
		})
	}
}

// answers returns an engine, of the specification or of a cluster, with one answer for an
// operation. If clash is true, the answer is a conflict.
func answers(forCluster bool, op corpus.Op, answer string, clash bool) engine {
	other := corpus.Untraced(corpus.EngineOf(dialectOf(forCluster)))
	return engine{name: "once", run: func(in corpus.Input) corpus.Outcome {
		switch {
		case in.Op != op:
			return other.Run(in)
		case clash:
			return corpus.Outcome{Err: &smp.Error{Code: "conflict"}}
		}
		return corpus.Outcome{Result: model.MustParse(answer)}
	}}
}

func dialectOf(forCluster bool) string {
	if forCluster {
		return corpus.Kubernetes
	}
	return corpus.Documented
}

func optional(text string) model.Value {
	if text == "" {
		return model.Value{}
	}
	return model.MustParse(text)
}

func schemaOf(t *testing.T, kind string) smp.Schema {
	t.Helper()
	at := len(kind) - 1
	for kind[at] != '/' {
		at--
	}
	s, ok := kubernetes.Lookup(kind[:at], kind[at+1:])
	if !ok {
		t.Fatalf("no schema of %s", kind)
	}
	return s
}
