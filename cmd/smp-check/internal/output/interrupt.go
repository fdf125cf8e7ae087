package output

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

// Interrupted returns a context that is done when the user interrupts or ends the command.
// Until cancel is called, these signals do not end the process.
func Interrupted() (ctx context.Context, cancel context.CancelFunc) {
	return signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
}
