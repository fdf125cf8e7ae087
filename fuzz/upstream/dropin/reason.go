package dropin

// A Reason is a reason for an answer that differs from that of apimachinery's package. Each is
// verified on the arguments in question.
type Reason string

// The reasons.
const (
	// Same: the answers are equal. Errors are equal if callers cannot distinguish them.
	Same Reason = "same"
	// Panics: apimachinery's package panics.
	Panics Reason = "it panics"
	// Varies: the answers of apimachinery's package vary.
	Varies Reason = "it varies"
	// Digits: a number differs from its decoding to int64 or float64, and with the decoded
	// documents the answers are equal.
	Digits Reason = "it loses digits"
	// OtherLookup: the schema is from an OpenAPI document, and with that of the Go type
	// apimachinery's package gives our answer.
	OtherLookup Reason = "its schemas disagree"
	// OtherFault: the patch has several faults, and the two report different ones. Both report
	// each of the faults alone, or apimachinery's package panics.
	OtherFault Reason = "it reports another fault"
	// WrongPatch: its patch does not give the wanted result with its own Apply, and ours does.
	WrongPatch Reason = "its patch is wrong"
	// NeedlessPatch: a part of its patch can be left out without changing the result, by its
	// own Apply. Our patch has the same result.
	NeedlessPatch Reason = "its patch has needless parts"
	// NoPatch: it returns an error for a diff that has a patch, which its own Apply accepts.
	NoPatch Reason = "it refuses"
	// NoneExists: ours returns an error because there is no patch, and its patch is wrong,
	// too.
	NoneExists Reason = "there is no patch"
	// NotComposed: ours returns an error because one patch cannot have the effect of both,
	// which is cautious: its patch may have that effect for this original.
	NotComposed Reason = "ours refuses to compose"
	// OtherPatch: its conflicts are those of a patch that differs for one of the reasons
	// above.
	OtherPatch Reason = "its conflicts belong to another patch"
	// Overlooked: it compares atomic lists without regard to order, only looks for common
	// fields in their elements, and treats atomic maps as equal.
	Overlooked Reason = "it overlooks a conflict"
	// NullDropped: it treats the removal of a null in original as a change. Without these
	// nulls it reports no conflict.
	NullDropped Reason = "it sees a null that is dropped"
	// SortedPatch: without overwrite, its patch differs from that with overwrite.
	SortedPatch Reason = "its patch changes when it looks for conflicts"
	// HiddenPrecondition: its error for a failed precondition has no type, so that
	// IsPreconditionFailed returns false.
	HiddenPrecondition Reason = "it hides a failed precondition"
	// OtherValue: its error for an invalid document comes from a library, and is not one of
	// the values of mergepatch.
	OtherValue Reason = "its error is a library's"
)
