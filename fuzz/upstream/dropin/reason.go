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
	// WrongPatch means that apimachinery's patch does not give the wanted result with
	// apimachinery's Apply, and that our patch does.
	WrongPatch Reason = "its patch is wrong"
	// NeedlessPatch means that apimachinery's Apply gives the same result without a part of
	// apimachinery's patch. Our patch has this result, too.
	NeedlessPatch Reason = "its patch has needless parts"
	// NoPatch means that apimachinery returns an error for a diff, although there is a patch
	// that its own Apply accepts.
	NoPatch Reason = "it refuses"
	// NoneExists means that our package returns an error because there is no patch, and that
	// the patch of apimachinery's package is wrong.
	NoneExists Reason = "there is no patch"
	// NotComposed means that our package returns an error because one patch cannot have the
	// effect of both. This is cautious: apimachinery's patch may have that effect for this original.
	NotComposed Reason = "ours refuses to compose"
	// OtherPatch means that the conflicts of apimachinery's package belong to a patch that
	// differs for one of the reasons above.
	OtherPatch Reason = "its conflicts belong to another patch"
	// Overlooked means that apimachinery overlooks a conflict, because it compares atomic
	// lists without regard to order, compares only common fields of their elements, or treats
	// atomic maps as equal.
	Overlooked Reason = "it overlooks a conflict"
	// NullDropped means that apimachinery treats the removal of a null in original as a
	// change. If original lacks these nulls, it reports no conflict.
	NullDropped Reason = "it sees a null that is dropped"
	// SortedPatch means that the patches of apimachinery with and without overwrite are
	// different.
	SortedPatch Reason = "its patch changes when it looks for conflicts"
	// HiddenPrecondition means that apimachinery's error for a failed precondition has no
	// type, so that IsPreconditionFailed returns false.
	HiddenPrecondition Reason = "it hides a failed precondition"
	// OtherValue means that apimachinery's error for an invalid document comes from a library,
	// and is not one of the values of mergepatch.
	OtherValue Reason = "its error is a library's"
)
