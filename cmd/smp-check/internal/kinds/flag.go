package kinds

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/meant"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// A Flag is a flag: a kind as apiVersion/kind, or a part of a kind.
type Flag struct {
	kubernetes.Kind
	Part model.Path // of field names; empty for the whole kind
}

// String returns the kind and its part, if there is one. For the zero value, it returns an
// empty string:
//
//	apps/v1/Deployment
//	apps/v1/Deployment#spec.template
func (k *Flag) String() string {
	switch {
	case !Complete(k.Kind):
		return ""
	case len(k.Part) > 0:
		return k.Kind.String() + "#" + k.Part.String()
	}
	return k.Kind.String()
}

// Set parses a kind, a name of exactly one built-in kind, a part of a kind, or the type of a
// part:
//
//	apps/v1/Deployment                  v1/Service
//	Deployment                          deployments    deploy
//	apps/v1/Deployment#spec.template
//	PodSpec                             v1/PodSpec
func (k *Flag) Set(text string) error { return k.SetAmong(text, nil) }

// SetAmong is like Set, but a name may also be that of a kind in custom.
func (k *Flag) SetAmong(text string, custom []kubernetes.Kind) error {
	apiVersion, name := "", text
	if i := strings.LastIndexByte(text, '/'); i > 0 {
		apiVersion, name = text[:i], text[i+1:]
	}
	if place := PartNamed(apiVersion, name); place != "" {
		text = place
	}
	k.Part = nil
	if kind, path, ok := strings.Cut(text, "#"); ok {
		part, err := meant.FieldPath(path)
		switch {
		case path == "", err == nil && len(part) == 0:
			return fmt.Errorf("%s: missing field after #, as in apps/v1/Deployment#spec.template", text)
		case err != nil:
			return err
		}
		text, k.Part = kind, part
	}
	slash := strings.LastIndexByte(text, '/')
	if slash < 0 && text != "" {
		switch kinds := Called(text, slices.Concat(custom, kubernetes.Kinds())); len(kinds) {
		case 1:
			k.Kind = kinds[0]
			return nil
		case 0:
			which, hint := "no built-in kind", Similar(kubernetes.Kind{Kind: text}, custom)
			if len(custom) > 0 {
				which = "no kind of --crd and no built-in kind"
			} else if hint == "" {
				hint = "; to name a custom kind, add its apiVersion, or pass its definition with --crd"
			}
			return fmt.Errorf("expected APIVERSION/KIND, as in apps/v1/Deployment; %s is called %s%s", which, text, hint)
		default:
			return fmt.Errorf("several kinds are called %s; name one: %s", text, Names(kinds))
		}
	}
	if slash <= 0 || slash == len(text)-1 {
		return errors.New("expected APIVERSION/KIND, as in apps/v1/Deployment or v1/Service, or the name of a built-in kind")
	}
	k.Kind = kubernetes.Kind{APIVersion: text[:slash], Kind: text[slash+1:]}
	return nil
}

// Type names the flag's value in help texts.
func (k *Flag) Type() string { return "apiVersion/kind" }
