package jsonpatch

import "strings"

// Pointer returns the JSON Pointer (RFC 6901) that consists of the given names, starting at the
// root. A name is the name of a member or the index of an element. Without names, the pointer is
// "". This pointer means the whole document.
//
//	jsonpatch.Pointer("metadata", "labels", "a/b") // /metadata/labels/a~1b
func Pointer(names ...string) string {
	var b strings.Builder
	for _, name := range names {
		b.WriteByte('/')
		b.WriteString(escaper.Replace(name))
	}
	return b.String()
}

// Names returns the names in a JSON Pointer. It is the reverse of [Pointer]. The error
// is an [*Error] with Code InvalidPatch if the pointer is not empty and does not begin
// with "/", or has a "~" that is not followed by 0 or 1.
func Names(pointer string) ([]string, error) {
	names, err := namesOf(pointer)
	if err != nil {
		return nil, err
	}
	return names, nil
}

func namesOf(pointer string) ([]string, *Error) {
	if pointer == "" {
		return nil, nil
	}
	if pointer[0] != '/' {
		return nil, newError(InvalidPatch, "expected the pointer %q to begin with \"/\"", pointer)
	}
	names := strings.Split(pointer[1:], "/")
	for i, name := range names {
		if !strings.Contains(name, "~") {
			continue
		}
		for j := range len(name) {
			if name[j] == '~' && (j+1 == len(name) || name[j+1] != '0' && name[j+1] != '1') {
				return nil, newError(InvalidPatch, "the pointer %q has a \"~\" without 0 or 1 after it; write \"~0\"", pointer)
			}
		}
		names[i] = unescaper.Replace(name)
	}
	return names, nil
}

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~0", "~", "~1", "/")
)
