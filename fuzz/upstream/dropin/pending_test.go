package dropin_test

import "testing"

// diffHasDialect says that the engine's diffs follow the kubernetes dialect.
// The tests of diffs wait for it.
const diffHasDialect = false

func needs(t testing.TB, has bool) {
	t.Helper()
	if !has {
		t.Skip("the engine's diffs do not follow the kubernetes dialect yet")
	}
}
