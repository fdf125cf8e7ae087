// Package function applies patches to the items of a ResourceList, as a function of
// kustomize and kpt does.
package function
