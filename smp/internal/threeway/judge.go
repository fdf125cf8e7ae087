package threeway

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/identity"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Judge describes the engine that will read the patch. Such an engine may identify and order the
// elements of a list in its own way.
type Judge interface {
	// Supports reports whether the engine supports a directive.
	Supports(directive syntax.Set) bool
	// Selection returns how the engine identifies the elements of a list.
	Selection(list *schema.Node) *identity.Selection
	// MergeKeys applies a patch that contains only keys to live, and returns the result. The patch
	// has the keys of the elements that it sends and deletes, and of those in its order list. In a
	// set, the values are the keys. It reports false if the engine rejects the patch. It may change sent and deleted.
	MergeKeys(list *schema.Node, live model.Value, sent, deleted, order []model.Value) (model.Value, bool)
	// Merges reports whether a patch that follows the plan, and replaces nothing, turns live into target.
	Merges(list *schema.Node, live, target model.Value, p *Plan) bool
}
