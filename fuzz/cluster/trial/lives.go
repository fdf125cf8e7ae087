package trial

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/fuzz/cluster/objects"
	"github.com/strategicpatch/smp/fuzz/cluster/scenarios"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/props/reference"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// Lives contains the results of the lives of objects.
type Lives struct {
	// Scripted and Random are the numbers of lives. Steps contains the numbers of steps, by
	// actor.
	Scripted, Random int
	Steps            map[string]int
	Kinds            map[kubernetes.Kind]int
	// Better, Equal and Worse count our patches, compared with those of kubectl. Invalid is
	// the number of manifests for which the server accepts neither patch.
	Better, Equal, Worse, Invalid int
	// Theirs contains the failures of kubectl's patches for which our patches are correct.
	Theirs map[string]*Failures
	// Reasons counts the reasons why values are sent again, are not stored, or are lost.
	// Explained counts the reasons why a patch of kubectl is better.
	Reasons, Explained map[string]*Failures
	Failed             []string
	// First counts conflicts with values that only the server has set.
	First FirstTime
	// Plants contains the results of wrong patches in place of ours.
	Plants []*LifePlant

	lock sync.Mutex
	// merge makes the patches that are judged. noticed counts the applied manifests for which
	// a fault was found.
	merge   merger
	noticed int
}

// steps returns the number of steps.
func (l *Lives) steps() int {
	n := 0
	for _, count := range l.Steps {
		n += count
	}
	return n
}

// String returns the counts.
func (l *Lives) String() string {
	return fmt.Sprintf("%d scripted, %d random, %d steps, ours compared with kubectl's: %d better, %d equal, %d worse, %d refused by the server; %d of %d first-time changes conflict with a value that only the server has set, %d more with one that it derives",
		l.Scripted, l.Random, l.steps(), l.Better, l.Equal, l.Worse, l.Invalid, l.First.Blamed, l.First.Changes, l.First.Derived)
}

// Lives plays lives. It returns an error if a request fails or a life cannot be played.
func (w *World) Lives(ctx context.Context, scripted, random []scenarios.Life) (*Lives, error) {
	l, err := w.lives(ctx, append(scripted[:len(scripted):len(scripted)], random...), "life", ourMerge)
	if err != nil {
		return l, err
	}
	if l.First.percent() > maxBlamed {
		l.fail(fmt.Sprintf("%d of %d first-time changes conflict with a value that only the server has set; at most %d %% may: %v", l.First.Blamed, l.First.Changes, maxBlamed, l.First.Fields))
	}
	l.Plants = lifePlants()
	for i, p := range l.Plants {
		planted, err := w.lives(ctx, scripted, fmt.Sprintf("planted-%d", i), p.merge)
		if err != nil {
			return l, fmt.Errorf("planted, %s: %w", p.Name, err)
		}
		if p.Noticed = planted.noticed; p.Noticed == 0 {
			l.fail("planted, " + p.Name + ": nothing is found to be wrong")
		}
	}
	return l, nil
}

// lives plays lives with the patches that merge makes.
func (w *World) lives(ctx context.Context, all []scenarios.Life, prefix string, merge merger) (*Lives, error) {
	l := &Lives{
		Steps: map[string]int{}, Kinds: map[kubernetes.Kind]int{}, merge: merge,
		Theirs: map[string]*Failures{}, Reasons: map[string]*Failures{}, Explained: map[string]*Failures{},
		First: FirstTime{Fields: map[string]int{}},
	}
	err := each(ctx, len(all), func(i int) error {
		if err := w.live(ctx, l, all[i], fmt.Sprintf("%s-%d", prefix, i)); err != nil {
			return fmt.Errorf("life %s: %w", all[i].Name, err)
		}
		return nil
	})
	slices.Sort(l.Failed)
	return l, err
}

// A life is the state of a life that is being played.
type life struct {
	Subject
	*World
	name     string
	resource client.Resource
	counts   *Lives
	// manifests contains the applied manifests. In scripted lives, it includes manifests that
	// should have been applied but were not.
	manifests []model.Value
	scripted  bool
	// step is the number of the current step.
	step int
}

// live plays one life in its own namespace.
func (w *World) live(ctx context.Context, counts *Lives, story scenarios.Life, namespace string) error {
	o, err := objects.Of(story.Manifest)
	if err != nil {
		return err
	}
	l := &life{World: w, name: story.Name, scripted: story.Seed == 0, counts: counts}
	var ok bool
	if l.resource, ok = w.resource(o.Kind); !ok {
		return fmt.Errorf("the server has no %s", o.Kind)
	}
	if l.resource.Namespaced {
		if err := w.newNamespace(ctx, namespace); err != nil {
			return err
		}
	}
	if o.Value, err = named(story.Manifest, l.resource, namespace); err != nil {
		return err
	}
	schema, _ := w.schema(o.Kind)
	l.Subject = Subject{Kind: o.Kind, Schema: schema, Path: l.resource.Path(namespace, o.Name())}
	if err := l.create(ctx, namespace, o.Value, story.Again); err != nil {
		return err
	}
	counts.lock.Lock()
	if story.Seed == 0 {
		counts.Scripted++
	} else {
		counts.Random++
	}
	counts.Kinds[o.Kind]++
	counts.lock.Unlock()
	if story.Seed != 0 {
		return l.random(ctx, story)
	}
	for _, step := range story.Steps {
		if err := l.take(ctx, step); err != nil {
			return fmt.Errorf("step %d, %s: %w", l.step, step.Actor, err)
		}
	}
	return nil
}

// create applies the first manifest, and then merges it again.
func (l *life) create(ctx context.Context, namespace string, manifest model.Value, reason string) error {
	if _, err := l.Must(ctx, client.Request{Method: http.MethodPost, Path: l.resource.Path(namespace, ""), Body: annotated(manifest).Canonical()}); err != nil {
		return err
	}
	l.manifests = []model.Value{manifest}
	l.count(scenarios.Apply)
	var err error
	if l.Live, err = l.get(ctx, l.Path); err != nil {
		return err
	}
	l.firstTime(manifest)
	// At this point, no manifest has been applied before, and nobody else has changed the
	// object.
	t := merge{original: emptyMap, modified: annotated(manifest), current: l.Live, stored: l.Live}
	ours, err := l.second(l.Live, manifest, l.counts.merge)
	if err != nil {
		return err
	}
	theirs, err := l.second(l.Live, manifest, shippedThreeWay)
	if err != nil {
		return err
	}
	wanted, err := l.wanted(ctx, t)
	if err != nil {
		return err
	}
	l.compare(judged{
		Step: scenarios.Step{Again: reason}, wanted: wanted,
		ours: deed{stored: l.Live, again: ours}, theirs: deed{stored: l.Live, again: theirs},
	}, t)
	return nil
}

func (l *life) count(actor string) {
	l.counts.lock.Lock()
	defer l.counts.lock.Unlock()
	l.counts.Steps[actor]++
}

// take performs a step.
func (l *life) take(ctx context.Context, step scenarios.Step) error {
	l.step++
	if step.Actor == scenarios.Apply || step.Actor == scenarios.Rollback {
		manifest, err := step.Changed(l.manifests)
		if err != nil {
			return err
		}
		return l.apply(ctx, manifest, step)
	}
	l.count(step.Actor)
	format := client.Strategic
	if step.Patch.Type() == model.List {
		format = jsonPatch
	}
	a, err := l.Do(ctx, client.Request{Method: http.MethodPatch, Path: l.Path, Format: format, Body: step.Patch.Canonical()})
	if err != nil {
		return err
	}
	if !a.OK() {
		l.counts.fail(fmt.Sprintf("%s, step %d: the %s is refused: %s\nc: %s", l.name, l.step, step.Actor, a, spoken(unannotated(l.Live))))
		return nil
	}
	l.Live = a.Value
	return nil
}

func (l *Lives) fail(text string) {
	l.lock.Lock()
	defer l.lock.Unlock()
	l.Failed = append(l.Failed, text)
}

const jsonPatch = "application/json-patch+json"

// A deed is the result of one of the two patches.
type deed struct {
	patch string
	// refused is the reason why there is no patch, or why the server rejects it. It is empty
	// if the server accepts the patch.
	refused string
	// stored is the object after the patch.
	stored model.Value
	// again is the patch of a second run. It is empty if the second run sends nothing.
	again string
	// unheld contains places of the manifest that are not stored. lost contains values of
	// others that are no longer stored. stays contains values that should have been removed.
	unheld, lost, stays []finding
}

// A merger is a function that returns a patch and its format.
type merger func(s Subject, original, modified model.Value) (format string, patch model.Value, err error)

// ourMerge makes this project's patch.
func ourMerge(s Subject, original, modified model.Value) (format string, patch model.Value, err error) {
	patch, err = engine.ThreeWay(s.Schema, original, modified, s.Live, smp.ThreeWayOptions{Overwrite: true})
	if atRoot(err) {
		// A strategic merge patch cannot express the change, but a JSON merge patch can.
		s.Custom = true
		if patch, err = s.engine().ThreeWay(s.Schema, original, modified, s.Live, smp.ThreeWayOptions{Overwrite: true}); err == nil {
			return s.form(patch)
		}
	}
	return client.Strategic, patch, err
}

// apply applies a manifest twice: with kubectl's patch as a dry run, and with our patch.
func (l *life) apply(ctx context.Context, manifest model.Value, step scenarios.Step) error {
	l.count(step.Actor)
	original, err := applied(l.Live)
	if err != nil {
		return err
	}
	t := merge{original: original, modified: annotated(manifest), current: l.Live}
	theirs, err := l.do(ctx, manifest, shippedThreeWay, true)
	if err != nil {
		return err
	}
	wanted, err := l.wanted(ctx, t)
	if err != nil {
		return err
	}
	ours, err := l.do(ctx, manifest, l.counts.merge, false)
	if err != nil {
		return err
	}
	j := judged{Step: step, ours: ours, theirs: theirs, wanted: wanted}
	if ours.refused == "" || l.scripted && !step.Refused {
		l.manifests = append(l.manifests, manifest)
	}
	if ours.refused == "" {
		defer func() { l.Live = ours.stored }()
	} else if theirs.refused == "" {
		// A dry run allocates no addresses or ports, and the server did not reject it.
		dry, err := l.do(ctx, manifest, l.counts.merge, true)
		if err != nil {
			return err
		}
		if dry.refused == "" {
			j.ours, j.dryOnly = dry, ours.refused
		}
	}
	l.compare(j, t)
	return nil
}

// do applies a manifest, optionally as a dry run.
func (l *life) do(ctx context.Context, manifest model.Value, merge merger, dry bool) (d deed, err error) {
	original, err := applied(l.Live)
	if err != nil {
		return d, err
	}
	format, patch, err := merge(l.Subject, original, annotated(manifest))
	if err != nil {
		d.refused = "no patch: " + err.Error()
		return d, nil
	}
	d.patch, d.stored = patch.Canonical(), l.Live
	if patch.Len() > 0 {
		a, err := l.Do(ctx, client.Request{Method: http.MethodPatch, Path: l.Path, Format: format, Body: d.patch, DryRun: dry})
		switch {
		case err != nil && ctx.Err() != nil:
			return d, err
		case err != nil:
			d.refused = "no answer: " + err.Error()
			return d, nil
		case !a.OK():
			d.refused = a.String()
			return d, nil
		}
		d.stored = a.Value
	}
	if !dry {
		if d.stored, err = l.get(ctx, l.Path); err != nil {
			return d, err
		}
	}
	d.again, err = l.second(d.stored, manifest, merge)
	return d, err
}

// second returns the patch of a second run for a stored object. The text is empty if there is
// nothing to change.
func (l *life) second(stored, manifest model.Value, merge merger) (string, error) {
	original, err := applied(stored)
	if err != nil {
		return "", err
	}
	s := l.Subject
	s.Live = stored
	_, patch, err := merge(s, original, annotated(manifest))
	switch {
	case err != nil:
		return "no patch: " + err.Error(), nil
	case patch.Len() == 0:
		return "", nil
	default:
		return patch.Canonical(), nil
	}
}

// compare judges the two results of an applied manifest.
func (l *life) compare(j judged, t merge) {
	for _, d := range []*deed{&j.ours, &j.theirs} {
		if d.refused == "" {
			t.stored = d.stored
			d.unheld, d.lost, d.stays = unheld(l.Schema, t.modified, d.stored), lost(l.Schema, t), stays(l.Schema, t)
		}
	}
	j.judge()
	l.counts.lock.Lock()
	defer l.counts.lock.Unlock()
	l.counts.add(j, fmt.Sprintf("%s, step %d", l.name, l.step), t, l.Kind)
}

// wanted returns the result of storing the target of the reference as a whole. In it, again
// contains the places that differ from the manifest.
func (l *life) wanted(ctx context.Context, t merge) (d deed, err error) {
	target, err := reference.TargetOptions{Marks: true}.Target(l.Schema, t.original, t.modified, t.current)
	if err != nil {
		return d, err
	}
	a, err := l.Do(ctx, client.Request{Method: http.MethodPut, Path: l.Path, Body: without(target, "resourceVersion").Canonical(), DryRun: true})
	if err != nil {
		return d, err
	}
	if !a.OK() {
		d.refused = a.String()
		return d, nil
	}
	// Differences between the manifest and the target itself do not count.
	before := t
	before.stored, t.stored = target, a.Value
	d = deed{
		stored: a.Value,
		unheld: except(unheld(l.Schema, t.modified, a.Value), unheld(l.Schema, t.modified, target)),
		lost:   except(lost(l.Schema, t), lost(l.Schema, before)),
		stays:  stays(l.Schema, t),
	}
	open := stays(l.Schema, before)
	for i, f := range d.stays {
		d.stays[i].rule = storedAgain
		if slices.Contains(open, f) {
			d.stays[i].rule = unattributed
		}
	}
	// The target of a second run differs only in places that the server has changed.
	second, err := reference.TargetOptions{Marks: true}.Target(l.Schema, t.modified, t.modified, a.Value)
	if err != nil {
		return d, err
	}
	changed := judge.Places(target, likeLive(a.Value, target))
	for _, p := range judge.Places(second, a.Value) {
		if !slices.ContainsFunc(changed, func(c judge.Place) bool { return oneHoldsOther(p.Path, c.Path) }) {
			d.again = ""
			break
		}
		d.again += p.Path.String() + " "
	}
	return d, nil
}

// without returns an object without a field of its metadata.
func without(v model.Value, name string) model.Value {
	metadata, _ := v.Get("metadata")
	return with(v, of("metadata", with(metadata, of(name, model.Value{}))))
}

// except returns the findings that are not among others.
func except(found, others []finding) []finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return slices.Contains(others, f) })
}

// unexplained returns the findings that no rule explains.
func unexplained(found []finding) []finding {
	return slices.DeleteFunc(slices.Clone(found), func(f finding) bool { return f.rule != "" })
}

// judged is the judgment of an applied manifest.
type judged struct {
	scenarios.Step
	ours, theirs deed
	// wanted is the result of storing the target as a whole.
	wanted deed

	// dryOnly is the reason why the server accepts our patch only as a dry run. If it is not
	// empty, ours is the result of the dry run.
	dryOnly string

	// faults contains the faults of our patch. worse contains the places in which kubectl's
	// patch is better. reasons explains why our patch cannot be better.
	faults, worse []string
	reasons       []reason
	better        string
	invalid       bool
}

// A reason explains a difference from the wanted object.
type reason struct{ name, example string }

// These are the reasons why a stored object differs from the wanted one.
const (
	storedOtherwise = "the server stores another value"
	takenAway       = "the server removes a value of others"
	storedAgain     = "the server stores the value again that the manifest dropped"
	unattributed    = "several elements may be the one that the manifest dropped"
	acceptedDry     = "the server accepts the manifest in a dry run only"
	otherForm       = "the server stores it in another form, so that it is sent again"
)

// judge determines the faults of our patch, and which patch is better.
func (j *judged) judge() {
	fault := func(format string, args ...any) { j.faults = append(j.faults, fmt.Sprintf(format, args...)) }
	explain := func(name, example string) { j.reasons = append(j.reasons, reason{name, example}) }
	ours, theirs := j.ours, j.theirs
	if j.dryOnly != "" {
		explain(acceptedDry, j.dryOnly)
	}
	switch {
	case ours.refused != "" && theirs.refused != "" && j.wanted.refused != "":
		j.invalid = true
		return
	case ours.refused != "":
		if theirs.refused == "" {
			j.worse = append(j.worse, "ours is refused: "+ours.refused)
		} else {
			fault("refused, and the target is accepted: %s", ours.refused)
		}
		return
	case j.Refused:
		fault("accepted, and the life expects a refusal")
	}
	for _, f := range ours.unheld {
		switch {
		case theirs.refused == "" && !slices.Contains(theirs.unheld, f):
			j.worse = append(j.worse, "the manifest is not held: "+f.String())
		case slices.Contains(j.wanted.unheld, f):
			explain(storedOtherwise, f.place)
		case ours.again != "" && j.Again != "":
			explain(j.Again, f.place)
		default:
			fault("the manifest is not held: %s", f)
		}
	}
	for _, f := range ours.lost {
		kept := theirs.refused == "" && !slices.Contains(theirs.lost, f)
		switch {
		case f.rule != "":
			explain("others lose a value by the rule "+f.rule, f.place)
		case slices.Contains(j.wanted.lost, f):
			explain(takenAway, f.place)
		case kept:
			j.worse = append(j.worse, "lost: "+f.String())
		default:
			fault("lost: %s", f)
		}
	}
	for _, f := range ours.stays {
		i := slices.IndexFunc(j.wanted.stays, func(w finding) bool { return w.place == f.place })
		switch {
		case i >= 0 && j.wanted.refused == "":
			explain(j.wanted.stays[i].rule, f.place)
		case theirs.refused == "" && !slices.Contains(theirs.stays, f):
			j.worse = append(j.worse, "it stays: "+f.String())
		default:
			fault("it stays: %s", f)
		}
	}
	if ours.again != "" {
		switch {
		case j.Again != "":
			explain(j.Again, ours.again)
		case theirs.refused == "" && theirs.again == "":
			j.worse = append(j.worse, "a second run sends "+ours.again)
		case j.wanted.again != "":
			explain(otherForm, strings.TrimSpace(j.wanted.again))
		default:
			fault("a second run sends %s", ours.again)
		}
	} else if j.Again != "" {
		fault("nothing is sent again, and the life gives a reason")
	}
	switch {
	case theirs.refused != "":
		j.better = "the server refuses the patch"
	case len(except(theirs.unheld, ours.unheld)) > 0:
		j.better = "the manifest is not held"
	case len(unexplained(except(theirs.lost, ours.lost))) > 0:
		j.better = "something of others is lost"
	case len(except(theirs.stays, ours.stays)) > 0:
		j.better = "something stays that the manifest dropped"
	case theirs.again != "" && ours.again == "":
		j.better = "a second run sends something again"
	}
}

// example returns an example of a place in which this result is worse than the other one.
func (d deed) example(than deed) string {
	for _, text := range []string{d.refused, findings(except(d.unheld, than.unheld)), findings(unexplained(except(d.lost, than.lost))), findings(except(d.stays, than.stays)), d.again} {
		if text != "" {
			return "`" + text + "`"
		}
	}
	return ""
}

func findings(found []finding) string {
	var texts []string
	for _, f := range found {
		texts = append(texts, f.String())
	}
	return strings.Join(texts, ", ")
}

// add counts a judged manifest.
func (l *Lives) add(j judged, name string, t merge, kind kubernetes.Kind) {
	note := func(in map[string]*Failures, what, example string) {
		if in[what] == nil {
			in[what] = &Failures{}
		}
		in[what].add(example)
	}
	fail := func(text string) {
		l.Failed = append(l.Failed, fmt.Sprintf("%s, %s: %s\no: %s\nm: %s\nc: %s\nours: %s\nkubectl's: %s %s", name, kind, text,
			spoken(unannotated(t.original)), spoken(unannotated(t.modified)), spoken(unannotated(t.current)), j.ours.patch, j.theirs.patch, j.theirs.refused))
	}
	for _, text := range j.faults {
		fail(text)
	}
	if len(j.faults)+len(j.worse) > 0 {
		l.noticed++
	}
	for _, r := range j.reasons {
		note(l.Reasons, r.name, fmt.Sprintf("%s: `%s`", name, r.example))
	}
	switch {
	case j.invalid:
		l.Invalid++
		return
	case len(j.worse) > 0 && j.Worse == "":
		fail("worse than kubectl: " + strings.Join(j.worse, "; "))
		l.Worse++
	case len(j.worse) > 0:
		note(l.Explained, j.Worse, name)
		l.Worse++
	case len(j.faults) > 0 || j.better == "":
		l.Equal++
	default:
		l.Better++
		note(l.Theirs, j.better, name+": "+j.theirs.example(j.ours))
	}
	if len(j.worse) == 0 && j.Worse != "" {
		fail("it is not worse than kubectl, and the life gives a reason")
	}
}

// unannotated returns an object without its last-applied annotation.
func unannotated(v model.Value) model.Value {
	metadata, _ := v.Get("metadata")
	annotations, _ := metadata.Get("annotations")
	if annotations.Type() != model.Map {
		return v
	}
	return with(v, of("metadata", with(metadata, of("annotations", with(annotations, of(lastApplied, model.Value{}))))))
}
