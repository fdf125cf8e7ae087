// Package unions has, for every union of the built-in table that an API server
// serves, an object to try it on: a manifest, the place of the union in it, and
// for each member what sets it.
package unions
