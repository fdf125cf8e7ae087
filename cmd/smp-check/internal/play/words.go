package play

import "strings"

// words replaces the names of flags and files in errors and notes, which only make sense on
// the command line, by those of the page's fields.
var words = strings.NewReplacer(
	"Name its schema with --crd FILE or --schema FILE, take the one of another kind with --kind, or merge without one with --schemaless.",
	`Paste its schema or its CustomResourceDefinition below, write another kind at "Kind", or tick "without a schema".`,
	"Name the kind with --kind, as in --kind apps/v1/Deployment, or a schema with --schema FILE, or merge without one with --schemaless.",
	`Write the kind at "Kind", as in apps/v1/Deployment, or paste a schema below, or tick "without a schema".`,
	"the file is empty; write {} for an empty document", "there is nothing here; {} is an empty document",
	"this command takes one object: save each document in a file of its own", "the page takes one object",
	"save each item in a file of its own, or ask", "paste one of them, or ask",
	"--kind: unknown-kind", "kind: unknown-kind",
	"name a schema, as in --schema 'schema#", `name a schema at "Kind", as in '#`,
	", or the file itself, as in 'schema#'", ", or the schema itself, as in '#'",
	", or name a kind with --kind", ", or a kind",
	"got a document without a kind; name a schema with --schema", "got a document without a kind",
	"; omit --schemaless to see how", `; untick "without a schema" to see how`,
	"; --no-wide makes this an error", "",
	"--list-types merges by list type", "on the command line, --list-types merges by list type",
	"--as merge-patch writes a JSON Merge Patch instead", "On the command line, --as merge-patch writes a JSON Merge Patch instead",
	"--as merge-patch writes a patch that they accept", "they accept the JSON Merge Patch below",
	"apply --as merge-patch writes a patch that it accepts", "it accepts the JSON Merge Patch below",
)

// onPage adapts lines for the page.
func onPage(lines []string) []string {
	for i, line := range lines {
		lines[i] = words.Replace(line)
	}
	return lines
}
