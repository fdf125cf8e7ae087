// Package differential compares package cluster with apimachinery, whose results it predicts.
//
// Only two differences count as explained: apimachinery panics (our engine must reject the
// patch then), or its answers vary. Numbers are compared as apimachinery reads them: as 64-bit
// integers, or else as floats.
package differential
