// Package lint collects the problems of many patches, with their lines and severity, and
// writes them as text, JSON or SARIF.
package lint
