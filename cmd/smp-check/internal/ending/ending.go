package ending

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
)

var (
	mu      sync.Mutex
	names   = map[string]bool{} // temporary files and folders
	waiting []*waiter           // the last one gets the signal
	start   sync.Once
)

// A waiter gets signals instead of the process.
type waiter struct {
	signals []os.Signal
	do      func()
}

// handle starts the handler of signals. Signals that the process ignores, as under nohup, stay ignored.
func handle() {
	start.Do(func() {
		signals := make(chan os.Signal, 1)
		for _, s := range ends {
			if !signal.Ignored(s) {
				signal.Notify(signals, s)
			}
		}
		go func() {
			for s := range signals {
				received(s)
			}
		}()
	})
}

// received passes a signal to the last waiter or, if there is none, removes all temporary files and ends
// the process.
func received(s os.Signal) {
	mu.Lock()
	defer mu.Unlock()
	for _, w := range slices.Backward(waiting) {
		if slices.Contains(w.signals, s) {
			w.do()
			return
		}
	}
	for name := range names {
		os.RemoveAll(name)
	}
	die(s)
}

// wait registers a waiter until stop is called.
func wait(signals []os.Signal, do func(w *waiter)) (stop func()) {
	handle()
	w := &waiter{signals: signals}
	w.do = func() { do(w) }
	mu.Lock()
	defer mu.Unlock()
	waiting = append(waiting, w)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		w.remove()
	}
}

func (w *waiter) remove() {
	waiting = slices.DeleteFunc(waiting, func(other *waiter) bool { return other == w })
}

// Interrupted returns a context that is done when parent is, or when the user interrupts or ends the
// command. Until cancel is called, these signals do not end the process.
func Interrupted(parent context.Context) (ctx context.Context, cancel context.CancelFunc) {
	ctx, done := context.WithCancel(parent)
	stop := wait(ends, func(*waiter) { done() })
	return ctx, func() { stop(); done() }
}

// OnInterrupt calls do at the first interrupt, unless stop is called before. The next interrupt ends
// the process.
func OnInterrupt(do func()) (stop func()) {
	return wait(ends[:1], func(w *waiter) { w.remove(); do() })
}

// created records a temporary file or folder, which a signal removes. No signal is handled while create
// runs.
func created[T any](create func() (T, string, error)) (T, error) {
	handle()
	mu.Lock()
	defer mu.Unlock()
	v, name, err := create()
	if err == nil && name != "" {
		names[name] = true
	}
	return v, err
}

// NewFile returns a temporary file for reading and writing. On Unix, the file has no name, so that it
// vanishes when it is closed or the process ends. Elsewhere, Remove removes it.
func NewFile() (*os.File, error) {
	return created(func() (*os.File, string, error) {
		f, err := os.CreateTemp("", "smp-check-*")
		if err != nil || removedWhileOpen && os.Remove(f.Name()) == nil {
			return f, "", err
		}
		return f, f.Name(), nil
	})
}

// NewResult returns a file in the temporary folder that stays, for a result that cannot be written to
// its file. A number replaces the * of the pattern.
func NewResult(pattern string) (*os.File, error) {
	return created(func() (*os.File, string, error) {
		f, err := os.CreateTemp("", pattern)
		return f, "", err
	})
}

// NewFolder returns the name of a new temporary folder.
func NewFolder() (string, error) {
	return created(func() (string, string, error) {
		name, err := os.MkdirTemp("", "smp-check-*")
		return name, name, err
	})
}

// besidePrefix begins the names of the files of NewBeside. A number follows.
const besidePrefix = ".smp-check-"

// NewBeside returns a temporary file in a folder, which can be renamed to a file of this folder.
// Lock the folder before.
func NewBeside(folder string) (*os.File, error) {
	return created(func() (*os.File, string, error) {
		f, err := os.CreateTemp(folder, besidePrefix+"*")
		if err != nil {
			return nil, "", err
		}
		return f, f.Name(), nil
	})
}

// Remove removes a temporary file or folder with its content. It does nothing for a name that has been
// removed, because another process may use it now.
func Remove(name string) {
	mu.Lock()
	defer mu.Unlock()
	if names[name] {
		os.RemoveAll(name)
		delete(names, name)
	}
}

// Renamed forgets a temporary file, because it has been renamed.
func Renamed(name string) {
	mu.Lock()
	defer mu.Unlock()
	delete(names, name)
}

// Lock locks a folder for the temporary files of this process, until unlock is called. Several
// processes may lock it. If no other process has, Lock first removes the files that killed
// processes have left: the system releases the lock of a process that ends.
func Lock(folder string) (unlock func()) {
	return lock(folder, func() {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			if leftover.MatchString(e.Name()) {
				os.Remove(filepath.Join(folder, e.Name()))
			}
		}
	})
}

var leftover = regexp.MustCompile(`^\.smp-check-[0-9]+$`)
