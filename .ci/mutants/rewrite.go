package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// A rewriter adds the mutants of one file to its text. Lines keep their numbers, because the
// additions contain no line breaks.
type rewriter struct {
	*pkg
	name    string
	text    []byte
	start   token.Pos
	mutants *[]*mutant // the mutants of all files so far
	edits   []edit
}

// An edit replaces a part of the text by another text.
type edit struct {
	from, to int
	order    int // the order of edits at the same place: ends, replaced texts, beginnings
	text     string
}

const (
	atEnd = iota
	inPlace
	atBegin
)

// rewrite returns the text of a file with mutants. It appends them to the mutants of earlier
// files.
func (p *pkg) rewrite(i int, mutants *[]*mutant) string {
	r := &rewriter{pkg: p, name: p.names[i], text: p.texts[i], start: p.files[i].FileStart, mutants: mutants}
	ast.Walk(r, p.files[i])
	return r.result()
}

// Visit adds the mutants of a node, and visits its children.
func (r *rewriter) Visit(n ast.Node) ast.Visitor {
	switch n := n.(type) {
	case *ast.GenDecl:
		if n.Tok == token.CONST {
			return nil
		}
	case *ast.ArrayType:
		ast.Walk(r, n.Elt)
		return nil
	case *ast.BinaryExpr:
		if r.info.Types[n].Value != nil {
			return nil
		}
		r.binary(n)
		return nil
	case *ast.UnaryExpr:
		if n.Op == token.SUB {
			r.unary(n)
			return nil
		}
	case *ast.IncDecStmt:
		ast.Walk(r, n.X)
		step := n.Tok.String()[:1]
		r.put(n.TokPos, n.TokPos+2, inPlace, " %s= mutantStep[%s](%d)", step, r.typeOf(n.X), r.add(increment, n.TokPos))
		return nil
	case *ast.AssignStmt:
		if (n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN) && isNumber(r.info.Types[n.Lhs[0]].Type) {
			ast.Walk(r, n.Lhs[0])
			r.around(n.Rhs[0], n.Rhs[0], fmt.Sprintf("mutantNegative[%s](%d, ", r.typeOf(n.Lhs[0]), r.add(assignment, n.TokPos)), ")")
			return nil
		}
	}
	return r
}

// binary adds the mutants of an operator that always evaluates both operands, so that they can
// be the arguments of a call.
func (r *rewriter) binary(n *ast.BinaryExpr) {
	number := func(kind string) int { return r.add(kind, n.OpPos) }
	begin, end, comma := "", "", false
	switch n.Op {
	case token.EQL, token.NEQ:
		begin, end = "((", fmt.Sprintf(") != mutantIs(%d))", number(negation))
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		call := map[token.Token]string{token.LSS: "Less", token.LEQ: "LessEqual", token.GTR: "Greater", token.GEQ: "GreaterEqual"}[n.Op]
		begin = fmt.Sprintf("(mutant%s(%d, ", call, number(boundary))
		end, comma = fmt.Sprintf(") != mutantIs(%d))", number(negation)), true
	case token.ADD, token.SUB, token.MUL, token.QUO, token.REM:
		if isNumber(r.info.Types[n].Type) {
			call := map[token.Token]string{token.ADD: "Add", token.SUB: "Sub", token.MUL: "Mul", token.QUO: "Quo", token.REM: "Rem"}[n.Op]
			begin, end, comma = fmt.Sprintf("mutant%s(%d, ", call, number(arithmetic)), ")", true
		}
	}
	r.put(n.Pos(), n.Pos(), atBegin, "%s", begin)
	ast.Walk(r, n.X)
	if comma {
		r.put(n.OpPos, n.OpPos+token.Pos(len(n.Op.String())), inPlace, ",")
	}
	ast.Walk(r, n.Y)
	r.put(n.End(), n.End(), atEnd, "%s", end)
}

// unary adds the mutant of a minus sign. The sign may be part of a constant.
func (r *rewriter) unary(n *ast.UnaryExpr) {
	t := r.info.Types[n]
	if basic, ok := t.Type.(*types.Basic); ok && basic.Info()&types.IsUntyped != 0 {
		return
	}
	r.around(n, n.X, fmt.Sprintf("mutantNegative[%s](%d, ", r.typeOf(n), r.add(negative, n.OpPos)), ")")
}

// around adds texts before and after an expression, and visits a part of it.
func (r *rewriter) around(n, part ast.Expr, begin, end string) {
	r.put(n.Pos(), n.Pos(), atBegin, "%s", begin)
	ast.Walk(r, part)
	r.put(n.End(), n.End(), atEnd, "%s", end)
}

// add adds a mutant and returns its number.
func (r *rewriter) add(kind string, at token.Pos) int {
	position := r.fset.PositionFor(at, false)
	code := strings.Split(string(r.text), "\n")[position.Line-1]
	m := &mutant{
		Number: len(*r.mutants) + 1,
		File:   r.name,
		Kind:   kind,
		Line:   position.Line,
		Column: position.Column,
		Code:   strings.TrimSpace(code),
	}
	*r.mutants = append(*r.mutants, m)
	return m.Number
}

// typeOf returns an expression's type as the package writes it.
func (r *rewriter) typeOf(n ast.Expr) string {
	return types.TypeString(r.info.Types[n].Type, func(other *types.Package) string {
		if other == r.object {
			return ""
		}
		return other.Name()
	})
}

func isNumber(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsNumeric != 0
}

func (r *rewriter) put(from, to token.Pos, order int, format string, args ...any) {
	r.edits = append(r.edits, edit{int(from - r.start), int(to - r.start), order, fmt.Sprintf(format, args...)})
}

// result returns the text with the edits. If several edits begin at one place, the outermost
// one must have been added first. If several end at one place, the innermost one must have
// been added first.
func (r *rewriter) result() string {
	slices.SortStableFunc(r.edits, func(a, b edit) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.order, b.order))
	})
	var b strings.Builder
	at := 0
	for _, e := range r.edits {
		b.Write(r.text[at:e.from])
		b.WriteString(e.text)
		at = e.to
	}
	b.Write(r.text[at:])
	return b.String()
}
