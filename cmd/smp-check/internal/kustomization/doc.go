// Package kustomization reads the patches of kustomize, and finds the objects to which they
// apply.
package kustomization
