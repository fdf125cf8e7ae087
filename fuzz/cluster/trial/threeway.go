package trial

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os/exec"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
)

// Kubectl is how to run it.
type Kubectl struct {
	Path, Kubeconfig, Cache string
}

// lastApplied is the annotation in which kubectl apply keeps the manifest.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Applies counts three-way scenarios.
type Applies struct {
	Scenarios int
	// Right is how many end as wanted for both.
	Right int
	// Wide counts our patches that replace more than the place that changed,
	// Unsayable those that had to be JSON merge patches.
	Wide      int
	Unsayable *Failures
	// Again are the scenarios in which something is sent in a second run too,
	// with the places that the server stores otherwise.
	Again []string
	// Invalid are the scenarios whose outcome, as wanted, the server refuses.
	Invalid []string
	// Theirs counts what goes wrong with kubectl's, ours being right.
	Theirs map[string]*Failures
	Failed []string
}

// ThreeWay plays scenarios twice, with kubectl apply and with this project, each
// with a second run. An error says that something could not be asked or run.
func (w *World) ThreeWay(ctx context.Context, k Kubectl, all []scenarios.Scenario) (*Applies, error) {
	a := &Applies{Scenarios: len(all), Theirs: map[string]*Failures{}, Unsayable: &Failures{}}
	var lock sync.Mutex
	err := each(ctx, len(all), func(i int) error {
		theirs, err := w.play(ctx, k, all[i], fmt.Sprintf("kubectl-%d", i), k.apply)
		if err != nil {
			return fmt.Errorf("%s: %w", all[i].Name, err)
		}
		ours, err := w.play(ctx, k, all[i], fmt.Sprintf("smp-%d", i), w.apply)
		if err != nil {
			return fmt.Errorf("%s: %w", all[i].Name, err)
		}
		lock.Lock()
		defer lock.Unlock()
		a.count(all[i].Name, ours, theirs)
		return nil
	})
	return a, err
}

// An outcome is how a scenario ends for one of the two.
type outcome struct {
	// told is what happened to the object.
	told string
	// sent is what was sent, as far as is known; refused says why it was not
	// accepted, unsayable why it was a JSON merge patch.
	sent, refused, unsayable string
	// invalid says why the server refuses what is wanted.
	invalid string
	// wrong are the places that are not what is wanted.
	wrong []judge.Place
	// again is what a second run sends, or why it is refused, and reason why
	// that is none's fault.
	again, reason string
	// wide tells that a patch replaced more than the place that changed, custom
	// that the object is a custom resource.
	wide, custom bool
}

// An applier applies the modified manifest, and returns what it sent, empty for
// nothing to do. It notes in o why that was refused.
type applier func(ctx context.Context, s stage, o *outcome) (sent string, err error)

// play sets the stage and has the applier apply twice.
func (w *World) play(ctx context.Context, k Kubectl, story scenarios.Scenario, name string, apply applier) (outcome, error) {
	s, err := w.set(ctx, k, story, name)
	if err != nil {
		return outcome{}, err
	}
	o := outcome{custom: s.Custom, told: s.told()}
	target, wanted, err := w.aim(ctx, &s, &o)
	if err != nil {
		return o, err
	}
	if o.sent, err = apply(ctx, s, &o); err != nil || o.refused != "" || o.invalid != "" {
		return o, err
	}
	before := s.Live
	if s.Live, err = w.get(ctx, s.Path); err != nil {
		return o, err
	}
	stored := likeLive(s.Live, before)
	o.wrong = judge.Places(othersFirst(s.Schema, wanted, s.modified), othersFirst(s.Schema, stored, s.modified))
	var second outcome
	if second.sent, err = apply(ctx, s, &second); err != nil || second.sent == "" && second.refused == "" {
		return o, err
	}
	o.again = strings.TrimSpace(second.sent + " " + second.refused)
	o.reason, err = s.storedOtherwise(judge.Places(target, stored))
	return o, err
}

// aim returns the target and what the server would store of it, for what the
// live object is by now: the server's own controllers may have changed it.
func (w *World) aim(ctx context.Context, s *stage, o *outcome) (target, wanted model.Value, err error) {
	for {
		if target, err = s.target(); err != nil {
			return target, wanted, err
		}
		o.invalid = ""
		if wanted, err = w.wanted(ctx, *s, target, o); err != nil || !strings.HasPrefix(o.invalid, conflict) {
			return target, wanted, err
		}
		if s.Live, err = w.get(ctx, s.Path); err != nil {
			return target, wanted, err
		}
	}
}

// conflict is how the text of an answer begins that says that the object has
// been changed.
const conflict = "409 "

// storedOtherwise returns why something is sent in a second run: the server has
// stored places in another form than they were sent, as a default or not at all,
// so that they are still not what the manifest says. It is empty where there is
// another place, or nothing to send.
func (s stage) storedOtherwise(untaken []judge.Place) (string, error) {
	target, err := s.target()
	if err != nil {
		return "", err
	}
	var names []string
	for _, p := range judge.Places(target, s.Live) {
		if !slices.ContainsFunc(untaken, func(u judge.Place) bool { return oneHoldsOther(p.Path, u.Path) }) {
			return "", nil
		}
		names = append(names, p.Path.String())
	}
	return strings.Join(names, ", "), nil
}

// oneHoldsOther reports whether one of two paths leads on from the other.
func oneHoldsOther(a, b model.Path) bool {
	n := min(len(a), len(b))
	return a[:n].Equal(b[:n])
}

// target is what a three-way merge makes of the live object.
func (s stage) target() (model.Value, error) {
	original, err := applied(s.Live)
	if err != nil {
		return model.Value{}, err
	}
	return reference.TargetOptions{Marks: true}.Target(s.Schema, original, annotated(s.modified), s.Live)
}

// wanted returns the target as the server would store it.
func (w *World) wanted(ctx context.Context, s stage, target model.Value, o *outcome) (model.Value, error) {
	a, err := w.Do(ctx, client.Request{Method: http.MethodPut, Path: s.Path, Body: target.Canonical(), DryRun: true})
	if err != nil {
		return model.Value{}, err
	}
	if !a.OK() {
		o.invalid = a.String()
	}
	return likeLive(a.Value, s.Live), nil
}

// apply is what this project does.
func (w *World) apply(ctx context.Context, s stage, o *outcome) (sent string, err error) {
	original, err := applied(s.Live)
	if err != nil {
		return "", err
	}
	var wide []model.Path
	patch, err := s.engine().ThreeWay(s.Schema, original, annotated(s.modified), s.Live,
		smp.ThreeWayOptions{DiffOptions: smp.DiffOptions{Wide: &wide}, Overwrite: true})
	if atRoot(err) {
		o.unsayable = fmt.Sprintf("%s: %v", s.Kind, err)
		s.Custom = true // what the server takes for custom resources, it takes for all
		patch, err = s.engine().ThreeWay(s.Schema, original, annotated(s.modified), s.Live, smp.ThreeWayOptions{Overwrite: true})
	}
	if err != nil {
		o.refused = "ours: " + err.Error()
		return "", nil
	}
	o.wide = o.wide || len(wide) > 0
	format, patch, err := s.form(patch)
	if err != nil || patch.Len() == 0 {
		return "", err
	}
	a, err := w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: format, Body: patch.Canonical()})
	if err == nil && !a.OK() {
		o.refused = a.String()
	}
	return patch.Canonical(), err
}

// apply is what kubectl does.
func (k Kubectl) apply(ctx context.Context, s stage, o *outcome) (sent string, err error) {
	text, err := k.run(ctx, s.namespace, s.modified)
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case err != nil:
		o.refused = text
		return "", nil
	case strings.HasSuffix(text, " unchanged"):
		return "", nil
	default:
		return text, nil
	}
}

// run applies a manifest and returns what kubectl prints.
func (k Kubectl) run(ctx context.Context, namespace string, manifest model.Value) (string, error) {
	cmd := exec.CommandContext(ctx, k.Path, "--kubeconfig", k.Kubeconfig, "--cache-dir", k.Cache, "-n", namespace, "apply", "-f", "-")
	cmd.Stdin = strings.NewReader(manifest.Canonical())
	text, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(text)), err
}

// dryRun applies a manifest without storing the result, which it returns; refused is
// what kubectl prints where the server does not accept it. An error says that kubectl
// could not be run.
func (k Kubectl) dryRun(ctx context.Context, namespace string, manifest model.Value) (result model.Value, refused string, err error) {
	cmd := exec.CommandContext(ctx, k.Path, "--kubeconfig", k.Kubeconfig, "--cache-dir", k.Cache, "-n", namespace, "apply", "--dry-run=server", "-o", "json", "-f", "-")
	cmd.Stdin = strings.NewReader(manifest.Canonical())
	text, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && ctx.Err() == nil {
		return model.Value{}, strings.TrimSpace(string(exit.Stderr)), nil
	}
	if err == nil {
		result, err = model.Parse(text)
	}
	return result, "", err
}
