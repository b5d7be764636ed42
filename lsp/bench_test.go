package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// benchServer starts the real binary and connects to it over stdio. SCILIT_BIN contains its path,
// SCILIT_INDEX the indexes and SCILIT_ENGINE the engine; `make bench` sets these variables.
func benchServer(b *testing.B) (*player, *exec.Cmd) {
	b.Helper()
	return benchServerWith(b, fmt.Sprintf(`{"engine":%q}`, max(os.Getenv("SCILIT_ENGINE"), "auto")))
}

func benchServerWith(b *testing.B, settings string) (*player, *exec.Cmd) {
	b.Helper()
	bin := os.Getenv("SCILIT_BIN")
	if bin == "" {
		b.Skip("SCILIT_BIN names no binary: run `make bench`")
	}
	cmd := exec.Command(bin)
	in, err := cmd.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	p := connect(stdio{out, in})
	p.Conn.Go(context.Background(), protocol.ClientHandler(p, jsonrpc2.MethodNotFoundHandler))
	params := map[string]any{"processId": nil, "rootUri": nil, "capabilities": json.RawMessage(demoCapabilities), "initializationOptions": json.RawMessage(settings)}
	if err := p.Call(b.Context(), "initialize", params, nil); err != nil {
		b.Fatal(err)
	}
	return p, cmd
}

// percentiles reports the percentiles of times in milliseconds.
func percentiles(b *testing.B, times []time.Duration) {
	slices.Sort(times)
	at := func(share float64) float64 {
		return float64(times[min(int(share*float64(len(times))), len(times)-1)].Microseconds()) / 1000
	}
	b.ReportMetric(at(0.50), "p50-ms")
	b.ReportMetric(at(0.95), "p95-ms")
	b.ReportMetric(at(0.99), "p99-ms")
	b.ReportMetric(0, "ns/op")
}

func timed(b *testing.B, times *[]time.Duration, f func() error) {
	start := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	*times = append(*times, time.Since(start))
}

func BenchmarkStartToInitialized(b *testing.B) {
	var times []time.Duration
	for b.Loop() {
		timed(b, &times, func() error { benchServer(b); return nil })
	}
	percentiles(b, times)
}

// manuscripts returns abstracts of the demo corpus as documents with a directive.
func manuscripts(b *testing.B, most int) (all []string) {
	for p, err := range demoCorpus() {
		if err != nil {
			b.Fatal(err)
		}
		if words := text.Terms(p.Title); len(words) > 3 && len(p.Abstract) > 600 && len(all) < most {
			all = append(all, body(p, words))
		}
	}
	return all
}

func body(p *engine.Paper, words []string) string {
	return p.Abstract + " <!-- scilit: " + words[0] + " | " + words[2] + " -->\n"
}

func BenchmarkCodeActionResolveHover(b *testing.B) {
	p, cmd := benchServer(b)
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	var actions, resolves, directives, citations []time.Duration
	for i, source := range manuscripts(b, 200) {
		path := filepath.Join(dir, fmt.Sprint(i), "main.md")
		if err := p.Open(b.Context(), path, "markdown", source); err != nil {
			b.Fatal(err)
		}
		offset := strings.Index(source, " <!--")
		var menu []*protocol.CodeAction
		timed(b, &actions, func() (err error) { menu, err = p.Actions(b.Context(), path, offset); return err })
		if len(menu) == 0 {
			continue
		}
		timed(b, &resolves, func() error {
			_, err := p.Conn.Call(b.Context(), protocol.MethodCodeActionResolve, menu[0], new(protocol.CodeAction))
			return err
		})
		timed(b, &directives, func() error { _, err := p.Hover(b.Context(), path, offset+6); return err })
		citations = append(citations, hoverTimes(b, p, menu[0], path)...)
	}
	for name, times := range map[string][]time.Duration{"codeAction": actions[5:], "resolve": resolves, "hoverDirective": directives, "hoverCitation": citations} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
			}
			percentiles(b, times)
		})
	}
	b.Run("resident", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(resident(b, cmd.Process.Pid), "MB")
	})
}

// hoverTimes applies an action and hovers over its citation.
func hoverTimes(b *testing.B, p *player, action *protocol.CodeAction, path string) (times []time.Duration) {
	resolved := new(protocol.CodeAction)
	if _, err := p.Conn.Call(b.Context(), protocol.MethodCodeActionResolve, action, resolved); err != nil {
		b.Fatal(err)
	}
	for _, change := range resolved.Edit.DocumentChanges {
		edit, ok := change.(*protocol.TextDocumentEdit)
		if !ok || edit.TextDocument.URI.FsPath() == path {
			continue
		}
		os.MkdirAll(filepath.Dir(path), 0o755)
		os.WriteFile(edit.TextDocument.URI.FsPath(), []byte(fakeeditor.TextEditOf(edit.Edits[0]).NewText), 0o644)
	}
	for _, change := range resolved.Edit.DocumentChanges {
		edit, ok := change.(*protocol.TextDocumentEdit)
		if !ok || edit.TextDocument.URI.FsPath() != path {
			continue
		}
		cited := filepath.Join(filepath.Dir(path), "cited.md")
		sentence := fakeeditor.TextEditOf(edit.Edits[0]).NewText
		if err := p.Open(b.Context(), cited, "markdown", sentence); err != nil {
			b.Fatal(err)
		}
		timed(b, &times, func() error { _, err := p.Hover(b.Context(), cited, strings.Index(sentence, "@")+2); return err })
	}
	return times
}

func resident(b *testing.B, pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip(err)
	}
	var kilobytes float64
	for line := range strings.Lines(string(raw)) {
		if strings.HasPrefix(line, "VmRSS:") {
			fmt.Sscanf(line, "VmRSS: %f", &kilobytes)
		}
	}
	return kilobytes / 1024
}

// The times include a request that needs no scanning, so they are upper bounds for the cost of a
// change.
func BenchmarkDidChangeOfAMegabyte(b *testing.B) {
	p, _ := benchServer(b)
	path := filepath.Join(b.TempDir(), "main.tex")
	source := strings.Repeat("Max pooling performs worse than mean pooling, as é shows.\n", 18000)
	if err := p.Open(b.Context(), path, "latex", source); err != nil {
		b.Fatal(err)
	}
	var times []time.Duration
	for version := 2; b.Loop(); version++ {
		timed(b, &times, func() error {
			err := p.Conn.Notify(b.Context(), "textDocument/didChange", jsonrpc2.RawMessage(fmt.Appendf(nil,
				`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":9000,"character":3},"end":{"line":9000,"character":3}},"text":"x"}]}`,
				uri.File(path), version)))
			if err != nil {
				return err
			}
			return p.Call(b.Context(), "textDocument/codeAction", map[string]any{
				"textDocument": map[string]any{"uri": uri.File(path)}, "range": protocol.Range{}, "context": map[string]any{"diagnostics": []any{}, "only": []string{"source"}},
			}, nil)
		})
	}
	percentiles(b, times)
}

// largestLibrary is the size, in entries, of the largest .bib file reported by users.
const largestLibrary = 72_000

// libraryOf writes entries for the demo's records, repeated with different keys.
func libraryOf(b *testing.B, entries int) string {
	var papers []*engine.Paper
	for p, err := range demoCorpus() {
		if err != nil {
			b.Fatal(err)
		}
		papers = append(papers, p)
	}
	var out strings.Builder
	empty := bib.Parse("")
	for i := range entries {
		record := bib.RecordOf(papers[i%len(papers)])
		if round := i / len(papers); round > 0 && record.DOI != "" {
			record.DOI += fmt.Sprintf(".%d", round)
		}
		out.WriteString(empty.Insert(record, fmt.Sprintf("key%d", i)).Text + "\n")
	}
	return out.String()
}

// BenchmarkLargestLibrary measures opening the largest .bib file, and the time from a keystroke in
// it to the reply to a hover over a citation.
func BenchmarkLargestLibrary(b *testing.B) {
	p, cmd := benchServer(b)
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	library, paper := filepath.Join(dir, "lib.bib"), filepath.Join(dir, "main.md")
	source := libraryOf(b, largestLibrary)
	if err := p.Open(b.Context(), paper, "markdown", "---\nbibliography: lib.bib\n---\n\nAs @key71999 shows.\n"); err != nil {
		b.Fatal(err)
	}
	ask := func() error {
		text, err := p.Hover(b.Context(), paper, len("---\nbibliography: lib.bib\n---\n\nAs @k"))
		if err == nil && strings.Contains(text, "has no entry in this document") {
			err = errors.New(text)
		}
		return err
	}
	var opening, typing []time.Duration
	timed(b, &opening, func() error { return errors.Join(p.Open(b.Context(), library, "bibtex", source), ask()) })
	title := len(source)/2 + strings.Index(source[len(source)/2:], "title     = {") + len("title     = {")
	at := p.Point(library, title).Start
	before, busy, version := resident(b, cmd.Process.Pid), cpuTime(b, cmd.Process.Pid), 1
	for b.Loop() {
		for _, letter := range "An {NLP} model" {
			version++
			timed(b, &typing, func() error {
				err := p.Conn.Notify(b.Context(), protocol.MethodTextDocumentDidChange, jsonrpc2.RawMessage(fmt.Appendf(nil,
					`{"textDocument":{"uri":%q,"version":%d},"contentChanges":[{"range":{"start":{"line":%d,"character":%d},"end":{"line":%[3]d,"character":%[4]d}},"text":%q}]}`,
					uri.File(library), version, at.Line, at.Character, string(letter))))
				return errors.Join(err, ask())
			})
			at.Character++
		}
	}
	busy = cpuTime(b, cmd.Process.Pid) - busy
	percentiles(b, typing)
	b.ReportMetric(float64(len(source))/1e6, "MB-of-bib")
	b.ReportMetric(float64(opening[0].Milliseconds()), "open-ms")
	b.ReportMetric(busy/float64(len(typing)), "cpu-ms")
	b.ReportMetric(before, "resident-MB")
	b.ReportMetric(resident(b, cmd.Process.Pid), "resident-after-MB")
}

// cpuTime returns the processor time of a process, in milliseconds.
func cpuTime(b *testing.B, pid int) float64 {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Skip(err)
	}
	// skip the process name, which may contain spaces
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')'):]))
	var user, system float64
	fmt.Sscan(fields[12], &user)
	fmt.Sscan(fields[13], &system)
	const ticks = 100 // clock ticks per second, the same on every Linux system
	return (user + system) * 1000 / ticks
}
