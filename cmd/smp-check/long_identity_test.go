package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// longestLine is the length of the longest line that a command may write about objects with long
// names.
const longestLine = 2048

// An object may have a kind or a name of any length. No error, note, warning, problem, heading or
// summary contains all of it. Only results do, which are documents.
func TestLongIdentities(t *testing.T) {
	long, other := strings.Repeat("a", 4*longestLine), strings.Repeat("b", 4*longestLine)
	for _, field := range []string{"apiVersion", "kind", "namespace", "name", "generateName"} {
		for _, kind := range [][2]string{{"example.com/v1", "Widget"}, {"apps/v1", "Deployment"}} {
			t.Run(field+" of "+kind[1], func(t *testing.T) {
				identity := func(text string) string {
					fields := map[string]string{"apiVersion": kind[0], "kind": kind[1], "name": "web", "namespace": "shop"}
					switch {
					case text != "" && field == "apiVersion":
						text = "example.com/" + text
					case text != "" && field == "generateName":
						delete(fields, "name")
					}
					if text != "" {
						fields[field] = text
					}
					var metadata []string
					for _, name := range slices.Sorted(maps.Keys(fields)) {
						if name != "apiVersion" && name != "kind" {
							metadata = append(metadata, name+": "+fields[name])
						}
					}
					return fmt.Sprintf("apiVersion: %s, kind: %s, metadata: {%s}", fields["apiVersion"], fields["kind"], strings.Join(metadata, ", "))
				}
				folder := filesWithIdentities(t, identity(""), identity(long), identity(other))
				for _, command := range strings.Split(commandsOnIdentities, "\n") {
					checkLines(t, folder, command)
				}
			})
		}
	}
}

// filesWithIdentities writes objects with these identities, and returns their folder.
func filesWithIdentities(t *testing.T, short, long, other string) string {
	t.Helper()
	const one, two, wrong = "spec: {replicas: 1}", "spec: {replicas: 2, q: [{a: 1}]}", "spec: {replicas: x, replcas: 1, $retainKeys: [a]}"
	object := func(identity, rest string) string { return "{" + identity + ", " + rest + "}" }
	both := func(a, b string) string { return "---\n" + a + "\n---\n" + b + "\n" }
	items := func(items, patches string) string {
		return "{apiVersion: config.kubernetes.io/v1, kind: ResourceList, items: [" + items + "], functionConfig: {patches: [" + patches + "]}}"
	}
	live := object(strings.TrimSuffix(long, "}")+", annotations: {kubectl.kubernetes.io/last-applied-configuration: '"+object(other, one)+"'}}", one)
	folder := t.TempDir()
	for name, text := range map[string]string{
		"short": object(short, one), "short2": object(short, two), "long": object(long, one), "long2": object(long, two), "other": object(other, two),
		"wrong": object(long, wrong), "delete": object(long, "$patch: delete"), "kindless": "{spec: {replicas: 3}}", "live": live,
		"both": both(object(long, one), object(other, one)), "both2": both(object(long, two), object(other, two)), "twice": both(object(long, one), object(long, two)),
		"folder/a": object(long, one), "folder/b": object(short, one), "folder2/a": object(long, one), "folder2/b": object(long, two),
		"k/a": object(long, one), "k/b": object(short, one), "k/p": object(long, wrong), "k/q": object(other, two),
		"k/kustomization": "resources: [a.yaml, b.yaml]\npatches: [{path: p.yaml}, {path: q.yaml}]",
		"k2/a":            object(long, one), "k2/b": object(long, one), "k2/p": object(long, two),
		"k2/kustomization": "resources: [a.yaml, b.yaml]\npatches: [{path: p.yaml}]",
		"k3/kustomization": "{" + long + ", resources: []}",
		"fn":               items(object(long, one)+", "+object(short, one), "{patch: "+object(long, wrong)+"}, {patch: "+object(other, two)+"}"),
		"fn2":              items(object(long, one)+", "+object(long, one), "{patch: "+object(long, two)+"}"),
		"fn3":              items(object(long, one), "{patch: "+object(other, "$patch: delete")+", target: {}}"),
	} {
		file := filepath.Join(folder, filepath.FromSlash(name)+".yaml")
		check(t, os.MkdirAll(filepath.Dir(file), 0o755))
		check(t, os.WriteFile(file, []byte(text), 0o644))
	}
	return folder
}

// commandsOnIdentities are the commands of TestLongIdentities, without the endings of the files. The
// standard output of a command after > is not checked, because it is a document.
const commandsOnIdentities = `> apply long long2
> apply long short
> apply long other
> apply long both
> apply long both --allow-rename
> apply short long
> apply both both2
> apply both short
> apply both kindless
> apply twice long2
> apply long wrong
> apply long wrong --strict
> apply long wrong --dialect kubernetes
> apply both both2 --dialect kubernetes
> apply long delete
> apply both delete
> apply long delete --as merge-patch
> apply long long2 --require-schema
> apply long long2 --merge-key spec.q=a
> apply long long2 --schemaless
> apply long long2 --keep-style
> apply long -p {metadata:{name:null,namespace:null,generateName:null}}
> apply long -p {apiVersion:null,kind:null}
> apply folder/ folder2/
> apply folder2/ folder2/
> apply folder2/ folder2/ --strict
> diff long long2
> diff long other
> diff long short
> diff long both
> diff long both --strict
> diff both both2
> diff both twice
> diff short kindless
> diff folder/ folder2/
> diff folder2/ folder/
> diff long long2 --dialect documented
> threeway long long2
> threeway long other
> threeway both both2
> threeway both both2 live
> threeway long live
> threeway long other short
> threeway long long2 short --conflicts
> threeway both short
> threeway folder/ folder2/
explain long long2
explain long other
explain both both2
explain both kindless
explain long wrong
explain long twice
explain long long2 --path spec.replicas
explain long long2 --dialect kubernetes
> compose long long2
> compose long other
> compose long short
> compose both both2
> compose both twice
conflicts long2 wrong
conflicts long other
conflicts both both2
conflicts both twice
conflicts folder/ folder2/
lint long
lint both
lint wrong
lint twice
lint live
lint folder/
lint k/
lint k2/
lint k3/
lint wrong --require-schema
> fn fn
> fn fn2
> fn fn3
schema long
schema --schema long
schema --crd long
show long
run long
minimize long wrong
import long --modified other
import live --modified long`

// checkLines runs a command on files of a folder, and checks the length of the lines that it writes.
// Values in conflict may be as long as a document.
func checkLines(t *testing.T, folder, command string) {
	t.Helper()
	rest, isDocument := strings.CutPrefix(command, "> ")
	args := strings.Fields(rest)
	for i, arg := range args {
		file := filepath.Join(folder, filepath.FromSlash(arg))
		if _, err := os.Stat(file + ".yaml"); err == nil && i > 0 {
			args[i] = file + ".yaml"
		} else if strings.HasSuffix(arg, "/") {
			args[i] = file
		}
	}
	stdout, stderr := outputOf(t, args)
	text := stderr
	if strings.Contains(text, "--help' for usage") {
		t.Errorf("%s: the command was not run: %s", command, text[:min(len(text), 200)])
	}
	if !isDocument {
		text += stdout
	}
	valueOfConflict := regexp.MustCompile(`^  \S+ (added|changed it to) "`)
	for _, line := range strings.Split(text, "\n") {
		if len(line) > longestLine && !valueOfConflict.MatchString(line) {
			t.Errorf("%s: a line has %d bytes: %s … %s", command, len(line), line[:200], line[len(line)-200:])
		}
	}
}

// outputOf runs a command and returns its standard output and standard error. The command fn reads its
// file from standard input.
func outputOf(t *testing.T, args []string) (stdout, stderr string) {
	t.Helper()
	var stdin []byte
	if args[0] == "fn" {
		var err error
		stdin, err = os.ReadFile(args[1])
		check(t, err)
		args = args[:1]
	}
	var out, errors strings.Builder
	execute(args, bytes.NewReader(stdin), &out, &errors)
	return out.String(), errors.String()
}
