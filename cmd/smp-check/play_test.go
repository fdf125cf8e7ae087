package main

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
)

// The page is at the address that is written, until the context ends.
func TestPlayServesThePage(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	addresses := make(chan string, 1)
	ended := make(chan error, 1)
	go func() {
		ended <- servePage(ctx, func(address string) error { addresses <- address; return nil })
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
	if text, err := io.ReadAll(got.Body); err != nil || got.StatusCode != http.StatusOK || !strings.Contains(string(text), "Nothing you paste here leaves this machine") {
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

// Each page has a secret path of its own.
func TestPlayHasTokens(t *testing.T) {
	seen := map[string]bool{}
	for range 3 {
		ctx, cancel := context.WithCancel(context.Background())
		err := servePage(ctx, func(address string) error {
			token := strings.Split(strings.TrimSuffix(address, "/"), "/")[3]
			if len(token) < 20 || seen[token] {
				t.Errorf("the token is %q", token)
			}
			seen[token] = true
			cancel()
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	}
}
