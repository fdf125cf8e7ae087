// Package requiring tests whether a program can require this module without newer versions of
// other modules. For each of some releases of Kubernetes it writes a program that uses
// apimachinery, replaces its imports by those of this module, and compares the versions of all
// other modules:
//
//	row, err := requiring.Try(ctx, "v0.33.0", true)
//	fmt.Println(row.Go, row.Raised) // 1.24.0 []
package requiring
