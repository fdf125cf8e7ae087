package dropin

import (
	"bytes"
	"errors"
	"fmt"
	"slices"

	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/cluster"
)

// A Trial is one set of arguments. Schema is a Go struct with tags, or a Lookup.
type Trial struct {
	Schema                             any
	Original, Patch, Modified, Current []byte
}

// unexplained returns the error for a difference without a reason, with both answers.
func unexplained(what string, shipped, own Answer) error {
	return fmt.Errorf("%s\nshipped %s\nours    %s", what, shipped, own)
}

// Apply compares StrategicMergePatch and StrategicMergeMapPatch.
func (t Trial) Apply() (Reason, error) {
	t.Modified, t.Current = nil, nil // they are not arguments of this function, so they must not explain a difference
	shipped, own := t.both(func(side Side) ([]byte, error) { return side.Apply(t.Original, t.Patch, t.Schema) })
	if own.Panic != nil || own.Varies {
		return "", unexplained("", shipped, own)
	}
	if err := t.sameAsMaps(own, t.Original, t.Patch, Ours.ApplyMaps); err != nil {
		return "", err
	}
	switch {
	case shipped.Panic != nil:
		return Panics, nil
	case shipped.Varies:
		return Varies, nil
	case alikeAcross(shipped, own):
		return Same, nil
	case t.lostDigits():
		return t.digits(shipped, Trial.Apply)
	case t.anotherFault(shipped, own):
		return OtherFault, nil
	case t.otherLookup(own):
		return OtherLookup, nil
	case t.mayVary():
		return Varies, nil
	}
	return "", unexplained("the patch is "+string(t.Patch), shipped, own)
}

// mayVary reports whether our engine notes that the answers of clusters may vary. In practice
// they may still be the same in every call: a walk over a small Go map begins at one of a few
// places, so some pairs of members always have the same order.
func (t Trial) mayVary() (may bool) {
	schema, err := schemaOf(t.Schema)
	if err != nil {
		return false
	}
	original, err := model.FromAny(Decode(t.Original))
	if err != nil {
		return false
	}
	patch, err := model.FromAny(Decode(t.Patch))
	if err != nil {
		return false
	}
	e := cluster.Engine{BeforeDecoding: true, Trace: func(e cluster.Event) { may = may || e.Varies }}
	_, _ = e.Apply(schema, original, patch) // only the decisions of the engine matter
	return may
}

// otherLookup reports whether apimachinery's Apply gives our answer with the schema of the Go
// type instead of the OpenAPI schema.
func (t Trial) otherLookup(own Answer) bool {
	l, ok := t.Schema.(Lookup)
	if !ok {
		return false
	}
	shipped := ask(Shipped, runs, func() ([]byte, error) { return Shipped.Apply(t.Original, t.Patch, l.GoStruct) })
	return shipped.Panic == nil && !shipped.Varies && alikeAcross(shipped, own)
}

// anotherFault reports whether the patch has several faults, and both packages reject each of
// them alone.
func (t Trial) anotherFault(shipped, own Answer) bool {
	patch := Decode(t.Patch)
	if shipped.Err == nil || own.Err == nil || patch == nil {
		return false
	}
	alone := t.isolated(Ours, patch)
	again := t.applies(Shipped, alone)
	if again.Panic == nil && Shipped.class(again.Err) != Ours.class(own.Err) {
		return false
	}
	alone = t.isolated(Shipped, patch)
	return Ours.class(t.applies(Ours, alone).Err) == Shipped.class(shipped.Err)
}

// isolated returns a minimal part of a patch that gives the same class of error.
func (t Trial) isolated(side Side, patch map[string]any) map[string]any {
	fault := side.class(t.applies(side, patch).Err)
	for {
		parts := smaller(patch, func(string, map[string]any) bool { return false })
		i := slices.IndexFunc(parts, func(less map[string]any) bool {
			return side.class(t.applies(side, less).Err) == fault
		})
		if i < 0 {
			return patch
		}
		patch = parts[i]
	}
}

func (t Trial) applies(side Side, patch map[string]any) Answer {
	return once(func() ([]byte, error) { return side.Apply(t.Original, Encode(patch), t.Schema) })
}

// digits explains a difference by numbers that decoding changes. The explanation is correct
// if there is no difference for the decoded documents, or if they cannot be decoded.
func (t Trial) digits(shipped Answer, compare func(Trial) (Reason, error)) (Reason, error) {
	decoded := t.decoded()
	if !decoded.lostDigits() {
		_, err := compare(decoded)
		return Digits, err
	}
	if Shipped.Known(shipped.Err) != "bad document" {
		return "", fmt.Errorf("shipped %s", shipped)
	}
	return Digits, nil
}

// alikeAcross reports whether answers of both packages are equal.
func alikeAcross(shipped, own Answer) bool {
	return bytes.Equal(shipped.Text, own.Text) && Shipped.class(shipped.Err) == Ours.class(own.Err)
}

// sameAsMaps checks that a function on maps gives the same result as the function on text.
func (t Trial) sameAsMaps(own Answer, original, other []byte, call func(original, other map[string]any, schema any) (map[string]any, error)) error {
	from, with := Decode(original), Decode(other)
	if from == nil || with == nil || t.lostDigits() {
		return nil
	}
	m, err := call(from, with, t.Schema)
	if err == nil && own.Err == nil && bytes.Equal(Encode(m), own.Text) {
		return nil
	}
	if err != nil && own.Err != nil && err.Error() == own.Err.Error() {
		return nil
	}
	return fmt.Errorf("of text %s, of maps %v, %v", own, m, err)
}

// Diff compares CreateTwoWayMergePatch.
func (t Trial) Diff() (Reason, error) {
	t.Patch, t.Current = nil, nil // they are not arguments of this function, so they must not explain a difference
	shipped, own := t.both(func(side Side) ([]byte, error) { return side.Diff(t.Original, t.Modified, t.Schema) })
	if own.Panic == nil {
		if err := t.sameAsMaps(own, t.Original, t.Modified, Ours.DiffMaps); err != nil {
			return "", err
		}
	}
	if t.lostDigits() && !alikeAcross(shipped, own) {
		return t.digits(shipped, Trial.Diff)
	}
	return t.patch(shipped, own, t.Original, func(result map[string]any) error {
		if modified := Decode(t.Modified); !sameDocument(result, modified) {
			return fmt.Errorf("%s comes out", Encode(result))
		}
		return nil
	})
}

// patch compares two patches for a document. The results of both patches must pass the check.
func (t Trial) patch(shipped, own Answer, document []byte, check func(result map[string]any) error) (Reason, error) {
	if own.Panic != nil || own.Varies {
		return "", unexplained("", shipped, own)
	}
	if Decode(document) != nil && own.Err == nil {
		result, err := t.applied(document, own.Text, runs)
		if err == nil {
			err = check(result)
		}
		if err != nil {
			return "", unexplained("our patch: "+err.Error(), shipped, own)
		}
	}
	wrong := shipped.Fails()
	if !wrong {
		result, err := t.applied(document, shipped.Text, runs)
		wrong = err != nil || check(result) != nil
	}
	switch {
	case shipped.Panic != nil && own.Err == nil:
		return Panics, nil
	case shipped.Varies && (own.Err == nil || wrong):
		return Varies, nil
	case alikeAcross(shipped, own):
		return Same, nil
	case own.Err != nil && wrong:
		return NoneExists, nil
	case own.Err != nil:
	case shipped.Err != nil:
		return NoPatch, nil
	case wrong:
		return WrongPatch, nil
	case t.needless(document, shipped.Text, check):
		return NeedlessPatch, nil
	}
	return "", unexplained("", shipped, own)
}

// applied returns the result of apimachinery's Apply, if it does not vary.
func (t Trial) applied(document, patch []byte, times int) (map[string]any, error) {
	answer := ask(Shipped, times, func() ([]byte, error) { return Shipped.Apply(orEmpty(document), patch, t.Schema) })
	if answer.Fails() || answer.Varies {
		return nil, fmt.Errorf("the shipped Apply: %s", answer)
	}
	return Decode(answer.Text), nil
}

func orEmpty(document []byte) []byte {
	if len(document) == 0 {
		return []byte("{}")
	}
	return document
}

func (t Trial) needless(document, patch []byte, check func(result map[string]any) error) bool {
	return slices.ContainsFunc(smaller(Decode(patch), partOfSomething), func(less map[string]any) bool {
		result, err := t.applied(document, Encode(less), 1)
		return err == nil && check(result) == nil
	})
}

// ThreeWay compares CreateThreeWayMergePatch, with overwrite.
func (t Trial) ThreeWay() (Reason, error) {
	shipped, own := t.threeWay(true)
	switch {
	case alikeAcross(shipped, own):
		return Same, nil
	case t.lostDigits():
		return t.digits(shipped, Trial.ThreeWay)
	}
	check, err := t.target()
	if err != nil {
		return "", err
	}
	return t.patch(shipped, own, t.Current, check)
}

// Conflict compares CreateThreeWayMergePatch without overwrite.
func (t Trial) Conflict() (Reason, error) {
	shippedPatch, ownPatch := t.threeWay(true)
	shipped, own := t.threeWay(false)
	if !Ours.IsConflict(own.Err) && !Ours.alike(own, ownPatch) {
		return "", unexplained("with overwrite ours is "+ownPatch.String(), shipped, own)
	}
	switch {
	case own.Panic != nil || own.Varies:
	case shipped.Panic != nil:
		return Panics, nil
	case shipped.Varies:
		return Varies, nil
	case alikeAcross(shipped, own):
		return Same, nil
	case t.lostDigits():
		return t.digits(shipped, Trial.Conflict)
	case !alikeAcross(shippedPatch, ownPatch):
		_, err := t.ThreeWay()
		return OtherPatch, err
	case shipped.Err == nil && own.Err == nil:
		return SortedPatch, nil // our conflicts are the same with overwrite, and so are theirs
	case Ours.IsConflict(own.Err) && shipped.Err == nil && t.overlap(ownPatch.Text):
		return Overlooked, nil
	case shipped.Err != nil && !Shipped.IsConflict(shipped.Err):
		return NoPatch, nil
	case own.Err == nil && t.nullsMatter():
		return NullDropped, nil
	}
	return "", unexplained("the patch is "+string(ownPatch.Text), shipped, own)
}

// nullsMatter reports whether apimachinery's package reports a conflict only because of nulls
// in original.
func (t Trial) nullsMatter() bool {
	original, ok := withoutNulls(Decode(t.Original)).(map[string]any)
	if !ok {
		return false
	}
	t.Original = Encode(original)
	shipped, _ := t.threeWay(false)
	return !shipped.Fails()
}

// overlap reports whether a patch and the changes from original to current set different
// values for a field.
func (t Trial) overlap(patch []byte) bool {
	changes, err := Shipped.Diff(t.Original, t.Current, t.Schema)
	return err == nil && t.differ(Decode(patch), Decode(changes))
}

func (t Trial) threeWay(overwrite bool) (shipped, own Answer) {
	return t.both(func(side Side) ([]byte, error) {
		return side.ThreeWay(t.Original, t.Modified, t.Current, overwrite, nil, nil, t.Schema)
	})
}

// both calls both packages. If the answers differ, it calls apimachinery's package more
// often, unless digits explain the difference.
func (t Trial) both(call func(Side) ([]byte, error)) (shipped, own Answer) {
	own = ask(Ours, 2, func() ([]byte, error) { return call(Ours) })
	shipped = ask(Shipped, runs, func() ([]byte, error) { return call(Shipped) })
	if !alikeAcross(shipped, own) && !shipped.Varies && shipped.Panic == nil && !t.lostDigits() {
		shipped = ask(Shipped, moreRuns, func() ([]byte, error) { return call(Shipped) })
	}
	return shipped, own
}

// lostDigits reports whether decoding changes a number.
func (t Trial) lostDigits() bool {
	return loses(t.Original) || loses(t.Patch) || loses(t.Modified) || loses(t.Current)
}

// decoded returns the trial with its documents decoded and encoded again.
func (t Trial) decoded() Trial {
	for _, text := range []*[]byte{&t.Original, &t.Patch, &t.Modified, &t.Current} {
		if m := Decode(*text); m != nil {
			*text = Encode(m)
		}
	}
	return t
}

// Preconditions compares CreateThreeWayMergePatch with fields at the root and in metadata that
// must not change.
func (t Trial) Preconditions(fields, metadata []string) (Reason, error) {
	shippedPatch, ownPatch := t.threeWay(true)
	shipped, own := t.both(func(side Side) ([]byte, error) {
		return side.ThreeWay(t.Original, t.Modified, t.Current, true, fields, metadata, t.Schema)
	})
	switch {
	case own.Panic != nil || own.Varies:
	case shipped.Panic != nil:
		return Panics, nil
	case shipped.Varies:
		return Varies, nil
	case alikeAcross(shipped, own):
		return Same, nil
	case !alikeAcross(shippedPatch, ownPatch):
		_, err := t.ThreeWay()
		return OtherPatch, err
	}
	return "", unexplained("the patch is "+string(ownPatch.Text), shipped, own)
}

func (t Trial) differ(left, right map[string]any) bool {
	schema, err := schemaOf(t.Schema)
	return err == nil && differ(schema, left, right)
}

// MapConflicts compares MergingMapsHaveConflicts of two patches.
func (t Trial) MapConflicts(left, right map[string]any) (Reason, error) {
	shipped, own := t.both(func(side Side) ([]byte, error) {
		conflict, err := side.Conflicts(Copy(left).(map[string]any), Copy(right).(map[string]any), t.Schema)
		return fmt.Append(nil, conflict), err
	})
	switch {
	case own.Panic != nil || own.Varies:
	case shipped.Panic != nil:
		return Panics, nil
	case shipped.Varies:
		return Varies, nil
	case alikeAcross(shipped, own):
		return Same, nil
	case shipped.Err != nil:
		return NoPatch, nil
	case string(own.Text) == "true" && t.differ(left, right):
		return Overlooked, nil
	}
	return "", unexplained(string(Encode(left))+"\n"+string(Encode(right)), shipped, own)
}

// Compose compares MergeStrategicMergeMapPatchUsingLookupPatchMeta on two patches. The second
// patch applies to the result of the first one.
func (t Trial) Compose(first, second map[string]any) (Reason, error) {
	shipped, own := t.both(func(side Side) ([]byte, error) {
		m, err := side.Compose([]map[string]any{Copy(first).(map[string]any), Copy(second).(map[string]any)}, t.Schema)
		return Encode(m), err
	})
	var fault *smp.Error
	if errors.As(own.Err, &fault) && fault.Code == smp.NotComposable {
		return NotComposed, nil
	}
	schema, err := schemaOf(t.Schema)
	if err != nil {
		return "", err
	}
	between, err := t.applied(t.Original, Encode(first), runs)
	if err != nil {
		return "", err
	}
	want, err := t.applied(Encode(between), Encode(second), runs)
	if err != nil {
		return "", err
	}
	return t.patch(shipped, own, t.Original, func(result map[string]any) error {
		if !sameUnordered(schema, result, want) {
			return fmt.Errorf("%s comes out, in turn %s", Encode(result), Encode(want))
		}
		return nil
	})
}
