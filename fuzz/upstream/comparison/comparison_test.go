package comparison_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/strategicpatch/smp/fuzz/upstream/comparison"
)

// root is the path of the repository's root.
const root = "../../.."

// built is the folder of the programs. It is empty until they are built.
var built string

// builtPrograms builds the programs of all engines when it is first called.
var builtPrograms = sync.OnceValues(func() (string, error) {
	folder, err := os.MkdirTemp("", "engines-")
	if err != nil {
		return "", err
	}
	built = folder
	if err := comparison.Build(root, folder); err != nil || !hasModel() {
		return folder, err
	}
	return folder, comparison.BuildModel(root, folder)
})

// hasModel reports whether the engine of the proved model can be built.
func hasModel() bool {
	_, err := exec.LookPath("ocamlfind")
	return err == nil
}

func TestMain(m *testing.M) {
	status := m.Run()
	if built != "" {
		os.RemoveAll(built)
	}
	os.Exit(status)
}

func programs(t *testing.T) string {
	t.Helper()
	folder, err := builtPrograms()
	if err != nil {
		t.Fatal(err)
	}
	return folder
}

// inRoot changes to the root of the repository, where the commands must run.
func inRoot(t *testing.T) {
	t.Helper()
	t.Chdir(root)
}

func engine(t *testing.T, name string) comparison.Engine {
	t.Helper()
	for _, e := range comparison.Engines() {
		if e.Name == name {
			return e
		}
	}
	t.Fatalf("there is no engine %s", name)
	return comparison.Engine{}
}

// A small comparison gives the same files when it is repeated. This project's engine keeps
// every law. apimachinery's engine breaks some laws, and there is a counterexample for each.
func TestCompareTwice(t *testing.T) {
	if testing.Short() {
		t.Skip("it measures two engines twice")
	}
	folder := programs(t)
	inRoot(t)
	size, least := comparison.Size{Kinds: 12, Schemas: 80, Shrink: 60, Cases: 25}, 500
	if os.Getenv("SMP_CHECKS") == "" { // the nightly run sets SMP_CHECKS
		size, least = comparison.Size{Kinds: 4, Schemas: 25, Shrink: 20, Cases: 25}, 150
	}
	engines := []comparison.Engine{engine(t, "smp"), engine(t, "shipped")}
	var files [2]map[string][]byte
	var results [2][]comparison.Result
	var wait sync.WaitGroup
	for i := range files {
		wait.Go(func() {
			for _, e := range engines {
				r, err := comparison.Measure(e, folder, 1+i, size, func(int) func() { return func() {} })
				if err != nil {
					t.Error(err)
					return
				}
				results[i] = append(results[i], r)
			}
			var err error
			if files[i], err = comparison.Files(results[i]); err != nil {
				t.Error(err)
			}
		})
	}
	if wait.Wait(); t.Failed() {
		return
	}
	for name, text := range files[0] {
		if !bytes.Equal(text, files[1][name]) {
			t.Errorf("%s differs:\n%s\n%s", name, text, files[1][name])
		}
	}
	if len(files[0]) != len(files[1]) || len(files[0]) < 4 {
		t.Errorf("%d files, then %d", len(files[0]), len(files[1]))
	}
	held, broken := 0, 0
	for i, l := range results[1][0].Laws {
		held += l.Held
		if l.Broken > 0 || l.Varied > 0 || l.Smallest != nil {
			t.Errorf("smp breaks %s", l.Law.Name)
		}
		theirs := results[1][1].Laws[i]
		broken += theirs.Broken
		if (theirs.Broken > 0) != (theirs.Smallest != nil) {
			t.Errorf("shipped breaks %s %d times, and the smallest is %v", l.Law.Name, theirs.Broken, theirs.Smallest)
		}
	}
	if held < least || broken == 0 {
		t.Errorf("smp keeps laws %d times, shipped breaks them %d times", held, broken)
	}
	if err := xml.Unmarshal(files[0][comparison.ChartFile], new(struct{ XMLName xml.Name })); err != nil {
		t.Errorf("the chart: %v", err)
	}
	checkCommands(t, string(files[0][comparison.PageFile]), files[0])
}

// checkCommands compares the commands of a page with the cases.
func checkCommands(t *testing.T, page string, files map[string][]byte) {
	t.Helper()
	var shown []string
	for _, command := range commands(page) {
		shown = append(shown, caseOf(command))
	}
	var there []string
	for name := range files {
		if strings.HasPrefix(name, comparison.CasesFolder+"/") {
			there = append(there, "corpus/"+name)
		}
	}
	slices.Sort(shown)
	slices.Sort(there)
	if !slices.Equal(shown, there) {
		t.Errorf("the page has commands for %q, and there are %q", shown, there)
	}
}

// commands returns the lines of a page that replay counterexamples.
func commands(page string) []string {
	var found []string
	for line := range strings.Lines(page) {
		if command, ok := strings.CutPrefix(line, "    "+builtHere+"/smp-check laws "); ok {
			found = append(found, builtHere+"/smp-check laws "+strings.TrimSpace(command))
		}
	}
	return found
}

// builtHere is the folder of programs in the commands on the page.
const builtHere = ".cache/engines"

func caseOf(command string) string {
	fields := strings.Fields(command)
	return fields[len(fields)-1]
}

// Every command on the page shows that the law is broken. Without SMP_CHECKS, which the nightly run
// sets, only every third command is tried.
func TestReplays(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, "corpus", comparison.PageFile))
	if err != nil {
		t.Fatal(err)
	}
	all := commands(string(page))
	if len(all) == 0 {
		t.Fatal("the page has no command")
	}
	files := map[string][]byte{}
	err = filepath.WalkDir(filepath.Join(root, "corpus", comparison.CasesFolder), func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			inside, _ := filepath.Rel(filepath.Join(root, "corpus"), name)
			files[filepath.ToSlash(inside)] = nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	checkCommands(t, string(page), files)
	folder := programs(t)
	for i, command := range all {
		if os.Getenv("SMP_CHECKS") == "" && i%3 > 0 {
			continue
		}
		t.Run(strings.TrimSuffix(strings.TrimPrefix(caseOf(command), "corpus/"+comparison.CasesFolder+"/"), ".yaml"), func(t *testing.T) {
			t.Parallel()
			if strings.Contains(command, "python3") {
				if _, err := exec.LookPath("python3"); err != nil {
					t.Skip("python3 is not here: its engine's counterexamples are not replayed")
				}
			}
			if strings.Contains(command, "adapter-rocq") && !hasModel() {
				t.Skip("ocamlfind is not here: the counterexamples of the proved model are not replayed")
			}
			shell := exec.Command("sh", "-c", strings.ReplaceAll(command, builtHere, folder))
			shell.Dir = root
			out, err := shell.CombinedOutput()
			var exit *exec.ExitError
			if !errors.As(err, &exit) || exit.ExitCode() != 1 || !strings.Contains(string(out), "BROKEN law ") {
				t.Errorf("%s\n%v\n%s", command, err, out)
			}
		})
	}
}
