package fuzz

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// plantedVariable is the environment variable with the number of executions within which a
// target must find a planted bug.
const plantedVariable = "FUZZ_PLANTED"

// A planted bug is a change of one place in the sources, which the target must find. The
// target is a fuzz target or, for lawBugs, a pattern of tests. It is empty for shortcutBugs.
type plantedBug struct {
	name, target   string
	file, old, new string
}

// These are bugs in the fast paths of untraced calls, in code that only long lists and maps
// reach. The laws and the reference must both find them, within the number of seeds that the
// gate tries. No fuzz target must find them: a mutation of bytes seldom makes a list longer, so
// several of them took more than a million executions.
var shortcutBugs = []plantedBug{
	{"the eighth element stays when it alone is patched", "", "smp/internal/apply/plain.go",
		"if model.Same(result, have.Value) {", "if model.Same(result, have.Value) || have.Index == 7 {"},
	{"the order of long lists is not looked at when one element is patched", "", "smp/internal/apply/plain.go",
		"!t.Order.HasDollar() && door.Shortcuts.SameColumn(original, t.Order, name)", "!t.Order.HasDollar() && (original.Len() > 9 || door.Shortcuts.SameColumn(original, t.Order, name))"},
	{"fields of long maps stay", "", "smp/internal/apply/plain.go",
		"case !model.Same(result, before):", "case !model.Same(result, before) && original.Len() < 30:"},
	{"of two lists with an order one is ordered", "", "smp/internal/apply/plain.go",
		"range o.names[:o.n] {", "range o.names[:min(o.n, 1)] {"},
	{"what differs far down in parsed maps is not seen", "", "model/differing.go",
		"if !alike && !visit(", "if !alike && both < 20 && !visit("},
	{"the eighth element is not sent when its content alone is new", "", "smp/internal/diff/list.go",
		"if sent.Type() != model.Absent {", "if sent.Type() != model.Absent && c.Index != 7 {"},
	{"the eighth element stays as it is in current", "", "smp/internal/threeway/list.go",
		"!model.Same(now, e.Before) {", "!model.Same(now, e.Before) && e.Index != 7 {"},
	{"what differs in long built maps is not seen", "", "model/differing.go",
		"x != y && !visit(", "x != y && b.Len() < 30 && !visit("},
}

// These are bugs in the support for Go maps. TestMapsSeeds must find them.
var mapBugs = []plantedBug{
	{"a map that changes is not copied", "FuzzMaps", "model/wrap.go",
		"m := maps.Clone(e.of.tree.(map[string]any))", "m := e.of.tree.(map[string]any)\n\t\tif m == nil {\n\t\t\tm = maps.Clone(m)\n\t\t}"},
	{"a list that changes is not copied", "FuzzMaps", "model/wrap.go",
		"list := make([]any, 0, v.Len())\n\tif e.of == nil {", "list := make([]any, 0, v.Len())\n\tif e.of != nil {\n\t\tlist = e.of.tree.([]any)[:0]\n\t}\n\tif e.of == nil {"},
	{"whole numbers become integers", "FuzzMaps", "model/wrap.go",
		"return e.of.tree\n", "if f, ok := e.of.tree.(float64); ok && f == 1 {\n\t\t\treturn int64(f)\n\t\t}\n\t\treturn e.of.tree\n"},
	{"maps are copied where nothing changes", "FuzzMaps", "model/wrap.go",
		"m := maps.Clone(e.of.tree.(map[string]any))", "m := maps.Clone(e.of.tree.(map[string]any))\n\t\tfor name, below := range m {\n\t\t\tif b, ok := below.(map[string]any); ok {\n\t\t\t\tm[name] = maps.Clone(b)\n\t\t\t}\n\t\t}"},
	{"members removed below are there", "FuzzMaps", "model/wrap.go",
		"if c.Value == gone {", "if c.Value == gone && len(m) > 1 {"},
	{"a number is equal to one near it", "FuzzMaps", "model/wrapped_equal.go",
		"case int64:\n\t\tif b, ok := y.(int64); ok {\n\t\t\treturn a == b", "case int64:\n\t\tif b, ok := y.(int64); ok {\n\t\t\treturn a/8 == b/8"},
}

// These are bugs that only laws find, within the number of seeds that the gate tries. The
// target is the pattern of the tests in props that must find the bug.
var lawBugs = []plantedBug{
	{"a null key is held by one that current spells out", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/target.go",
		"holds := b.target.holdsMembers(u, o, m, c, nil)", "holds := b.target.holdsMembers(u, o, m, c, b.by.Names)"},
	{"duplicates after the ninth element are missed", "^TestRoundTripSeeds$", "smp/internal/diff/list.go",
		"if id < 0 || changed[id].Index != e.Index {", "if id < 0 || changed[id].Index != e.Index && e.Index < 9 {"},
	{"duplicates after the ninth element are missed if keys are not strings", "^TestRoundTripSeeds$", "smp/internal/diff/list.go",
		"id >= 0 && changed[id].Index != place {", "id >= 0 && changed[id].Index != place && place < 9 {"},
	{"kubernetes sends no $retainKeys in elements", "^TestKubernetesLawsSeeds$/^diff$", "smp/internal/diff/element.go",
		"if l.node.RetainKeys || u.RetainKeys && !l.traits.RetainKeysOfField {", "if (l.node.RetainKeys || u.RetainKeys) && !l.traits.RetainKeysOfField {"},
	{"kubernetes sends $retainKeys in elements whose own type retains keys", "^TestKubernetesLawsSeeds$/^diff$", "smp/internal/diff/element.go",
		"if l.node.RetainKeys || u.RetainKeys && !l.traits.RetainKeysOfField {", "if l.node.RetainKeys || u.RetainKeys {"},
	{"only the first field of a group is a conflict", "^TestConflictsReferenceSeeds$", "smp/internal/compose/conflicts.go",
		"for _, name := range own.Member.Fields {", "for _, name := range own.Member.Fields[:1] {"},
	{"an element that moves does not conflict at the key that it had", "^TestConflictsReferenceSeeds$", "smp/internal/compose/conflicts.go",
		"range [2]*listpatch.Element{before, &after}", "range [1]*listpatch.Element{&after}"},
	{"an element that moves does not conflict at the key that it gets", "^TestConflictsReferenceSeeds$", "smp/internal/compose/conflicts.go",
		"range [2]*listpatch.Element{before, &after}", "range [1]*listpatch.Element{before}"},
	{"deletions for a cluster are sorted backwards", "^TestKubernetesLawsSeeds$/^diff$", "smp/internal/diff/judged.go",
		"strings.Compare(text(a), text(b))", "strings.Compare(text(b), text(a))"},
	{"deletions for a cluster are sorted by number", "^TestKubernetesLawsSeeds$/^diff$", "smp/internal/diff/judged.go",
		"return strconv.FormatInt(n, 10)", "return fmt.Sprintf(\"%020d\", n)"},
	{"the last element that holds modified's is matched, not the first", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/match.go",
		"for _, at := range all {\n\t\tif !c.IsPaired(int(at)) && c.holdsElement(", "for i := range all {\n\t\tat := all[len(all)-1-i]\n\t\tif !c.IsPaired(int(at)) && c.holdsElement("},
	{"the element that holds original's is not preferred", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/match.go",
		"at < 0 && original >= 0 {", "at < 0 && original >= 1<<30 {"},
	{"an element whose empty key counts as absent is not held by one with that key", "^TestThreeWayOfTinyListsSeeds$", "smp/internal/threeway/match.go",
		"filledIn := c.lacksOptionalKey(e)\n\tif c.target.held", "filledIn := false\n\tif c.target.held"},
	{"several duplicates count as one form", "^TestThreeWayOfTinyListsSeeds$", "smp/internal/identity/filling.go",
		"case copies == 1:", "case copies > 0:"},
	{"conflicts of lists with empty keys are those of what a server stores", "^TestThreeWayOfTinyListsSeeds$", "smp/internal/threeway/conflict.go",
		"byKeys := u.EmptyKeys != nil //", "byKeys := false //"},
	{"of many elements only the first is looked at", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/match.go",
		"\treturn rarest\n", "\treturn rarest[:min(1, len(rarest))]\n"},
	{"empty keys count as absent though the first element of current has them", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/stored.go",
		"if empty != nil && live.Has(e) {", "if empty != nil && live.Find(e) > 0 {"},
	{"a key that a server filled in may be that of another element", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/match.go",
		"b.inModified(now) >= 0 {", "b.inModified(now) >= 1<<30 {"},
	{"two elements of original may be one of current", "^TestThreeWayReferenceSeeds$", "smp/internal/identity/filling.go",
		"f.seekers(found.sum) == 1 {", "f.seekers(found.sum) < 9 {"},
	{"elements with duplicates in modified have keys that a server filled in", "^TestThreeWayReferenceSeeds$", "smp/internal/identity/filling.go",
		"list.Copies(int(list.First[id])) == 1", "list.Copies(int(list.First[id])) >= 1"},
	{"elements are in the default order whatever modified's is", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/order.go",
		"return ordered, isInOrder(ordered) && !b", "return ordered, !b"},
	{"duplicates of others may precede elements that they follow", "^TestThreeWayOfTinyListsSeeds$", "smp/internal/threeway/order.go",
		" && !b.movesDuplicates(ordered)", ""},
	{"two elements may take one form", "^TestThreeWayReferenceSeeds$", "smp/internal/identity/filling.go",
		"\t\t\tf.remove(found.sum)\n", ""},
	{"no order list is sent if the order changes", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/order.go",
		"return b.listOf(modifiedOrder, valuesOfModified(modifiedOrder))", "return b.listOf(modifiedOrder, nil)"},
	{"another's duplicate counts for the order", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/order.go",
		"e.inModified < 0 || e.foreign || seen", "e.inModified < 0 || seen"},
	{"a null is held whatever current has", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/target.go",
		"return !nulls.Present(c)\n\tcase m.Type() == model.Map", "return true\n\tcase m.Type() == model.Map"},
	{"elements that current lacks are held", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/target.go",
		"if with.current < 0 || b.modified", "if with.current >= 0 && b.modified"},
	{"a list that stays may be out of order on a cluster", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/threeway/judged.go",
		"case isInOrder(currentOrder) && (b.areGrouped(", "case (b.areGrouped("},
	{"the default order on a cluster may not be that of modified", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/threeway/judged.go",
		"ordered, ok := b.inDefaultOrder(forDefaultOrder); ok && (set", "ordered, _ := b.inDefaultOrder(forDefaultOrder); forDefaultOrder != nil && (set"},
	{"no zero of a marked field is stored", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/stored.go",
		"return mark.NotStored && IsZero(m)", "return IsZero(m)"},
	{"a null of an immutable field is sent again", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/stored.go",
		"(mark.FilledIn || mark.Immutable)", "mark.FilledIn"},
	{"a map is stored although current has more", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/stored.go",
		"!nulls.Present(v) && !filledIn {\n\t\t\treturn false", "!nulls.Present(v) && !filledIn {\n\t\t\treturn true"},
	{"the time zone does not count", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/spelling.go",
		"at.UTC().Format(time.RFC3339Nano)", "at.Format(time.RFC3339Nano)"},
	{"a conflict has no zeros", "^TestKubernetesLawsSeeds$/^threeway$", "smp/internal/stored/stored.go",
		"if u.Marks.NotStored && IsZero(v) {", "if IsZero(v) {"},
	{"elements that modified drops are in no conflict", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/conflict.go",
		"compare(was, -1, at,", "compare(was, -1, min(at, -1),"},
	{"an original of another type counts as absent", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/conflict.go",
		"typeChanged = hasOtherType(o, model.List, typeChanged)\n", ""},
	{"null keys of elements are in conflict", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/conflict.go",
		"was, want, have, u.ByAllKeys.Names, typeChanged)", "was, want, have, nil, typeChanged)"},
	{"the fifth value of a set stays though modified drops it", "^TestThreeWayReferenceSeeds$", "smp/internal/threeway/list.go",
		"at := b.modified.Find(v); at >= 0 || b.original.Find(v) < 0 {", "at := b.modified.Find(v); at >= 0 || b.original.Find(v) < 0 || i == 4 {"},
}

// These are bugs that a fuzz target must find.
var plantedBugs = []plantedBug{
	{"numbers may begin with zeros", "FuzzParse", "model/text.go",
		"if src[first] == '0' {", "if src[first] == '0' && src[0] == '0' {"},
	{"names with dots need no quotes in paths", "FuzzPath", "model/pathtext.go",
		"|| c == '-'):", "|| c == '-' || c == '.'):"},
	{"what follows a removed element is one too early", "FuzzEdit", "model/edit.go",
		"return i + before + 1, nil", "return i + before, nil"},
	{"texts that begin with digits are written without quotes", "FuzzYAML", "corpus/yamltext.go",
		"case plainText.MatchString(text) && yamldoc.IsPlain(text):",
		"case plainText.MatchString(text) && yamldoc.IsPlain(text) || text != \"\" && text[0] >= '0' && text[0] <= '9':"},
	{"octal numbers are decimal", "FuzzManifest", "smp/yaml/yamldoc/resolve.go",
		"strconv.ParseInt(plain, 0, 64)", "strconv.ParseInt(plain, 10, 64)"},
	{"a new map may bring nulls into a merge patch", "FuzzMergePatch", "smp/json.go",
		"if !result.HasNull() {", "if true {"},
	{"what is inserted into a list comes after what was there", "FuzzJSONPatch", "smp/jsonpatch/node.go",
		"n.list.split(i)\n\t\tn.list = join(join(", "n.list.split(min(i+1, n.list.len()))\n\t\tn.list = join(join("},
	{"the owner of an element is the last that merges into it", "FuzzApply", "smp/internal/apply/keyed.go",
		"int(have.patchIndex) > e.Index {", "int(have.patchIndex) < e.Index {"},
	{"members are removed whatever their name says", "FuzzDiff", "smp/internal/diff/map.go",
		"if !m.mayName(name, model.NewNull()) {", "if false {"},
	{"of two replacing patches the first stays", "FuzzCompose", "smp/internal/compose/compose.go",
		"if syntax.Replace.In(second) {\n\t\treturn second, nil", "if syntax.Replace.In(second) {\n\t\treturn first, nil"},
	{"errors in patch lists are at the next index", "FuzzGeneral", "smp/internal/listpatch/list.go",
		"f.Under(model.Index(i))", "f.Under(model.Index(i+1))"},
	{"a map may retain fields that it clears", "FuzzLint", "smp/internal/lint/map.go",
		"m.hasRetainKeysDirective = f != nil || retained != nil", "m.hasRetainKeysDirective = f != nil"},
	{"the recommended keys of an override are lost", "FuzzOverride", "smp/schema_check.go",
		"= Merge, o.Keys, o.Recommended, false", "= Merge, o.Keys, nil, false"},
	{"map keys are not written", "FuzzSchema", "smp/openapi/encode.go",
		"if recommended == nil {\n\t\t\trecommended = keys", "if recommended != nil {\n\t\t\trecommended = keys"},
}

// These are bugs that change values after they were returned. Package model had three of
// them. TestValuesNeverChange must find each one.
var valueBugs = []plantedBug{
	{"a builder gives memory away again", "^TestValuesNeverChange", "model/builder.go",
		"\tb.free = b.free[n:]\n\treturn taken", "\tif b.free = b.free[n:]; len(b.free) == 0 {\n\t\tclear(taken)\n\t\tb.free = taken\n\t}\n\treturn taken"},
	{"the next document is read into the tape of the one before", "^TestValuesNeverChange", "model/builder.go",
		"b.tapes.free = b.tapes.free[n:]", "_ = n"},
	{"a parsed document has the memory of the scanner", "^TestValuesNeverChange", "model/scan.go",
		"d.tape = room[:copy(room, s.tape):len(s.tape)]", "d.tape = s.tape"},
	{"an editor changes its result", "^TestValuesNeverChange", "model/editor.go",
		"func (e *Editor) Value() (Value, error) {\n\tdefer e.undo()\n", "func (e *Editor) Value() (Value, error) {\n"},
	{"a wrapped tree has the memory of the one before", "^TestValuesNeverChange", "model/wrapped.go",
		"return &wrapping{tree: tree} }", "w := &oneWrapping\n\tw.tree, w.nodes.free = tree, oneNodes[:]\n\treturn w\n}\n\nvar oneWrapping wrapping\n\nvar oneNodes [64]wrapped\n"},
	{"a map keeps the members of its caller", "^TestValuesNeverChange", "model/builder.go",
		"own = b.members.take(len(members))[:0]", "own = members[:0]"},
}

// TestPlantedBugsHaveAPlace checks that each bug can be planted in the current sources.
func TestPlantedBugsHaveAPlace(t *testing.T) {
	for _, bug := range slices.Concat(plantedBugs, shortcutBugs, mapBugs, lawBugs, valueBugs) {
		if _, _, err := bug.change(); err != nil {
			t.Errorf("%s: %v", bug.name, err)
		}
	}
}

// TestPlantedBugsAreFound plants each bug in a copy of its file, compiles the targets
// with it (go test -overlay), and fuzzes until the target fails.
//
//	FUZZ_PLANTED=1000000 go test -timeout 180m -run TestPlantedBugsAreFound -v ./fuzz
func TestPlantedBugsAreFound(t *testing.T) {
	limit, err := strconv.Atoi(os.Getenv(plantedVariable))
	if err != nil {
		t.Skipf("%s is not set to a number", plantedVariable)
	}
	for _, bug := range plantedBugs {
		t.Run(strings.ReplaceAll(bug.name, " ", "-"), func(t *testing.T) { bug.find(t, limit) })
	}
}

// TestShortcutBugsAreFound plants each bug in a fast path and runs the laws and the
// reference on seeds. For bugs in the support for maps, it runs TestMapsSeeds.
//
//	FUZZ_PLANTED=1 go test -timeout 60m -run TestShortcutBugsAreFound -v ./fuzz
func TestShortcutBugsAreFound(t *testing.T) {
	if os.Getenv(plantedVariable) == "" {
		t.Skipf("%s is not set", plantedVariable)
	}
	for _, bug := range shortcutBugs {
		t.Run(strings.ReplaceAll(bug.name, " ", "-"), func(t *testing.T) {
			binary := bug.plant(t, "../props")
			bug.tell(t, binary, "../props", "the laws", "^(TestLawsSeeds|TestRoundTripSeeds)$")
			bug.tell(t, binary, "../props", "the reference", "^(TestReferenceSeeds|TestDiffReferenceSeeds|TestThreeWayReferenceSeeds)$")
		})
	}
	for _, bug := range mapBugs {
		t.Run(strings.ReplaceAll(bug.name, " ", "-"), func(t *testing.T) {
			bug.tell(t, bug.plant(t, "."), ".", "maps", "^TestMapsSeeds$")
		})
	}
}

// TestLawBugsAreFound plants each bug that only laws find, and runs the tests that its
// entry names.
//
//	FUZZ_PLANTED=1 go test -timeout 60m -run TestLawBugsAreFound -v ./fuzz
func TestLawBugsAreFound(t *testing.T) {
	if os.Getenv(plantedVariable) == "" {
		t.Skipf("%s is not set", plantedVariable)
	}
	for _, bug := range lawBugs {
		t.Run(strings.ReplaceAll(bug.name, " ", "-"), func(t *testing.T) {
			bug.tell(t, bug.plant(t, "../props"), "../props", "the tests "+bug.target, bug.target)
		})
	}
	for _, bug := range valueBugs {
		t.Run(strings.ReplaceAll(bug.name, " ", "-"), bug.spoils)
	}
}

// spoils runs tests of package model. They must fail or crash.
func (bug plantedBug) spoils(t *testing.T) {
	run := exec.CommandContext(context.Background(), bug.plant(t, "../model"), "-test.failfast", "-test.run", bug.target)
	run.Dir = "../model"
	if out, err := run.CombinedOutput(); err == nil {
		t.Errorf("the property does not find it\n%.1000s", out)
	}
}

// tell runs tests on seeds. They must fail for one of the seeds, or crash.
func (plantedBug) tell(t *testing.T, binary, dir, by, tests string) {
	run := exec.CommandContext(context.Background(), binary, "-test.failfast", "-test.run", tests)
	run.Dir, run.Env = dir, append(os.Environ(), "SMP_CHECKS=20000")
	start := time.Now()
	out, err := run.CombinedOutput()
	if err == nil || !strings.Contains(string(out), ": seed ") && !strings.Contains(string(out), "fatal error: ") {
		t.Errorf("%s do not find it: %v\n%.1000s", by, err, out)
	}
	t.Logf("%s: %.1fs", by, time.Since(start).Seconds())
}

// find fuzzes the bug's target. The target must fail within this number of executions.
func (bug plantedBug) find(t *testing.T, limit int) {
	binary, dir := bug.plant(t, ".", "-fuzz", "."), t.TempDir()
	run := exec.CommandContext(context.Background(), binary, "-test.fuzz", "^"+bug.target+"$", "-test.fuzztime", fmt.Sprintf("%dx", limit),
		"-test.fuzzminimizetime", "200x", "-test.fuzzcachedir", filepath.Join(dir, "cache"))
	run.Dir = dir // findings are written to this folder
	start := time.Now()
	out, err := run.CombinedOutput()
	switch {
	case err != nil && strings.Contains(string(out), "while testing seed corpus entry"):
		t.Logf("%s finds it in a case", bug.target)
	case err == nil || !strings.Contains(string(out), "Failing input written to"):
		t.Errorf("%s does not find it: %v\n%.3000s", bug.target, err, out)
	default:
		t.Logf("%s finds it in %.1fs", bug.target, time.Since(start).Seconds())
	}
}

// change returns the path of the file, and its text with the bug.
func (bug plantedBug) change() (file, text string, err error) {
	if file, err = filepath.Abs(filepath.Join("..", bug.file)); err != nil {
		return "", "", err
	}
	content, err := os.ReadFile(file)
	if err != nil {
		return "", "", err
	}
	if n := strings.Count(string(content), bug.old); n != 1 {
		return "", "", fmt.Errorf("%s contains the old text %d times, not once; plant an equivalent bug in the current source:\n%s", bug.file, n, bug.old)
	}
	return file, strings.Replace(string(content), bug.old, bug.new, 1), nil
}

// plant compiles the tests of a package, with the bug in the package under test.
func (bug plantedBug) plant(t *testing.T, dir string, flags ...string) string {
	file, text, err := bug.change()
	if err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	changed, overlay, binary := filepath.Join(temp, "changed.go"), filepath.Join(temp, "overlay.json"), filepath.Join(temp, "planted.test")
	replaced, err := json.Marshal(map[string]map[string]string{"Replace": {file: changed}})
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{changed: text, overlay: string(replaced)} {
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	compile := append([]string{"test", "-c", "-overlay", overlay, "-o", binary}, flags...)
	if out, err := exec.Command("go", append(compile, dir)...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return binary
}
