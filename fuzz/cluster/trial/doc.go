// Package trial puts questions to an API server and has package judge decide
// about the answers: patches against predictions, diffs that are stored and read
// back, three-way merges beside kubectl apply, custom resources, and the
// server's own schemas.
package trial
