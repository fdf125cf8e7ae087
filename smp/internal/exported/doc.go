// Package exported contains tests only. They check what all exported types and functions of the
// library have in common, and fail for a new one that nobody has decided about:
//
//   - types for JSON values are written as JSON, read back and printed
//   - the texts of errors say a thing once
//   - results share no memory with arguments, receivers and the results of other calls
package exported
