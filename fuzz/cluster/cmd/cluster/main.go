// Cluster compares this project with a real API server and kubectl, which it builds, starts
// and stops, and writes a page with the results.
//
//	cluster [-random N] [-parts NAMES] [-page FILE] [-answers FILE] [-programs FOLDER]
//	cluster -marks FILE [-programs FOLDER]
//	cluster -examples [-programs FOLDER]
//	cluster -verdicts FILE [-each N] [-seed N] [-programs FOLDER]
//
// With -marks, it records how the server treats the zero of each field instead, and writes
// the record to the file. With -examples, it records the objects that the server stores for
// the examples of smp-check threeway. With -verdicts, it records which of N generated patches
// of each object the server accepts, and why it rejects the others.
//
// The page is written if all parts are compared. The sections about answers, about the lives
// of objects and about kept places are written whenever these parts are compared. The command
// runs in the directory of the module. Exit status: 0 if every difference is explained, 1 if a
// difference is not explained, 2 if the comparison failed.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/server"
	"github.com/strategicpatch/smp/fuzz/cluster/trial"
	"github.com/strategicpatch/smp/fuzz/upstream/table"
)

func main() {
	random := flag.Int("random", 4000, "how many random patches to try; half as many steps of random lives")
	parts := flag.String("parts", strings.Join(trial.Parts, ","), "what to compare")
	page := flag.String("page", "CLUSTER.md", "the page to write")
	answers := flag.String("answers", filepath.Join("..", "..", "smp", "server", "testdata", "answers.jsonl"), "the file in which answers to PATCH requests are recorded")
	programs := flag.String("programs", filepath.Join("..", "..", ".cache", "cluster"), "the folder of the programs, which are built there")
	marks := flag.String("marks", "", "record what the server does with the zero of each field, in this file, and compare nothing")
	examples := flag.Bool("examples", false, "record what the server stores for the examples of threeway, and compare nothing")
	verdicts := flag.String("verdicts", "", "record which generated patches the server accepts, in this file, and compare nothing")
	perObject := flag.Int("each", 12, "how many patches to generate for each object, for -verdicts")
	seed := flag.Uint64("seed", 0, "the seed of these patches")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	var failures []string
	var err error
	switch {
	case *marks != "":
		err = record(ctx, *marks, *programs)
	case *verdicts != "":
		err = recordVerdicts(ctx, *verdicts, *perObject, *seed, *programs)
	case *examples:
		err = recordExamples(ctx, *programs)
	default:
		failures, err = run(ctx, *random, strings.Split(*parts, ","), *page, *answers, *programs)
	}
	for _, text := range failures {
		fmt.Fprintf(os.Stderr, "\n%s\n", text)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cluster:", err)
		os.Exit(2)
	}
	if len(failures) > 0 {
		fmt.Fprintf(os.Stderr, "\ncluster: %d failures\n", len(failures))
		os.Exit(1)
	}
}

// A cluster is a server together with the objects in it.
type cluster struct {
	*server.Server
	world    *trial.World
	binaries server.Binaries
	version  string
}

func say(text string) { fmt.Fprintln(os.Stderr, text) }

// start builds the programs, starts the server and creates the objects. The caller must stop
// the server.
func start(ctx context.Context, programs string) (*cluster, error) {
	say("building kube-apiserver, etcd and kubectl, unless they are there")
	binaries, version, err := server.Build(ctx, ".", programs)
	if err != nil {
		return nil, err
	}
	s, err := server.Start(ctx, binaries)
	if err != nil {
		return nil, err
	}
	w, err := trial.NewWorld(ctx, client.New(s.URL, s.Token, s.TLS), ".")
	if err != nil {
		s.Stop()
		return nil, err
	}
	return &cluster{s, w, binaries, version}, nil
}

// record writes a record of how the server treats the zero of each field.
func record(ctx context.Context, file, programs string) error {
	c, err := start(ctx, programs)
	if err != nil {
		return err
	}
	defer c.Stop()
	r, immutable, required, err := c.world.Record(ctx, c.version, say)
	if err != nil {
		return err
	}
	head := fmt.Sprintf("# Written by %s; DO NOT EDIT.\n#\n# ", table.RecordCommand)
	immutable = fmt.Append(nil, head, fmt.Sprintf(immutableHead, c.version), string(immutable))
	required = fmt.Append(nil, head, fmt.Sprintf(requiredHead, c.version), string(required))
	folder := filepath.Join("..", "..", "cmd", "smp-check", "internal", "judge")
	return errors.Join(os.WriteFile(file, r.Text(), 0o644),
		os.WriteFile(filepath.Join(folder, "immutable.txt"), immutable, 0o644), os.WriteFile(filepath.Join(folder, "required.txt"), required, 0o644))
}

const immutableHead = `The fields whose changes the API server of Kubernetes %s rejects, for each kind. Exceptions
# follow: !PLACE may change. With !=PLACE, the field may be set if it is missing; with !+PLACE, its list may get more
# elements; with !-PLACE, it may be deleted, and its list may lose elements; with !-PLACE=VALUE, the server keeps
# this value if the field is deleted; with !~PLACE, it may get another value. Places leave out the elements of lists.
`

const requiredHead = `The fields without which the API server of Kubernetes %s rejects an object, for each kind. Fields that
# are required wherever their Go type is used have a mark instead. For PLACE=0, the server also rejects 0, false
# and {}. For PLACE.A|B, the map needs one of the fields. Places leave out the elements of lists.
`

// recordExamples writes the objects that the server stores for the examples of threeway.
func recordExamples(ctx context.Context, programs string) error {
	c, err := start(ctx, programs)
	if err != nil {
		return err
	}
	defer c.Stop()
	testdata := filepath.Join("..", "..", "cmd", "smp-check", "testdata")
	return c.world.Examples(ctx, filepath.Join(testdata, "example"), filepath.Join(testdata, "stored"))
}

// recordVerdicts writes what the server answers to generated patches.
func recordVerdicts(ctx context.Context, file string, n int, seed uint64, programs string) error {
	c, err := start(ctx, programs)
	if err != nil {
		return err
	}
	defer c.Stop()
	v, err := c.world.Verdicts(ctx, n, seed)
	if err != nil {
		return err
	}
	v.Version = c.version
	say(fmt.Sprintf("verdicts: %d patches of %d objects", v.Count(), len(v.Objects)))
	var text bytes.Buffer
	return errors.Join(v.Write(&text), os.WriteFile(file, text.Bytes(), 0o644))
}

// run compares everything and writes the page. It returns the unexplained differences.
func run(ctx context.Context, random int, parts []string, page, answers, programs string) ([]string, error) {
	c, err := start(ctx, programs)
	if err != nil {
		return nil, err
	}
	defer c.Stop()
	kubectl := trial.Kubectl{Path: c.binaries.Kubectl, Kubeconfig: c.Kubeconfig, Cache: c.Cache}
	extent := trial.Extent{Random: random, Written: 40, Pairs: 6, Stories: random / 50, Steps: random / 2}
	report, err := trial.Run(ctx, c.world, kubectl, extent, parts, say)
	if err == nil && report.Answers != nil {
		err = recordAnswers(report, c.version, page, answers)
	}
	if err == nil && report.Lives != nil && !report.Whole() {
		err = rewrite(page, report.WithLives)
	}
	if err == nil && report.Shared != nil && !report.Whole() {
		err = rewrite(page, report.WithShared)
	}
	if err != nil || !report.Whole() {
		return report.Failures(), err
	}
	file, err := os.Create(page)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if err := report.WritePage(file, c.version); err != nil {
		return nil, err
	}
	return report.Failures(), file.Close()
}

// recordAnswers writes the answers to their file, and updates their section of the page.
func recordAnswers(report *trial.Report, version, page, answers string) error {
	report.Answers.Version = version
	file, err := os.Create(answers)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := report.Answers.Write(file); err != nil {
		return err
	}
	return errors.Join(file.Close(), rewrite(page, report.WithAnswers))
}

// rewrite changes the text of the page.
func rewrite(page string, change func(text string) string) error {
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	return os.WriteFile(page, []byte(change(string(text))), 0o644)
}
