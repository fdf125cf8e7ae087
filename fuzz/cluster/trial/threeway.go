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

// Kubectl contains the paths that are needed to run kubectl.
type Kubectl struct {
	Path, Kubeconfig, Cache string
}

// lastApplied is the annotation in which kubectl apply stores the manifest.
const lastApplied = "kubectl.kubernetes.io/last-applied-configuration"

// Applies contains the results of three-way scenarios.
type Applies struct {
	Scenarios int
	// Right is the number of scenarios in which both kubectl and this project give the wanted
	// result.
	Right int
	// Wide is the number of our patches that replace more than the changed place. Unsayable
	// contains the changes for which our patch had to be a JSON Merge Patch.
	Wide      int
	Unsayable *Failures
	// Again contains the scenarios in which a second run sends a patch, with the places that
	// the server stores differently.
	Again []string
	// Invalid contains the scenarios whose wanted result the server rejects.
	Invalid []string
	// Theirs contains the failures of kubectl in scenarios for which our result is correct.
	Theirs map[string]*Failures
	Failed []string
}

// ThreeWay plays scenarios twice, with kubectl apply and with this project, each with a second
// run. It returns an error if a request or kubectl fails.
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

// An outcome is the result of a scenario with kubectl or with this project.
type outcome struct {
	// told describes the changes to the object.
	told string
	// sent is the patch, if it is known. refused is the reason why it was rejected. unsayable
	// is the reason why a JSON Merge Patch was sent.
	sent, refused, unsayable string
	// invalid is the reason why the server rejects the wanted object.
	invalid string
	// wrong are the differences from the wanted object.
	wrong []judge.Place
	// again is the patch of a second run, or its error. reason explains a patch that is not a
	// fault.
	again, reason string
	// wide is set if a patch replaced more than the changed place. custom is set for a custom
	// resource.
	wide, custom bool
}

// An applier applies the modified manifest and returns the patch. The text is empty if there
// is nothing to change. If the patch is rejected, it sets o.refused.
type applier func(ctx context.Context, s stage, o *outcome) (sent string, err error)

// play prepares the stage and lets the applier apply twice.
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

// aim returns the target, and the object that the server would store for the target. It first
// reads the live object again, because controllers of the server may have changed it.
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

// conflict is the beginning of an answer that reports that the object has changed.
const conflict = "409 "

// storedOtherwise returns the reason why a second run sends a patch: the server has stored
// values in another form, as defaults, or not at all. The reason is empty if the second run
// sends nothing, or values of other places.
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

// oneHoldsOther reports whether one of two paths is a prefix of the other.
func oneHoldsOther(a, b model.Path) bool {
	n := min(len(a), len(b))
	return a[:n].Equal(b[:n])
}

// target returns the target of the three-way merge for the live object.
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

// apply applies the manifest with this project.
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
		s.Custom = true // all resources accept the format for custom resources
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

// apply applies the manifest with kubectl.
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

// run applies a manifest and returns the output of kubectl.
func (k Kubectl) run(ctx context.Context, namespace string, manifest model.Value) (string, error) {
	cmd := exec.CommandContext(ctx, k.Path, "--kubeconfig", k.Kubeconfig, "--cache-dir", k.Cache, "-n", namespace, "apply", "-f", "-")
	cmd.Stdin = strings.NewReader(manifest.Canonical())
	text, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(text)), err
}

// dryRun applies a manifest and returns the result, which the server does not store. If the
// server rejects the manifest, refused is the output of kubectl. It is an error if kubectl
// cannot be run.
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
