package cli

import (
	"testing"

	"github.com/strategicpatch/smp/corpus"
)

// The command for a minimized case runs the case, unless the fault is defined by a law of one engine,
// by two dialects or by a command.
func TestReproduce(t *testing.T) {
	var documented Subject
	documented.Dialect.Name = corpus.Documented
	with := func(engine, dialect string) Subject {
		s := documented
		s.Engine, s.Dialect.Name = engine, dialect
		return s
	}
	for _, test := range []struct {
		oracle         Oracle
		want, redacted string
	}{
		{Oracle{Subject: documented}, "smp-check run minimized.yaml", "smp-check run minimized.yaml"},
		{Oracle{Subject: documented, law: "identity"}, "smp-check laws --law identity minimized.yaml", "smp-check laws --law identity minimized.yaml"},
		{Oracle{Subject: with("it's", corpus.Kubernetes), law: "agreement"}, `smp-check run --engine 'it'\''s' --dialect kubernetes minimized.yaml`, "smp-check run --engine ENGINE --dialect kubernetes minimized.yaml"},
		{Oracle{Subject: documented, Dialects: true}, "smp-check minimize --dialects-differ minimized.yaml", "smp-check minimize --dialects-differ minimized.yaml"},
		{Oracle{Subject: documented, exec: "./check"}, "./check minimized.yaml", "COMMAND minimized.yaml"},
	} {
		if got := test.oracle.Reproduce(false); got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
		if got := test.oracle.Reproduce(true); got != test.redacted {
			t.Errorf("redacted: got %s, want %s", got, test.redacted)
		}
	}
}
