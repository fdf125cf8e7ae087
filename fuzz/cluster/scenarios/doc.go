// Package scenarios has what happens to an object between two runs of kubectl
// apply: a manifest, what others do to the live object, and the next manifest. The
// lives of objects are longer: several actors change an object in many steps.
package scenarios
