// Package scenarios has what happens to an object between two runs of kubectl
// apply: a manifest, what others do to the live object, and the next manifest.
package scenarios
