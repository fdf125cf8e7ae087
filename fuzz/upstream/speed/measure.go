package speed

import (
	"runtime"
	"slices"
	"time"
)

// Operations are measured in rounds that alternate between the engines, so that other load on
// the machine affects both. In each round, an operation runs in a batch that is long enough
// for the clock. An operation that takes longer than slow runs only once.
const (
	rounds = 9
	batch  = 30 * time.Millisecond
	slow   = 500 * time.Millisecond
)

// A Sample is the cost of one operation in its best round.
type Sample struct {
	Time   time.Duration
	Allocs int
	Bytes  int
	Rounds []time.Duration // the time of each round, in order
}

// A Row is one line of the comparison.
type Row struct {
	Workload
	// Operation is ApplyJSON, Apply, DiffJSON or ThreeWayJSON.
	Operation string
	// Theirs and Scan are zero if they cannot be compared with Ours.
	Ours, Theirs, Scan Sample
}

// A Ratio is the factor by which one engine is faster than another: the median of the rounds,
// and the bounds of the middle half of them. It is zero if there is no comparison.
type Ratio struct{ Low, Median, High float64 }

// Ratio returns the factor by which this project's engine is faster. Rounds are compared one
// by one, because in each round both engines run under the same load. An operation that ran
// only once is compared with every round.
func (r Row) Ratio() Ratio { return ratioOf(r.Ours, r.Theirs) }

func ratioOf(ours, theirs Sample) Ratio {
	if theirs.Time == 0 {
		return Ratio{}
	}
	var all []float64
	for i, t := range ours.Rounds {
		of := theirs.Rounds[min(i, len(theirs.Rounds)-1)]
		all = append(all, float64(of)/float64(t))
	}
	slices.Sort(all)
	at := func(quarter int) float64 { return all[(len(all)-1)*quarter/4] }
	return Ratio{at(1), at(2), at(3)}
}

// OfScan returns the time of ApplyJSON divided by the time of a strict scan of its documents.
// It returns 0 for other operations.
func (r Row) OfScan() float64 {
	if r.Scan.Time == 0 {
		return 0
	}
	return float64(r.Ours.Time) / float64(r.Scan.Time)
}

// Measure measures a workload and returns a row for each operation.
func (w Workload) Measure() ([]Row, error) {
	operations, err := w.Operations()
	if err != nil {
		return nil, err
	}
	return w.rowsOf(operations, batch)
}

// rowsOf measures operations and returns a row for each one of this project that has a counterpart.
func (w Workload) rowsOf(operations []Operation, batch time.Duration) ([]Row, error) {
	samples, err := measure(operations, batch)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, o := range operations {
		if o.Engine == Ours && o.Name != "Parse" {
			rows = append(rows, Row{Workload: w, Operation: o.Name})
		}
	}
	for i, o := range operations {
		for j := range rows {
			switch {
			case o.Name == "Parse" && rows[j].Operation == "ApplyJSON":
				rows[j].Scan = samples[i]
			case o.Name != rows[j].Operation:
			case o.Engine == Ours:
				rows[j].Ours = samples[i]
			default:
				rows[j].Theirs = samples[i]
			}
		}
	}
	return rows, nil
}

// measure returns a sample for each operation. The argument batch is the time for one
// operation in a round.
func measure(operations []Operation, batch time.Duration) ([]Sample, error) {
	times := make([]int, len(operations))
	taken := make([][]Sample, len(operations))
	for round := range rounds {
		for i, o := range operations {
			if round == 0 {
				first, err := run(o, 1)
				if err != nil {
					return nil, err
				}
				times[i] = max(1, int(batch/max(first.Time, 1)))
				if first.Time > slow {
					taken[i] = append(taken[i], first)
				}
			}
			if len(taken[i]) > 0 && taken[i][0].Time > slow {
				continue
			}
			s, err := run(o, times[i])
			if err != nil {
				return nil, err
			}
			taken[i] = append(taken[i], s)
		}
	}
	samples := make([]Sample, len(operations))
	for i, all := range taken {
		samples[i] = slices.MinFunc(all, func(a, b Sample) int { return int(a.Time - b.Time) })
		for _, s := range all {
			samples[i].Rounds = append(samples[i].Rounds, s.Time)
		}
	}
	return samples, nil
}

// run runs an operation n times and returns the average cost of one run.
func run(o Operation, n int) (Sample, error) {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	for range n {
		if err := o.Run(); err != nil {
			return Sample{}, err
		}
	}
	elapsed := time.Since(start)
	runtime.ReadMemStats(&after)
	return Sample{
		Time:   elapsed / time.Duration(n),
		Allocs: int(after.Mallocs-before.Mallocs) / n,
		Bytes:  int(after.TotalAlloc-before.TotalAlloc) / n,
	}, nil
}

// A Contest contains the results of one operation with several engines. The first one is this
// project's.
type Contest struct {
	Workload
	Operation string
	Engines   []string
	Samples   []Sample
}

// MeasureOthers measures the operations of Others.
func (w Workload) MeasureOthers() ([]Contest, error) {
	operations, err := w.Others()
	if err != nil {
		return nil, err
	}
	return w.contests(operations)
}

func (w Workload) contests(operations []Operation) ([]Contest, error) {
	return w.contestsIn(operations, batch)
}

// contestsIn measures operations. Operations with the same name must be next to each other,
// beginning with this project's.
func (w Workload) contestsIn(operations []Operation, batch time.Duration) ([]Contest, error) {
	samples, err := measure(operations, batch)
	if err != nil {
		return nil, err
	}
	var contests []Contest
	for i, o := range operations {
		if o.Engine == Ours {
			contests = append(contests, Contest{Workload: w, Operation: o.Name})
		}
		c := &contests[len(contests)-1]
		c.Engines = append(c.Engines, o.Engine)
		c.Samples = append(c.Samples, samples[i])
	}
	return contests, nil
}

// A Share is the cost of a parsed document that several goroutines use.
type Share struct {
	Workload
	Retained float64 // the memory that the parsed document retains, in bytes for each byte of text
	One, Two Sample  // the cost of an Apply by one goroutine, and by each of two goroutines at the same time
}

// MeasureShare measures the cost of a workload's document.
func (w Workload) MeasureShare() (Share, error) {
	s := Share{Workload: w}
	var err error
	if s.Retained, err = w.Retained(); err != nil {
		return Share{}, err
	}
	const times = 100
	var operations []Operation
	for _, n := range []int{1, 2} {
		applies, err := w.Concurrent(n, times)
		if err != nil {
			return Share{}, err
		}
		operations = append(operations, Operation{Name: "Apply", Engine: Ours, Run: applies})
	}
	samples, err := measure(operations, batch)
	if err != nil {
		return Share{}, err
	}
	s.One, s.Two = samples[0], samples[1]
	s.One.Time /= times
	s.Two.Time /= times
	return s, nil
}
