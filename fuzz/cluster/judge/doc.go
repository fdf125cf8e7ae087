// Package judge decides whether a server's answer equals this project's prediction. It sends
// no requests: a trial contains the prediction and the answers.
//
// A difference is split into places. Each place must have a reason, which is a known property
// of the server that has nothing to do with merging. A difference without a reason is a
// failure.
package judge
