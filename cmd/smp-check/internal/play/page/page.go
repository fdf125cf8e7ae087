// Package page serves the page of smp-check play on loopback. With package play compiled to
// WebAssembly, the same files work without a server.
package page

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"net/http"
	"runtime"
	"slices"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
)

//go:embed static
var files embed.FS

// policy allows the page to load only its own files. If a document contained a script, the
// script could not run, and nothing could be sent to another host. The page contains a copy
// of the policy for static hosts, which do not send this header.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// A server is the handler of one page.
type server struct {
	hosts []string // the names of this server, with the port
	files http.Handler
	turns chan struct{} // limits the number of answers computed in parallel
}

// Handler returns a handler that serves the page at / to requests for one of the hosts, each
// with a port. The path is the same for every copy of the page, so that a link to one copy
// opens on any other. The handler stores no documents, and answers only questions of its own
// page. Pages of other origins can link to the page, but can neither embed nor read it.
func Handler(hosts ...string) http.Handler {
	static, err := fs.Sub(files, "static")
	if err != nil {
		panic(err) // the folder is embedded
	}
	return &server{hosts, http.FileServerFS(static), make(chan struct{}, runtime.NumCPU())}
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	limitReading(w, time.Now().Add(readTime)) // also for a body that nobody reads, which the server discards
	head := w.Header()
	head.Set("Content-Security-Policy", policy)
	head.Set("X-Content-Type-Options", "nosniff")
	head.Set("Referrer-Policy", "no-referrer")
	head.Set("Cache-Control", "no-store")
	head.Set("Cross-Origin-Resource-Policy", "same-origin")
	switch {
	case !s.fromHere(r) && !s.followsLink(r):
		http.Error(w, "this page is available only on this machine", http.StatusForbidden)
	case r.URL.Path == "/ask":
		s.answer(w, r)
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		http.Error(w, "expected a GET request", http.StatusMethodNotAllowed)
	default:
		s.files.ServeHTTP(w, r)
	}
}

// fromHere reports whether a request is for this host, and does not come from a page of
// another origin.
func (s *server) fromHere(r *http.Request) bool {
	origin, site := r.Header.Get("Origin"), r.Header.Get("Sec-Fetch-Site")
	return slices.Contains(s.hosts, r.Host) && (origin == "" || origin == "http://"+r.Host) && (site == "" || site == "same-origin" || site == "none")
}

// followsLink reports whether the user followed a link to this page from a page of another
// origin, such as an issue. Requests of scripts and frames do not count.
func (s *server) followsLink(r *http.Request) bool {
	return slices.Contains(s.hosts, r.Host) && r.Method == http.MethodGet && r.URL.Path == "/" && r.Header.Get("Origin") == "" &&
		r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document"
}

// answer answers a question with one line. A search first writes a line for each intermediate
// result.
func (s *server) answer(w http.ResponseWriter, r *http.Request) {
	kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.Method != http.MethodPost || kind != "application/json" {
		http.Error(w, "expected a POST request with Content-Type application/json", http.StatusBadRequest)
		return
	}
	text, err := readQuestion(w, r)
	var late interface{ Timeout() bool }
	switch {
	case errors.As(err, &late) && late.Timeout():
		http.Error(w, fmt.Sprintf("the question did not arrive within %v", readTime), http.StatusRequestTimeout)
		return
	case err != nil:
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	s.turns <- struct{}{}
	defer func() { <-s.turns }()
	w.Header().Set("Content-Type", "application/json")
	line := func(text []byte) {
		_, _ = w.Write(append(text, '\n')) // an error means that the client has disconnected
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
	gone := func() bool { return r.Context().Err() != nil }
	line(play.Answer(text, line, gone))
}

// readTime limits the time for reading a request, which includes its body. It is a variable only for
// tests.
var readTime = 10 * time.Second

// readQuestion reads the body of a request. The limit of time ends with the body, so that a search may
// take longer.
func readQuestion(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, play.MaxQuestion))
	if err == nil {
		limitReading(w, time.Time{})
	}
	return text, err
}

// limitReading sets the time at which reading the request ends. The zero time removes the limit.
func limitReading(w http.ResponseWriter, until time.Time) {
	_ = http.NewResponseController(w).SetReadDeadline(until) // the writer of a test is not a connection
}
