package dropin

// A Reason is why an answer may differ from that of apimachinery's package.
// Each is checked on the inputs in question, never assumed from their shape.
type Reason string

// The reasons.
const (
	// Same: it does not differ. Errors are the same if callers cannot tell them
	// apart.
	Same Reason = "same"
	// Panics: apimachinery's package panics.
	Panics Reason = "it panics"
	// Varies: it does not give one answer.
	Varies Reason = "it varies"
	// Digits: a number is not what its decoding to int64 or float64 says, and
	// with the decoded documents the answers are the same.
	Digits Reason = "it loses digits"
	// OtherLookup: its schema is of an OpenAPI document, and with that of the Go
	// type it answers what ours does.
	OtherLookup Reason = "its schemas disagree"
	// OtherFault: the patch has several faults, and another one is reported. Both
	// report each of the two when it is alone, or apimachinery's panics.
	OtherFault Reason = "it reports another fault"
	// WrongPatch: its patch, applied by its own Apply, does not give what it is
	// for, and ours does.
	WrongPatch Reason = "its patch is wrong"
	// NeedlessPatch: something of its patch can be left out and the result, by
	// its own Apply, is the same; that of ours is, too.
	NeedlessPatch Reason = "its patch says what holds"
	// NoPatch: it refuses to diff what has a patch, which its own Apply takes.
	NoPatch Reason = "it refuses"
	// NoneExists: ours says that there is no patch, and its patch is wrong too.
	NoneExists Reason = "there is no patch"
	// NotComposed: ours says that one patch cannot do what two do, which it does
	// more often than need be: its patch may do it for the original at hand.
	NotComposed Reason = "ours refuses to compose"
	// OtherPatch: its conflicts are those of a patch that differs for one of the
	// reasons above.
	OtherPatch Reason = "its conflicts are of another patch"
	// Overlooked: it compares atomic lists without regard to order and looks
	// for fields that both sides have in their elements, and takes atomic maps
	// for equal.
	Overlooked Reason = "it overlooks a conflict"
	// NullDropped: it takes the end of a null that the original has for a change,
	// and without these nulls finds no conflict.
	NullDropped Reason = "it sees a null that is dropped"
	// SortedPatch: without overwrite it emits another patch than with it.
	SortedPatch Reason = "its patch changes when it looks for conflicts"
	// HiddenPrecondition: the error of a failed precondition is of no type, so that
	// IsPreconditionFailed says no.
	HiddenPrecondition Reason = "it hides a failed precondition"
	// OtherValue: the error for what is no document is a library's, which is not
	// among the values of mergepatch.
	OtherValue Reason = "its error is a library's"
)
