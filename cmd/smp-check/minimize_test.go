package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// brokenEngine is the command of an engine that speaks the protocol and has the bug that its
// argument names:
//
//	moves    puts the last element of a keyed list first if a patch adds elements to the list
//	dies     exits if a patch adds elements to a keyed list
//	hangs    never answers if a patch adds elements to a keyed list
//	expires  exits after some answers, and on every start after that
//	waits    writes a file, and gives its third answer when the file is removed
//	strips   creates patches without $patchMergeKey
func brokenEngine() {
	wrong := os.Args[1]
	answers := 0
	server := protocol.ServerOf(corpus.Engine(), corpus.Documented)
	server.Name = wrong
	server.Answer = func(r protocol.Request) corpus.Outcome {
		out := corpus.Engine().Run(r.Input)
		if wrong == "strips" && out.Err == nil {
			out.Result = stripped(out.Result)
		}
		if r.Input.Op != corpus.OpApply || out.Err != nil {
			return out
		}
		if wrong == "waits" {
			if answers++; answers == 3 {
				waitFor(os.Args[2])
			}
			return out
		}
		moved := lastFirst(r.Input.Schema, r.Input.Original, out.Result)
		answers++
		switch {
		case wrong == "expires" && answers == 10:
			if err := os.WriteFile(os.Args[2], nil, 0o644); err != nil {
				panic(err)
			}
			os.Exit(7)
		case model.Equal(moved, out.Result):
		case wrong == "dies":
			fmt.Fprintln(os.Stderr, "broken-engine: out of order")
			os.Exit(7)
		case wrong == "hangs":
			time.Sleep(time.Hour)
		default:
			out.Result = moved
		}
		return out
	}
	if wrong == "expires" {
		if _, err := os.Stat(os.Args[2]); err == nil {
			os.Exit(7)
		}
	}
	if err := server.Serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// lastFirst moves the last element to the front in each keyed list to which a patch added
// elements.
func lastFirst(s smp.Schema, original, result model.Value) model.Value {
	switch result.Type() {
	case model.List:
		elements := result.AppendElements(nil)
		for i, e := range elements {
			if original.Len() == len(elements) {
				elements[i] = lastFirst(s.Element(), original.At(i), e)
			}
		}
		if n := len(elements) - 1; s.Keyed() && original.Len() > 0 && n >= original.Len() {
			elements = append([]model.Value{elements[n]}, elements[:n]...)
		}
		return must(model.NewList(elements...))
	case model.Map:
		var members []model.Member
		for name, m := range result.Members() {
			field, _ := s.Member(name)
			was, _ := original.Get(name)
			members = append(members, model.Member{Name: name, Value: lastFirst(field, was, m)})
		}
		return must(model.NewMap(members...))
	}
	return result
}

// stripped returns a patch without $patchMergeKey.
func stripped(v model.Value) model.Value {
	switch v.Type() {
	case model.List:
		var elements []model.Value
		for _, e := range v.Elements() {
			elements = append(elements, stripped(e))
		}
		return must(model.NewList(elements...))
	case model.Map:
		var members []model.Member
		for name, m := range v.Members() {
			if name != "$patchMergeKey" {
				members = append(members, model.Member{Name: name, Value: stripped(m)})
			}
		}
		return must(model.NewMap(members...))
	}
	return v
}

func must(v model.Value, err error) model.Value {
	if err != nil {
		panic(err)
	}
	return v
}

// populate is the script command "populate FILE APIVERSION KIND BYTES": it
// writes an object of the kind with at least this size, in which every field is
// set and every list has two elements.
func populate(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: populate FILE APIVERSION KIND BYTES")
	}
	s, ok := kubernetes.Lookup(args[1], args[2])
	if !ok {
		ts.Fatalf("there is no kind %s of %s", args[2], args[1])
	}
	n := 0
	text := must(populated(s, "", &n).WithMembers(
		model.Member{Name: "apiVersion", Value: model.NewString(args[1])},
		model.Member{Name: "kind", Value: model.NewString(args[2])},
	)).JSON()
	least, err := strconv.Atoi(args[3])
	ts.Check(err)
	if len(text) < least {
		ts.Fatalf("the object has %d bytes", len(text))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o644))
}

func populated(s smp.Schema, name string, n *int) model.Value {
	*n++
	text := fmt.Sprint(name, "-", *n)
	switch s.Type() {
	case smp.ScalarType:
		if s.Scalars()&smp.StringScalar != 0 {
			return model.NewString(text)
		}
		return model.NewBool(s.Scalars()&smp.BoolScalar != 0)
	case smp.ListType:
		return must(model.NewList(populated(s.Element(), name, n), populated(s.Element(), name, n)))
	}
	var members []model.Member
	for name, field := range s.Fields() {
		members = append(members, model.Member{Name: name, Value: populated(field, name, n)})
	}
	if values, ok := s.Values(); ok {
		members = append(members, model.Member{Name: strings.ToLower(text), Value: populated(values, name, n)})
	}
	return must(model.NewMap(members...))
}

// waitFor writes a file, and waits until it is removed.
func waitFor(file string) {
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		panic(err)
	}
	for {
		if _, err := os.Stat(file); err != nil {
			time.Sleep(200 * time.Millisecond) // for the signal to arrive
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}
