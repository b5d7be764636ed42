package attack

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// binaries are built once for all tests, with an index of the demo's papers.
var binaries = sync.OnceValues(func() (folder string, err error) {
	if folder, err = os.MkdirTemp("", "scilit-attack"); err != nil {
		return "", err
	}
	papers, _ := filepath.Glob("../testdata/papers/*.jsonl.gz")
	build := exec.Command("go", "build", "-o", filepath.Join(folder, "scilit-lsp"), "../cmd/scilit-lsp")
	index := exec.Command(filepath.Join(folder, "scilit-lsp"), append([]string{"index", "build", "--out", filepath.Join(folder, "index"), "--embedder", "static"}, papers...)...)
	for _, command := range []*exec.Cmd{build, index} {
		if out, err := command.CombinedOutput(); err != nil {
			return folder, fmt.Errorf("%v: %w: %s", command.Args, err, out)
		}
	}
	return folder, nil
})

func TestMain(m *testing.M) {
	code := m.Run()
	if os.Getenv(durationVariable) != "" {
		folder, _ := binaries()
		os.RemoveAll(folder)
	}
	os.Exit(code)
}

// A message is any that the server writes.
type message struct {
	ID     json.RawMessage
	Method string
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

// A session is one server and all that was said.
type session struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	stderr  bytes.Buffer
	gone    chan struct{} // closed once the server has closed its output

	mu       sync.Mutex
	waiting  map[string]chan message // by id
	answered int
	refused  int // messages that were none
	faults   []string
}

// start runs the server in a home of its own.
func start(t *testing.T, workspace string) *session {
	t.Helper()
	folder, err := binaries()
	if err != nil {
		t.Fatal(err)
	}
	s := &session{t: t, gone: make(chan struct{}), waiting: make(map[string]chan message)}
	s.command = exec.Command(filepath.Join(folder, "scilit-lsp"), "lsp")
	home := t.TempDir()
	s.command.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_CACHE_HOME="+home, "SCILIT_INDEX="+filepath.Join(folder, "index"))
	s.command.Stderr = &s.stderr
	out, err := s.command.StdoutPipe()
	if err == nil {
		s.in, err = s.command.StdinPipe()
	}
	if err == nil {
		err = s.command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.command.Process.Kill() })
	go s.listen(bufio.NewReader(out))
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"processId":%d,"rootUri":%q,"capabilities":{"workspace":{"configuration":true},"window":{"workDoneProgress":true}},"initializationOptions":{"engine":"plain"}}}`,
		os.Getpid(), "file://"+workspace))
	s.send(`{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	return s
}

func frame(body string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body) }

func (s *session) send(body string) { s.raw(frame(body)) }

func (s *session) raw(text string) {
	if _, err := io.WriteString(s.in, text); err != nil {
		s.t.Fatalf("the server is gone: %v\n%s", err, s.log())
	}
}

// log is what the server wrote to standard error, once it has ended.
func (s *session) log() string {
	s.command.Process.Kill()
	s.command.Wait()
	return s.stderr.String()
}

// ask sends a request; the channel gets its answer.
func (s *session) ask(id, method, params string) chan message {
	answer := make(chan message, 1)
	s.mu.Lock()
	s.waiting[id] = answer
	s.mu.Unlock()
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%q,"method":%q,"params":%s}`, id, method, params))
	return answer
}

// listen takes what the server writes.
func (s *session) listen(out *bufio.Reader) {
	defer close(s.gone)
	for {
		length := 0
		for {
			line, err := out.ReadString('\n')
			if err != nil {
				return
			}
			if line == "\r\n" {
				break
			}
			fmt.Sscanf(line, "Content-Length: %d", &length)
		}
		body := make([]byte, length)
		if _, err := io.ReadFull(out, body); err != nil {
			return
		}
		s.take(body)
	}
}

func (s *session) take(body []byte) {
	var m message
	if err := json.Unmarshal(body, &m); err != nil {
		s.fault("the server wrote what is no JSON: %.200s", body)
		return
	}
	switch {
	case m.Method != "" && m.ID != nil:
		go s.reply(m)
	case m.Method == "":
		s.settle(m)
	}
}

// reply answers what the server asks; the editor never sends its settings.
func (s *session) reply(m message) {
	if m.Method != "workspace/configuration" {
		s.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
	}
}

// settle notes an answer: each request gets one, and what is none gets an error.
func (s *session) settle(m message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if m.Error != nil && m.Error.Code == -32603 {
		s.faults = append(s.faults, m.Error.Message)
	}
	var id string
	if json.Unmarshal(m.ID, &id) != nil || !strings.HasPrefix(id, requestPrefix) {
		if m.Error != nil {
			s.refused++
		}
		return
	}
	answer, ok := s.waiting[id]
	if !ok {
		s.faults = append(s.faults, "a second answer to "+id)
		return
	}
	delete(s.waiting, id)
	s.answered++
	answer <- m
}

func (s *session) fault(format string, args ...any) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, fmt.Sprintf(format, args...))
}
