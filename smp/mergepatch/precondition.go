package mergepatch

// A PreconditionFunc reports whether a patch may be sent. The patch is a
// map[string]interface{}.
type PreconditionFunc func(interface{}) bool

// RequireKeyUnchanged returns a precondition that rejects patches with the field key at
// the root.
func RequireKeyUnchanged(key string) PreconditionFunc {
	return func(patch interface{}) bool { return !hasField(patch, key) }
}

// RequireMetadataKeyUnchanged returns a precondition that rejects patches with the
// field key in metadata:
//
//	RequireMetadataKeyUnchanged("name") rejects {"metadata":{"name":"x"}}
func RequireMetadataKeyUnchanged(key string) PreconditionFunc {
	return func(patch interface{}) bool {
		root, ok := patch.(map[string]interface{})
		return !ok || !hasField(root["metadata"], key)
	}
}

func hasField(v interface{}, key string) bool {
	m, ok := v.(map[string]interface{})
	if !ok {
		return false
	}
	_, has := m[key]
	return has
}
