package client

import (
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/strategicpatch/smp/model"
)

// The formats of patches.
const (
	Strategic = "application/strategic-merge-patch+json"
	Merge     = "application/merge-patch+json"
)

// manager is who changes fields, in every request; an answer to PUT has the
// same as one to PATCH.
const manager = "smp-cluster"

// A Client asks one server. Clients may be shared.
type Client struct {
	url, token string
	http       *http.Client
}

// New returns a client of the server at an address, to which it shows a token.
func New(address, token string, config *tls.Config) *Client {
	transport := &http.Transport{TLSClientConfig: config, MaxIdleConnsPerHost: 8}
	return &Client{url: address, token: token, http: &http.Client{Transport: transport}}
}

// A Request is what to do with a resource.
type Request struct {
	Method string
	Path   string
	// Format is the content type of Body; JSON when empty.
	Format string
	// Accept is the content type that is asked for; JSON when empty.
	Accept string
	Body   string
	// DryRun asks for the answer without storing it.
	DryRun bool
	// Validation is what the server does about unknown and duplicate fields; Ignore
	// when empty.
	Validation string
}

// An Answer is what the server said.
type Answer struct {
	Code int
	// Value is the object, or the Status that tells of a failure. It is absent
	// where the answer is no JSON.
	Value model.Value
	Text  []byte
}

// OK reports whether the server did as it was asked.
func (a Answer) OK() bool { return a.Code/100 == 2 }

// Do sends a request and returns the answer, failures included. An error says
// that there was none, twice: the connection broke, as it does when the server
// panics, or ctx ended.
func (c *Client) Do(ctx context.Context, r Request) (Answer, error) {
	a, err := c.once(ctx, r)
	if err != nil && ctx.Err() == nil {
		return c.once(ctx, r)
	}
	return a, err
}

func (c *Client) once(ctx context.Context, r Request) (Answer, error) {
	query := url.Values{}
	if r.Method != http.MethodGet && r.Method != http.MethodDelete {
		query.Set("fieldManager", manager)
		query.Set("fieldValidation", cmp.Or(r.Validation, "Ignore"))
	}
	if r.DryRun {
		query.Set("dryRun", "All")
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, c.url+r.Path+"?"+query.Encode(), strings.NewReader(r.Body))
	if err != nil {
		return Answer{}, err
	}
	set := func(name, value, otherwise string) {
		if value == "" {
			value = otherwise
		}
		request.Header.Set(name, value)
	}
	set("Authorization", "Bearer "+c.token, "")
	set("Content-Type", r.Format, "application/json")
	set("Accept", r.Accept, "application/json")
	response, err := c.http.Do(request)
	if err != nil {
		return Answer{}, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return Answer{}, err
	}
	a := Answer{Code: response.StatusCode, Text: text}
	a.Value, _ = model.Parse(text)
	return a, nil
}

// Must is Do for requests that must succeed: anything else is an error, with
// what the server said.
func (c *Client) Must(ctx context.Context, r Request) (model.Value, error) {
	a, err := c.Do(ctx, r)
	if err == nil && !a.OK() {
		err = fmt.Errorf("%s %s: %s", r.Method, r.Path, a)
	}
	return a.Value, err
}

// String returns the code of an answer and what the server says of a failure.
func (a Answer) String() string {
	if a.OK() {
		return fmt.Sprint(a.Code)
	}
	if message, ok := a.Value.Get("message"); ok {
		return fmt.Sprintf("%d %s", a.Code, message.Text())
	}
	return fmt.Sprintf("%d %s", a.Code, a.Text[:min(len(a.Text), 300)])
}
