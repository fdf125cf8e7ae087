package fuzz

import (
	"math"
	"slices"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/props/laws"
	"github.com/strategicpatch/smp/smp/cluster"
)

// General checks the laws about all operations on the engine. If the bytes are a case, op is
// the operation. If not, the first byte chooses the operation, the next four are for Dialect,
// and the rest is read like the bytes of Apply. The engine must give the same answers with
// and without a trace.
func General(data []byte) error {
	in, _, err := anyInput(data)
	if err != nil {
		return err
	}
	if err := keeps(engine, in, func(law laws.Law) bool { return law.Op == "" }); err != nil {
		return err
	}
	return traced(corpus.Engine(), in)
}

// traced compares the answers with and without a trace.
func traced(s corpus.Subject, in corpus.Input) error {
	return laws.Agree(s, corpus.Untraced(s), in).Err()
}

// Dialect checks an engine of package cluster with the laws that are true for any engine: it
// must not panic or change its inputs, must give the same answer again, and must return
// either a complete result or an error whose path exists. Cases are checked with the zero
// engine. For other inputs, the bytes choose the engine.
func Dialect(data []byte) error {
	in, rest, err := anyInput(data)
	if err != nil {
		return err
	}
	var server cluster.Engine
	if rest != nil {
		server = servers[rest.Intn("dialect", len(servers))]
	}
	subject := corpus.Cluster(server)
	err = keeps(corpus.Untraced(subject), in, func(law laws.Law) bool {
		return slices.Contains([]string{"no-panic", "inputs-unchanged", "repeatable", "all-or-nothing", "error-path"}, law.Name)
	})
	if err != nil {
		return err
	}
	return traced(subject, in)
}

// servers are the different engines of package cluster.
var servers = []cluster.Engine{
	{BeforeDecoding: true},
	{},
	{BeforeDecoding: true, Lookup: cluster.OpenAPIV2},
	{BeforeDecoding: true, Lookup: cluster.OpenAPIV3},
}

// anyInput returns an input of any operation. If the bytes are choices, it also returns a
// source of further choices.
func anyInput(data []byte) (corpus.Input, gen.Source, error) {
	if err := sized(data); err != nil {
		return corpus.Input{}, nil, err
	}
	if len(data) > 0 && data[0] == '{' {
		in, err := Input(operationOf(data), data)
		return in, nil, err
	}
	src := gen.FromBytes(data)
	ops := laws.Ops()
	op := ops[src.Intn("operation", len(ops))]
	more := gen.FromSeed(uint64(src.Intn("more", math.MaxInt32)))
	return gen.For(op, src).Input(), more, nil
}

// operationOf returns the operation of a case. It is apply if the case has none.
func operationOf(data []byte) corpus.Op {
	v, err := model.Parse(data)
	if err != nil {
		return corpus.OpApply
	}
	name, _ := v.Get("op")
	if op := corpus.Op(name.Text()); slices.Contains(laws.Ops(), op) {
		return op
	}
	return corpus.OpApply
}
