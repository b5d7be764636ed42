// Package attack plays those who mean harm to a server that runs as users run it:
// it holds nothing but tests. SCILIT_ATTACK says how long they take, such as 20m;
// GOFLAGS=-race has the server watched for races.
package attack

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	durationVariable = "SCILIT_ATTACK"
	seedVariable     = "SCILIT_ATTACK_SEED"
)

// What the server may take, and how long it may be silent.
const (
	maxMemory  = 900 << 10 // kB of memory of its own, and of what it mapped
	maxHandles = 40        // more than at the start
	silence    = 2 * time.Minute
)

// requestPrefix begins the ids of requests that have to be answered.
const requestPrefix = "request-"

// A player says one thing after the other, by chance.
type player struct {
	*session
	random  *rand.Rand
	folder  string
	said    int
	broken  int // that were no messages
	pending []chan message
}

const sample = "Max pooling performs worse than attention. <!-- scilit: pooling; title: attention -->\n\nAs shown before [@devlin; @].\n"

// documents are the files that are opened, and names that are none.
func (p *player) document() string {
	names := []string{"main.md", "main.tex", "refs.bib", "part.tex"}
	if p.random.IntN(20) == 0 {
		return []string{"", "file:", "file://host/a.md", "untitled:1", "file:///a%00.tex", "http://x/a.md"}[p.random.IntN(6)]
	}
	return "file://" + filepath.Join(p.folder, names[p.random.IntN(len(names))])
}

func (p *player) position() string {
	if p.random.IntN(10) == 0 {
		return `{"line":4294967295,"character":4294967295}`
	}
	return fmt.Sprintf(`{"line":%d,"character":%d}`, p.random.IntN(6), p.random.IntN(120))
}

// text is a piece of a manuscript, or what no manuscript has.
func (p *player) text() string {
	pieces := []string{
		sample, "\\cite{a}", "\\documentclass{article}\\begin{document}", "@misc{a, title={A}}\n", "%% scilit: bert\n", "[@", "$", "$$", "<!--", "\\verb|", "@{", "{", "}", "\n",
		"\r", "\u0000", "\u202e", "😀", "日本語", strings.Repeat("a ", 1000), strings.Repeat("{", 2000), "\\input{main}", "\\addbibresource{refs.bib}", "---\nbibliography: refs.bib\n---\n",
	}
	return pieces[p.random.IntN(len(pieces))]
}

// notification is one of those that an editor sends while its user types.
func (p *player) notification() (method, params string) {
	u, text, version := quoted(p.document()), quoted(p.text()), p.random.IntN(1000)
	document := fmt.Sprintf(`"textDocument":{"uri":%s,"version":%d}`, u, version)
	switch p.random.IntN(12) {
	case 0, 1:
		return "textDocument/didOpen", fmt.Sprintf(`{"textDocument":{"uri":%s,"languageId":"","version":%d,"text":%s}}`, u, version, quoted(sample+p.text()))
	case 2:
		return "textDocument/didClose", "{" + document + "}"
	case 3:
		return "textDocument/didSave", "{" + document + "}"
	case 4:
		return "workspace/didChangeWatchedFiles", `{"changes":[{"uri":` + u + `,"type":2}]}`
	case 5:
		return "$/cancelRequest", fmt.Sprintf(`{"id":"%s%d"}`, requestPrefix, p.said-p.random.IntN(5))
	case 6:
		if p.random.IntN(20) == 0 {
			return "workspace/didChangeConfiguration", `{"settings":{"candidates":` + strconv.Itoa(p.random.IntN(9)) + `}}`
		}
	}
	return "textDocument/didChange", fmt.Sprintf(`{%s,"contentChanges":[{"range":{"start":%s,"end":%s},"text":%s}]}`, document, p.position(), p.position(), text)
}

// request is one of those that have to be answered.
func (p *player) request() (method, params string) {
	u, at := quoted(p.document()), p.position()
	here := fmt.Sprintf(`{"textDocument":{"uri":%s,"version":1},"position":%s`, u, at)
	errand := fmt.Sprintf(`{"uri":%s,"version":1,"at":%s,"paper":"x","mode":"sentence"}`, u, at)
	all := [][2]string{
		{"textDocument/hover", here + "}"}, {"textDocument/completion", here + "}"}, {"textDocument/definition", here + "}"},
		{"textDocument/references", here + `,"context":{}}`}, {"textDocument/documentHighlight", here + "}"}, {"textDocument/documentSymbol", here + "}"},
		{"textDocument/documentLink", here + "}"}, {"textDocument/prepareRename", here + "}"}, {"textDocument/rename", here + `,"newName":` + quoted(p.text()) + "}"},
		{"textDocument/codeAction", fmt.Sprintf(`{"textDocument":{"uri":%s},"range":{"start":%s,"end":%s},"context":{"diagnostics":[]}}`, u, at, at)},
		{"codeAction/resolve", `{"title":"x","data":` + errand + `}`}, {"workspace/executeCommand", `{"command":"scilit.cite","arguments":[` + errand + `]}`},
		{"workspace/executeCommand", `{"command":"scilit.suggest","arguments":[` + errand + `]}`},
		{"scilit/discover", here + `,"offset":-1}`}, {"scilit/discover", here + "}"}, {"scilit/draft", here + `,"paper":"x"}`}, {"scilit/keywords", `{"keywords":` + quoted(p.text()) + `}`},
		{"scilit/status", "{}"}, {"scilit/bibtex", `{"paper":"x"}`}, {"no/such", "7"},
	}
	chosen := all[p.random.IntN(len(all))]
	return chosen[0], chosen[1]
}

// nonsense is what is no message, behind which the next one can be found.
func (p *player) nonsense() string {
	bodies := []string{"", "null", "7", "[]", "{", "hello", `{"id":1.5,"method":"a"}`, `{"jsonrpc":"2.0","id":{},"method":"a"}`, `{"jsonrpc":"2.0","id":"mutant"}`, strings.Repeat("[", 1e5)}
	headers := []string{"Content-Length: -1\r\n\r\n", "Content-Length: x\r\n\r\n", "\r\n", "X\r\n\r\n", "Content-Length: 99999999999\r\n\r\n", strings.Repeat("a", 1e5) + "\n", "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"}
	switch p.random.IntN(3) {
	case 0:
		return headers[p.random.IntN(len(headers))]
	case 1:
		return frame(bodies[p.random.IntN(len(bodies))])
	}
	method, params := p.request()
	body := []byte(fmt.Sprintf(`{"jsonrpc":"2.0","id":"mutant","method":%q,"params":%s}`, method, params))
	for range 1 + p.random.IntN(3) {
		body[p.random.IntN(len(body))] = byte(p.random.IntN(256))
	}
	return frame(string(body))
}

func quoted(text string) string {
	raw, _ := json.Marshal(text)
	return string(raw)
}

// say says one thing; no more than some requests wait for an answer at a time.
func (p *player) say() {
	p.said++
	switch p.random.IntN(10) {
	case 0, 1, 2:
		p.broken++
		p.raw(p.nonsense())
	case 3, 4, 5, 6:
		method, params := p.notification()
		p.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":%q,"params":%s}`, method, params))
	default:
		method, params := p.request()
		p.pending = append(p.pending, p.ask(fmt.Sprintf("%s%d", requestPrefix, p.said), method, params))
	}
	for len(p.pending) > 30 {
		p.await()
	}
}

// await waits for the oldest answer.
func (p *player) await() {
	select {
	case <-p.pending[0]:
		p.pending = p.pending[1:]
	case <-p.gone:
		p.t.Fatalf("the server ended after %d messages:\n%s", p.said, p.log())
	case <-time.After(silence):
		p.t.Fatalf("no answer after %d messages in %v:\n%s", p.said, silence, p.log())
	}
}

// use is what a process takes.
type use struct{ memory, handles int }

func useOf(t *testing.T, pid int) (u use) {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("no list of processes here")
	}
	for line := range strings.Lines(string(status)) {
		fmt.Sscanf(line, "VmRSS: %d kB", &u.memory)
	}
	files, _ := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	u.handles = len(files)
	return u
}

func TestRandomTraffic(t *testing.T) {
	lasts, err := time.ParseDuration(os.Getenv(durationVariable))
	if err != nil {
		t.Skip("set " + durationVariable + " to a time, such as 5m")
	}
	folder := t.TempDir()
	for _, name := range []string{"main.md", "main.tex", "refs.bib", "part.tex"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(sample), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	seed, err := strconv.ParseUint(os.Getenv(seedVariable), 10, 64)
	if err != nil {
		seed = uint64(time.Now().UnixNano())
	}
	t.Logf("the same again: %s=%d", seedVariable, seed)
	p := &player{session: start(t, folder), random: rand.New(rand.NewPCG(seed, 0)), folder: folder}
	pid := p.command.Process.Pid
	for range 200 {
		p.say()
	}
	before := useOf(t, pid)
	most := before
	for end := time.Now().Add(lasts); time.Now().Before(end); {
		p.say()
		if p.said%100 == 0 {
			now := useOf(t, pid)
			most = use{max(most.memory, now.memory), max(most.handles, now.handles)}
		}
	}
	for len(p.pending) > 0 {
		p.await()
	}
	p.end()
	t.Logf("%d messages, %d of them none; %d requests answered, %d messages refused; at most %d MB and %d handles, %d and %d at the start",
		p.said, p.broken, p.answered, p.refused, most.memory>>10, most.handles, before.memory>>10, before.handles)
	if most.memory > maxMemory || most.handles > before.handles+maxHandles {
		t.Errorf("at most %+v, at the start %+v", most, before)
	}
}

// end shuts the server down and looks at what it left.
func (p *player) end() {
	p.pending = append(p.pending, p.ask(requestPrefix+"last", "shutdown", "null"))
	p.await()
	p.send(`{"jsonrpc":"2.0","method":"exit"}`)
	select {
	case <-p.gone:
	case <-time.After(silence):
		p.t.Fatal("the server does not end")
	}
	if err := p.command.Wait(); err != nil {
		p.t.Errorf("the server ended with %v", err)
	}
	for _, fault := range p.faults {
		p.t.Error(fault)
	}
	log := p.stderr.String()
	for _, bad := range []string{"panic", "DATA RACE"} {
		if at := strings.Index(log, bad); at >= 0 {
			p.t.Errorf("the log says: %s", log[at:])
		}
	}
}
