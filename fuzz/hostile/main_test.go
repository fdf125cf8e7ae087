package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

const (
	// sizeVariable is an environment variable with a size that replaces baseSize, for longer
	// measurements.
	sizeVariable = "HOSTILE_SIZE"
	// maxExponent limits the growth of work with the length of the documents: for n log n,
	// the exponent is about 1.15 at these sizes, and for n² it is 2.
	maxExponent = 1.2
	// maxBytesExponent limits the growth of allocated bytes, which grow in steps.
	maxBytesExponent = 1.35
)

var (
	update = flag.Bool("update", false, "write GROWTH.md; measure all shapes")
	chosen = flag.String("commands", "", "measure only the commands that match this expression, as in 'deep maps - apply'")
)

// An exception is a set of trials whose work may grow faster.
type exception struct {
	shapes, operations string // regular expressions
	reason             string // the reason, with the limit of the growth
	used               bool
}

// exceptions lists the known exceptions. An exception must be removed when the work of its
// trials no longer grows fast.
var exceptions = []*exception{
	{shapes: "^command: deep maps", operations: "^show$",
		reason: "each line of the output is indented by its depth, so the work grows with the length of the output"},
	{shapes: "^((command|engine|page|kustomize): )?(deep|.* (in duplicates|apart|in new duplicates|lists of such)$)", operations: "",
		reason: "each level of a deep document compares everything below the level: work grows with length × depth; documents have at most 1000 levels"},
	{shapes: "^patches: an element and its order", operations: "with unions",
		reason: "patches with order lists are composed one after the other, because they may hide the state of a union from later patches"},
	{shapes: "^YAML: (deep|aliases of aliases)", operations: "^(add a field|rename every field)",
		reason: "every new field is indented by its depth, so the memory grows with the length of the output"},
	{shapes: "keyed list|deletions of every element|directives where|keys that are changed in turn|floats of one simple hash|elements without keys$", operations: "JSON Patch|json-patch|^server,",
		reason: "the table of common elements of two lists has at most 1048576 cells; longer lists are compared without it"},
	{shapes: "a long name around many members", operations: "JSON Patch|^server,|json-patch|conflicts|explain|lint|^play",
		reason: "the output repeats the path to every changed field, so the work grows with the length of the output"},
	{shapes: "(command|kustomize): a long name around many members", operations: "keep-style|fn|kustomize",
		reason: "a name of more than 1024 characters is written in a longer form, so the work grows once, at that length"},
	{shapes: "command: ", operations: "^laws",
		reason: "laws also try parts of a patch one by one; the command reads cases, which are small"},
	{shapes: "command: (a keyed list in reverse order|deletions of every element|directives where there are none|elements without keys)", operations: "^minimize$",
		reason: "every part that cannot be left out is tried alone; an interrupt ends the search with the smallest case so far"},
	{shapes: "^duplicates that differ in empty maps$", operations: "^(apply|differences|diff|compose|conflicts|server that decodes)",
		reason: "each change of an element makes a chain of edits longer, up to 64 changes; from 64 KB on, the work grows with the length"},
	{shapes: "schema: keyed lists of one definition", operations: "^(write the schema|schema.*|show)$",
		reason: "the output describes the fields of the elements for each list, so the work grows with fields × lists; the schema contains both"},
	{shapes: "command: schema: deep without definitions", operations: "^schema",
		reason: "types whose fields have the same names are compared with each other; the outline has at most 200 levels and 100000 fields"},
}

// excepted returns the exception of a trial, or nil if there is none.
func excepted(shape, operation string) *exception {
	for _, e := range exceptions {
		if regexp.MustCompile(e.shapes).MatchString(shape) && regexp.MustCompile(e.operations).MatchString(operation) {
			return e
		}
	}
	return nil
}

// TestWorkGrowsWithSize counts the executed blocks and the allocations of every operation
// with every shape. It does so at four sizes, each twice as large as the one before. Neither
// number may grow faster than n log n. Blocks of the standard library are not counted, but
// functions that it calls are, such as comparisons in sorting.
func TestWorkGrowsWithSize(t *testing.T) {
	if raceEnabled {
		t.Skip("what is counted is another process, without the race detector")
	}
	if testing.Short() {
		t.Skip("it compiles a program with counters, and measures hundreds of shapes")
	}
	size := baseSize
	if text := os.Getenv(sizeVariable); text != "" {
		var err error
		if size, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
	}
	step := 9 // one shape of nine, without commands
	switch {
	case os.Getenv(sizeVariable) != "" || *update: // .ci/long hostile
		step = 1 // all shapes and the commands
	case os.Getenv("SMP_CHECKS") != "": // the nightly run
		step = 3
	}
	var all []growth
	if *chosen == "" {
		m := newMeter(t)
		sizes := m.counts(size, step)
		for i := range sizes[0] {
			all = append(all, growthOf([4]count{sizes[0][i], sizes[1][i], sizes[2][i], sizes[3][i]}, 5000))
		}
	}
	if step == 1 || *chosen != "" {
		all = append(all, commandGrowths(t, max(size/4, 32))...)
	}
	answered, measured := map[string]int{}, map[string]int{}
	for _, g := range all {
		name := g.Shape + " - " + g.Operation
		t.Logf("%-75s %9d blocks %5.2f, %7d allocations %5.2f, bytes %5.2f", name, g.Blocks, g.blocks, g.Allocations, g.allocations, g.bytes)
		measured[g.Operation]++
		if g.Answered {
			answered[g.Operation]++
		}
		if fault := g.fault(); fault != "" {
			if e := excepted(g.Shape, g.Operation); e == nil {
				t.Errorf("%s: %s", name, fault)
			} else {
				e.used = true
			}
		}
	}
	if step == 1 && size == baseSize {
		for _, e := range exceptions {
			if !e.used {
				t.Errorf("remove the exception for %q: the work grows slowly now", e.shapes)
			}
		}
	}
	if *update {
		writePage(t, all)
	}
	for op, n := range measured {
		if answered[op] < n/2 {
			t.Errorf("%s answers %d of %d shapes", op, answered[op], n)
		}
	}
}

// A growth is the last of four counts, together with the exponents of the growth from the
// first to the last.
type growth struct {
	count
	blocks, allocations, bytes float64
}

// growthOf compares four sizes, each twice as large as the one before. Growth by fewer blocks
// than floor is ignored.
func growthOf(c [4]count, floor uint64) growth {
	lengths := [4]int{c[0].Length, c[1].Length, c[2].Length, c[3].Length}
	g := growth{
		count:       c[3],
		blocks:      exponent([4]uint64{c[0].Blocks, c[1].Blocks, c[2].Blocks, c[3].Blocks}, lengths, floor),
		allocations: exponent([4]uint64{c[0].Allocations, c[1].Allocations, c[2].Allocations, c[3].Allocations}, lengths, 100),
	}
	if c[3].Length > c[0].Length && c[3].Bytes > 1<<16 { // all sizes are compared, because allocated bytes grow in steps
		g.bytes = math.Log(float64(c[3].Bytes)/float64(c[0].Bytes)) / math.Log(float64(c[3].Length)/float64(c[0].Length))
	}
	return g
}

// exponent returns the exponent of the growth of work with length. It compares the work that
// the last two doublings add, so that constant work has no effect. The result is 0 if the
// last doubling adds less than floor, or if length does not grow.
func exponent(work [4]uint64, length [4]int, floor uint64) float64 {
	if work[3] < work[2]+floor || length[3] <= length[2] || length[2] <= length[1] {
		return 0
	}
	added := float64(work[3] - work[2])
	before := max(float64(work[2])-float64(work[1]), float64(floor)/4)
	longer := float64(length[3]-length[2]) / float64(length[2]-length[1])
	return math.Log(added/before) / math.Log(longer)
}

// fault describes the numbers that grow too fast. The text is empty if there are none.
func (g growth) fault() string {
	switch {
	case g.blocks > maxExponent:
		return fmt.Sprintf("the number of executed blocks grows with exponent %.2f; want at most %.1f", g.blocks, maxExponent)
	case g.allocations > maxExponent:
		return fmt.Sprintf("the number of allocations grows with exponent %.2f; want at most %.1f", g.allocations, maxExponent)
	case g.bytes > maxBytesExponent:
		return fmt.Sprintf("allocated bytes grow with exponent %.2f; want at most %.1f", g.bytes, maxBytesExponent)
	}
	return ""
}

func TestExponent(t *testing.T) {
	lengths := [4]int{100, 200, 400, 800}
	for name, test := range map[string]struct {
		work func(n int) uint64
		want float64
	}{
		"constant":   {func(int) uint64 { return 1e6 }, 0},
		"linear":     {func(n int) uint64 { return uint64(1e6 + 1000*n) }, 1},
		"quadratic":  {func(n int) uint64 { return uint64(1e6 + n*n) }, 2},
		"cubic":      {func(n int) uint64 { return uint64(1e6 + n*n*n) }, 3},
		"decreasing": {func(n int) uint64 { return uint64(1e6 - 100*n) }, 0},
	} {
		var work [4]uint64
		for i, n := range lengths {
			work[i] = test.work(n)
		}
		if got := exponent(work, lengths, 1000); math.Abs(got-test.want) > 0.01 {
			t.Errorf("%s: got %.3f, want %v", name, got, test.want)
		}
	}
}

// A meter is the command of this package, compiled with counters.
type meter struct {
	t       *testing.T
	command string
}

func newMeter(t *testing.T) *meter {
	m := &meter{t, filepath.Join(t.TempDir(), "hostile")}
	m.output(exec.Command("go", "build", "-cover", "-covermode", "atomic", "-coverpkg", measuredPackages, "-o", m.command, "."))
	return m
}

// measuredPackages are the packages whose blocks are counted: those of this module, and the
// YAML parser.
const measuredPackages = "../../model,../../smp/...,.,go.yaml.in/yaml/v3"

// counts runs the command at four sizes, for every shape whose index is a multiple of step.
func (m *meter) counts(size, step int) (sizes [4][]count) {
	for i := range sizes {
		sizes[i] = m.at(size<<i, step)
	}
	return sizes
}

func (m *meter) at(size, step int) []count {
	run := exec.Command(m.command, strconv.Itoa(size), strconv.Itoa(step))
	run.Env = append(os.Environ(), "GOCOVERDIR="+m.t.TempDir())
	var all []count
	for lines := json.NewDecoder(bytes.NewReader(m.output(run))); ; {
		var c count
		if err := lines.Decode(&c); err == io.EOF {
			break
		} else if err != nil {
			m.t.Fatal(err)
		}
		if c.Blocks == 0 {
			m.t.Fatalf("%s - %s: nothing is counted", c.Shape, c.Operation)
		}
		all = append(all, c)
	}
	if want := len(trials(step)); len(all) != want {
		m.t.Fatalf("%d counts, want %d", len(all), want)
	}
	return all
}

func (m *meter) output(c *exec.Cmd) []byte {
	m.t.Helper()
	var problems bytes.Buffer
	c.Stderr = &problems
	out, err := c.Output()
	if err != nil {
		m.t.Fatalf("%v: %v\n%s", c, err, problems.Bytes())
	}
	return out
}

// commandGrowths returns the growths of the work of commands.
func commandGrowths(t *testing.T, size int) []growth {
	t.Helper()
	compiled := buildPrograms(t)
	expression := regexp.MustCompile(*chosen)
	trials := slices.DeleteFunc(commandTrials(), func(c commandTrial) bool { return !expression.MatchString(c.shape + " - " + c.name()) })
	all := make([]growth, len(trials))
	var group sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range next {
				var counts [4]count
				for k := range counts {
					c, err := runCommand(t, compiled, trials[i], size<<k)
					if err != nil {
						t.Errorf("%s, %s: %v", trials[i].line, trials[i].shape, err)
						break
					}
					counts[k] = c
				}
				all[i] = growthOf(counts, 20000)
			}
		}()
	}
	for i := range trials {
		next <- i
	}
	close(next)
	group.Wait()
	return all
}

// ask starts the page of play, asks it a question, and ends it. It reports whether the page
// answered the question.
func ask(play *exec.Cmd, question []byte) (answered bool, err error) {
	out, err := play.StdoutPipe()
	if err != nil {
		return false, err
	}
	if err := play.Start(); err != nil {
		return false, err
	}
	defer func() {
		_ = play.Process.Signal(os.Interrupt)
		_ = play.Wait()
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return false, err
	}
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // the next page may have the same address
	reply, err := client.Post(strings.TrimSpace(address)+"ask", "application/json", bytes.NewReader(question))
	if err != nil {
		return false, err
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil || reply.StatusCode != http.StatusOK {
		return false, fmt.Errorf("status %s: %.100s (%v)", reply.Status, text, err)
	}
	lines := bytes.Split(bytes.TrimSpace(text), []byte("\n")) // the last line is the answer of a search
	var last struct{ Error json.RawMessage }
	err = json.Unmarshal(lines[len(lines)-1], &last)
	return len(last.Error) == 0 || string(last.Error) == "null", err
}
