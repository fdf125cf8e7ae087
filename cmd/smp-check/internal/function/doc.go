// Package function applies patches to the items of a ResourceList, like a function
// of kustomize and kpt.
package function
