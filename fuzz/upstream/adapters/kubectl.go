package adapters

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/cli-runtime/pkg/genericiooptions"
	"k8s.io/kubectl/pkg/cmd/patch"
	cmdutil "k8s.io/kubectl/pkg/cmd/util"

	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/corpus/protocol"
	"github.com/strategicpatch/smp/fuzz/upstream/engine"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Kubectl returns a server for kubectl patch --local, which supports built-in kinds. If
// program is empty, the command of k8s.io/kubectl runs in this process. If not, program is
// started. Files are read and written below folder, which must exist.
func Kubectl(program, folder string) protocol.Server {
	e := &kubectl{program: program, folder: folder}
	return protocol.Server{
		Name:     "kubectl",
		Ops:      []corpus.Op{corpus.OpApply},
		Dialects: []string{"kubernetes"},
		Answer:   e.answer,
	}
}

type kubectl struct {
	program string
	folder  string
}

func (e *kubectl) answer(r protocol.Request) corpus.Outcome {
	in := r.Input
	if why := engine.Unheard(in.Options); why != "" {
		return engine.Skipped("%s", why)
	}
	if r.BuiltIn == (kubernetes.Kind{}) {
		return engine.Skipped("the engine supports only built-in kinds")
	}
	if err := in.Err(); err != nil {
		return engine.Skipped("the engine reads YAML, and the input is not valid JSON")
	}
	original, added, ok := withKind(in.Original, r.BuiltIn)
	if !ok || changesKind(in.Patch, r.BuiltIn) {
		return engine.Skipped("the engine requires a document with a kind, and does not change it")
	}
	out := engine.Answer(func() ([]byte, error) { return e.patch(original.AppendJSON(nil), in.JSON("patch")) })
	if out.Err == nil {
		out.Result = without(out.Result, added)
	}
	return out
}

// patch patches a document with apiVersion and kind.
func (e *kubectl) patch(original, change []byte) ([]byte, error) {
	file, patchFile := filepath.Join(e.folder, "original.json"), filepath.Join(e.folder, "patch.json")
	if err := errors.Join(os.WriteFile(file, original, 0o600), os.WriteFile(patchFile, change, 0o600)); err != nil {
		return nil, err
	}
	args := []string{"--local", "--type=strategic", "--filename", file, "--patch-file", patchFile, "--output", "json"}
	run := runCommand
	if e.program != "" {
		run = func(args []string) ([]byte, error) { return runProgram(e.program, append([]string{"patch"}, args...)) }
	}
	result, err := run(args)
	if err != nil {
		// The name of the folder differs from run to run, so it is removed.
		err = errors.New(strings.ReplaceAll(err.Error(), e.folder+string(filepath.Separator), ""))
	}
	return result, err
}

func runProgram(program string, args []string) ([]byte, error) {
	command := exec.Command(program, args...)
	command.Env = append(os.Environ(), "KUBECONFIG="+os.DevNull)
	var stderr strings.Builder
	command.Stderr = &stderr
	out, err := command.Output()
	if err == nil {
		return out, nil
	}
	if strings.Contains(stderr.String(), "panic:") {
		_, message, _ := strings.Cut(stderr.String(), "panic: ")
		message, _, _ = strings.Cut(message, "\n")
		panic(message)
	}
	return nil, errors.New(strings.TrimSpace(stderr.String()))
}

// An exit is the message with which kubectl would have ended the process.
type exit struct{ message string }

// runCommand runs kubectl's own command in this process.
func runCommand(args []string) (result []byte, err error) {
	var out bytes.Buffer
	// Without a configuration, the command cannot contact a cluster.
	flags := genericclioptions.NewConfigFlags(false)
	none := os.DevNull
	flags.KubeConfig = &none
	streams := genericiooptions.IOStreams{In: strings.NewReader(""), Out: &out, ErrOut: &bytes.Buffer{}}
	command := patch.NewCmdPatch(cmdutil.NewFactory(flags), streams)
	command.SetArgs(args)
	cmdutil.BehaviorOnFatal(func(message string, _ int) { panic(exit{message}) })
	defer func() {
		cmdutil.DefaultBehaviorOnFatal()
		if p := recover(); p != nil {
			left, ok := p.(exit)
			if !ok {
				panic(p)
			}
			err = errors.New(left.message)
		}
	}()
	err = command.Execute()
	return out.Bytes(), err
}

// kindFields are the fields that define the kind of a document.
var kindFields = []string{"apiVersion", "kind"}

// withKind returns a document with apiVersion and kind added if they are missing, and the
// names of the added fields. It returns false if the document has another kind or is not a
// map.
func withKind(v model.Value, kind kubernetes.Kind) (model.Value, []string, bool) {
	if v.Type() == model.Null || v.Type() == model.Absent {
		v = model.MustParse(`{}`)
	}
	if v.Type() != model.Map {
		return v, nil, false
	}
	var added []string
	var members []model.Member
	for i, text := range []string{kind.APIVersion, kind.Kind} {
		switch said, ok := v.Get(kindFields[i]); {
		case !ok:
			added = append(added, kindFields[i])
			members = append(members, model.Member{Name: kindFields[i], Value: model.NewString(text)})
		case said.Text() != text:
			return v, nil, false
		}
	}
	return whole(v.WithMembers(members...)), added, true
}

// changesKind reports whether a patch would change apiVersion or kind.
func changesKind(patch model.Value, kind kubernetes.Kind) bool {
	for i, text := range []string{kind.APIVersion, kind.Kind} {
		if said, ok := patch.Get(kindFields[i]); ok && said.Text() != text {
			return true
		}
	}
	directive, _ := patch.Get("$patch")
	_, retains := patch.Get("$retainKeys")
	return directive.Type() != model.Absent || retains
}

// without returns a map without the members of these names.
func without(v model.Value, names []string) model.Value {
	var kept []model.Member
	for name, member := range v.Members() {
		added := false
		for _, other := range names {
			added = added || name == other
		}
		if !added {
			kept = append(kept, model.Member{Name: name, Value: member})
		}
	}
	return whole(model.NewMap(kept...))
}
