package desk

import "unsafe"

// This is the only file below smp that uses unsafe.

// alias returns the text of src without copying it. src must not change while the text is in use.
func alias(src []byte) string { return unsafe.String(unsafe.SliceData(src), len(src)) }

// overlaps reports whether the memory behind dst may contain a part of a document.
func overlaps(dst []byte, documents []Document) bool {
	begin := uintptr(unsafe.Pointer(unsafe.SliceData(dst)))
	for i := range documents {
		text := documents[i].Text
		from := uintptr(unsafe.Pointer(unsafe.SliceData(text)))
		if cap(dst) > 0 && len(text) > 0 && begin < from+uintptr(len(text)) && from < begin+uintptr(cap(dst)) {
			return true
		}
	}
	return false
}
