package versions

import (
	"math"
	"strconv"
	"strings"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/gen"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
	"github.com/strategicpatch/smp/smp/openapi"
)

// A trial is one generated input.
type trial struct {
	// kind is the built-in kind of the documents. It is zero if the schema was generated, too.
	kind kubernetes.Kind
	in   corpus.Input
}

// builtIn are the built-in kinds that half of the inputs use.
var builtIn = []kubernetes.Kind{
	{APIVersion: "v1", Kind: "Pod"}, {APIVersion: "v1", Kind: "Service"}, {APIVersion: "v1", Kind: "ServiceAccount"},
	{APIVersion: "v1", Kind: "Node"}, {APIVersion: "v1", Kind: "ConfigMap"}, {APIVersion: "apps/v1", Kind: "Deployment"},
	{APIVersion: "batch/v1", Kind: "Job"}, {APIVersion: "networking.k8s.io/v1", Kind: "Ingress"},
}

// trials returns n inputs of an operation. The inputs are made from seeds. Inputs that
// apimachinery cannot read are left out.
func trials(op corpus.Op, n int) []trial {
	var all []trial
	for seed := uint64(0); len(all) < n; seed++ {
		src := gen.FromSeed(seed)
		var t trial
		if seed%2 == 0 {
			t.in = gen.For(op, src).Input()
		} else {
			t.kind = builtIn[seed/2%uint64(len(builtIn))]
			t.in = gen.ForSchema(op, schemaOf(t.kind), src).Input()
		}
		t.in.Options = corpus.Options{}
		if askable(t.in) {
			all = append(all, t)
		}
	}
	return all
}

// schemaOf returns this module's schema of a kind.
func schemaOf(kind kubernetes.Kind) smp.Schema {
	s, ok := kubernetes.Lookup(kind.APIVersion, kind.Kind)
	if !ok {
		panic("there is no kind " + kind.String())
	}
	return s
}

// source returns the schema in the form of a case.
func (t trial) source() corpus.SchemaSource {
	if t.kind != (kubernetes.Kind{}) {
		return corpus.SchemaSource{APIVersion: t.kind.APIVersion, Kind: t.kind.Kind}
	}
	return corpus.SchemaSource{OpenAPI: openapi.Encode(t.in.Schema), Root: openapi.Root}
}

// size returns the length of the documents and of a generated schema.
func (t trial) size() int {
	size := len(t.source().OpenAPI.JSON())
	for _, d := range t.in.Documents() {
		size += 4 * len(d.Value.JSON())
	}
	return size
}

// askable reports whether an input can be sent to an engine: it must have a schema, its
// documents must be maps, and their numbers must be in the range of floats.
func askable(in corpus.Input) bool {
	if in.Schema.Equal(smp.Schemaless) {
		return false
	}
	for _, d := range in.Documents() {
		if _, ok := asRead(d.Value); !ok || d.Value.Type() != model.Map {
			return false
		}
	}
	return true
}

// asRead returns a value in which numbers have the same spelling if apimachinery reads them
// as equal. It returns false if a number is out of range.
func asRead(v model.Value) (model.Value, bool) {
	switch v.Type() {
	case model.Number:
		return number(v)
	case model.Map:
		members := v.AppendMembers(nil)
		for i := range members {
			var ok bool
			if members[i].Value, ok = asRead(members[i].Value); !ok {
				return v, false
			}
		}
		return built(model.NewMap(members...)), true
	case model.List:
		elements := v.AppendElements(nil)
		for i := range elements {
			var ok bool
			if elements[i], ok = asRead(elements[i]); !ok {
				return v, false
			}
		}
		return built(model.NewList(elements...)), true
	default:
		return v, true
	}
}

func number(v model.Value) (model.Value, bool) {
	text := v.NumberText()
	if !strings.ContainsAny(text, ".eE") {
		if n, err := strconv.ParseInt(text, 10, 64); err == nil {
			return model.NewInt(n), true
		}
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return v, false
	}
	if f == math.Trunc(f) && math.Abs(f) < 1<<63 {
		return model.NewInt(int64(f)), true
	}
	return built(model.NewNumber(strconv.FormatFloat(f, 'g', -1, 64))), true
}

// built returns v. It panics on an error, which cannot occur because v is no deeper than an
// existing value.
func built(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}
