// Package scenarios contains the events between two runs of kubectl apply: a manifest,
// changes by others to the live object, and the next manifest. It also contains lives of
// objects, which are longer: several actors change an object in many steps.
package scenarios
