package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
)

// secret is a text that no output may contain.
const secret = "hunter2"

// Texts with the secret in each position of a Secret or of a patch for one: as a value of each field, also of
// misspelled ones, as a value of the wrong type, and in a text that is not valid YAML. Names are not secret.
func secretTexts() map[string]string {
	const head = "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\n"
	texts := map[string]string{}
	for name, value := range map[string]string{
		"plain": secret, "double": `"` + secret + `"`, "single": "'" + secret + "'", "block": "|\n    " + secret, "list": "[" + secret + "]",
		"map": "{a: " + secret + "}", "tag": "!!int " + secret, "own tag": "!own " + secret, "alias": "*" + secret, "reserved": "@" + secret,
		"percent": "%" + secret, "open": `"` + secret, "open flow": "[" + secret,
		"number": "1", "anchor": "&a " + secret, "escape": `"\q` + secret + `"`,
	} {
		for _, field := range []string{"data", "stringData", "Data", "stringdata", "stringDat", "strignData", "spec", "metdata"} {
			texts[field+" "+name] = head + field + ":\n  k: " + value + "\n"
			texts[field+" itself "+name] = head + field + ": " + value + "\n"
		}
	}
	texts["last applied"] = head[:len(head)-2] + `, annotations: {"kubectl.kubernetes.io/last-applied-configuration": "{\"data\":{\"k\":\"` + secret + `\"}}"}}` + "\n"
	texts["json"] = `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"k":"` + secret + `"}`
	texts["tab"] = head + "data:\n\tk: " + secret + "\n"
	texts["no colon"] = head + "data:\n  k\n  " + secret + "\n"
	return texts
}

// No explanation, report, error or note contains a secret. Results and patches contain all values, so only the messages
// about them are searched.
func TestSecretsAreHidden(t *testing.T) {
	folder := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(folder, name)
		check(t, os.WriteFile(file, []byte(text), 0o600))
		return file
	}
	object := write("object.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {k: aGVsbG8=, l: aGVsbG8=}\n")
	other := write("other.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {k: b3RoZXI=}\nstringData: {k: other}\n")
	config := write("config.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {k: v}\n")
	ran := 0
	for name, text := range secretTexts() {
		file := write("secret.yaml", text)
		for _, line := range []string{
			"explain object secret", "explain object secret -o json", "explain object secret -o html", "explain secret other", "explain object secret --dialect kubernetes",
			"explain object secret --kind v1/ConfigMap", "explain object secret --schemaless", "explain config secret --allow-rename",
			"lint secret", "lint secret --document", "lint secret -o json", "lint secret -o github", "lint secret -o sarif", "lint secret --kind v1/ConfigMap",
			"conflicts secret other", "conflicts other secret -o json", "conflicts secret other --kind v1/ConfigMap",
			"apply object secret", "apply object secret --strict", "apply secret other --dialect kubernetes", "diff object secret", "diff secret object --dialect kubernetes",
			"threeway object secret other", "threeway secret other object --conflicts", "threeway object secret object", "compose secret other", "compose other secret --strict",
			"schema secret",
		} {
			args := strings.Fields(line)
			for i, arg := range args {
				for short, path := range map[string]string{"object": object, "other": other, "secret": file, "config": config} {
					if arg == short {
						args[i] = path
					}
				}
			}
			var out, err bytes.Buffer
			root := newRoot(strings.NewReader(""), &out, &err)
			root.SetArgs(args)
			failed := root.ExecuteContext(cli.WithArguments(context.Background(), append([]string{"smp-check"}, args...)))
			ran++
			shown := err.String()
			if failed != nil {
				shown += fmt.Sprint(failed)
			}
			switch args[0] {
			case "explain", "lint", "conflicts", "schema":
				shown += out.String()
			}
			if i := strings.Index(shown, secret); i >= 0 {
				t.Errorf("%s: %s shows the secret: …%s…", name, line, shown[max(0, i-80):min(len(shown), i+30)])
			}
		}
	}
	if ran < 5000 {
		t.Errorf("%d runs", ran)
	}
}
