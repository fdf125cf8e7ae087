package props_test

import (
	"os"
	"strconv"
	"testing"

	"github.com/strategicpatch/smp/props"
)

// seeds returns as many as SMP_CHECKS says, from SMP_SEED on.
func seeds(t *testing.T, otherwise uint64) props.Seeds {
	return props.Seeds{First: environment(t, "SMP_SEED", 0), Count: environment(t, "SMP_CHECKS", otherwise)}
}

func environment(t *testing.T, name string, otherwise uint64) uint64 {
	text, ok := os.LookupEnv(name)
	if !ok {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return n
}
