package openapi

// NamedSchema returns the schema that the kustomization names, or nil if it names none.
func NamedSchema() []byte {
	schemaLock.RLock()
	defer schemaLock.RUnlock()
	return customSchema
}
