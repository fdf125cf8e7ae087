package dropin

// A Reason is a reason for an answer that differs from that of apimachinery's package. Each
// reason is verified with the arguments of the call.
type Reason string

// In the comments of these reasons, its and it refer to apimachinery's package.
const (
	// Same means that the answers are equal. Errors are equal if callers cannot distinguish
	// them.
	Same Reason = "same"
	// Panics means that apimachinery's package panics.
	Panics Reason = "it panics"
	// Varies means that the answers of apimachinery's package vary.
	Varies Reason = "it varies"
	// Digits means that decoding to int64 or float64 changes a number, and that the answers
	// for the decoded documents are equal.
	Digits Reason = "it loses digits"
	// OtherLookup means that the schema is from an OpenAPI document, and that apimachinery's
	// package gives our answer with the schema of the Go type.
	OtherLookup Reason = "its schemas disagree"
	// OtherFault means that the patch has several faults, and that the packages report
	// different ones. Both report each of the faults alone, or apimachinery's package panics.
	OtherFault Reason = "it reports another fault"
	// WrongPatch means that its patch does not give the wanted result with its own Apply, and
	// that our patch does.
	WrongPatch Reason = "its patch is wrong"
	// NeedlessPatch means that its own Apply gives the same result without a part of its
	// patch. Our patch has this result, too.
	NeedlessPatch Reason = "its patch has needless parts"
	// NoPatch means that it returns an error for a diff, although a patch exists and its own
	// Apply accepts this patch.
	NoPatch Reason = "it refuses"
	// NoneExists means that our package returns an error because there is no patch, and that
	// its patch is wrong.
	NoneExists Reason = "there is no patch"
	// NotComposed means that our package returns an error because one patch cannot have the
	// effect of both. This is cautious: its patch may have that effect for this original.
	NotComposed Reason = "ours refuses to compose"
	// OtherPatch means that its conflicts belong to a patch that differs for one of the
	// reasons above.
	OtherPatch Reason = "its conflicts belong to another patch"
	// Overlooked means that it overlooks a conflict, because it compares atomic lists without
	// regard to order, compares only common fields of their elements, or treats atomic maps
	// as equal.
	Overlooked Reason = "it overlooks a conflict"
	// NullDropped means that it treats the removal of a null in original as a change. Without
	// these nulls, it reports no conflict.
	NullDropped Reason = "it sees a null that is dropped"
	// SortedPatch means that its patch without overwrite differs from its patch with
	// overwrite.
	SortedPatch Reason = "its patch changes when it looks for conflicts"
	// HiddenPrecondition means that its error for a failed precondition has no type, so that
	// IsPreconditionFailed returns false.
	HiddenPrecondition Reason = "it hides a failed precondition"
	// OtherValue means that its error for an invalid document comes from a library, and is
	// not one of the values of mergepatch.
	OtherValue Reason = "its error is a library's"
)
