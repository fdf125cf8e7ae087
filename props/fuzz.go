package props

import (
	"crypto/sha256"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
)

// Fuzz is the body of a target for Go's fuzzer, which searches for inputs that reach new code of the
// engine. It checks every law on the subject, like [Run]. The seeds are the inputs of the cases of the
// corpus. All other inputs are generated, half of them for the schema of a case. If a law is broken,
// Fuzz reports the smallest case it finds that breaks the same law, as YAML for a file of the corpus.
//
//	func FuzzLaws(f *testing.F) { props.Fuzz(f, myengine) }
//
// Set -fuzzminimizetime, because Go would spend up to a minute on shortening each interesting input:
//
//	go test -run XXX -fuzz FuzzLaws -fuzztime 100000x -fuzzminimizetime 10x
//
// Without -fuzz, the laws are checked on the seeds. [RunSeeds] usually finds rare faults faster.
//
// Fuzz fails if the subject skips all seeds. It does not report the laws in known, and does not check
// that they are broken. The files that the fuzzer writes to testdata are valid only for this version
// of the module, so keep the reported cases instead (see [Smallest]).
func Fuzz(f *testing.F, subject corpus.Subject, known ...Known) {
	list, all := merged(f, known), map[corpus.Op]*tallies{}
	for _, op := range laws.Ops() {
		all[op] = newTallies(op, list)
	}
	cases, err := answered(subject)
	if err != nil {
		f.Fatal(err)
	}
	for i := range cases {
		f.Add(uint16(i), []byte{})
	}
	f.Fuzz(func(t *testing.T, number uint16, choices []byte) {
		in := fuzzed(cases, int(number), choices)
		check := func(in corpus.Input) laws.Verdict { return all[in.Op].check(subject, in, nil) }
		if v := check(in); v.Status == laws.Broken {
			t.Fatal(smallest(v, check))
		}
	})
}

// answered returns the cases that the subject does not skip, except for those with an invalid schema.
func answered(subject corpus.Subject) ([]corpus.Case, error) {
	cases, err := corpus.Cases()
	if err != nil {
		return nil, err
	}
	var coverage corpus.Coverage
	cases = slices.DeleteFunc(cases, func(c corpus.Case) bool {
		if c.SchemaErr != nil {
			return true
		}
		v := laws.NoPanic(subject, c.Input)
		v.Cover(&coverage)
		return v.Status == laws.Inapplicable
	})
	return cases, coverage.Err()
}

// fuzzed returns the input of a case if there are no choices. If there are some, it generates an input
// of the same operation, for the schema of the case or with a schema of its own.
func fuzzed(cases []corpus.Case, number int, choices []byte) corpus.Input {
	in := cases[number%len(cases)].Input
	if len(choices) == 0 {
		return in
	}
	// Generating an input takes hundreds of choices, but the fuzzer begins with short texts.
	more := make([]byte, 4096)
	rand.NewChaCha8(sha256.Sum256(choices)).Read(more)
	src := gen.FromBytes(slices.Concat(choices, more))
	if src.Intn("schema", 2) == 0 {
		return gen.ForSchema(in.Op, in.Schema, src).Input()
	}
	return gen.For(in.Op, src).Input()
}
