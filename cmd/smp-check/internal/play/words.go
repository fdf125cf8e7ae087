package play

import "strings"

// words adapts errors and notes to the page. It replaces the names of flags and files by the
// names of the page's fields.
var words = strings.NewReplacer(
	"Pass its schema with --crd FILE or --schema FILE, use the schema of another kind with --kind, or merge without a schema with --schemaless.",
	`Paste its schema or its CustomResourceDefinition below, enter another kind in "Kind", or tick "without a schema".`,
	"Name the kind with --kind, as in --kind apps/v1/Deployment, or a schema with --schema FILE, or merge without a schema with --schemaless.",
	`Enter the kind in "Kind", as in apps/v1/Deployment, or paste a schema below, or tick "without a schema".`,
	"the file is empty; expected a document, such as {}", "there is no text here; {} is an empty document",
	"this command accepts one object: save each document in a file of its own", "the page accepts one object",
	"save each item in a file of its own, or get", "paste one of them, or get",
	"--kind: unknown-kind", "kind: unknown-kind",
	"name a schema, as in --schema 'schema#", `name a schema in "Kind", as in '#`,
	", or the file itself, as in 'schema#'", ", or the schema itself, as in '#'",
	", or name a kind with --kind", ", or a kind",
	"it has no kind; pass a schema with --schema", "it has no kind",
	"; omit --schemaless to see how", `; untick "without a schema" to see how`,
	"; --strict makes this an error", "",
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
