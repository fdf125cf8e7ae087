package dropin

import (
	"encoding/json"

	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	theirmerge "k8s.io/apimachinery/pkg/util/mergepatch"

	ourjson "github.com/strategicpatch/smp/smp/jsonmergepatch"
	ourmerge "github.com/strategicpatch/smp/smp/mergepatch"
)

// JSONThreeWay compares the three-way merge without schema. The named root fields must not
// change.
func (t Trial) JSONThreeWay(fields ...string) (Reason, error) {
	allowed := true
	shipped := ask(Shipped, runs, func() ([]byte, error) {
		fns := []theirmerge.PreconditionFunc{theirmerge.RequireKeyUnchanged("")}
		for _, name := range fields {
			allows := theirmerge.RequireKeyUnchanged(name)
			fns = append(fns, func(patch any) bool {
				allowed = allowed && allows(patch)
				return allowed
			})
		}
		return jsonmergepatch.CreateThreeWayJSONMergePatch(t.Original, t.Modified, t.Current, fns...)
	})
	own := ask(Ours, 2, func() ([]byte, error) {
		fns := []ourmerge.PreconditionFunc{ourmerge.RequireKeyUnchanged("")}
		for _, name := range fields {
			fns = append(fns, ourmerge.RequireKeyUnchanged(name))
		}
		return ourjson.CreateThreeWayJSONMergePatch(t.Original, t.Modified, t.Current, fns...)
	})
	switch {
	case own.Panic != nil || own.Varies || shipped.Panic != nil || shipped.Varies:
	case alikeAcross(shipped, own):
		return Same, nil
	case t.lostDigits():
		decoded := t.decoded()
		if !decoded.lostDigits() {
			_, err := decoded.JSONThreeWay(fields...)
			return Digits, err
		}
		if shipped.Err != nil {
			return Digits, nil
		}
	case !allowed && shipped.Err != nil && ourmerge.IsPreconditionFailed(own.Err):
		return HiddenPrecondition, nil
	case shipped.Err != nil && own.Err == ourmerge.ErrBadJSONDoc && t.bad():
		return OtherValue, nil
	}
	return "", unexplained("", shipped, own)
}

// bad reports whether a document is not a map.
func (t Trial) bad() bool {
	for _, text := range [][]byte{t.Original, t.Modified, t.Current} {
		var m map[string]any
		if len(text) > 0 && json.Unmarshal(text, &m) != nil {
			return true
		}
	}
	return false
}
