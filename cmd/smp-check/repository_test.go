package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A repository is a generated folder of manifests, similar to the repository of a team. It
// contains objects of many kinds in files of one or several documents and in Lists, custom
// resources without a definition, kustomizations, a chart, files that are not objects, and
// broken files.
type repository struct {
	dir     string
	objects []repositoryObject
	custom  int // the number of custom resources among the objects
}

// A repositoryObject is an object of a repository.
type repositoryObject struct {
	kubernetes.Kind
	name, file string
}

// identity is the beginning of a patch for the object.
func (o repositoryObject) identity() string {
	return fmt.Sprintf("apiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n", o.APIVersion, o.Kind.Kind, o.name)
}

// repositoryKinds are 60 kinds: built-in ones, and custom resources.
func repositoryKinds(t *testing.T) []kubernetes.Kind {
	t.Helper()
	kinds := slices.DeleteFunc(kubernetes.Kinds(), func(k kubernetes.Kind) bool {
		version := k.APIVersion[strings.LastIndexByte(k.APIVersion, '/')+1:]
		schema, _ := kubernetes.Lookup(k.APIVersion, k.Kind)
		_, isObject := schema.Member("metadata")
		return !isObject || version != "v1" || strings.HasSuffix(k.Kind, "List") || strings.HasSuffix(k.Kind, "Review") || strings.HasSuffix(k.Kind, "Options")
	})
	if len(kinds) < 54 {
		t.Fatalf("only %d built-in kinds", len(kinds))
	}
	kinds = kinds[:54]
	for _, k := range []string{"helm.toolkit.fluxcd.io/v2/HelmRelease", "argoproj.io/v1alpha1/Application", "cert-manager.io/v1/Certificate",
		"monitoring.coreos.com/v1/ServiceMonitor", "kustomize.toolkit.fluxcd.io/v1/Kustomization", "serving.knative.dev/v1/Service"} {
		at := strings.LastIndexByte(k, '/')
		kinds = append(kinds, kubernetes.Kind{APIVersion: k[:at], Kind: k[at+1:]})
	}
	return kinds
}

// newRepository creates a repository with n objects of each kind.
func newRepository(t *testing.T, n int) repository {
	t.Helper()
	r := repository{dir: t.TempDir()}
	write := func(name, text string) {
		path := filepath.Join(r.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for i := range n {
		app := fmt.Sprintf("apps/app%d", i)
		var several, list strings.Builder
		list.WriteString("apiVersion: v1\nkind: List\nitems:\n")
		for j, k := range repositoryKinds(t) {
			o := repositoryObject{Kind: k, name: fmt.Sprintf("app%d", i)}
			text := fmt.Sprintf("# %s of app %d\napiVersion: %s\nkind: %s\nmetadata:\n  name: %s\n  labels: {app: app%d} # kept\n", k.Kind, i, k.APIVersion, k.Kind, o.name, i)
			switch j % 3 {
			case 0:
				o.file = fmt.Sprintf("%s/%s-%d.yaml", app, strings.ToLower(k.Kind), j)
				write(o.file, text)
			case 1:
				o.file = app + "/several.yaml"
				several.WriteString("---\n" + text)
			case 2:
				o.file = app + "/list.yaml"
				comment, object, _ := strings.Cut(text, "\n")
				list.WriteString(comment + "\n- " + indented(object) + "\n")
			}
			r.objects = append(r.objects, o)
			if _, builtIn := kubernetes.Lookup(k.APIVersion, k.Kind); !builtIn {
				r.custom++
			}
		}
		write(app+"/several.yaml", several.String())
		write(app+"/list.yaml", list.String())
		write(app+"/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: [several.yaml, list.yaml]\n")
	}
	write("chart/Chart.yaml", "apiVersion: v2\nname: shop\n")
	write("chart/values.yaml", "replicas: 1\n")
	write("chart/templates/deployment.yaml", "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: {{ .Release.Name }}\n")
	write("chart/templates/config.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: '{{ .Release.Name }}'\n")
	write("package.json", `{"name": "shop"}`)
	write("broken/flow.yaml", "a: [\n")
	write("broken/tab.yaml", "a:\n\tb: c\n")
	write(".github/workflows/ci.yaml", "on: [push]\n") // hidden
	return r
}

// indented returns a text with all lines except the first indented by two blanks.
func indented(text string) string {
	return strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n  ")
}

// smpCheck runs a command in the parent folder of the repository, and returns its output.
func (r repository) smpCheck(t *testing.T, stdin string, args ...string) (stdout, stderr string, code int) {
	t.Helper()
	var out, errs bytes.Buffer
	code = execute(args, strings.NewReader(stdin), &out, &errs)
	return out.String(), strings.ReplaceAll(errs.String(), r.dir, "REPO"), code
}

// texts returns the files of the repository.
func (r repository) texts(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := filepath.Walk(r.dir, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		texts[strings.TrimPrefix(filepath.ToSlash(path), filepath.ToSlash(r.dir)+"/")] = string(text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// TestRepository runs apply, diff, lint and fn on a repository of 540 objects of 60 kinds.
// REPOSITORY_APPS sets the number of objects of each kind.
func TestRepository(t *testing.T) {
	n := 9
	if text := os.Getenv("REPOSITORY_APPS"); text != "" {
		var err error
		if n, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	r := newRepository(t, n)
	passed := fmt.Sprintf("smp-check: note: REPO: skipped %d kustomizations, 1 chart, 1 values file, 2 templates, 1 document without apiVersion and kind\n", n) +
		"smp-check: note: REPO/broken/flow.yaml:1: syntax: missing value; the file is skipped\n" +
		"smp-check: note: REPO/broken/tab.yaml:2: syntax: unexpected tab; indent YAML with spaces; the file is skipped\n"
	before := r.texts(t)

	// Without a change, the patches are empty.
	out, errs, code := r.smpCheck(t, "", "diff", "--exit-code", r.dir, r.dir)
	if out != "" || errs != passed+passed || code != 0 {
		t.Fatalf("diff of the repository and itself: exit status %d\n%.500s\n%.2000s", code, out, errs)
	}

	// Every seventh object gets an annotation: only one line of its file changes.
	var patches strings.Builder
	want := map[string]string{}
	edited := map[string]int{}
	custom := map[kubernetes.Kind]bool{}
	many := 0
	for i, o := range r.objects {
		if i%7 != 0 {
			continue
		}
		many++
		patches.WriteString("---\n" + o.identity() + "  annotations: {edited: 'yes'}\n")
		edited[o.file]++
		if _, builtIn := kubernetes.Lookup(o.APIVersion, o.Kind.Kind); !builtIn {
			custom[o.Kind] = true
		}
	}
	patchFile := filepath.Join(t.TempDir(), "patches.yaml")
	if err := os.WriteFile(patchFile, []byte(patches.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(t.TempDir(), "before")
	if err := os.CopyFS(copied, os.DirFS(r.dir)); err != nil {
		t.Fatal(err)
	}
	out, errs, code = r.smpCheck(t, "", "apply", r.dir, patchFile, "--in-place")
	if out != "" || !strings.HasPrefix(errs, passed) || code != 0 {
		t.Fatalf("apply: exit status %d\n%s", code, errs)
	}
	if notes := strings.TrimPrefix(errs, passed); strings.Count(notes, "\n") != 1 || strings.Count(notes, "/v") != len(custom) {
		t.Errorf("apply writes notes, want one that lists %d kinds: %s", len(custom), notes)
	}
	after := r.texts(t)
	for file, text := range before {
		added := strings.Count(after[file], "edited:")
		if added != edited[file] {
			t.Errorf("%s: %d annotations, want %d", file, added, edited[file])
		}
		var left []string
		for _, line := range strings.SplitAfter(after[file], "\n") {
			if !strings.Contains(line, "edited:") && !strings.Contains(line, "annotations:") {
				left = append(left, line)
			}
		}
		if strings.Join(left, "") != text {
			t.Errorf("%s: other lines changed too:\n%s", file, after[file])
		}
		want[file] = after[file]
	}

	// Applying the patches again changes nothing, and diff finds the same patches.
	if _, _, code = r.smpCheck(t, "", "apply", r.dir, patchFile, "--in-place"); code != 0 {
		t.Fatalf("apply for the second time: exit status %d", code)
	}
	for file, text := range r.texts(t) {
		if text != want[file] {
			t.Errorf("%s: applying the patches again changes it", file)
		}
	}
	found, _, code := r.smpCheck(t, "", "diff", copied, r.dir)
	if got := strings.Count(found, "edited: \"yes\""); got != many || code != 0 {
		t.Errorf("diff finds %d patches, want %d; exit status %d: %.500s", got, many, code, found)
	}
	applied, _, _ := r.smpCheck(t, found, "apply", copied, "-")
	direct, _, _ := r.smpCheck(t, "", "apply", copied, patchFile)
	if applied != direct || strings.Count(applied, "\nkind: ") != len(r.objects) {
		t.Errorf("the patches of diff do not give the objects that the patches gave; %d objects, want %d", strings.Count(applied, "\nkind: "), len(r.objects))
	}

	// lint reports the broken files, and the custom resources that it cannot check.
	out, errs, code = r.smpCheck(t, "", "lint", "--document", r.dir)
	summary := fmt.Sprintf("%d documents: 2 errors, %d notes\n", len(r.objects)+2, r.custom)
	if !strings.HasSuffix(out, summary) || code != exitBad {
		t.Errorf("lint: exit status %d, want %d and %q: %.300s\n%s", code, exitBad, summary, out[max(0, len(out)-300):], errs)
	}

	// fn applies the same patches to the items of a ResourceList.
	items, _, _ := r.smpCheck(t, "", "apply", copied, "-p", r.objects[0].identity(), "-o", "json")
	var list strings.Builder
	list.WriteString("apiVersion: config.kubernetes.io/v1\nkind: ResourceList\nfunctionConfig:\n  patches:\n")
	for _, patch := range strings.Split(strings.TrimPrefix(patches.String(), "---\n"), "---\n") {
		list.WriteString("  - patch: |\n      " + strings.TrimRight(strings.ReplaceAll(patch, "\n", "\n      "), " "))
	}
	list.WriteString("items:\n")
	for _, item := range strings.Split(strings.TrimSuffix(items, "\n"), "\n}\n") {
		list.WriteString("- " + indented(strings.TrimSuffix(item, "\n}")+"\n}") + "\n")
	}
	out, errs, code = r.smpCheck(t, list.String(), "fn")
	if got := strings.Count(out[strings.Index(out, "items:"):], "edited"); got != many || code != 0 {
		t.Errorf("fn edits %d items, want %d; exit status %d: %s", got, many, code, errs)
	}
}
