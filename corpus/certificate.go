package corpus

import "github.com/strategicpatch/smp/model"

// certify tries what a diff is for: applied to the original, the patch gives
// the modified document. Null map members count as absent. A patch of an older
// level need not do that; a server of that level makes of it what it makes of
// the full patch. A subject that applies no patches is not tried.
func (r *run) certify(form Form, in Input, patch model.Value) {
	want := Outcome{Result: in.Modified}
	if in.Options.Omit != 0 {
		full := in
		full.Options.Omit = 0
		if want = r.subject.Run(full); want.Err == nil && want.Skipped == "" {
			want = r.subject.Run(in.applying(want.Result))
		}
	}
	got := r.subject.Run(in.applying(patch))
	if want.Skipped != "" || got.Skipped != "" {
		return
	}
	const what = "the patch, applied"
	switch wantText, gotText := outcomeText(want), outcomeText(got); {
	case want.Err != nil || got.Err != nil:
		r.fail(form, what, wantText, gotText)
	case !model.Equal(withoutNulls(want.Result), withoutNulls(got.Result)):
		r.fail(form, what, wantText, gotText)
	}
}

// applying returns the input that applies a patch to the original of a diff, on
// a server of the diff's level.
func (in Input) applying(p model.Value) Input {
	out := Input{
		Op:       OpApply,
		Schema:   in.Schema,
		Options:  Options{Ignore: in.Options.Omit},
		Original: in.Original,
		Patch:    p,
	}
	if in.Text != nil {
		out.Text = map[string]string{original: string(in.JSON(original)), patch: p.JSON()}
	}
	return out
}

func outcomeText(o Outcome) string {
	if o.Err != nil {
		return "error: " + o.Err.Error()
	}
	return o.Result.Canonical()
}

// withoutNulls returns a document without its null map members. A null document
// is an empty one.
func withoutNulls(v model.Value) model.Value {
	switch v.Kind() {
	case model.Null, model.Absent:
		return model.MustParse(`{}`)
	default:
		return pruned(v)
	}
}

func pruned(v model.Value) model.Value {
	if !v.HasNull() {
		return v
	}
	var members []model.Member
	for name, m := range v.Members() {
		if m.Kind() != model.Null {
			members = append(members, model.Member{Name: name, Value: pruned(m)})
		}
	}
	var elements []model.Value
	for _, e := range v.Elements() {
		elements = append(elements, pruned(e))
	}
	out, err := model.NewList(elements...)
	if v.Kind() == model.Map {
		out, err = model.NewMap(members...)
	}
	if err != nil {
		return v // it was not too deep before
	}
	return out
}
