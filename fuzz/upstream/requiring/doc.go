// Package requiring asks whether a program can require this module without a newer version of
// anything else. It writes programs that use apimachinery, one for each of some
// releases of Kubernetes, changes their imports to those of the drop-in, and compares the
// versions of all other modules before and after:
//
//	row, err := requiring.Try(ctx, "v0.33.0", true)
//	fmt.Println(row.Go, row.Raised) // 1.24.0 []
package requiring
