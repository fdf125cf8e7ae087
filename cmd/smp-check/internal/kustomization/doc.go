// Package kustomization reads the patches of kustomize and finds the objects that they
// are for.
package kustomization
