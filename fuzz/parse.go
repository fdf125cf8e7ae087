package fuzz

import (
	"errors"
	"fmt"

	"github.com/strategicpatch/smp/model"
)

// Parse checks model.Parse. The function strict is another strict parser. Both must accept
// the same texts, except for texts that are nested too deeply for one of them. An accepted
// text must not change when it is written and read again.
func Parse(data []byte, strict func([]byte) error) error {
	if err := sized(data); err != nil {
		return err
	}
	v, err := model.Parse(data)
	var e *model.Error
	if err != nil && (!errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(data))) {
		return fmt.Errorf("an error without a place in the text: %v", err)
	}
	// ParseString does not copy the text, so it handles the end of the text differently.
	if _, other := model.ParseString(string(data)); fmt.Sprint(other) != fmt.Sprint(err) {
		return fmt.Errorf("ParseString returns %v, Parse %v", other, err)
	}
	if e != nil && e.Code == model.Limit {
		return nil
	}
	if otherwise := strict(data); (err == nil) != (otherwise == nil) {
		return fmt.Errorf("model returns %v, the other parser %v", err, otherwise)
	}
	if err != nil {
		return nil
	}
	if err := readsBack(v); err != nil {
		return err
	}
	return navigates(v)
}

// readsBack writes a value in all forms and reads it again.
func readsBack(v model.Value) error {
	forms := map[string][]byte{"JSON": v.AppendJSON(nil), "canonical": v.AppendCanonical(nil), "compact": v.Compact().AppendJSON(nil)}
	for form, text := range forms {
		again, err := model.Parse(text)
		switch {
		case err != nil:
			return fmt.Errorf("the %s form cannot be read: %w: %s", form, err, text)
		case !model.Equal(v, again) || !model.Equal(again, v) || model.Compare(v, again) != 0:
			return fmt.Errorf("the %s form reads back as a different value: %s", form, text)
		case v.Hash() != again.Hash():
			return fmt.Errorf("the %s form has a different hash: %s", form, text)
		case v.HasNull() != again.HasNull() || v.HasDollar() != again.HasDollar():
			return fmt.Errorf("the %s form has different marks: %s", form, text)
		case again.Canonical() != string(forms["canonical"]):
			return fmt.Errorf("the %s form has a different canonical form: %s", form, again.Canonical())
		}
	}
	return nil
}

// navigates looks up every field by its name and every element by its index.
func navigates(v model.Value) error {
	members, elements := 0, 0
	for name, member := range v.Members() {
		members++
		if found, ok := v.Get(name); !ok || !model.Equal(found, member) {
			return fmt.Errorf("the member %q is not found by its name", name)
		}
		if err := navigates(member); err != nil {
			return err
		}
	}
	for i, element := range v.Elements() {
		if i != elements || !model.Equal(v.At(i), element) {
			return fmt.Errorf("the element %d is not found by its index", i)
		}
		elements++
		if err := navigates(element); err != nil {
			return err
		}
	}
	if n := v.Len(); members+elements != n {
		return fmt.Errorf("a %s of length %d yields %d", v.Type(), n, members+elements)
	}
	return nil
}
