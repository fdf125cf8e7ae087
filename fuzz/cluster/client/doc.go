// Package client speaks to an API server: requests with documents of package
// model, answers with what the server said.
package client
