// Package unions contains, for every union of the built-in table that an API server serves, an
// object to test it with: a manifest, the place of the union in it, and the fields of each
// member.
package unions
