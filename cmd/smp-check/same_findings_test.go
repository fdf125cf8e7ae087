package main

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/model"
)

// recordedPatches returns patches with their objects, from the answers of a server.
func recordedPatches(t *testing.T) [][2]model.Value {
	t.Helper()
	f, err := os.Open("internal/judge/testdata/verdicts.jsonl")
	check(t, err)
	defer f.Close()
	var all [][2]model.Value
	var object model.Value
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		v, err := model.Parse(lines.Bytes())
		check(t, err)
		if o, ok := v.Get("object"); ok {
			object = o
		}
		if patch, ok := v.Get("patch"); ok {
			all = append(all, [2]model.Value{object, patch})
		}
	}
	check(t, lines.Err())
	return all
}

// patchNaming returns a patch with the kind and name of its object.
func patchNaming(t *testing.T, object, patch model.Value) model.Value {
	t.Helper()
	var top []model.Member
	for _, name := range []string{"apiVersion", "kind"} {
		v, _ := object.Get(name)
		top = append(top, model.Member{Name: name, Value: v})
	}
	metadata, _ := patch.Get("metadata")
	of, _ := object.Get("metadata")
	if metadata.Type() == model.Absent {
		metadata, _ = model.NewMap()
	}
	if metadata.Type() == model.Map {
		var inner []model.Member
		for _, name := range []string{"name", "namespace"} {
			v, _ := of.Get(name)
			inner = append(inner, model.Member{Name: name, Value: v})
		}
		var err error
		metadata, err = metadata.WithMembers(inner...)
		check(t, err)
		top = append(top, model.Member{Name: "metadata", Value: metadata})
	}
	v, err := patch.WithMembers(top...)
	check(t, err)
	return v
}

// aboutPatch matches a line of apply about the patch or its result.
var aboutPatch = regexp.MustCompile(`^smp-check: (?:warning|note): (?:\S*patch\.yaml: |(the result: ))(.*)$`)

// ofKustomize are the codes of problems that exist only because kustomize merges the patch.
var ofKustomize = []string{"not-applied", "replaces-list", "loses-element", "directive-as-data", "build-fails", "repeated-key", "no-effect", "missing-merge-key"}

// Explain, apply, and lint of a kustomization with the object find the same mistakes. For a patch that
// kustomize merges differently, only explain and apply are compared. Lint does not report changes of
// immutable fields, because the objects of a kustomization need not exist yet.
func TestFindingsAreTheSame(t *testing.T) {
	patches := recordedPatches(t)
	step := 1
	if testing.Short() {
		step = 20
	}
	folder := t.TempDir()
	original, patchFile := filepath.Join(folder, "object.yaml"), filepath.Join(folder, "patch.yaml")
	check(t, os.WriteFile(filepath.Join(folder, "kustomization.yaml"), []byte("resources: [object.yaml]\npatches: [{path: patch.yaml}]\n"), 0o600))
	run := func(args ...string) (status int, stdout, stderr string) {
		var out, err strings.Builder
		status = execute(args, strings.NewReader(""), &out, &err)
		return status, out.String(), err.String()
	}
	compared, linted, found := 0, 0, 0
	for i := 0; i < len(patches); i += step {
		object, patch := patches[i][0], patchNaming(t, patches[i][0], patches[i][1])
		check(t, os.WriteFile(original, []byte(object.JSON()), 0o600))
		check(t, os.WriteFile(patchFile, []byte(patch.JSON()), 0o600))
		status, explained, _ := run("explain", original, patchFile, "-o", "json")
		applied, _, notes := run("apply", original, patchFile)
		if (status == exitBad) != (applied == exitBad) {
			t.Errorf("%s\n%s\nexplain exits with %d, and apply with %d", object, patch, status, applied)
		}
		if status == exitBad {
			continue
		}
		compared++
		var x struct{ Unknown []string }
		check(t, json.Unmarshal([]byte(explained), &x))
		inApply := []string{}
		for _, line := range strings.Split(notes, "\n") {
			if m := aboutPatch.FindStringSubmatch(line); m != nil {
				inApply = append(inApply, m[1]+m[2])
			}
		}
		// Apply reports an ambiguous element with the rule, and lint has no object to find it in.
		x.Unknown = slices.DeleteFunc(x.Unknown, func(text string) bool { return strings.Contains(text, "to be unambiguous") })
		found += len(x.Unknown)
		if !slices.Equal(slices.Sorted(slices.Values(x.Unknown)), slices.Sorted(slices.Values(inApply))) {
			t.Errorf("%s\n%s\nexplain finds\n%s\napply finds\n%s", object, patch, strings.Join(x.Unknown, "\n"), strings.Join(inApply, "\n"))
		}
		_, report, _ := run("lint", folder, "-o", "json")
		var l struct {
			Problems []struct{ Path, Kind, Message string }
		}
		check(t, json.Unmarshal([]byte(report), &l))
		inLint, isOther := []string{}, false
		for _, p := range l.Problems {
			isOther = isOther || slices.Contains(ofKustomize, p.Kind)
			inLint = append(inLint, withoutPlace(p.Path+": "+p.Message))
		}
		if isOther {
			continue
		}
		linted++
		inExplain := []string{}
		for _, text := range x.Unknown {
			if !strings.HasSuffix(text, "; create a new object instead") && !strings.HasSuffix(text, nothingToReplace) {
				inExplain = append(inExplain, withoutPlace(strings.TrimPrefix(text, "the result: ")))
			}
		}
		slices.Sort(inLint)
		slices.Sort(inExplain)
		if !slices.Equal(slices.Compact(inLint), slices.Compact(inExplain)) {
			t.Errorf("%s\n%s\nexplain finds\n%s\nlint finds\n%s", object, patch, strings.Join(inExplain, "\n"), strings.Join(inLint, "\n"))
		}
	}
	if compared < len(patches)/step/2 || linted < compared/2 || found < compared/4 {
		t.Errorf("%d patches were compared, %d of them with lint, and %d mistakes were found", compared, linted, found)
	}
	t.Logf("%d patches compared, %d of them with lint; %d mistakes", compared, linted, found)
}

// nothingToReplace is a finding about maps that kustomize, unlike the specification, merges.
const nothingToReplace = ": there is nothing to replace here"

// withoutPlace leaves out the elements of a path: a mistake in an element has the index of the element
// in a patch, and its key in the result.
//
// For a union, two members that are set together are left out, because the result may have a third one,
// and the advice to delete one, because it requires the object.
func withoutPlace(text string) string {
	text, _, _ = strings.Cut(text, "; set ")
	text = members.ReplaceAllString(text, ": fields exclude")
	return elementStep.ReplaceAllString(text, "[]")
}

var members = regexp.MustCompile(`: \S+ and \S+ exclude`)

var elementStep = regexp.MustCompile(`\[[^\]"]*("[^"]*"[^\]"]*)*\]`)
