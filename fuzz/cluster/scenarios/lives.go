package scenarios

import (
	_ "embed"
	"fmt"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/yaml"
)

//go:embed lives.yaml
var livesText []byte

// A Life is a sequence of changes to one object by several actors. It begins when Manifest is
// applied for the first time.
type Life struct {
	Name     string
	Manifest model.Value
	Steps    []Step
	// Again is the reason why every run sends parts of the first manifest again. It is empty
	// if no run should do so.
	Again string
	// Seed, if not zero, determines random steps in place of Steps. Length is their number.
	Seed   uint64
	Length int
}

// The actors of a life.
const (
	// Apply applies the last manifest with the change of the step.
	Apply = "apply"
	// Rollback applies an earlier manifest.
	Rollback = "rollback"
	// Webhook, Scaler and Editor change the live object.
	Webhook = "webhook"
	Scaler  = "scaler"
	Editor  = "editor"
)

// Actors lists all actors.
var Actors = []string{Apply, Rollback, Webhook, Scaler, Editor}

// A Step is one change by one actor.
type Step struct {
	Actor string
	// Patch is the change. A list is a JSON Patch. A map is a JSON Merge Patch of the
	// manifest if the actor is Apply, and a strategic merge patch of the object for other
	// actors.
	Patch model.Value
	// To is the number of the manifest that Rollback applies. The first one is 0.
	To int
	// Worse is the reason why kubectl's patch may be better here. Again is the reason why
	// every run sends our patch again. Both are usually empty.
	Worse, Again string
	// Refused is set if the server accepts no patch here.
	Refused bool
}

// Lives returns the scripted lives. The error names a life that cannot be read.
func Lives() ([]Life, error) {
	file, err := yaml.Parse(livesText)
	if err != nil {
		return nil, err
	}
	list, _ := file.Get("lives")
	var all []Life
	for i, v := range list.Elements() {
		life, err := readLife(v)
		if err != nil {
			return nil, fmt.Errorf("life %d: %w", i+1, err)
		}
		all = append(all, life)
	}
	return all, nil
}

func readLife(v model.Value) (Life, error) {
	var l Life
	for name, member := range v.Members() {
		switch name {
		case "name":
			l.Name = member.Text()
		case "again":
			l.Again = member.Text()
		case "manifest":
			l.Manifest = member
		case "steps":
			for _, step := range member.Elements() {
				s, err := readStep(step)
				if err != nil {
					return l, err
				}
				l.Steps = append(l.Steps, s)
			}
		default:
			return l, fmt.Errorf("unknown field %q", name)
		}
	}
	return l, nil
}

func readStep(v model.Value) (Step, error) {
	var s Step
	for name, member := range v.Members() {
		switch name {
		case Rollback:
			n, _ := member.Int64()
			s.Actor, s.To = name, int(n)
		case Apply, Webhook, Scaler, Editor:
			s.Actor, s.Patch = name, member
		case "worse":
			s.Worse = member.Text()
		case "again":
			s.Again = member.Text()
		case "refused":
			s.Refused = member.Bool()
		default:
			return s, fmt.Errorf("unknown field %q", name)
		}
	}
	return s, nil
}

// Changed returns the manifest that a step applies. The argument contains the earlier
// manifests.
func (s Step) Changed(manifests []model.Value) (model.Value, error) {
	if s.Actor == Rollback {
		if s.To >= len(manifests) {
			return model.Value{}, fmt.Errorf("there is no manifest %d", s.To)
		}
		return manifests[s.To], nil
	}
	last := manifests[len(manifests)-1]
	if s.Patch.Type() != model.List {
		return MergePatch(last, s.Patch), nil
	}
	patch, err := jsonpatch.FromValue(s.Patch)
	if err != nil {
		return model.Value{}, err
	}
	return patch.Apply(last)
}
