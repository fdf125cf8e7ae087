// Package ending makes sure that a process leaves no temporary files, however it ends. It creates all of
// them, and has the only handler of signals:
//
//	f, err := ending.NewFile()   // has no name on Unix, so it vanishes with the process
//	ctx, cancel := ending.Interrupted(context.Background())
//	defer cancel()               // until then, signals cancel ctx and do not end the process
package ending
