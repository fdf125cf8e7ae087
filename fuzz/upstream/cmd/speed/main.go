// Command speed measures both engines in the same run and writes SPEED.md and its plot:
//
//	go -C fuzz/upstream run ./cmd/speed
//
// It takes some minutes. With the argument -, it writes the page to standard output. With the
// argument kinds, it writes only the section about all kinds. With the argument firstcall, it
// measures only the first call of a process, 81 times or PROCESSES times, and replaces the
// section about it in SPEED.md:
//
//	go -C fuzz/upstream run ./cmd/speed firstcall [PROCESSES]
package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/strategicpatch/smp/fuzz/upstream/speed"
)

const (
	pageFile  = "SPEED.md"
	processes = 81 // the number of processes that make a first call
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "speed:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 1 && args[0] == "kinds" {
		return overKinds(os.Stdout)
	}
	if len(args) > 0 && args[0] == "firstcall" {
		return firstCall(args[1:])
	}
	workloads, err := speed.Workloads()
	if err != nil {
		return err
	}
	var rows []speed.Row
	var contests, maps []speed.Contest
	var shares []speed.Share
	for _, w := range workloads {
		measured, err := w.Measure()
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name(), err)
		}
		rows = append(rows, measured...)
		if w.Patch != "plain" {
			continue
		}
		contest, err := w.MeasureOthers()
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name(), err)
		}
		contests = append(contests, contest...)
		overMaps, err := w.MeasureMaps()
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name(), err)
		}
		maps = append(maps, overMaps...)
		share, err := w.MeasureShare()
		if err != nil {
			return fmt.Errorf("%s: %w", w.Name(), err)
		}
		shares = append(shares, share)
	}
	var page bytes.Buffer
	if err := speed.WritePage(&page, rows); err != nil {
		return err
	}
	if err := overKinds(&page); err != nil {
		return err
	}
	if err := speed.WriteMaps(&page, maps); err != nil {
		return err
	}
	first, err := speed.FirstCalls(processes)
	if err != nil {
		return err
	}
	if err := speed.WriteFirstCalls(&page, first); err != nil {
		return err
	}
	if err := speed.WriteOthers(&page, contests, shares); err != nil {
		return err
	}
	if len(args) == 1 && args[0] == "-" {
		_, err := os.Stdout.Write(page.Bytes())
		return err
	}
	points, err := speed.MeasureCurve(speed.Lengths)
	if err != nil {
		return err
	}
	var plot bytes.Buffer
	if err := speed.WritePlot(&plot, points); err != nil {
		return err
	}
	if err := os.WriteFile(speed.PlotFile, plot.Bytes(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(pageFile, page.Bytes(), 0o644)
}

// overKinds measures all kinds and writes the section about them.
func overKinds(w io.Writer) error {
	all, err := speed.Kinds()
	if err != nil {
		return err
	}
	rows, err := speed.MeasureKinds(all)
	if err != nil {
		return err
	}
	return speed.WriteKinds(w, rows)
}

// firstCall writes the section on the first call. The argument is the number of processes.
func firstCall(args []string) error {
	times := processes
	if len(args) > 0 {
		var err error
		if times, err = strconv.Atoi(args[0]); err != nil {
			return fmt.Errorf("%q is no number of processes", args[0])
		}
	}
	page, err := os.ReadFile(pageFile)
	if err != nil {
		return err
	}
	calls, err := speed.FirstCalls(times)
	if err != nil {
		return err
	}
	text, err := speed.WithFirstCalls(string(page), calls)
	if err != nil {
		return err
	}
	return os.WriteFile(pageFile, []byte(text), 0o644)
}
