package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
)

// addTopics adds the pages of help that several commands share, and lets the help of commands refer to them.
func addTopics(root *cobra.Command) {
	for _, topic := range []*cobra.Command{
		{Use: "inputs", Short: "Files, folders, kinds and schemas", Long: inputsHelp},
		{Use: "keep", Short: "Places that stay as they are", Long: keepHelp},
		{Use: "clusters", Short: "What a cluster does with patches, and which mistakes are found", Long: clustersHelp},
		{Use: "live", Short: "Conflicts with a live object, and values that a patch leaves out", Long: liveHelp},
		{Use: "kustomize", Short: "How lint checks the patches of kustomizations", Long: kustomizeHelp},
	} {
		root.AddCommand(topic)
	}
	root.SetUsageTemplate(usageTemplate)
}

// usageTemplate is the usage of a command. The flags for inputs and schemas, which many commands have, are
// only named.
const usageTemplate = `Usage:{{if .Runnable}}
  {{.UseLine}}{{end}}{{if .HasAvailableSubCommands}}
  {{.CommandPath}} [command]{{end}}{{if .HasExample}}

Examples:
{{.Example}}{{end}}{{$cmds := .Commands}}{{range $group := .Groups}}

{{.Title}}{{range $cmds}}{{if and (eq .GroupID $group.ID) .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasAvailableSubCommands}}

{{if .Groups}}Additional{{else}}Available{{end}} Commands:{{range $cmds}}{{if and (eq .GroupID "") .IsAvailableCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{if .HasHelpSubCommands}}

Topics of smp-check help:{{range $cmds}}{{if .IsAdditionalHelpTopicCommand}}
  {{rpad .Name .NamePadding}} {{.Short}}{{end}}{{end}}{{end}}{{with ownFlags .}}

Flags:
{{.}}{{end}}{{with inputFlags .}}

Flags for inputs and schemas, which smp-check help inputs describes:
{{.}}{{end}}
`

func init() {
	cobra.AddTemplateFunc("ownFlags", cli.OwnFlags)
	cobra.AddTemplateFunc("inputFlags", cli.InputFlags)
}

const inputsHelp = `Files may be YAML or JSON, and may contain several documents or a List. The name - means
standard input. A folder means all YAML and JSON files in it and its subfolders, except
hidden ones and links to files outside. In folders, kustomizations,
charts, templates and documents without apiVersion and kind are skipped, and in ORIGINAL
also files that cannot be read. Notes report the skipped files. With --strict, templates
and unreadable files are errors. --max-size sets the size of the largest document that is read.

Each patch is for the object that it names: the object with the same apiVersion, kind,
namespace and name (or generateName, if there is no name). Fields that the patch or the
object leaves out are not compared. A patch that names another object, or changes the
name, is rejected unless --allow-rename is set. Objects that appear twice in ORIGINAL are
written unchanged, and a patch for such an object is rejected.

How lists and maps merge depends on the kind of each object. Without --kind, the kind
comes from the first document with apiVersion and kind, so patches may leave out both
fields. The schema comes from --crd or the built-in kinds, unless you pass --schema or
--schemaless. smp-check schema lists the kinds. For other kinds, maps merge by name and
lists are replaced. A note lists these kinds; with --require-schema, they are an error.
A kind that no custom resource can have, such as apps/v1 Deploymnet, is an error even
without --require-schema. If a file contains only a part of an object, --kind names that
part, for example PodSpec or apps/v1/Deployment#spec.template.

--crd FILE           CustomResourceDefinitions, or a folder of them
--kind KIND          a kind, such as apps/v1/Deployment or deploy, or a part of one
--schema FILE        an OpenAPI document or a JSON schema, or FILE#/pointer into one
--schemaless         no schema: maps merge by name, lists are replaced
--require-schema     reject kinds without a known schema
--list-types         merge by x-kubernetes-list-type if there is no patch strategy
--merge-key P=KEYS   how the list at the path P merges, if the schema does not define it
--max-size SIZE      a number of bytes, or a number with KiB, MiB or GiB

The path of --merge-key consists of field names and leaves out list elements:
spec.rules.ports means the ports of every rule.
  --merge-key spec.rules=name                 the list is keyed by name
  --merge-key spec.rules.ports=port,protocol  the list is keyed by port and protocol together
  --merge-key spec.tags=set                   the list is a set
  --merge-key spec.args=atomic                the list or map is replaced
If a key is called set or atomic, write it in quotes: 'spec.tags="set"'. A note lists
the paths that no document has. For built-in kinds, a cluster ignores --merge-key and
--list-types. If its result would be different, this is a warning, or an error with
--strict.`

const clustersHelp = cli.DefaultRule + `

By the rules of a cluster, a patch that a cluster cannot apply is rejected. By those of the
specification, a message on stderr reports if a cluster's result would differ from the
result written, and shows the command that prints the cluster's result. The message is a
note if only the order of elements differs, and a warning otherwise.

A cluster rejects an object with values of the wrong type, such as replicas: "3", or with
strings that it cannot read, such as the quantity 1GB. With --dialect kubernetes or
--strict, such values are errors, and nothing is written.

Likely mistakes are reported as warnings on stderr, or as errors with --strict. They are
misspelled and misplaced fields, values of the wrong type, strings that a cluster cannot
read, ambiguous merge keys (such as port 53, which 53/UDP and 53/TCP have in common), two
members of a union in the result (such as two sources of a volume), added maps and
elements that lack a required field, required fields that the patch deletes, fields that
an empty value deletes, and changes of fields that a server never changes; the last are
notes if ORIGINAL is not a live object, because the object may not exist yet. Warnings
even with --strict are a deletion that removes several elements because of such a key,
and a change of only the first of several elements with equal keys.

A server also changes some values in every object that it stores. Results do not show
these changes. The server fills in defaults, moves the values in stringData of a Secret to
data, keeps the last 32 bits of a number that is too large for its field (99999999999
becomes 1215752191), turns "\ud800" into U+FFFD, and uses the last field if a name appears
twice. Files with either of the last two problems are rejected.

API servers reject a strategic merge patch of a custom resource with status 415. They
accept JSON Merge Patches (RFC 7386), which --as merge-patch writes, and JSON Patches (RFC
6902). A JSON Patch identifies elements of lists by index, so it is correct only for
exactly the object that was read. To send a patch, save it in a file:

  kubectl patch deployment shop --type strategic --patch-file patch.yaml

For --as merge-patch, use --type merge, and for --as json-patch, use --type json. kubectl
reads only the first document of the file, so patches for several objects require several
files.`

const liveHelp = `threeway compares ORIGINAL, the last applied manifest, MODIFIED, the new manifest, and
CURRENT, the live object. apiVersion, kind, metadata.name and metadata.namespace are never
deleted. Each of these fields must be equal in the files that have it. There is one
exception: ORIGINAL may have another version of the kind, as after an upgrade of the
manifest. The schema is then that of MODIFIED, and a note reports both versions. CURRENT
must be an object, and not, for example, an error message of kubectl.

MODIFIED should not contain fields that only servers set, such as
metadata.resourceVersion. If CURRENT has other values, a warning lists the fields; with
--strict, this is an error.

If only CURRENT changed a value, the patch restores the value of MODIFIED; this is not a
conflict. Neither is the default of a field, which the server fills in. If the server may
have computed the value in CURRENT, as it does for clusterIP, the conflict is marked. A
list of conflicts has MODIFIED as left and CURRENT as right. The kind of a conflict can
also be both-added. Values of a Secret are shown as ***.

A server moves stringData of a Secret to data. With the rules of a cluster, values in
stringData therefore count as values in data: the patch sets them in data if CURRENT has
other values, and removes values that MODIFIED no longer has.

A patch for a built-in kind leaves out values that a server would not store unchanged, and
so does a patch in another format for metadata of a custom resource:
  - zero values that the server drops, such as paused: false
  - "", 0, false and null that the server replaces, if ORIGINAL also contains them
  - quantities and times in another spelling
With --resend, these values are sent on every run, as with kubectl apply. Some values are
sent on every run even without --resend: numbers too large for their field, unknown
fields, status, and lists without a merge key if admission adds elements to them or the
server fills in defaults inside them, such as protocol in the ports of a NetworkPolicy.
With --schema-defaults, differences that are only defaults of a --crd are ignored: they
are not sent, and are not conflicts.`

const kustomizeHelp = `If the argument of lint is a kustomization, or a folder that contains kustomizations,
their patches are checked: the fields patches, patchesStrategicMerge and
patchesJson6902, inline and in files, including those of their resources and components.
The patches of a Kustomization of Flux are checked, too. Other files of the folder are
resources, not patches. Each patch is checked against the kind of its target. A patch for
an object that is not among the resources is an error, and a target that selects no
resource is a warning. Neither is reported if some resources are remote, generated,
missing or broken. A missing or broken file is an error. JSON Patches are checked for
unknown fields and values of the wrong type. If an operation fails for an object in a
local file, this is an error, too.

kustomize merges the patches of a kustomization by its own rules. lint checks these
patches by the same rules, together with the objects that they change:

- kustomize matches ports by port and protocol. If only one of two elements has a
  protocol, kustomize ignores the element of the patch. If an object has
  two elements with the same port, and one of them has no protocol, kustomize removes one
  of them, even if the patch changes other parts of the object.
- kustomize supports only the directive $patch. Other directives stay in the object.
- kustomize has schemas only for the kinds of Kubernetes 1.21, or only for those in the
  field openapi, if it is set. The lists of all other kinds are replaced. If a cluster
  merges such a list, and the object is in a local file, lint warns about the removed
  elements. Lists that a cluster replaces, too, such as tolerations, are not reported.
- Words such as on and yes are strings.

The codes are not-applied, loses-element, replaces-list, unsupported-directive and
build-fails. If an object is not in local files, problems that depend on the object are
notes. An element that deletes nothing is a warning if all objects of the patch are in
local files.`

// keptIn refers to the topic keep. document is the one whose places are kept.
func keptIn(document string) string {
	return fmt.Sprintf("--keep PATH leaves a place as it is in %s; smp-check help keep describes its paths and\nthe flags that read them from files.", document)
}
