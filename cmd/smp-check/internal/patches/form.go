package patches

import (
	"errors"
	"fmt"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/engine"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/load"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/corpus"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
	"github.com/strategicpatch/smp/smp/jsonpatch"
	"github.com/strategicpatch/smp/smp/kubernetes"
)

// These are the formats of a change.
const (
	Result     = "result"      // the result of the change
	Strategic  = "strategic"   // a strategic merge patch
	MergePatch = "merge-patch" // a JSON Merge Patch, RFC 7386
	JSONPatch  = "json-patch"  // a JSON Patch, RFC 6902
)

// As returns a change in one of the formats that need no schema.
func As(form string, before, after model.Value) (model.Value, error) {
	switch form {
	case Result:
		return after, nil
	case JSONPatch:
		return jsonpatch.Diff(before, after).Value()
	}
	return smp.AsMergePatch(before, after)
}

// Options holds the options for a patch.
type Options struct {
	As      string         // one of the formats
	Dialect string         // whose rules to follow; empty for the default of the schema
	Omit    smp.Directives // directives to leave out
	NoWide  bool           // fail instead of replacing a whole map or list
	Resend  bool           // also send values that servers do not store as sent
}

// A Written is a patch and information about it.
type Written struct {
	Patch     model.Value
	Options   Options        // has the dialect of the patch
	Chosen    schemas.Chosen // schema of the documents; Schemaless if the format needs none and none is known
	Wide      []model.Path   // maps and lists that the patch replaces as a whole
	Conflicts []smp.Conflict // conflicts that modified won
	// Outside is a field that no cluster has. If it is not empty, the patch follows the
	// specification because of this field.
	Outside model.Path
	// Strategic is the patch as a strategic merge patch, which shows the changes of each field.
	Strategic model.Value
	after     model.Value // the result of a patch that is not strategic
	// Unattributed lists elements of original that should be deleted. They stay, because
	// several elements of current could be each of them.
	Unattributed []model.Path
}

// Result returns the result of the patch, by the rules for which the patch was written. By the
// rules of a cluster, a Secret has the values of stringData in data.
func (f Written) Result(before load.Document) (model.Value, error) {
	result := f.after
	if f.Options.As == Strategic {
		var err error
		if result, err = f.Options.engine().Apply(f.Chosen.Schema, before.Value, f.Patch); err != nil {
			return result, load.InFile(err, "original", before.Name)
		}
	}
	if f.Options.Dialect == corpus.Kubernetes && isSecret(result) {
		return kubernetes.StoredSecret(result)
	}
	return result, nil
}

// forServer returns w with the form of the patch whose result is wanted, if w is for a result: the form that
// servers accept for the kind.
func (w Options) forServer(c schemas.Chosen) Options {
	switch {
	case w.As != Result:
	case c.Custom && w.Dialect == "":
		w.As = MergePatch
	default:
		w.As = Strategic
	}
	return w
}

// settled returns w with a dialect. For a built-in kind, the default is that of a cluster.
func (w Options) settled(c schemas.Chosen) Options {
	switch {
	case w.Dialect != "":
	case c.BuiltIn:
		w.Dialect = corpus.Kubernetes
	default:
		w.Dialect = corpus.Documented
	}
	return w
}

func (w Options) engine() engine.Engine {
	return engine.Engine{Cluster: w.Dialect == corpus.Kubernetes}
}

func (w Options) options(wide *[]model.Path) smp.DiffOptions {
	if w.As != Strategic {
		return smp.DiffOptions{}
	}
	return smp.DiffOptions{Omit: w.Omit, Wide: wide, NoWide: w.NoWide}
}

// elsewhere calls find for a patch for a cluster. If find fails because of a field that no
// cluster has, such as sops in a Secret, it is called again for a patch by the specification.
// A dialect from the command line is never changed.
func (w Options) elsewhere(c schemas.Chosen, find func(Options) (Written, error)) (Written, error) {
	settled := w.settled(c)
	found, err := find(settled)
	var e *smp.Error
	if w.Dialect != "" || settled.Dialect != corpus.Kubernetes || !errors.As(err, &e) || e.Code != smp.NotRepresentable || len(e.Path) == 0 {
		return found, err
	}
	field, isField := e.Path[0].(model.Field)
	if _, known := c.Schema.Member(string(field)); !isField || known {
		return found, err
	}
	settled.Dialect = corpus.Documented
	if other, failed := find(settled); failed == nil {
		other.Outside = e.Path[:1]
		return other, nil
	}
	return found, err
}

// withAdvice adds advice to an error that no patch exists: the options with which find
// succeeds.
func (w Options) withAdvice(err error, find func(Options) (Written, error)) error {
	var e *smp.Error
	if !errors.As(err, &e) || e.Code != smp.NotRepresentable || w.As != Strategic {
		return err
	}
	if w.NoWide {
		wider := w
		wider.NoWide = false
		if found, failed := find(wider); failed == nil {
			err = fmt.Errorf("%w\nWithout --strict the patch replaces %s as a whole", err, Paths(found.Wide))
		}
	}
	w.As = MergePatch
	if _, failed := find(w); failed == nil {
		err = fmt.Errorf("%w\n--as merge-patch writes a JSON Merge Patch instead, which replaces each changed list as a whole", err)
	}
	return err
}

// Paths returns paths as text, separated by commas.
func Paths(paths []model.Path) string {
	texts := make([]string, len(paths))
	for i, path := range paths {
		texts[i] = path.String()
	}
	return strings.Join(texts, ", ")
}
