// Package trial sends requests to an API server and lets package judge decide about the
// answers. It compares patches with predictions, reads stored diffs back, compares three-way
// merges with kubectl apply, tries custom resources, and compares the server's own schemas.
package trial
