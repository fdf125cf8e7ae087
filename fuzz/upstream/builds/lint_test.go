package builds_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/builds"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/yaml"
)

// TestLint compares the judgment of smp-check lint about generated patches with kustomize.
// If lint reports nothing, the result of the build must contain all values that the patch
// sets, all values of the object that the patch does not change, and neither values that the patch
// deletes nor directives. If the result is like this, lint must not report an error. SMP_LINT_BUILDS is the number of patches.
func TestLint(t *testing.T) {
	openapi.ResetOpenAPI() // other tests set the field openapi
	command, err := builds.Command(root, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(os.Getenv("SMP_LINT_BUILDS"))
	switch {
	case err == nil:
	case testing.Short():
		n = 100
	default:
		n = 300
	}
	const batch = 500 // folders for one run of lint
	tally := map[string]int{}
	for first := 0; first < n; first += batch {
		folder := t.TempDir()
		cases := make([]lintCase, min(batch, n-first))
		for i := range cases {
			cases[i] = newLintCase(rand.New(rand.NewPCG(uint64(first+i), 1)))
			cases[i].write(t, filepath.Join(folder, strconv.Itoa(i)))
		}
		problems := lintFolder(t, command, folder)
		for i, c := range cases {
			name := strconv.Itoa(i)
			found := problems[name]
			out := builds.Build(filepath.Join(folder, name))
			missing := c.missing(out)
			if missing == "" {
				missing = c.lost(out)
			}
			errs := 0
			for _, p := range found {
				if p.Severity == "error" {
					errs++
				}
			}
			switch {
			case missing != "" && len(found) == 0:
				t.Errorf("seed %d: lint reports nothing, but %s\n%s%s", first+i, missing, c, out)
			case missing == "" && errs > 0:
				t.Errorf("seed %d: lint reports %v, but the build is as intended\n%s%s", first+i, found, c, out)
			}
			tally[fmt.Sprintf("applied %v, problems %v, errors %v", missing == "", len(found) > 0, errs > 0)]++
		}
	}
	t.Logf("%v", tally)
	for _, kind := range []string{"applied true, problems false, errors false", "applied false, problems true, errors true"} {
		if tally[kind] < n/10 {
			t.Errorf("only %d of %d patches: %s", tally[kind], n, kind)
		}
	}
}

type lintProblem struct{ File, Severity, Path, Kind, Message string }

// lintFolder returns the problems of each kustomization below a folder.
func lintFolder(t *testing.T, command, folder string) map[string][]lintProblem {
	t.Helper()
	lint := exec.Command(command, "lint", "-o", "json", ".")
	lint.Dir = folder
	out, err := lint.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatal(err)
	}
	var report struct{ Problems []lintProblem }
	if err := json.Unmarshal(out, &report); err != nil {
		t.Fatal(err)
	}
	found := map[string][]lintProblem{}
	for _, p := range report.Problems {
		name, _, _ := strings.Cut(filepath.ToSlash(p.File), "/")
		found[name] = append(found[name], p)
	}
	return found
}

type (
	object = map[string]any
	list   = []any
)

// A lintCase is an object and a patch.
type lintCase struct{ object, patch object }

func (c lintCase) String() string {
	o, _ := json.Marshal(c.object)
	p, _ := json.Marshal(c.patch)
	return fmt.Sprintf("%s\n%s\n", o, p)
}

func (c lintCase) write(t *testing.T, folder string) {
	t.Helper()
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		"kustomization.yaml": "resources: [object.yaml]\npatches: [{path: patch.yaml}]\n",
		"object.yaml":        text(t, c.object), "patch.yaml": text(t, c.patch),
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// missing describes how the result of a build differs from that of the patch. It is empty if
// there is no difference.
func (c lintCase) missing(out string) string {
	if strings.HasPrefix(out, "error: ") {
		return out
	}
	var built any
	if err := yaml.Unmarshal([]byte(out), &built); err != nil {
		return err.Error()
	}
	var patch any // decoded like built
	if err := yaml.Unmarshal([]byte(c.String()[strings.Index(c.String(), "\n"):]), &patch); err != nil {
		return err.Error()
	}
	if at := directive(built, ""); at != "" {
		return "the build has " + at
	}
	return lacks(patch, built, "")
}

// lost describes a part of the object that the patch does not change, and that the result of a build
// lacks. It is empty if there is none.
func (c lintCase) lost(out string) string {
	before, change, _ := strings.Cut(c.String(), "\n")
	var decoded [3]any // all in the same way
	for i, text := range []string{before, change, out} {
		if err := yaml.Unmarshal([]byte(text), &decoded[i]); err != nil {
			return err.Error()
		}
	}
	return lost(decoded[0], decoded[1], decoded[2], "")
}

func lost(old, patch, result any, at string) string {
	switch old := old.(type) {
	case object:
		of, ok := patch.(object)
		if !ok || of["$patch"] == "delete" || of["$patch"] == "replace" {
			return ""
		}
		now, _ := result.(object)
		for name, member := range old {
			if said, isSaid := of[name]; isSaid {
				if found := lost(member, said, now[name], at+"."+name); found != "" {
					return found
				}
			} else if !reflect.DeepEqual(member, now[name]) {
				return at + "." + name + " is not kept"
			}
		}
	case list:
		of, ok := patch.(list)
		if !ok || strings.HasSuffix(at, ".hostnames") || strings.HasSuffix(at, ".args") {
			return ""
		}
		for _, e := range of {
			if m, _ := e.(object); len(m) == 1 && m["$patch"] != nil && m["$patch"] != "merge" {
				return "" // for the whole list
			}
		}
		now, _ := result.(list)
		for i, e := range old {
			here := fmt.Sprintf("%s[%d]", at, i)
			said := slices.DeleteFunc(slices.Clone(of), func(said any) bool { return !changes(said, e, old) })
			if len(said) == 0 {
				if !slices.ContainsFunc(now, func(have any) bool { return reflect.DeepEqual(have, e) }) {
					return here + " is not kept"
				}
				continue
			}
			all := object{}
			for _, of := range said {
				maps.Copy(all, of.(object))
			}
			if j := slices.IndexFunc(now, func(have any) bool { return keyOf(have) == keyOf(e) }); j >= 0 {
				if found := lost(e, all, now[j], here); found != "" {
					return found
				}
			}
		}
	}
	return ""
}

// changes reports whether an element of a patch is for an element of a list in the object. An element
// of the patch without a protocol may be for one with a protocol.
func changes(said, e any, old list) bool {
	of, isMap := said.(object)
	if !isMap {
		return false
	}
	same := func(other any) bool { return keyOf(of) == keyOf(other) }
	return same(e) || !slices.ContainsFunc(old, same) && lacks(keysOf(of), e, "") == ""
}

// directive returns the place of a directive in a value.
func directive(v any, at string) string {
	switch v := v.(type) {
	case object:
		for name, member := range v {
			if strings.HasPrefix(name, "$") {
				return at + "." + name
			}
			if found := directive(member, at+"."+name); found != "" {
				return found
			}
		}
	case list:
		for i, e := range v {
			if found := directive(e, fmt.Sprintf("%s[%d]", at, i)); found != "" {
				return found
			}
		}
	}
	return ""
}

// lacks returns the first part of a patch that a result lacks.
func lacks(patch, result any, at string) string {
	switch patch := patch.(type) {
	case nil:
		if result != nil {
			return at + " is not deleted"
		}
	case object:
		if patch["$patch"] == "delete" {
			if result != nil {
				return at + " is not deleted"
			}
			return ""
		}
		of, ok := result.(object)
		if !ok && !removesOnly(patch) {
			return at + " is not a map"
		}
		for name, member := range patch {
			if strings.HasPrefix(name, "$") {
				continue
			}
			if found := lacks(member, of[name], at+"."+name); found != "" {
				return found
			}
		}
		for name := range of {
			if _, said := patch[name]; !said && patch["$patch"] == "replace" {
				return at + "." + name + " is not removed"
			}
		}
	case list:
		of, ok := result.(list)
		if !ok && result != nil {
			return at + " is not a list"
		}
		if strings.HasSuffix(at, ".hostnames") || strings.HasSuffix(at, ".args") {
			if !reflect.DeepEqual(patch, of) {
				return at + " is not set"
			}
			return ""
		}
		return lacksElements(patch, of, at)
	default:
		if !reflect.DeepEqual(patch, result) {
			return at + " is not set"
		}
	}
	return ""
}

func lacksElements(patch, of list, at string) string {
	op, directed := any(nil), false // kustomize uses only the first element with $patch
	said := map[int]bool{}
	for i, e := range patch {
		m, isMap := e.(object)
		if isMap && len(m) == 1 && m["$patch"] != nil && (!directed || m["$patch"] == op) {
			op, directed = m["$patch"], true
			continue
		}
		if isMap && len(keysOf(m)) == 0 {
			return fmt.Sprintf("%s[%d] has no key", at, i)
		}
		directed = directed || m["$patch"] != nil
		if isMap && m["$patch"] == "delete" {
			keys := keysOf(m)
			for _, old := range of {
				if old := old.(object); lacks(keys, old, "") == "" || keys["protocol"] == "TCP" && keyOf(m) == keyOf(old) {
					return fmt.Sprintf("%s[%d] is not deleted", at, i)
				}
			}
			continue
		}
		found := false
		for j, have := range of {
			if lacks(e, have, "") == "" {
				found, said[j] = true, true
			}
		}
		if !found {
			return fmt.Sprintf("%s[%d] is not set", at, i)
		}
	}
	if op == "delete" && len(of) > 0 || op == "replace" && len(said) < len(of) {
		return at + " is not replaced"
	}
	return ""
}

// keysOf returns the merge keys of an element. The name of a port is not a merge key.
func keysOf(element object) object {
	keys := object{}
	for _, name := range []string{"port", "containerPort", "ip", "name"} {
		if v := element[name]; v != nil {
			keys[name] = v
			break
		}
	}
	if protocol, isPort := element["protocol"]; isPort {
		delete(keys, "name")
		if len(keys) > 0 {
			keys["protocol"] = protocol
		}
	}
	return keys
}

// keyOf returns the key of an element of an object, with the default of the protocol.
func keyOf(element any) string {
	m := element.(object)
	keys := keysOf(m)
	if m["port"] != nil || m["containerPort"] != nil {
		keys = object{"port": m["port"], "containerPort": m["containerPort"], "protocol": m["protocol"]}
		if keys["protocol"] == nil {
			keys["protocol"] = "TCP"
		}
	}
	return fmt.Sprint(keys)
}

func removesOnly(v any) bool {
	m, ok := v.(object)
	if !ok {
		return v == nil
	}
	for name, member := range m {
		if name != "$patch" && !removesOnly(member) {
			return false
		}
	}
	return true
}

// newLintCase returns a small object and a patch of its lists and maps. There are only a few
// names, so the patch often selects elements of the object.
func newLintCase(r *rand.Rand) lintCase {
	g := lintMaker{Rand: r}
	var c lintCase
	metadata := func() object { return object{"name": "a"} }
	switch r.IntN(4) {
	case 0, 1:
		c.object = object{"apiVersion": "v1", "kind": "Service", "metadata": metadata()}
		c.patch = object{"apiVersion": "v1", "kind": "Service", "metadata": metadata()}
		g.fill(c, func(patch bool) object {
			g.patch = patch
			return object{"ports": g.list(func() any { return g.port("port") })}
		})
	case 2:
		c.object = object{"apiVersion": "v1", "kind": "Pod", "metadata": metadata()}
		c.patch = object{"apiVersion": "v1", "kind": "Pod", "metadata": metadata()}
		g.fill(c, func(patch bool) object { g.patch = patch; return g.pod() })
	default:
		c.object = object{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata()}
		c.patch = object{"apiVersion": "apps/v1", "kind": "Deployment", "metadata": metadata()}
		g.fill(c, func(patch bool) object {
			g.patch = patch
			spec := object{"template": object{"spec": g.pod()}}
			if patch && g.one(12) {
				spec["strategy"] = object{"$retainKeys": list{"type"}, "type": "Recreate"}
			}
			return spec
		})
	}
	for i, of := range []object{c.object, c.patch} {
		g.patch = i == 1
		m := of["metadata"].(object)
		if g.one(3) {
			m["labels"] = g.mapping()
		}
		if g.one(4) {
			m["finalizers"] = g.values()
		}
		if g.patch && g.one(20) {
			m["$deleteFromPrimitiveList/finalizers"] = list{"x"}
		}
	}
	return c
}

// A lintMaker generates parts of objects and patches.
type lintMaker struct {
	*rand.Rand
	patch bool // the part is in a patch, and not in an object
}

func (g *lintMaker) one(of int) bool { return g.IntN(of) == 0 }

func (g *lintMaker) pick(values ...any) any { return values[g.IntN(len(values))] }

func (g *lintMaker) fill(c lintCase, spec func(patch bool) object) {
	if !g.one(8) {
		c.object["spec"] = spec(false)
	}
	c.patch["spec"] = spec(true)
}

// list returns a list with up to three elements. In a patch, it may also be null or contain a
// directive.
func (g *lintMaker) list(element func() any) any {
	if g.patch && g.one(20) {
		return nil
	}
	elements := list{}
	had := map[string]bool{}
	for range 1 + g.IntN(3) {
		e := element()
		if key := keyOf(e); g.patch || !had[key] { // an object has no duplicates
			had[key] = true
			elements = append(elements, e)
		}
	}
	if g.patch && g.one(8) {
		at := g.IntN(len(elements) + 1)
		marker := object{"$patch": g.pick("replace", "replace", "delete", "merge")}
		elements = append(elements[:at:at], append(list{marker}, elements[at:]...)...)
	}
	return elements
}

// directed adds a directive to an element or a map of a patch.
func (g *lintMaker) directed(o object) object {
	if !g.patch {
		return o
	}
	switch g.IntN(24) {
	case 0, 1:
		o["$patch"] = "delete"
	case 2:
		o["$patch"] = "replace"
	case 3:
		o["$patch"] = g.pick("merge", "none", "replace")
	case 4:
		o["$patchMergeKey"] = list{"name"}
	}
	return o
}

func (g *lintMaker) port(key string) object {
	o := object{}
	if !g.patch || !g.one(16) {
		o[key] = g.pick(53, 80)
	}
	if g.one(2) {
		o["protocol"] = g.pick("TCP", "UDP")
	}
	if g.one(2) {
		o["name"] = g.pick("a", "b")
		if g.patch {
			o["name"] = g.pick("p", "q") // shows which element set the name
		}
	}
	if g.patch && g.one(12) {
		o["name"] = nil
	}
	if g.directed(o); o["$patch"] == "delete" || o[key] == nil {
		delete(o, "name")
	}
	return o
}

func (g *lintMaker) named(key string, more func(object)) object {
	o := object{}
	if !g.patch || !g.one(16) {
		o[key] = g.pick("a", "b", "c")
	}
	if g.one(2) {
		more(o)
	}
	return g.directed(o)
}

func (g *lintMaker) pod() object {
	o := object{"containers": g.list(func() any { return g.container() })}
	if g.one(3) {
		o["hostAliases"] = g.list(func() any { return g.named("ip", func(o object) { o["hostnames"] = g.values() }) })
	}
	if g.one(4) {
		o["schedulingGates"] = g.list(func() any { return g.directed(object{"name": g.pick("a", "b")}) })
	}
	if g.one(4) {
		o["nodeSelector"] = g.mapping()
	}
	if g.patch && g.one(16) {
		o["$setElementOrder/containers"] = list{object{"name": "a"}}
	}
	return o
}

func (g *lintMaker) container() object {
	return g.named("name", func(o object) {
		switch g.IntN(5) {
		case 0:
			o["image"] = g.pick("x", "y")
		case 1:
			o["args"] = g.values()
		case 2:
			o["ports"] = g.list(func() any { return g.port("containerPort") })
		case 3:
			o["env"] = g.list(func() any { return g.named("name", func(o object) { o["value"] = g.pick("1", "2", "on") }) })
		case 4:
			o["resources"] = object{"limits": g.mapping()}
		}
	})
}

func (g *lintMaker) mapping() any {
	if g.patch && g.one(10) {
		return nil
	}
	o := object{"a": g.pick("1", "2")}
	if g.one(2) {
		o["b"] = "3"
	}
	if g.patch && g.one(4) {
		o["c"] = nil
	}
	if g.patch && g.one(6) {
		o["$patch"] = g.pick("delete", "replace", "merge")
	}
	return o
}

func (g *lintMaker) values() list {
	values := list{g.pick("x", "y")}
	if g.one(2) {
		values = append(values, "z")
	}
	return values
}
