//go:build attack

package attack

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// deadline bounds one request. It leaves time for a machine under load.
const deadline = 5 * time.Minute

var (
	errHung = errors.New("no answer by the deadline")
	errDied = errors.New("the server ended")
)

// A message is a request, response or notification of LSP.
type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  json.RawMessage `json:"error,omitempty"`
}

// A server is a running `scilit-lsp lsp`, with the state of a minimal client.
type server struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr *output
	ended  chan struct{} // closed after the process exits

	mu      sync.Mutex
	next    int
	waiting map[string]chan message
	edits   []json.RawMessage // parameters of workspace/applyEdit
	asked   []string          // methods of the server's requests
	config  json.RawMessage   // the reply to workspace/configuration
}

// output is a writer that keeps about the first MiB and discards the rest.
type output struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.b.Len() < 1<<20 {
		o.b.Write(p)
	}
	return len(p), nil
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.b.String()
}

// start runs the server in dir and initializes it with settings. The arguments before, if any,
// are a command that wraps it, such as strace.
func start(t *testing.T, dir, settings string, before ...string) *server {
	t.Helper()
	s := &server{stderr: &output{}, ended: make(chan struct{}), waiting: map[string]chan message{}, config: json.RawMessage(settings)}
	args := append(before, program, "lsp")
	s.cmd = exec.Command(args[0], args[1:]...)
	s.cmd.Dir, s.cmd.Env, s.cmd.Stderr = dir, cleanEnv(t.TempDir()), s.stderr
	in, err := s.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	s.in = in
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		s.read(bufio.NewReader(out))
		_ = s.cmd.Wait()
		close(s.ended)
	}()
	t.Cleanup(func() { s.cmd.Process.Kill(); <-s.ended })
	capabilities := `{"workspace":{"configuration":true,"applyEdit":true,"workspaceEdit":{"documentChanges":true,"resourceOperations":["create"]}},"textDocument":{"codeAction":{"codeActionLiteralSupport":{"codeActionKind":{"valueSet":["quickfix","refactor.rewrite"]}},"resolveSupport":{"properties":["edit"]},"dataSupport":true},"hover":{"contentFormat":["markdown"]}}}`
	if _, err := s.call("initialize", fmt.Sprintf(`{"processId":%d,"rootUri":%q,"capabilities":%s,"initializationOptions":%s}`, os.Getpid(), uri(dir), capabilities, settings)); err != nil {
		t.Fatalf("initialize: %v\n%s", err, s.stderr)
	}
	s.notify("initialized", `{}`)
	return s
}

func uri(path string) string { return "file://" + filepath.ToSlash(path) }

func (s *server) read(in *bufio.Reader) {
	for {
		header, err := textproto.NewReader(in).ReadMIMEHeader()
		if err != nil {
			return
		}
		size, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			return
		}
		body := make([]byte, size)
		if _, err := io.ReadFull(in, body); err != nil {
			return
		}
		var m message
		if json.Unmarshal(body, &m) == nil {
			s.take(m)
		}
	}
}

// take delivers a response to its caller, and answers a request as an editor without a user does.
func (s *server) take(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Method == "" {
		if reply := s.waiting[string(m.ID)]; reply != nil {
			delete(s.waiting, string(m.ID))
			reply <- m
		}
		return
	}
	if m.ID == nil {
		return
	}
	s.asked = append(s.asked, m.Method)
	answer := "null"
	switch m.Method {
	case "workspace/configuration":
		var p struct{ Items []any }
		json.Unmarshal(m.Params, &p)
		answer = "[" + strings.TrimSuffix(strings.Repeat(string(s.config)+",", len(p.Items)), ",") + "]"
	case "workspace/applyEdit":
		s.edits = append(s.edits, m.Params)
		answer = `{"applied":true}`
	}
	go s.raw(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, answer))
}

// raw sends body with a Content-Length header.
func (s *server) raw(body string) error {
	return s.bytes(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body))
}

var writing sync.Map // *server to *sync.Mutex

// bytes sends b unframed.
func (s *server) bytes(b string) error {
	lock, _ := writing.LoadOrStore(s, &sync.Mutex{})
	lock.(*sync.Mutex).Lock()
	defer lock.(*sync.Mutex).Unlock()
	_, err := io.WriteString(s.in, b)
	return err
}

func (s *server) notify(method, params string) {
	s.raw(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
}

// call sends a request and waits for the response. It returns errDied or errHung without one; an
// error response is no error.
func (s *server) call(method, params string) (message, error) {
	s.mu.Lock()
	s.next++
	id, reply := strconv.Itoa(s.next), make(chan message, 1)
	s.waiting[id] = reply
	s.mu.Unlock()
	go s.raw(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params))
	select {
	case m := <-reply:
		return m, nil
	case <-s.ended:
		return message{}, errDied
	case <-time.After(deadline):
		return message{}, errHung
	}
}

// outcome classifies a call by its error and the server's standard error.
func (s *server) outcome(err error) outcome {
	switch {
	case errors.Is(err, errHung):
		return hung
	case err != nil, isCrash(s.stderr.String()):
		return crashed
	}
	return held
}

func (s *server) open(path, language, text string) {
	quoted, _ := json.Marshal(text)
	s.notify("textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q,"languageId":%q,"version":1,"text":%s}}`, uri(path), language, quoted))
}

// resident returns the resident memory of the process in bytes and its number of open files.
func (s *server) resident() (bytes, files int) {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/statm", s.cmd.Process.Pid))
	if fields := strings.Fields(string(status)); len(fields) > 1 {
		pages, _ := strconv.Atoi(fields[1])
		bytes = pages * os.Getpagesize()
	}
	entries, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", s.cmd.Process.Pid))
	return bytes, len(entries)
}
