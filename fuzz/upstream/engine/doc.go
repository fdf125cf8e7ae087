// Package engine runs requests of the engine protocol with apimachinery's engine, in the
// version of k8s.io/apimachinery that the program is linked with, 0.17 or newer. It must not
// use anything that only newer versions have, or anything of this module that requires one.
package engine
