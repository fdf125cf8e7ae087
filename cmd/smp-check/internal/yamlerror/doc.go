// Package yamlerror explains why a text is not YAML or JSON: the line of the fault, and its probable
// cause.
package yamlerror
