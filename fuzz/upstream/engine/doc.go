// Package engine runs requests of the engine protocol with apimachinery's engine, in the
// version of k8s.io/apimachinery with which the program is linked, which is 0.17 or newer.
// The package must not use anything that only newer versions of apimachinery have, or any
// package of this module that requires a newer version.
package engine
