//go:build unix && !linux

package output

// keepAttributes does nothing: extended attributes are only kept on Linux.
func keepAttributes(string, string) error { return nil }
