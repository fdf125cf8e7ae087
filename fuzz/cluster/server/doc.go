// Package server builds kube-apiserver, etcd and kubectl from the module proxy, and runs the
// two servers during a comparison. The servers listen on free ports of loopback, have a
// temporary folder and their own certificates, and run as the current user.
package server
