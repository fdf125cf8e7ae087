package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/spf13/cobra"
	yaml "go.yaml.in/yaml/v3"
)

// TestExamples runs the examples of the help texts and of the Markdown pages, each text like a
// reader: in order, and in one folder with the files that the text mentions. The exit status
// is the one in a comment such as "# exit status 1" after the command, or 0. If a page shows
// the output of a command, the command must print this output; with -update, the test writes
// the real outputs to the page, except where it shows "...". The exit statuses that a help
// text promises in its sentences are tested, too.
//
// testdata/examples/table.yaml lists the examples that are not run as written, with reasons.
// An example that can be neither run nor found in the table is an error. The files of a text are
// in testdata/examples: the comment of stand-ins.txtar explains them.
func TestExamples(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || raceEnabled {
		t.Skip("it requires a shell, and runs commands that other tests run under the race detector")
	}
	readTree(t)
	table := readTable(t, filepath.Join("testdata", "examples", "table.yaml"))
	sources := append(helpSources(table), pageSources(t, table)...)
	for _, unused := range table.unused() {
		t.Errorf("table.yaml: %s: no text has this any more", unused)
	}
	for _, s := range sources {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			s.run(t.TempDir())
			for _, fault := range s.faults {
				t.Error(fault)
			}
			if updated := s.updated(); *update && s.page != "" && updated != s.text {
				check(t, os.WriteFile(filepath.Join(moduleRoot, s.page), []byte(updated), 0o644))
			}
			t.Logf("%s: %s", s.name, s.counts())
		})
	}
}

// A source is a help text or a page with its examples.
type source struct {
	name, text string
	page       string // the name of the page, or empty for a help text
	files      string // the archive with the files of this text, if it exists
	setup      string // commands that create further files
	examples   []*example
	faults     []string
}

// An example is a command in a text, or a promised exit status.
type example struct {
	place, command string
	status         int
	shows          bool // whether the text shows the output
	output         []string
	line           int // of the first line of output in the page

	form form
	runs string        // the command that is run
	env  []string      // for this command
	cpu  time.Duration // of this command
	got  []string      // the output, if it differs from that in the page
}

// A form is a way in which an example is tested.
type form int

const (
	asWritten form = iota
	rewritten      // the table has another command
	served         // it is stopped after it has answered a request
	named          // only the names of packages, tests and scripts are checked
	elsewhere      // another test or script tests it
	notRun         // the table contains only a reason
	forms
)

// An exampleTable is the content of table.yaml.
type exampleTable struct {
	Pages    []*tableRow
	Examples []*tableRow
	Blocks   []*tableRow
	Statuses []*tableRow
}

// A tableRow describes a text, an example, a block or a promised exit status. It has at most
// one of the fields Runs, Each, Serves and Test.
type tableRow struct {
	In      string // the page or command, if the row is about one text
	Example string // the command
	Block   string // the language of a block in a page, or its first line in a help text
	Promise string // the words that promise an exit status
	Setup   string // commands that create the files of a page

	Runs   string // the command that is run instead
	Each   string // the command that is run for each line of a block; $LINE is the first column
	Serves string // the command that is run instead, and stopped after it has answered a request
	Test   string // the command that runs the test or the script that tests this
	Why    string // the reason

	used bool
}

func readTable(t *testing.T, file string) *exampleTable {
	t.Helper()
	text, err := os.ReadFile(file)
	check(t, err)
	table := new(exampleTable)
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	check(t, decoder.Decode(table))
	for _, row := range slices.Concat(table.Pages, table.Examples, table.Blocks) {
		if row.Why == "" {
			t.Errorf("table.yaml: %s: no reason", row)
		}
	}
	return table
}

func (r *tableRow) String() string {
	return strings.TrimSpace(r.In + " " + r.Example + r.Block + r.Promise)
}

// row returns the row that fits, and marks it as used.
func row(rows []*tableRow, fits func(*tableRow) bool) *tableRow {
	i := slices.IndexFunc(rows, fits)
	if i < 0 {
		return nil
	}
	rows[i].used = true
	return rows[i]
}

// unused returns the rows that fit nothing.
func (table *exampleTable) unused() (rows []*tableRow) {
	return slices.DeleteFunc(slices.Concat(table.Pages, table.Examples, table.Blocks, table.Statuses), func(r *tableRow) bool { return r.used })
}

// add adds an example to a source, and determines how it is tested.
func (s *source) add(table *exampleTable, e *example) {
	if found := regexp.MustCompile(`\s# (?:.* )?exit status (\d)`).FindStringSubmatch(e.command); found != nil {
		e.status, _ = strconv.Atoi(found[1])
	}
	if at := regexp.MustCompile(`\s+# [^'"\n]*$`).FindStringIndex(e.command); at != nil {
		e.command = e.command[:at[0]]
	}
	r := row(table.Examples, func(r *tableRow) bool { return r.Example == e.command && (r.In == "" || r.In == s.name) })
	if r != nil {
		s.addRow(r, e)
		return
	}
	only, faults := onlyNamed(e.command)
	if e.runs = e.command; only {
		e.form = named
	}
	s.faultsAt(e.place, faults)
	s.examples = append(s.examples, e)
}

// addRow adds an example that is tested as a row of the table describes.
func (s *source) addRow(r *tableRow, e *example) {
	switch {
	case r.Runs != "" || r.Each != "":
		e.form, e.runs = rewritten, cmp.Or(r.Runs, r.Each)
	case r.Serves != "":
		e.form, e.runs = served, r.Serves
	case r.Test != "":
		only, faults := onlyNamed(r.Test)
		if !only {
			faults = append(faults, r.Test+": neither go test nor a script")
		}
		s.faultsAt(e.place, faults)
		e.form = elsewhere
	default:
		e.form = notRun
	}
	s.examples = append(s.examples, e)
}

func (s *source) faultsAt(place string, faults []string) {
	const most = 4000 // bytes of output
	for _, fault := range faults {
		if len(fault) > most {
			fault = fault[:most] + "\n..."
		}
		s.faults = append(s.faults, place+": "+fault)
	}
}

// helpSources returns the help texts of all commands.
func helpSources(table *exampleTable) (sources []*source) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		sources = append(sources, helpSource(cmd, table))
		for _, inner := range cmd.Commands() {
			walk(inner)
		}
	}
	walk(newRoot(strings.NewReader(""), io.Discard, io.Discard))
	return sources
}

// helpSource returns the help text of a command.
func helpSource(cmd *cobra.Command, table *exampleTable) *source {
	s := &source{name: cmd.CommandPath() + " --help", files: cmd.Name(), text: cmd.Long, setup: "cp -R ../example/* ."}
	for _, line := range strings.Split(cmd.Example, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			s.add(table, &example{place: s.name, command: line})
		}
	}
	if ours := cmd.Runnable() && cmd.Name() != "help" && !strings.Contains(s.name, " completion "); ours && len(s.examples) == 0 {
		s.faultsAt(s.name, []string{"no examples"})
	}
	for _, block := range helpBlocks(cmd.Long) {
		s.addHelpBlock(table, block)
	}
	for _, p := range promises(cmd.Long) {
		e := &example{place: s.name, command: p.text, status: p.status}
		r := row(table.Statuses, func(r *tableRow) bool { return r.In == cmd.CommandPath() && r.Promise == p.text })
		if r == nil {
			s.faultsAt(s.name, []string{fmt.Sprintf("the table has no command for the promised exit status %q", p.text)})
			continue
		}
		s.addRow(r, e)
	}
	return s
}

// addHelpBlock adds the examples in an indented block of a help text.
func (s *source) addHelpBlock(table *exampleTable, block []string) {
	if isProgram(strings.Fields(block[0])[0]) {
		for _, line := range block {
			s.add(table, &example{place: s.name, command: line})
		}
		return
	}
	r := row(table.Blocks, func(r *tableRow) bool { return r.Block == block[0] })
	if r == nil {
		s.faultsAt(s.name, []string{"the table has no row for the block " + block[0]})
		return
	}
	s.addBlock(r, s.name, block[0], block)
}

// addBlock adds the examples in a block that a row of the table describes.
func (s *source) addBlock(r *tableRow, place, name string, lines []string) {
	if r.Each != "" {
		for _, line := range lines {
			line, _, _ = strings.Cut(line, "  ")
			s.addRow(r, &example{place: place, command: line, env: []string{"LINE=" + line}})
		}
	} else if r.Runs != "" || r.Test != "" {
		s.addRow(r, &example{place: place, command: name, env: []string{"BLOCK=" + strings.Join(lines, "\n") + "\n"}})
	}
}

// helpBlocks returns the indented blocks of a help text, except for items of a list.
func helpBlocks(text string) (blocks [][]string) {
	var block []string
	before := ""
	for _, line := range append(strings.Split(text, "\n"), "") {
		if strings.HasPrefix(line, "  ") || strings.HasPrefix(line, "\t") {
			block = append(block, line)
			continue
		}
		if len(block) > 0 && !strings.HasPrefix(before, "- ") && !strings.HasPrefix(block[0], "  - ") {
			depth := len(block[0]) - len(strings.TrimLeft(block[0], " \t"))
			for i := range block {
				block[i] = block[i][depth:]
			}
			blocks = append(blocks, block)
		}
		before, block = line, nil
	}
	return blocks
}

// A promise is a part of a help text that contains an exit status.
type promise struct {
	text   string
	status int
}

// promises returns the exit statuses in a help text: those of the paragraph "Exit status", and
// those of other sentences.
func promises(text string) (all []promise) {
	for _, paragraph := range strings.Split(text, "\n\n") {
		paragraph = strings.Join(strings.Fields(paragraph), " ")
		if list, ok := strings.CutPrefix(paragraph, "Exit status: "); ok {
			starts := regexp.MustCompile(`(?:with [^,;]*, )?\b\d\b`).FindAllStringIndex(list, -1)
			for i, start := range starts {
				end := len(list)
				if i+1 < len(starts) {
					end = starts[i+1][0]
				}
				part, _, _ := strings.Cut(list[start[0]:end], ". ")
				status := int(regexp.MustCompile(`\d`).FindString(part)[0] - '0')
				all = append(all, promise{strings.TrimRight(part, " ,;."), status})
			}
			continue
		}
		for _, sentence := range strings.SplitAfter(paragraph, ". ") {
			if found := regexp.MustCompile(`\bexit status is (\d)`).FindStringSubmatch(sentence); found != nil {
				all = append(all, promise{strings.TrimRight(sentence, " ."), int(found[1][0] - '0')})
			}
		}
	}
	return all
}

// isProgram reports whether an example can begin with a word.
func isProgram(word string) bool {
	programs := []string{"smp-check", "go", "git", "kubectl", "kustomize", "npx", "node", "python3", "man", "sh", "sha256sum", "apt-get", "source", "echo"}
	return isScript(word) || slices.Contains(programs, word)
}

// pageSources returns the Markdown pages.
func pageSources(t *testing.T, table *exampleTable) (sources []*source) {
	code := readExamples(t)
	root := newRoot(strings.NewReader(""), io.Discard, io.Discard)
	for _, page := range markdownPages(t) {
		s := &source{name: page, page: page, text: readPage(t, page), files: strings.ReplaceAll(strings.Trim(strings.TrimSuffix(page, ".md"), "."), "/", "-")}
		s.setup = `ln -s "$ROOT"/* .` // most pages are for readers in the root of a clone
		if r := row(table.Pages, func(r *tableRow) bool { return r.In == page }); r != nil {
			if s.setup = r.Setup; r.Setup == "" {
				continue
			}
		}
		s.readPage(table, root, code)
		sources = append(sources, s)
	}
	return sources
}

// readPage adds the examples of a page. Code in Go must be part of an example of a _test.go
// file, unless it is a program with a comment "Output". The reader writes such a program to a
// new folder, and the next block of commands runs it.
func (s *source) readPage(table *exampleTable, root *cobra.Command, code []string) {
	var program []string // the output of the program that the reader has written
	for _, p := range readParts(s.text) {
		place := fmt.Sprintf("%s:%d", s.page, p.line)
		if r := row(table.Blocks, func(r *tableRow) bool {
			return r.In == s.page && (r.Block == p.language || r.Block == strings.Fields(p.language + " -")[0])
		}); r != nil {
			s.addBlock(r, place, p.language, p.lines)
			continue
		}
		switch p.language {
		case "":
			for _, c := range p.spans() {
				s.addSpan(table, root, fmt.Sprintf("%s:%d", s.page, c.line), c.text)
			}
		case "console":
			for _, e := range p.exchanges() {
				s.add(table, &example{place: fmt.Sprintf("%s:%d", s.page, e.line), command: e.command, shows: true, output: e.want, line: e.line + 1})
			}
		case "sh", indentedBlock:
			commands := p.commands()
			for _, e := range commands {
				s.add(table, &example{place: fmt.Sprintf("%s:%d", s.page, e.line), command: e.command})
			}
			if len(commands) > 0 && program != nil {
				last := s.examples[len(s.examples)-1]
				last.shows, last.output, program = true, program, nil
			}
		case "go":
			text := unindented(p.lines)
			if _, output, ok := strings.Cut(text, "// Output: "); ok && p.lines[0] == "package main" {
				program = outputLines(output)[:1]
				s.add(table, &example{place: place, command: "mkdir \"$WORK/try\" && cd \"$WORK/try\" && cat >main.go <<'END'\n" + strings.Join(p.lines, "\n") + "\nEND"})
			} else if !slices.ContainsFunc(code, func(example string) bool { return strings.Contains(example, text) }) {
				s.faultsAt(place, []string{"no example of a _test.go file has this code"})
			}
		default:
			s.faultsAt(place, []string{"nothing tests blocks of " + p.language})
		}
	}
}

// addSpan adds the code in a paragraph if it is a command with arguments. A program with a
// subcommand, such as smp-check diff, is only a name, and the subcommand must exist. The same
// applies to flags of a command, such as diff --keep.
func (s *source) addSpan(table *exampleTable, root *cobra.Command, place, text string) {
	commands := simpleCommands(text)
	if len(commands) == 0 {
		return
	}
	words := commands[0]
	command := func(name string) *cobra.Command {
		i := slices.IndexFunc(root.Commands(), func(c *cobra.Command) bool { return c.Name() == name })
		if i < 0 {
			return nil
		}
		return root.Commands()[i]
	}
	isFlag := func(word string) bool { return len(word) > 1 && word[0] == '-' }
	switch c := command(words[0]); {
	case isScript(words[0]):
		if info, err := os.Stat(filepath.Join(moduleRoot, words[0])); err != nil || !info.IsDir() {
			s.add(table, &example{place: place, command: text})
		}
	case isProgram(words[0]) && (len(words) > 2 || len(words) == 2 && isFlag(words[1])):
		s.add(table, &example{place: place, command: text})
	case words[0] == "smp-check" && len(words) == 2 && command(words[1]) == nil:
		s.faultsAt(place, []string{"there is no command " + text})
	case c != nil && slices.ContainsFunc(words[1:], isFlag):
		if !isFlag(words[1]) {
			s.faultsAt(place, []string{text + ": write it with smp-check, so that it is an example"})
		}
		for _, flag := range words[1:] {
			name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
			if isFlag(flag) && c.Flag(name) == nil && (len(name) > 1 || c.Flags().ShorthandLookup(name) == nil) {
				s.faultsAt(place, []string{text + ": there is no flag " + flag})
			}
		}
	}
}

// run runs the examples in a folder, and adds the faults that it finds.
func (s *source) run(base string) {
	session, err := s.begin(base)
	if err != nil {
		s.faults = append(s.faults, err.Error())
		return
	}
	for _, e := range s.examples {
		switch e.form {
		case asWritten, rewritten:
			output, status, err := session.command(e)
			got := outputLines(output)
			switch {
			case err != nil:
				s.faultsAt(e.place, []string{fmt.Sprintf("$ %s\n%v\n%s", e.command, err, output)})
			case status != e.status:
				s.faultsAt(e.place, []string{fmt.Sprintf("$ %s\nexit status %d, and the text promises %d%s\n%s", e.command, status, e.status, e.instead(), output)})
			case !e.shows || matches(e.output, got):
			case *update && !slices.Contains(e.output, anyLines):
				e.got = got
			default:
				s.faultsAt(e.place, []string{fmt.Sprintf("$ %s\nprints%s\n%s\nand not\n%s", e.command, e.instead(), output, strings.Join(e.output, "\n"))})
			}
		case served:
			if err := session.serve(e); err != nil {
				s.faultsAt(e.place, []string{fmt.Sprintf("$ %s%s\n%v", e.command, e.instead(), err)})
			}
		}
	}
}

// instead names the command that is run instead of the one in the text.
func (e *example) instead() string {
	if e.form == asWritten {
		return ""
	}
	return " (table.yaml runs " + e.runs + ")"
}

// A session is the folder in which a reader runs the examples of a text.
type session struct {
	base string // stand-ins for programs are in its folder bin
	cwd  string // the current folder, in or below the folder work
	env  []string
}

// begin creates the files of a text.
func (s *source) begin(base string) (*session, error) {
	root, err := filepath.Abs(moduleRoot)
	if err != nil {
		return nil, err
	}
	work := filepath.Join(base, "work")
	if err := os.MkdirAll(work, 0o777); err != nil {
		return nil, err
	}
	for _, name := range []string{"stand-ins", s.files} {
		archive, err := txtar.ParseFile(filepath.Join("testdata", "examples", name+".txtar"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		if err == nil {
			for _, file := range archive.Files {
				path := filepath.Join(work, filepath.FromSlash(file.Name))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o777), os.WriteFile(path, file.Data, 0o777)); err != nil {
					return nil, err
				}
			}
		}
	}
	// The files are copied here, and not by a command, so that go test knows that this test reads them.
	if err := os.CopyFS(filepath.Join(base, "example"), os.DirFS(filepath.Join("testdata", "example"))); err != nil {
		return nil, err
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer free.Close()
	bin := filepath.Join(base, "bin")
	session := &session{base: base, cwd: work, env: append(os.Environ(),
		"ROOT="+root, "WORK="+work, "CLUSTER="+filepath.Join(base, "cluster"), "CWD="+filepath.Join(base, "cwd"),
		"FREE_PORT="+strconv.Itoa(free.Addr().(*net.TCPAddr).Port),
		"GOBIN="+bin, "GOWORK=off", "GOFLAGS=", "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"),
	)}
	if output, status, err := session.command(&example{runs: s.setup}); err != nil || status != 0 {
		return nil, fmt.Errorf("%s: %v %s", s.setup, err, output)
	}
	return session, nil
}

// shellStart is the beginning of each script. The shell leaves its folder in a file, so that the
// next example begins there. Instead of go run ./cmd/smp-check, which compiles the same
// program, the command that the test has already compiled is run.
const shellStart = `trap 'pwd >"$CWD"' EXIT
go() {
	if [ "$1 $2" = "run ./cmd/smp-check" ]; then
		shift 2
		smp-check "$@"
	else
		command go "$@"
	fi
}
`

// maxExampleTime is far more than any example takes.
const maxExampleTime = 5 * time.Minute

// command runs an example in the current folder of the session.
func (s *session) command(e *example) (output string, status int, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), maxExampleTime)
	defer cancel()
	shell := exec.CommandContext(ctx, "sh", "-e", "-c", shellStart+e.runs)
	shell.Dir = s.cwd
	shell.Env = slices.Concat(s.env, e.env, []string{"PWD=" + s.cwd})
	var out bytes.Buffer
	shell.Stdout, shell.Stderr = &out, &out
	if err := shell.Start(); err != nil {
		return "", 0, err
	}
	err = shell.Wait()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		err = ctx.Err()
	}
	e.cpu = shell.ProcessState.SystemTime() + shell.ProcessState.UserTime()
	if cwd, _ := os.ReadFile(filepath.Join(s.base, "cwd")); len(cwd) > 0 {
		s.cwd = strings.TrimSpace(string(cwd))
	}
	return out.String(), shell.ProcessState.ExitCode(), err
}

// serve runs a server, which prints its address. After a request, it is interrupted, and must
// end with the exit status of the example.
func (s *session) serve(e *example) error {
	ctx, cancel := context.WithTimeout(context.Background(), maxExampleTime)
	defer cancel()
	server := exec.CommandContext(ctx, "sh", "-c", "exec "+e.runs)
	server.Dir, server.Env = s.cwd, s.env
	out, err := server.StdoutPipe()
	if err != nil {
		return err
	}
	var stderr strings.Builder
	server.Stderr = &stderr
	if err := server.Start(); err != nil {
		return err
	}
	var address string
	_, failed := fmt.Fscanln(out, &address)
	if failed == nil {
		var answer *http.Response
		if answer, failed = http.Get(address); failed == nil {
			answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				failed = errors.New(answer.Status)
			}
		}
	}
	_ = server.Process.Signal(os.Interrupt)
	_ = server.Wait()
	if status := server.ProcessState.ExitCode(); failed == nil && status != e.status {
		failed = fmt.Errorf("after an interrupt: exit status %d", status)
	}
	if failed != nil {
		return fmt.Errorf("%w\n%s", failed, &stderr)
	}
	return nil
}

// updated returns the text of a page with the real outputs.
func (s *source) updated() string {
	lines := strings.Split(s.text, "\n")
	for _, e := range slices.Backward(s.examples) { // so that line numbers before it stay valid
		if e.got != nil && e.line > 0 {
			lines = slices.Replace(lines, e.line-1, e.line-1+len(e.output), e.got...)
		}
	}
	return strings.Join(lines, "\n")
}

// counts describes how the examples are tested.
func (s *source) counts() string {
	var n [forms]int
	var cpu time.Duration
	for _, e := range s.examples {
		n[e.form]++
		cpu += e.cpu
	}
	return fmt.Sprintf("%d examples in %.1f s of processor time: %d run as written, %d in another form, %d served, %d with checked names, %d tested elsewhere, %d not run",
		len(s.examples), cpu.Seconds(), n[asWritten], n[rewritten], n[served], n[named], n[elsewhere], n[notRun])
}

// A page and a help text with mistakes: each of them is found, and nothing else.
func TestExamplesFindMistakes(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil || raceEnabled {
		t.Skip("it requires a shell")
	}
	root := newRoot(strings.NewReader(""), io.Discard, io.Discard)
	table := &exampleTable{
		Examples: []*tableRow{{Example: "smp-check rules ID", Runs: "smp-check rules keys-nul"}, {Example: "smp-check never"}},
		Blocks:   []*tableRow{{In: "page.md", Block: "json", Test: "go test ./cmd/smp-check -run TestNothing"}},
	}
	page := &source{name: "page.md", page: "page.md", setup: ":", text: strings.Join([]string{
		"`smp-check rulez`, `smp-check rules`, `diff --kep`, `diff --keep`, `apply a.yaml -p x`, `smp-check rules ID`,",
		"`go test ./smp -run TestNothing`", "",
		"```console", "$ echo a; echo b  # exit status 0", "a", "c", "$ false  # exit status 1", "$ false", "$ (exit 3)  # the exit status 2", "no output", "```", "",
		"```sh", "cat >file <<'END'", "a", "END", "exit 4", "```", "",
		"```console", "$ cat file", "b", "```", "",
		"```go", "nothing()", "```", "", "```python", "```", "", "```json", "```", "",
		"    cat file | grep b", "",
	}, "\n")}
	page.readPage(table, root, nil)
	page.run(t.TempDir())
	help := &cobra.Command{Use: "smp-check", Example: "  smp-check rules keys-nul\n  smp-check rules keys-null", Long: `Text:

  a  b

Exit status: 0 if x, 1 if y.`}
	text := helpSource(help, table)
	text.run(t.TempDir())
	var got []string
	for _, fault := range append(page.faults, text.faults...) {
		got = append(got, strings.Join(strings.Fields(fault), " "))
	}
	want := []string{
		"page.md:1: there is no command smp-check rulez",
		"page.md:1: diff --kep: there is no flag --kep",
		"page.md:1: apply a.yaml -p x: write it with smp-check, so that it is an example",
		"page.md:2: no test matches TestNothing",
		"page.md:27: no example of a _test.go file has this code",
		"page.md:31: nothing tests blocks of python",
		"page.md:34: no test matches TestNothing",
		"page.md:1: $ smp-check rules ID exit status 2, and the text promises 0 (table.yaml runs smp-check rules keys-nul) smp-check: keys-nul: not the id of a rule",
		"page.md:5: $ echo a; echo b prints a b and not a c",
		"page.md:9: $ false exit status 1, and the text promises 0",
		"page.md:10: $ (exit 3) exit status 3, and the text promises 2",
		"page.md:18: $ exit 4 exit status 4, and the text promises 0",
		"page.md:22: $ cat file prints a and not b",
		"page.md:36: $ cat file | grep b exit status 1, and the text promises 0",
		"smp-check --help: the table has no row for the block a  b",
		`smp-check --help: the table has no command for the promised exit status "0 if x"`,
		`smp-check --help: the table has no command for the promised exit status "1 if y"`,
		"smp-check --help: $ smp-check rules keys-nul exit status 2, and the text promises 0",
	}
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || !strings.HasPrefix(got[i], strings.Join(strings.Fields(want[i]), " ")) {
			t.Fatalf("found\n%s\nand not\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if unused := fmt.Sprint(table.unused()); unused != "[smp-check never]" {
		t.Errorf("unused rows: %s", unused)
	}
	for _, e := range page.examples {
		if e.command == "cat file" {
			e.got = []string{"a", "b"}
		}
	}
	if want := strings.Replace(page.text, "$ cat file\nb\n", "$ cat file\na\nb\n", 1); page.updated() != want {
		t.Errorf("the updated page is\n%s", page.updated())
	}
}

func TestPromises(t *testing.T) {
	got := promises(`Text. If it fails, the exit
status is 3. More text.

Exit status: 0 if the patch was written; with --exit-code, 1 if there are
differences; 2 if there is none (a, b), or if c. In that case, nothing is written.`)
	want := []promise{
		{"If it fails, the exit status is 3", 3}, {"0 if the patch was written", 0},
		{"with --exit-code, 1 if there are differences", 1}, {"2 if there is none (a, b), or if c", 2},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
