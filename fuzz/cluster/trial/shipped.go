package trial

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"k8s.io/apimachinery/pkg/util/jsonmergepatch"
	"k8s.io/apimachinery/pkg/util/strategicpatch"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/fuzz/cluster/judge"
	"github.com/strategicpatch/smp/model"
)

// shipped tries apimachinery's patch. It returns the type of failure and an example. Both are
// empty if the patch is correct.
func (w *World) shipped(ctx context.Context, s Subject, target model.Value) (wrong, example string, err error) {
	patch, err := shippedDiff(s, target)
	if err != nil {
		return "no patch", fmt.Sprintf("%s: %v", s.Kind, err), nil
	}
	sent, err := model.Parse(patch)
	if err != nil {
		return "", "", err
	}
	a, err := w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: client.Strategic, Body: versioned(sent, s.Live).Canonical(), DryRun: true})
	if err != nil && ctx.Err() != nil || a.Code == http.StatusConflict {
		return disturbed, "", err
	}
	example = fmt.Sprintf("%s: patch `%s`", s.Kind, patch)
	if a.Code == 0 {
		return "the server panics", example, nil
	}
	if !a.OK() {
		return "the server refuses the patch", example + fmt.Sprintf(", answer `%s`", a), nil
	}
	found := judge.Places(target, likeLive(a.Value, s.Live))
	if len(found) == 0 {
		return "", "", nil
	}
	return wrongs(found), example + ", then " + strings.ReplaceAll(strings.ReplaceAll(found[0].String(), "theirs", "the object has"), "ours", "wanted"), nil
}

// disturbed is the type of failure of a patch that does not count, because the object changed
// in the meantime.
const disturbed = "disturbed"

// shippedDiff returns the patch that kubectl would send. A panic is an error.
func shippedDiff(s Subject, target model.Value) (patch []byte, err error) {
	kind, ok := goKinds()[s.Kind]
	if !ok {
		return nil, errors.New("it has no Go type")
	}
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	return strategicpatch.CreateTwoWayMergePatch([]byte(s.Live.Canonical()), []byte(target.Canonical()), reflect.Zero(kind.Type).Interface())
}

// shippedThreeWay returns the patch that kubectl apply would send, and its format. A panic is
// an error.
func shippedThreeWay(s Subject, original, modified model.Value) (format string, patch model.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	o, m, c := []byte(original.Canonical()), []byte(modified.Canonical()), []byte(s.Live.Canonical())
	var text []byte
	if s.Custom {
		format = client.Merge
		text, err = jsonmergepatch.CreateThreeWayJSONMergePatch(o, m, c)
	} else {
		format = client.Strategic
		text, err = shippedStrategicThreeWay(s, o, m, c)
	}
	if err != nil {
		return "", model.Value{}, err
	}
	patch, err = model.Parse(text)
	return format, patch, err
}

func shippedStrategicThreeWay(s Subject, original, modified, current []byte) ([]byte, error) {
	kind, ok := goKinds()[s.Kind]
	if !ok {
		return nil, errors.New("it has no Go type")
	}
	meta, err := strategicpatch.NewPatchMetaFromStruct(reflect.Zero(kind.Type).Interface())
	if err != nil {
		return nil, err
	}
	return strategicpatch.CreateThreeWayMergePatch(original, modified, current, meta, true)
}
