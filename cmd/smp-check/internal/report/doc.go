// Package report contains the reports of smp-check: on cases, laws, rules, conflicts,
// problems and schemas. Each can be written as text and as JSON, and the report on cases also
// as JUnit.
package report
