package page

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// A request whose body does not arrive ends, whether the handler reads the body or not. A question that
// has arrived is answered even if the answer takes longer than the reading may.
func TestReadingIsLimited(t *testing.T) {
	defer func(before time.Duration) { readTime = before }(readTime)
	readTime = 100 * time.Millisecond
	site := httptest.NewUnstartedServer(nil)
	host := site.Listener.Addr().String()
	handler := Handler(host).(*server)
	site.Config.Handler = handler
	site.Start()
	defer site.Close()
	send := func(method, path string, length int, body string) *bufio.Reader {
		connection, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { connection.Close() })
		if err := connection.SetDeadline(time.Now().Add(time.Minute)); err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(connection, "%s %s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", method, path, host, length, body)
		return bufio.NewReader(connection)
	}
	status := func(from *bufio.Reader) int {
		answer, err := http.ReadResponse(from, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, answer.Body); err != nil {
			t.Fatal(err)
		}
		return answer.StatusCode
	}
	if got := status(send("POST", "/ask", 100, "{")); got != http.StatusRequestTimeout {
		t.Errorf("a question that does not arrive: status %d", got)
	}
	for _, path := range []string{"/", "/ask", "/nothing"} {
		from := send("GET", path, 100, "{")
		status(from)
		if _, err := from.ReadByte(); err != io.EOF {
			t.Errorf("GET %s without its body: the connection stays open: %v", path, err)
		}
	}
	for range cap(handler.turns) {
		handler.turns <- struct{}{} // all turns are taken, so a question waits
	}
	const question = `{"op":"nothing"}`
	waiting := send("POST", "/ask", len(question), question)
	time.Sleep(3 * readTime)
	for range cap(handler.turns) {
		<-handler.turns
	}
	line, err := waiting.ReadString('\n')
	if err != nil || !strings.Contains(line, "200") {
		t.Errorf("a question that waits longer than the reading may: %q, %v", line, err)
	}
}
