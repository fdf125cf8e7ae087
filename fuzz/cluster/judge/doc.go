// Package judge tells whether what a server answered is what this project
// predicted. It asks nobody: a trial holds the prediction and the answers.
//
// What differs is broken down into places, and each place must have a reason: a
// named, known property of the server that has nothing to do with merging. A
// difference without reason is a failure.
package judge
