package play

import (
	"bytes"
	"fmt"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/explain"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/judge"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/kinds"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/note"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/patches"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/report"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// maxPlaces limits the number of places that a reply explains.
const maxPlaces = 500

// Run answers a request. Errors, including those in the documents, are in reply.Error.
func Run(r Request) (reply Reply) {
	defer recovered(&reply.Error)
	in, err := r.read()
	if err == nil {
		err = in.run(&reply)
	}
	if err != nil {
		reply.Error = faultOf(err, in.docs)
	}
	if m := in.mistakes; m != nil {
		if reply.Error != nil {
			m.rejected(reply.Error)
		}
		if in.Dialect == corpus.Kubernetes {
			m.withoutAdvice()
		}
		m.write(&reply)
	}
	return reply
}

// recovered turns a panic into a fault, so that the page continues to work.
func recovered(fault **Fault) {
	if reason := recover(); reason != nil {
		*fault = &Fault{Message: fmt.Sprintf("this is a bug in smp-check; please report it: %v", reason)}
	}
}

// run performs the operation. On an error, the reply contains the results so far.
func (in *input) run(reply *Reply) error {
	var err error
	if in.chosen, err = in.choice.Choose(in.docs...); err != nil {
		return err
	}
	s := in.chosen.Schema
	if kinds.Complete(in.chosen.Kind) {
		reply.Kind = in.chosen.Kind.String()
	}
	var notes note.Notes
	defer func() { reply.Notes = linesOf(&notes) }()
	switch in.Op {
	case corpus.OpApply:
		return in.apply(reply, &notes, s, in.docs[0], in.docs[1])
	case corpus.OpDiff, corpus.OpThreeWay:
		return in.find(reply, &notes, s)
	case corpus.OpCompose:
		patch, err := in.engine().Compose(s, load.Values(in.docs)...)
		if err == nil {
			reply.Patch, err = yamlOf(patch)
		}
		return err
	case corpus.OpConflicts:
		conflicts, err := in.engine().Conflicts(s, in.docs[0].Value, in.docs[1].Value)
		if err != nil {
			return err
		}
		var b bytes.Buffer
		err = report.WriteConflictsJSON(&b, report.NewConflictList("", conflicts))
		reply.Conflicts = b.Bytes()
		return err
	}
	in.lint(s, in.docs[0])
	return nil
}

// find creates the patch of diff or threeway, and adds its effects to the reply.
func (in *input) find(reply *Reply, notes *note.Notes, s smp.Schema) error {
	w := patches.Options{As: patches.Strategic, Dialect: in.Dialect, Omit: in.ignore}
	before := in.docs[0]
	var got patches.Written
	var err error
	if in.Op == corpus.OpDiff {
		got, err = w.Diff(&in.choice, in.docs[0], in.docs[1])
	} else {
		before = in.docs[2]
		got, err = w.ThreeWay(in.chosen, patches.Documents{Original: in.docs[0], Modified: in.docs[1], Current: in.docs[2]})
	}
	if err != nil {
		return err
	}
	for _, c := range got.Conflicts {
		notes.Say("modified wins at %s, which current also changed (%s)", c.Path, smp.RuleThreeWayConflict)
	}
	if err := notes.Patch(got, before); err != nil {
		return err
	}
	if reply.Patch, err = yamlOf(got.Patch); err != nil {
		return err
	}
	patch, err := load.OnlyDocument("patch", []byte(reply.Patch), true)
	if err != nil {
		return err
	}
	patch.Value = got.Patch
	in.Dialect = got.Options.Dialect
	in.ignore = 0
	if before.Value.Type() == model.Null {
		before.Value, _ = model.NewMap()
	}
	return in.apply(reply, notes, s, before, patch)
}

// apply adds the effects of a patch to the reply.
func (in *input) apply(reply *Reply, notes *note.Notes, s smp.Schema, original, patch load.Document) error {
	in.lint(s, patch)
	e := in.engine()
	x, err := explain.New(e, s, original.Value, patch.Value)
	if err != nil {
		in.docs = append(in.docs, patch)
		return load.InFiles(err, map[string]string{"original": original.Name, "patch": patch.Name})
	}
	note.OnCluster(x, in.chosen)
	if in.chosen.Custom && in.Op != corpus.OpApply {
		x.OnCluster("") // the notes already contain the differences
	}
	if in.Op == corpus.OpApply {
		notes.OtherObject(original, patch)
		if err := notes.ListTypes(in.chosen, patch.Value); err != nil {
			return err
		}
		reply.Repair = repairOf(in, s, original.Value, patch.Value, x.Result())
	}
	reply.Places = x.Places()
	if reply.More = max(0, len(reply.Places)-maxPlaces); reply.More > 0 {
		reply.Places = reply.Places[:maxPlaces]
	}
	in.mistakes.explained(reply, x)
	reply.Cluster = onPage(x.Cluster())
	onCluster, clusterErr := cluster.Engine{}.Apply(s, original.Value, patch.Value)
	if !in.chosen.Custom && !in.choice.Schemaless && clusterErr == nil && !model.Equal(onCluster, x.Result()) {
		if reply.OnCluster, err = yamlOf(onCluster); err != nil {
			return err
		}
	}
	return in.forms(reply, notes, original.Value, x.Result())
}

// lint collects the likely mistakes in a patch.
func (in *input) lint(s smp.Schema, patch load.Document) {
	in.mistakes = &mistakes{schema: s, patch: patch.Value}
	in.mistakes.found.Add(patch, in.engine(), s, judge.Target{BuiltIn: in.chosen.OfTable}, nil)
}

// forms adds the result, and the change as JSON Merge Patch and JSON Patch.
func (in *input) forms(reply *Reply, notes *note.Notes, before, after model.Value) error {
	var err error
	if reply.Result, err = yamlOf(after); err != nil {
		return err
	}
	if reply.Lines, err = linesBetween(before, after); err != nil {
		return err
	}
	for form, to := range map[string]*string{patches.MergePatch: &reply.MergePatch, patches.JSONPatch: &reply.JSONPatch} {
		v, err := patches.As(form, before, after)
		if err == nil {
			notes.LostNulls(in.chosen.Kind, form, v)
			*to, err = yamlOf(v)
		}
		if err != nil {
			*to = "# " + err.Error() + "\n"
		}
	}
	return nil
}
