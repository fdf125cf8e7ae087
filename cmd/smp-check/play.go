package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play/page"
)

// newPlay returns the command that serves the page to play.
func newPlay() *cobra.Command {
	open := false
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Open a page that shows what a patch does while you type it",
		Long: `Serve a page to this machine, and write its address: an original and a patch on
the left, on the right the result, why it comes out like that, what a cluster does
otherwise, what lint says, and the change in other forms. It answers while you type,
has an example for each rule, makes what you paste smaller, and copies it as a case,
a Go test, issue text, or a link that holds all of it.

The page is served on loopback alone, below a secret path, and nothing that you paste
leaves this machine. An interrupt (Ctrl-C) ends it.`,
		Example: `  smp-check play
  smp-check play --open`,
		Args: cli.Files(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer cancel()
			return servePage(ctx, func(address string) error {
				if err := output.Text(cmd.OutOrStdout(), []byte(address+"\n")); err != nil || !open {
					return err
				}
				if err := openInBrowser(address); err != nil {
					fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: note: no browser could be started (%v); open the address yourself\n", err)
				}
				return nil
			})
		},
	}
	cmd.Flags().BoolVar(&open, "open", false, "open the page in the browser")
	return cmd
}

// servePage serves the page at a free port of loopback until the context ends, and
// calls ready with its address.
func servePage(ctx context.Context, ready func(address string) error) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	token := rand.Text()
	server := &http.Server{
		Handler:           page.Handler(token, "127.0.0.1:"+port, "localhost:"+port),
		ReadHeaderTimeout: 10 * time.Second,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // searches end with it
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	err = ready("http://127.0.0.1:" + port + "/" + token + "/")
	if err == nil {
		select {
		case err = <-failed:
		case <-ctx.Done():
		}
	}
	return errors.Join(err, server.Close())
}

// openInBrowser starts the browser of the desktop.
func openInBrowser(address string) error {
	command, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "darwin":
		command = "open"
	case "windows":
		command, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	}
	return exec.Command(command, args...).Start()
}
