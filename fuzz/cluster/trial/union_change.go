package trial

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// unionTasks returns the tasks for a stage: objects with two members, and each change from
// one member to another, made in the manifest, by others, or by both.
func (w *World) unionTasks(ctx context.Context, u *Unions, s *unionStage) []func() error {
	var tasks []func() error
	for i := range s.Members {
		for j := range s.Members {
			if i == j {
				continue
			}
			tasks = append(tasks,
				func() error { return w.together(ctx, u, s, s.Members[i], s.Members[j]) },
				func() error { return w.changeMember(ctx, u, s, unionChange{was: i, wanted: j, now: i}) },
				func() error { return w.changeMember(ctx, u, s, unionChange{was: i, wanted: i, now: j}) },
			)
			if len(s.Members) > 2 {
				tasks = append(tasks, func() error {
					return w.changeMember(ctx, u, s, unionChange{was: i, wanted: j, now: third(i, j, len(s.Members))})
				})
			}
		}
	}
	if s.Created == "" {
		tasks = append(tasks, func() error { return w.likeKubectl(ctx, u, s) })
	}
	for _, m := range s.union.Members {
		for _, other := range s.Members {
			if !setsMember(m, other) && len(m.Unset) > 0 {
				tasks = append(tasks, func() error { return w.unset(ctx, u, s, m, other) })
			}
		}
	}
	for _, m := range s.Refused {
		tasks = append(tasks, func() error { return w.refused(ctx, u, s, m) })
		for _, other := range s.Members {
			tasks = append(tasks, func() error { return w.together(ctx, u, s, m, other) })
		}
	}
	return tasks
}

// third returns a number below n that differs from i and j, if there is one.
func third(i, j, n int) int {
	k := (j + 1) % n
	if k == i {
		k = (k + 1) % n
	}
	return k
}

// unset records a failure if the server rejects another member next to a value that counts as
// unset.
func (w *World) unset(ctx context.Context, u *Unions, s *unionStage, m smp.UnionMember, other model.Value) error {
	for _, name := range m.Fields {
		for _, v := range m.Unset {
			object, err := s.Object(s.name(0)+"-t", mapOf(of(name, v)), other)
			if err != nil {
				return err
			}
			a, err := w.Do(ctx, client.Request{Method: http.MethodPost, Path: s.path(model.Value{}), Body: object.Canonical(), DryRun: true})
			if err != nil {
				return err
			}
			if !a.OK() {
				u.fail("%s: the server refuses %s with %s %s: %s", s.Definition, other.Canonical(), name, v.Canonical(), a)
			}
			u.lock.Lock()
			u.Unset++
			u.lock.Unlock()
		}
	}
	return nil
}

// refused records a failure if the server accepts a member that it should reject.
func (w *World) refused(ctx context.Context, u *Unions, s *unionStage, members ...model.Value) error {
	object, err := s.Object(s.name(0)+"-t", members...)
	if err != nil {
		return err
	}
	a, err := w.Do(ctx, client.Request{Method: http.MethodPost, Path: s.path(model.Value{}), Body: object.Canonical(), DryRun: true})
	if err == nil && a.OK() {
		at, _ := s.Path.Lookup(a.Value)
		u.fail("%s: the server accepts in %s %s", s.Definition, s.Kind, at.Canonical())
	}
	return err
}

// together records a failure if the server accepts a combination that the union excludes:
// fields of two members, or a member that contradicts the discriminator.
func (w *World) together(ctx context.Context, u *Unions, s *unionStage, one, other model.Value) error {
	for _, more := range append(parts(other), other) {
		object, err := s.Object("x", one, more)
		if err != nil {
			return err
		}
		if !slices.ContainsFunc((smp.Engine{Unions: true}).Lint(s.kind.Schema, object), func(p smp.Problem) bool { return p.Code == smp.UnionConflict }) {
			continue
		}
		u.lock.Lock()
		s.Together++
		u.lock.Unlock()
		if err := w.refused(ctx, u, s, one, more); err != nil {
			return err
		}
	}
	return nil
}

// parts returns each member of a map as a separate map. It returns nil if the map has only
// one.
func parts(v model.Value) []model.Value {
	var all []model.Value
	for name, member := range v.Members() {
		if v.Len() > 1 {
			all = append(all, mapOf(of(name, member)))
		}
	}
	return all
}

// A unionChange is a change of a union's member. It contains the numbers of three members:
// the last applied one, the one in the new manifest, and the one in the live object.
type unionChange struct{ was, wanted, now int }

// manifests returns the last applied manifest and the new one, as kubectl sends them.
func (s *unionStage) manifests(c unionChange) (original, modified model.Value, err error) {
	if original, err = s.Object(s.name(c.now), s.Members[c.was]); err != nil {
		return original, modified, err
	}
	modified, err = s.Object(s.name(c.now), s.Members[c.wanted])
	return original, annotated(modified), err
}

// changeMember tries three patches for a change: our patch, our patch without its nulls, and
// apimachinery's.
func (w *World) changeMember(ctx context.Context, u *Unions, s *unionStage, c unionChange) error {
	live := s.live[c.now]
	if live.Type() == model.Absent || s.live[c.was].Type() == model.Absent || s.live[c.wanted].Type() == model.Absent {
		return nil
	}
	subject := s.kind
	subject.Path, subject.Live = s.path(live), live
	original, modified, err := s.manifests(c)
	if err != nil {
		return err
	}
	patch, err := subject.engine().ThreeWay(subject.Schema, original, modified, live, smp.ThreeWayOptions{Overwrite: true})
	if err != nil {
		u.fail("%s: ours: %v", s.told(c), err)
		return nil
	}
	wrong, err := w.sendChange(ctx, s, subject, s.Members[c.wanted], patch)
	if err != nil {
		return err
	}
	bare, bareWrong := withoutNulls(patch), ""
	nulls := !model.Equal(bare, patch)
	if nulls {
		if bareWrong, err = w.sendChange(ctx, s, subject, s.Members[c.wanted], bare); err != nil {
			return err
		}
	}
	theirs, theirsWrong, err := w.sendTheirs(ctx, s, subject, s.Members[c.wanted], original, modified)
	if err != nil {
		return err
	}
	if wrong != "" {
		u.fail("%s\npatch %s\n%s", s.told(c), patch.Canonical(), wrong)
	}
	if nulls && bareWrong == "" && !strings.Contains(patch.Canonical(), `"$retainKeys"`) {
		u.fail("%s\npatch %s\nis right without its nulls too", s.told(c), patch.Canonical())
	}
	u.lock.Lock()
	defer u.lock.Unlock()
	s.count(c, wrong, nulls, bareWrong, theirsWrong, theirs)
	return nil
}

func (s *unionStage) count(c unionChange, wrong string, nulls bool, bareWrong, theirsWrong string, theirs model.Value) {
	if c.was == c.now {
		s.Changes++
	} else {
		s.Drifts++
	}
	if wrong == "" {
		s.Right++
	}
	if nulls {
		s.Nulls++
	}
	if bareWrong != "" {
		s.Bare++
	}
	if theirsWrong == "" {
		return
	}
	if c.was != c.now {
		s.Drifted++
	}
	what, _, _ := strings.Cut(theirsWrong, ":")
	if s.Theirs[what] == nil {
		s.Theirs[what] = &Failures{}
	}
	patch := with(theirs, of("metadata", model.Value{}))
	s.Theirs[what].add(fmt.Sprintf("%s; patch `%s`; %s", s.told(c), patch.Canonical(), theirsWrong))
}

// likeKubectl records a failure if kubectl apply gives a different result for the first
// change than apimachinery's three-way merge. The three-way merge takes the place of kubectl
// in the other trials.
func (w *World) likeKubectl(ctx context.Context, u *Unions, s *unionStage) error {
	if len(s.Members) < 2 || s.live[0].Type() == model.Absent {
		return nil
	}
	original, modified, err := s.manifests(unionChange{wanted: 1})
	if err != nil {
		return err
	}
	manifest, err := s.Object(s.name(0), s.Members[1])
	if err != nil {
		return err
	}
	subject := s.kind
	subject.Path, subject.Live = s.path(s.live[0]), s.live[0]
	_, taken, err := w.sendTheirs(ctx, s, subject, s.Members[1], original, modified)
	if err != nil {
		return err
	}
	result, refused, err := u.kubectl.dryRun(ctx, unionNamespace, manifest)
	if err != nil {
		return err
	}
	u.lock.Lock()
	u.Kubectl++
	u.lock.Unlock()
	wrong := refused
	if refused == "" {
		at, _ := s.Path.Lookup(result)
		wrong = wrongMember(s.union, s.Members[1], at)
	}
	if (wrong == "") != (taken == "") {
		u.fail("%s\nkubectl: %q\napimachinery's three-way merge: %q", s.told(unionChange{wanted: 1}), wrong, taken)
	}
	return nil
}

// told describes the change.
func (s *unionStage) told(c unionChange) string {
	text := fmt.Sprintf("%s: %s becomes %s", s.Definition, s.Members[c.was].Canonical(), s.Members[c.wanted].Canonical())
	if c.was == c.wanted {
		text = fmt.Sprintf("%s: %s stays", s.Definition, s.Members[c.was].Canonical())
	}
	if c.now != c.was {
		text += ", others have set " + s.Members[c.now].Canonical()
	}
	return text
}
