package page_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play"
	"github.com/strategicpatch/smp/cmd/smp-check/internal/play/page"
)

// serve returns the answer of the page to a request with some headers.
func serve(method, path, body string, headers map[string]string) *http.Response {
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:1234"
	for name, value := range headers {
		if name == "Host" {
			r.Host = value
			continue
		}
		r.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	page.Handler("127.0.0.1:1234", "localhost:1234").ServeHTTP(w, r)
	return w.Result()
}

// The page is served to this machine, and not to pages of other origins, which may only
// link to it.
func TestHandlerRefusesOthers(t *testing.T) {
	const ask = `{"do":"kinds"}`
	isJSON := "application/json"
	link := func(changed ...string) map[string]string {
		headers := map[string]string{"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
		for i := 0; i < len(changed); i += 2 {
			headers[changed[i]] = changed[i+1]
		}
		return headers
	}
	for _, test := range []struct {
		name, method, path string
		headers            map[string]string
		want               int
	}{
		{"the page", "GET", "/", nil, 200},
		{"the page by its other name", "GET", "/", map[string]string{"Host": "localhost:1234"}, 200},
		{"a question", "POST", "/ask", map[string]string{"Content-Type": isJSON, "Origin": "http://127.0.0.1:1234", "Sec-Fetch-Site": "same-origin"}, 200},
		{"another path", "GET", "/other/", nil, 404},
		{"a link of another site", "GET", "/", link(), 200},
		{"a link to another host", "GET", "/", link("Host", "evil.example:1234"), 403},
		{"a link to a file", "GET", "/page.js", link(), 403},
		{"a frame of another site", "GET", "/", link("Sec-Fetch-Dest", "iframe"), 403},
		{"a form of another site", "POST", "/", link("Origin", "http://evil.example"), 403},
		{"a form of another site with GET", "GET", "/", link("Origin", "null"), 403},
		{"a request of a script of another site", "GET", "/", link("Sec-Fetch-Mode", "no-cors", "Sec-Fetch-Dest", "empty"), 403},
		{"a question as a link of another site", "POST", "/ask", link("Content-Type", isJSON), 403},
		{"another host", "GET", "/", map[string]string{"Host": "evil.example:1234"}, 403},
		{"another port", "GET", "/", map[string]string{"Host": "127.0.0.1:80"}, 403},
		{"another origin", "POST", "/ask", map[string]string{"Content-Type": isJSON, "Origin": "http://evil.example"}, 403},
		{"the origin of another port", "POST", "/ask", map[string]string{"Content-Type": isJSON, "Origin": "http://127.0.0.1:80"}, 403},
		{"an origin without name", "POST", "/ask", map[string]string{"Content-Type": isJSON, "Origin": "null"}, 403},
		{"another site", "GET", "/", map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{"a form", "POST", "/ask", map[string]string{"Content-Type": "text/plain"}, 400},
		{"a question as an address", "GET", "/ask", nil, 400},
		{"a file above", "GET", "/../page.go", nil, 404},
		{"writing", "PUT", "/index.html", nil, 405},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := serve(test.method, test.path, ask, test.headers)
			if got.StatusCode != test.want {
				t.Errorf("the status is %d, want %d", got.StatusCode, test.want)
			}
			policy := got.Header.Get("Content-Security-Policy")
			if !strings.Contains(policy, "script-src 'self' 'wasm-unsafe-eval';") || !strings.Contains(policy, "default-src 'none'") || strings.Contains(policy, "inline") {
				t.Errorf("the policy is %q", policy)
			}
		})
	}
}

// The server answers questions, and rejects long ones.
func TestHandlerAnswers(t *testing.T) {
	headers := map[string]string{"Content-Type": "application/json"}
	text, err := json.Marshal(map[string]any{"do": "run", "request": play.Service.Request})
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(serve("POST", "/ask", string(text), headers).Body)
	var reply play.Reply
	if err != nil || json.Unmarshal(body, &reply) != nil || reply.Repair == nil {
		t.Errorf("%v\n%s", err, body)
	}
	if got := serve("POST", "/ask", strings.Repeat(" ", play.MaxQuestion+1), headers); got.StatusCode != 413 {
		t.Errorf("the status of too long a question is %d", got.StatusCode)
	}
}

// No file of the page requests anything from another host, has scripts or styles in its
// markup, or turns text into markup.
func TestFilesStandAlone(t *testing.T) {
	names, err := filepath.Glob("static/*")
	if err != nil || len(names) < 8 {
		t.Fatalf("%q, %v", names, err)
	}
	elsewhere := regexp.MustCompile(`(?i)https?://|innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|@import|url\(| style="| on[a-z]+="|<script>|javascript:`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if found := elsewhere.FindString(strings.ReplaceAll(string(text), "http://www.w3.org/2000/svg", "")); found != "" {
			t.Errorf("%s has %q", name, found)
		}
	}
}

// A failed test shows only a few lines of the page, even if the page is long.
func TestExcerpt(t *testing.T) {
	for _, test := range []struct {
		name, text string
		lines      int
	}{
		{"short", "a\nb", 2},
		{"many lines", strings.Repeat("a line\n", 7000), 13},
		{"a long line", strings.Repeat("é", 100000), 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := excerpt(test.text)
			if lines := strings.Count(got, "\n") + 1; lines != test.lines || len(got) > 2000 {
				t.Errorf("%d lines, want %d; %d bytes", lines, test.lines, len(got))
			}
			if test.name == "short" && got != test.text {
				t.Errorf("got %q, want %q", got, test.text)
			}
		})
	}
}
