package dropin_test

import "testing"

// What the engine has of the kubernetes dialect. Tests of the rest wait for it.
const (
	applyHasDialect = true
	diffHasDialect  = false
)

func needs(t testing.TB, has bool) {
	t.Helper()
	if !has {
		t.Skip("the engine does not have this part of the kubernetes dialect yet")
	}
}
