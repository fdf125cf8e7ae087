// Package server builds kube-apiserver, etcd and kubectl from the module proxy,
// and runs the first two for as long as a comparison takes: on loopback, with
// free ports, in a folder of their own with their own certificates, as whoever
// runs the program.
package server
