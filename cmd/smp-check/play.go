package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/cli"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/ending"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/output"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play/page"
)

// newPlay returns the command that serves the page.
func newPlay() *cobra.Command {
	var port uint16
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Serve a page that shows the effect of a patch as you type",
		Long: `Serve a page on this machine, and print its address. On the page, you edit an original
and a patch. The page shows the result with the changes marked, the reason for each
change, differences on a real cluster, and likely mistakes. It also shows the change as
a JSON Patch and as a JSON Merge Patch. There is an example for every rule. You can
minimize and redact your input, then copy it as a test case, a Go test, an issue or a
link.

A link contains the whole input. It works on any machine that serves the page on the
same port. You can also paste the link into the page.

The page is served on loopback only, and your input never leaves this machine. Press
Ctrl-C to stop the server.`,
		Example: `  smp-check play
  smp-check play --port 8080`,
		Args: cli.Files(),
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, cancel := ending.Interrupted(cmd.Context())
			defer cancel()
			listener, err := listenForPage(port)
			if err != nil {
				return err
			}
			if used := listener.Addr().(*net.TCPAddr).Port; port == 0 && used != pagePort {
				fmt.Fprintf(cmd.ErrOrStderr(), "smp-check: note: port %d is in use, so the page is on port %d; to open a link from another copy, paste it into the page\n", pagePort, used)
			}
			return servePage(ctx, listener, func(address string) error {
				return output.Text(cmd.OutOrStdout(), []byte(address+"\n"))
			})
		},
	}
	cmd.Flags().Uint16Var(&port, "port", 0, fmt.Sprintf("serve the page on this `port` (default %d, or any free port if it is in use)", pagePort))
	return cmd
}

// pagePort is the default port of the page. A fixed port lets a link open on every machine
// that runs the page.
const pagePort = 7670

// listenForPage listens on a port of loopback. Port 0 means pagePort or, if that is in
// use, any free port.
func listenForPage(port uint16) (net.Listener, error) {
	listen := func(port uint16) (net.Listener, error) {
		return net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(int(port))))
	}
	if port == 0 {
		if listener, err := listen(pagePort); err == nil {
			return listener, nil
		}
		return listen(0)
	}
	listener, err := listen(port)
	if err != nil {
		return nil, fmt.Errorf("--port %d: cannot listen (%w); choose another port, or omit --port", port, err)
	}
	return listener, nil
}

// servePage serves the page on a listener of loopback until the context ends, and calls
// ready with its address. It closes the listener.
func servePage(ctx context.Context, listener net.Listener, ready func(address string) error) error {
	defer listener.Close() // server.Close closes it only if Serve has been called
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           page.Handler("127.0.0.1:"+port, "localhost:"+port),
		ReadHeaderTimeout: 10 * time.Second, // the handler limits the time for the body
		IdleTimeout:       time.Minute,
		BaseContext:       func(net.Listener) context.Context { return ctx }, // so that searches end with ctx
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	err = ready("http://127.0.0.1:" + port + "/")
	if err == nil {
		select {
		case err = <-failed:
		case <-ctx.Done():
		}
	}
	return errors.Join(err, server.Close())
}
