package trial

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"net/http"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/fuzz/cluster/client"
	"github.com/strategicpatch/smp/model"
)

// Verdicts contains what a server answers to generated patches, by object.
type Verdicts struct {
	Version string
	Objects []JudgedObject
}

// A JudgedObject is an object as the server has stored it, with the verdicts on its patches.
type JudgedObject struct {
	Object   json.RawMessage `json:"object"`
	Verdicts []Verdict       `json:"-"`
}

// A Verdict is the server's answer to a patch.
type Verdict struct {
	Patch json.RawMessage `json:"patch"`
	// Rejected is the status code of a rejection, and Reason is its reason.
	Rejected int    `json:"rejected,omitempty"`
	Reason   string `json:"reason,omitempty"`
	// Causes are the causes of a rejection. Without causes, Message is the message.
	Causes  []Cause `json:"causes,omitempty"`
	Message string  `json:"message,omitempty"`
}

// A Cause is a reason for which a server rejects an object, and the field.
type Cause struct {
	Reason  string `json:"reason"`
	Field   string `json:"field,omitempty"`
	Message string `json:"message,omitempty"`
}

// Verdicts sends n generated patches for each object of a built-in kind as dry runs. Further numbers of
// the seed give other patches.
func (w *World) Verdicts(ctx context.Context, n int, seed uint64) (*Verdicts, error) {
	if err := errors.Join(w.addMore(ctx), w.addStates(ctx)); err != nil {
		return nil, err
	}
	var subjects []Subject
	for _, s := range w.Subjects {
		if part := s.Path[strings.LastIndex(s.Path, "/"):]; !s.Custom && part != "/status" && part != "/scale" {
			subjects = append(subjects, s)
		}
	}
	slices.SortFunc(subjects, func(a, b Subject) int { return cmp.Or(a.Kind.Compare(b.Kind), strings.Compare(a.Path, b.Path)) })
	all := &Verdicts{Objects: make([]JudgedObject, len(subjects))}
	err := each(ctx, len(subjects), func(i int) error {
		s := subjects[i]
		live, err := w.get(ctx, s.Path)
		if err != nil {
			return err
		}
		of := &all.Objects[i]
		of.Object = []byte(recorded(live).JSON())
		path := fnv.New64a()
		io.WriteString(path, s.Path)
		e := newEditor(path.Sum64() + seed)
		var patches []model.Value
		for range n {
			patches = append(patches, identified(mapOf(e.mistakes(s.Schema, live, true)...)))
		}
		for _, p := range distinct(patches) {
			v, err := w.verdict(ctx, s, p)
			if err != nil {
				return err
			}
			of.Verdicts = append(of.Verdicts, v)
		}
		return nil
	})
	return all, err
}

// verdict sends a patch as a dry run. It tries again if the object has changed or an address is in use.
func (w *World) verdict(ctx context.Context, s Subject, patch model.Value) (Verdict, error) {
	v := Verdict{Patch: []byte(patch.JSON())}
	var a client.Answer
	for range 5 {
		var err error
		a, err = w.Do(ctx, client.Request{Method: http.MethodPatch, Path: s.Path, Format: client.Strategic, Body: patch.Canonical(), DryRun: true})
		if err != nil && ctx.Err() != nil {
			return v, err
		}
		if a.Code != http.StatusConflict && !strings.Contains(string(a.Text), "already allocated") {
			break
		}
	}
	if a.OK() {
		return v, nil
	}
	reason, _ := a.Value.Get("reason")
	v.Rejected, v.Reason = cmp.Or(a.Code, http.StatusInternalServerError), reason.Text()
	causes, _ := model.Path{model.Field("details"), model.Field("causes")}.Lookup(a.Value)
	for _, c := range causes.Elements() {
		text := func(name string) string { v, _ := c.Get(name); return v.Text() }
		cause := Cause{text("reason"), text("field"), shortened(text("message"))}
		if !slices.Contains(v.Causes, cause) {
			v.Causes = append(v.Causes, cause)
		}
	}
	if len(v.Causes) == 0 {
		message, _ := a.Value.Get("message")
		v.Message = shortened(message.Text())
	}
	return v, nil
}

// shortened returns the beginning and the end of the first line of a long message. Messages contain whole objects,
// and the differences between objects.
func shortened(text string) string {
	text, _, _ = strings.Cut(text, "\n")
	const part = 120
	if r := []rune(text); len(r) > 2*part {
		return string(r[:part]) + " ... " + string(r[len(r)-part:])
	}
	return text
}

// Count returns the number of patches.
func (v *Verdicts) Count() int {
	n := 0
	for _, o := range v.Objects {
		n += len(o.Verdicts)
	}
	return n
}

// Write writes a line for the version, and a line for each object, each followed by the lines of its patches.
func (v *Verdicts) Write(w io.Writer) error {
	b := bufio.NewWriter(w)
	line := func(of any) error {
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		err := encoder.Encode(of)
		b.Write(text.Bytes())
		return err
	}
	if err := line(map[string]string{"version": v.Version}); err != nil {
		return err
	}
	for _, o := range v.Objects {
		if len(o.Verdicts) == 0 {
			continue
		}
		if err := line(o); err != nil {
			return err
		}
		for _, verdict := range o.Verdicts {
			if err := line(verdict); err != nil {
				return fmt.Errorf("%s: %w", verdict.Patch, err)
			}
		}
	}
	return b.Flush()
}
