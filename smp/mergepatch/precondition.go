package mergepatch

// A PreconditionFunc looks at a patch, which is a map[string]interface{}, and
// reports whether it may be sent.
type PreconditionFunc func(interface{}) bool

// RequireKeyUnchanged returns a precondition that refuses patches with the
// field key at the root.
func RequireKeyUnchanged(key string) PreconditionFunc {
	return func(patch interface{}) bool { return !hasField(patch, key) }
}

// RequireMetadataKeyUnchanged returns a precondition that refuses patches with
// the field metadata.key.
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
