package page_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/strategicpatch/smp/cmd/smp-check/internal/play/page"
)

// patience is the time limit for each step in the browser. It is long because the machine
// may be busy. A passing test never reaches it.
const patience = 2 * time.Minute

// A browser is a headless Chromium with one page, which the test controls through a pipe.
type browser struct {
	t    *testing.T
	in   *os.File
	last int

	mu      sync.Mutex
	session string
	waiting map[int]chan message
	faults  []string // the errors of the page
	asked   []string // the addresses that it requested
}

// A message is a message of the protocol of the developer tools.
type message struct {
	ID        int             `json:"id,omitempty"`
	Method    string          `json:"method,omitempty"`
	Params    json.RawMessage `json:"params,omitempty"`
	Result    json.RawMessage `json:"result,omitempty"`
	SessionID string          `json:"sessionId,omitempty"`
	Error     *struct{ Message string }
}

// start starts the browser, and skips the test if there is none.
func start(t *testing.T) *browser {
	t.Helper()
	command := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			command = path
			break
		}
	}
	if command == "" {
		t.Skip("NOT TESTED: there is no Chromium to look at the page with")
	}
	theirIn, in, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	out, theirOut, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(command, "--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--disable-background-networking", "--no-first-run", "--user-data-dir="+t.TempDir())
	c.ExtraFiles = []*os.File{theirIn, theirOut}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	theirIn.Close()
	theirOut.Close()
	b := &browser{t: t, in: in, waiting: map[int]chan message{}}
	t.Cleanup(func() {
		b.call("Browser.close", nil, nil)
		_ = c.Wait()
		in.Close()
	})
	go b.listen(out)
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var session struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &session)
	b.mu.Lock()
	b.session = session.SessionID
	b.mu.Unlock()
	for _, domain := range []string{"Page", "Runtime", "Log", "Network"} {
		b.call(domain+".enable", nil, nil)
	}
	return b
}

// listen reads the messages of the browser.
func (b *browser) listen(out *os.File) {
	r := bufio.NewReader(out)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var m message
		if json.Unmarshal(text[:len(text)-1], &m) != nil {
			continue
		}
		b.mu.Lock()
		if answer := b.waiting[m.ID]; m.ID != 0 && answer != nil {
			delete(b.waiting, m.ID)
			answer <- m
		}
		switch m.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded", "Page.javascriptDialogOpening":
			b.faults = append(b.faults, m.Method+" "+string(m.Params))
		case "Runtime.consoleAPICalled":
			b.faults = append(b.faults, "console "+string(m.Params))
		case "Network.requestWillBeSent":
			var p struct{ Request struct{ URL string } }
			_ = json.Unmarshal(m.Params, &p)
			b.asked = append(b.asked, p.Request.URL)
		}
		b.mu.Unlock()
	}
}

// call calls a method of the protocol.
func (b *browser) call(method string, params map[string]any, into any) {
	b.t.Helper()
	b.mu.Lock()
	b.last++
	m := map[string]any{"id": b.last, "method": method, "params": params}
	if params == nil {
		delete(m, "params")
	}
	if b.session != "" && !strings.HasPrefix(method, "Browser.") {
		m["sessionId"] = b.session
	}
	answer := make(chan message, 1)
	b.waiting[b.last] = answer
	b.mu.Unlock()
	text, err := json.Marshal(m)
	if err != nil {
		b.t.Fatal(err)
	}
	if _, err := b.in.Write(append(text, 0)); err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	select {
	case got := <-answer:
		if got.Error != nil {
			b.t.Fatalf("%s: %s", method, got.Error.Message)
		}
		if into != nil {
			if err := json.Unmarshal(got.Result, into); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer", method)
	}
}

// eval returns the value of an expression in the page, as JSON.
func (b *browser) eval(expression string) any {
	b.t.Helper()
	var got struct {
		Result           struct{ Value any }
		ExceptionDetails *struct{ Exception struct{ Description string } }
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "returnByValue": true, "awaitPromise": true}, &got)
	if got.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, got.ExceptionDetails.Exception.Description)
	}
	return got.Result.Value
}

// until waits until an expression is true, or has another value that JavaScript counts
// as true, and returns that value.
func (b *browser) until(expression string) any {
	b.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(30 * time.Millisecond) {
		if got := b.eval(expression); got != nil && got != false && got != "" && got != 0.0 {
			return got
		}
	}
	const shown = `["#status", ".fault:not([hidden])", "#answer"].flatMap(s => [...document.querySelectorAll(s)].map(e => e.innerText)).join("\n")`
	b.t.Fatalf("waited %v for %s\nthe page shows:\n%s", patience, expression, excerpt(fmt.Sprint(b.eval(shown))))
	return nil
}

// excerpt returns the first and the last lines of a text, and cuts long lines.
func excerpt(text string) string {
	const most, longest = 6, 100
	lines := strings.Split(text, "\n")
	if more := len(lines) - 2*most; more > 0 {
		lines = slices.Concat(lines[:most], []string{fmt.Sprintf("(%d more lines)", more)}, lines[len(lines)-most:])
	}
	for i, line := range lines {
		if r := []rune(line); len(r) > longest {
			lines[i] = string(r[:longest]) + "..."
		}
	}
	return strings.Join(lines, "\n")
}

// open opens an address and waits until the page is ready.
func (b *browser) open(address string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.call("Page.navigate", map[string]any{"url": address}, nil)
	b.until(`document.documentElement?.dataset.ready === "true" && document.querySelector("#status").textContent !== "starting"`)
}

// look sets the width of the window and the theme.
func (b *browser) look(width, height int, theme string) {
	b.t.Helper()
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}, nil)
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{{"name": "prefers-color-scheme", "value": theme}}}, nil)
}

// picture writes a screenshot of the page to a file.
func (b *browser) picture(file string) {
	b.t.Helper()
	var got struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png"}, &got)
	png, err := base64.StdEncoding.DecodeString(got.Data)
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

// fill replaces the text of a field by typing.
func (b *browser) fill(selector, text string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(e => { e.focus(); e.select(); })(document.querySelector(%q))`, selector))
	b.call("Input.insertText", map[string]any{"text": text}, nil)
}

// paste replaces the text of a field at once. Chromium takes seconds to type thousands of
// lines.
func (b *browser) paste(selector, text string) {
	b.t.Helper()
	b.eval(fmt.Sprintf(`(e => { e.value = %q; e.dispatchEvent(new Event("input", { bubbles: true })); })(document.querySelector(%q))`, text, selector))
}

// clean checks that the page had no errors and requested nothing from other hosts.
func (b *browser) clean(address string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, fault := range b.faults {
		b.t.Errorf("the page had a fault: %.400s", fault)
	}
	if len(b.asked) == 0 {
		b.t.Error("the page asked for nothing")
	}
	for _, asked := range b.asked {
		if !strings.HasPrefix(asked, address) && asked != "about:blank" && !strings.HasPrefix(asked, "blob:"+address) {
			b.t.Errorf("the page asked for %s", asked)
		}
	}
}

// served returns the address of the page: on its own server or, if PLAY_STATIC names the
// folder of its files, on a server for static files.
func served(t *testing.T) string {
	t.Helper()
	server := httptest.NewUnstartedServer(nil)
	host := server.Listener.Addr().String()
	server.Config.Handler = page.Handler(host)
	if folder := os.Getenv("PLAY_STATIC"); folder != "" {
		server.Config.Handler = staticFiles(folder)
	}
	server.Start()
	t.Cleanup(server.Close)
	return "http://" + host + "/"
}
