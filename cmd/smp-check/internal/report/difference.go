package report

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/schemas"
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp"
)

// Differences lists the places where server-side apply and strategic merge patch merge
// differently. The exported fields are its JSON.
type Differences struct {
	Schema      string             `json:"schema"`
	Differences []differenceReport `json:"differences"`
}

type differenceReport struct {
	Path            string   `json:"path"`
	Strategic       *merging `json:"strategic,omitempty"`
	ServerSideApply *merging `json:"serverSideApply,omitempty"`
	SameAs          string   `json:"sameAs,omitempty"`
}

// foldDifferences is the fold of an outline of differences.
const foldDifferences = 20

// NewDifferences compares the patch strategies of a schema with its list types.
func NewDifferences(n schemas.Named) (*Differences, error) {
	isSet := map[string]bool{}
	for _, path := range n.Sets {
		text := ""
		for _, step := range path {
			if name := step.(model.Field); name == anyName {
				text = joinPath(text, anyName)
			} else {
				text = joinPath(text, fieldText(string(name)))
			}
		}
		isSet[text] = true
	}
	serverSide := func(p *place) merging {
		if isSet[p.path] {
			return merging{Type: smp.ListType.String(), Merge: mergeSet}
		}
		return serverSideMerging(p.other)
	}
	o := &outline{
		line:   func(p *place) bool { return differ(p.schema, serverSide(p)) },
		follow: func(p *place) bool { return merges(p.schema) && merges(p.other) },
		fold:   foldDifferences,
	}
	root, err := o.collect(n.Schema, n.ListTyped)
	if err != nil {
		return nil, err
	}
	r := &Differences{Schema: n.Name, Differences: []differenceReport{}}
	visit := func(p *place, path string) {
		d := differenceReport{Path: path}
		if p.sameAs != nil {
			d.SameAs = p.sameAs.place()
		}
		if o.line(p) {
			strategic, other := strategicMerging(p.schema), serverSide(p)
			d.Strategic, d.ServerSideApply = &strategic, &other
		}
		r.Differences = append(r.Differences, d)
	}
	if o.line(root) {
		visit(root, ".")
	}
	o.each(root, "", visit)
	return r, nil
}

// Write writes the report in an output format.
func (r *Differences) Write(out io.Writer, form string) error {
	if form == output.FormJSON {
		return output.Indented(out, r)
	}
	return output.Buffered(out, r.writeText)
}

// differ reports whether strategic merge patch merges a list differently from server-side apply.
func differ(s smp.Schema, b merging) bool {
	if s.Type() != smp.ListType {
		return false
	}
	a := strategicMerging(s)
	return a.Merge != b.Merge || !slices.Equal(a.Keys, b.Keys)
}

// strategicMerging describes how strategic merge patch merges values with a schema.
func strategicMerging(s smp.Schema) merging {
	m := MergingOf(s)
	m.Defaults, m.Elements, m.RetainKeys, m.Unions = nil, "", false, nil
	return m
}

// serverSideMerging describes how server-side apply merges values with a schema. The schema
// must have been read with list types: a list without a patch strategy then has the strategy
// of its list type. A list with a patch strategy has the map keys of its list type only if
// they begin with the merge key.
func serverSideMerging(s smp.Schema) merging {
	m := strategicMerging(s)
	if m.Merge != mergeKeyed {
		return m
	}
	if !s.MapKeys() {
		return merging{Type: m.Type, Merge: mergeOther, NotKeys: m.Keys}
	}
	if m.Recommended != nil {
		m.Keys, m.Recommended = m.Recommended, nil
	}
	return m
}

func (r *Differences) writeText(w *bufio.Writer) {
	if len(r.Differences) == 0 {
		fmt.Fprintf(w, "%s: server-side apply and strategic merge patch use the same keys for all lists\n", r.Schema)
		return
	}
	rows := [][3]string{{r.Schema, "strategic merge patch", "server-side apply"}}
	for _, d := range r.Differences {
		row := [3]string{d.Path}
		if d.Strategic != nil {
			row[1], row[2] = d.Strategic.String(), d.ServerSideApply.String()
		}
		if d.SameAs != "" {
			row[2] = strings.TrimPrefix(row[2]+"; as "+d.SameAs, "; ")
		}
		rows = append(rows, row)
	}
	var width [2]int
	for _, row := range rows {
		for i := range width {
			width[i] = max(width[i], len(row[i]))
		}
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%-*s  %-*s  %s\n", width[0], row[0], width[1], row[1], row[2])
	}
}
