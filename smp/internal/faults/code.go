package faults

// These are the codes of faults. Package smp documents them.
const (
	AmbiguousMergeKey  = "ambiguous-merge-key"  // several elements may be meant
	DirectiveAsData    = "directive-as-data"    // a directive becomes data
	InvalidDirective   = "invalid-directive"    // at the wrong place, or with a malformed value
	InvalidMergeKey    = "invalid-merge-key"    // a key is a map or list
	InvalidSchema      = "invalid-schema"       // of a field
	Limit              = "limit"                // too deep
	MissingMergeKey    = "missing-merge-key"    // absent or null
	MixedMergeKeys     = "mixed-merge-keys"     // elements of one list match by different keys
	NoEffect           = "no-effect"            // a part of the patch changes no result
	NotComposable      = "not-composable"       // no single patch has the same effect
	NotRepresentable   = "not-representable"    // no patch makes the change
	OrderMismatch      = "order-mismatch"       // with the order list
	Precondition       = "precondition"         // a place would change that must not
	RepeatedKey        = "repeated-key"         // an earlier element has the same key
	RetainKeysMismatch = "retain-keys-mismatch" // the list of fields lacks a field of the patch
	Syntax             = "syntax"               // not JSON
	UnionConflict      = "union-conflict"       // two members of a union are set
	UnionSiblings      = "union-siblings"       // another member may stay set
	UnknownField       = "unknown-field"        // the schema does not define it
	WrongType          = "wrong-kind"           // another JSON type than expected
)
