// Package differential compares this module's dialect of the shipped engine with
// the shipped engine itself.
//
// What counts as explained where the two differ is little: that the shipped
// engine panics (ours must reject the patch then), or that it does not answer
// the same every time. Numbers are compared as the shipped engine reads them:
// 64-bit integers, else floats.
package differential
