package faults

// These are the codes of faults. Package smp documents them.
const (
	AmbiguousMergeKey  = "ambiguous-merge-key"
	DirectiveAsData    = "directive-as-data"
	InvalidDirective   = "invalid-directive"
	InvalidMergeKey    = "invalid-merge-key"
	InvalidSchema      = "invalid-schema"
	Limit              = "limit"
	MissingMergeKey    = "missing-merge-key"
	MixedMergeKeys     = "mixed-merge-keys"
	NoEffect           = "no-effect"
	NotComposable      = "not-composable"
	NotRepresentable   = "not-representable"
	OrderMismatch      = "order-mismatch"
	Precondition       = "precondition"
	RepeatedKey        = "repeated-key"
	RetainKeysMismatch = "retain-keys-mismatch"
	UnionConflict      = "union-conflict"
	UnionSiblings      = "union-siblings"
	UnknownField       = "unknown-field"
	WrongType          = "wrong-kind"
)
