// Package differential compares package cluster with apimachinery, whose results it predicts.
//
// Only two differences count as explained: apimachinery panics and our engine rejects the
// patch, or apimachinery's answers vary. Numbers are compared as apimachinery reads them: as
// 64-bit integers if possible, and as floats if not.
package differential
