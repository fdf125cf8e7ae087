// Package trial sends requests to an API server and lets package judge decide about the
// answers. It compares the results of patches with predictions, reads objects back after
// diffs, compares three-way merges with kubectl apply, tries custom resources, and compares
// the schemas that the server publishes with the built-in table.
package trial
