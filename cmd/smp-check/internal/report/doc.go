// Package report is what smp-check reports of cases, laws, rules, conflicts,
// problems and schemas: as data, as JSON and as text, of cases as JUnit too.
package report
