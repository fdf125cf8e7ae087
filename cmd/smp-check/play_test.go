package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"
)

// The page is served at the printed address, until the context ends.
func TestPlayServesThePage(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	listener, err := listenForPage(0)
	if err != nil {
		t.Fatal(err)
	}
	addresses := make(chan string, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- servePage(ctx, listener, func(address string) error { addresses <- address; return nil })
	}()
	address := <-addresses
	if !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Errorf("the address is %s", address)
	}
	got, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Body.Close()
	if text, err := io.ReadAll(got.Body); err != nil || got.StatusCode != http.StatusOK || !strings.Contains(string(text), "Your input never leaves this machine") {
		t.Errorf("%v: %s\n%s", err, got.Status, text)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if _, err := http.Get(address); err == nil {
		t.Error("the page is still there")
	}
}

// The command writes the address of the page, and serves it until it is ended.
func TestPlayCommand(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out, stdout := io.Pipe()
	root := newRoot(strings.NewReader(""), stdout, io.Discard)
	root.SetArgs([]string{"play"})
	ended := make(chan error, 1)
	go func() {
		err := root.ExecuteContext(ctx)
		stdout.CloseWithError(err)
		ended <- err
	}()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	got, err := http.Get(strings.TrimSpace(address))
	if err != nil || got.StatusCode != http.StatusOK {
		t.Errorf("%s: %v %v", address, got, err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// The page is served on the port of --port at the same path each time, so that links to it
// stay valid. Without --port, the page is served on a free port if the usual one is in use.
func TestPlayPort(t *testing.T) {
	usual, err := listenForPage(0)
	if err != nil {
		t.Fatal(err)
	}
	defer usual.Close()
	other, err := listenForPage(0)
	if err != nil {
		t.Fatalf("a second page: %v", err)
	}
	port := other.Addr().(*net.TCPAddr).Port
	inUse := newRoot(strings.NewReader(""), io.Discard, io.Discard)
	inUse.SetArgs([]string{"play", "--port", strconv.Itoa(port)})
	if err := inUse.Execute(); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("--port %d: cannot listen", port)) {
		t.Errorf("on a port in use: %v", err)
	}
	other.Close()
	for range 2 {
		ctx, cancel := context.WithCancel(context.Background())
		out, stdout := io.Pipe()
		root := newRoot(strings.NewReader(""), stdout, io.Discard)
		root.SetArgs([]string{"play", "--port", strconv.Itoa(port)})
		ended := make(chan error, 1)
		go func() {
			err := root.ExecuteContext(ctx)
			stdout.CloseWithError(err)
			ended <- err
		}()
		address, err := bufio.NewReader(out).ReadString('\n')
		if want := fmt.Sprintf("http://127.0.0.1:%d/\n", port); err != nil || address != want {
			t.Errorf("the address is %q (%v), want %q", address, err, want)
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}
