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

// The content types of patches.
const (
	Strategic = "application/strategic-merge-patch+json"
	Merge     = "application/merge-patch+json"
)

// manager is the default field manager. PUT and PATCH use the same field manager, so that
// their answers do not differ in it.
const manager = "smp-cluster"

// A Client sends requests to one server. Several goroutines may use it.
type Client struct {
	url, token string
	http       *http.Client
}

// New returns a client for the server at an address, with a bearer token.
func New(address, token string, config *tls.Config) *Client {
	transport := &http.Transport{TLSClientConfig: config, MaxIdleConnsPerHost: 8}
	return &Client{url: address, token: token, http: &http.Client{Transport: transport}}
}

// A Request is a request about a resource.
type Request struct {
	Method string
	Path   string
	// Format is the content type of Body. The default is JSON.
	Format string
	// Accept is the requested content type. The default is JSON.
	Accept string
	Body   string
	// DryRun requests the answer without storing the object.
	DryRun bool
	// Manager is the field manager. The default is "smp-cluster".
	Manager string
	// Validation determines how the server treats unknown and duplicate fields. The default
	// is Ignore.
	Validation string
}

// An Answer is an answer of the server to a request.
type Answer struct {
	Code int
	// Value is the object, or the Status of a failed request. It is absent if the answer is
	// not JSON.
	Value model.Value
	Text  []byte
}

// OK reports whether the request succeeded.
func (a Answer) OK() bool { return a.Code/100 == 2 }

// Do sends a request and returns the answer, which may be a failure. If there is no answer,
// it tries once more. It returns an error if there is no answer either, because the
// connection broke or ctx ended. The connection breaks if the server panics, for example.
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
		query.Set("fieldManager", cmp.Or(r.Manager, manager))
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

// Must is like Do, but returns an error with the server's message if the request failed.
func (c *Client) Must(ctx context.Context, r Request) (model.Value, error) {
	a, err := c.Do(ctx, r)
	if err == nil && !a.OK() {
		err = fmt.Errorf("%s %s: %s", r.Method, r.Path, a)
	}
	return a.Value, err
}

// String returns the code of an answer and, for a failure, the server's message.
func (a Answer) String() string {
	if a.OK() {
		return fmt.Sprint(a.Code)
	}
	if message, ok := a.Value.Get("message"); ok {
		return fmt.Sprintf("%d %s", a.Code, message.Text())
	}
	return fmt.Sprintf("%d %s", a.Code, a.Text[:min(len(a.Text), 300)])
}
