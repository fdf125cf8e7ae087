package diff

import (
	"github.com/strategicpatch/smp/model"
	"github.com/strategicpatch/smp/smp/internal/schema"
	"github.com/strategicpatch/smp/smp/internal/syntax"
)

// A Judge is the engine that will read a patch. Package smp documents it. The error of a method is the
// reason why the engine rejects the patch.
type Judge interface {
	Map(u *schema.Node, original, patch model.Value) (Answer, error)
	Element(u *schema.Node, original, patch model.Value) (Answer, error)
	List(u *schema.Node, original, patch model.Value) (Answer, error)
	Traits() Traits
}

// An Answer is the result of a Judge. Package smp documents it.
type Answer struct {
	Value         model.Value
	Varies        bool
	VariesInOrder bool
}

// Traits are the properties of a Judge. Package smp documents them.
type Traits struct {
	Name                 string
	Ignores              syntax.Set
	ReservesNames        bool
	FoldsNames           bool
	CopiesNew            bool
	RetainKeysOfField    bool
	OmitsEmptyRetainKeys bool
	MergesAtomicElements bool
	DecodedKeys          bool
	NoKeyDefaults        bool
	JoinsKeys            bool
	SortsDeletions       bool
}
