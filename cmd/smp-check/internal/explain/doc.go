// Package explain says what a patch does to a document: place by place, with
// the rule that decides and a sentence why, as data, text, JSON or a page.
package explain
