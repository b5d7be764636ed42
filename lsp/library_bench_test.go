package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/bib"
	scilit "github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// exported writes the demo's records, with abstracts, as a reference manager would export them.
func exported(b *testing.B, entries int) string {
	var out strings.Builder
	empty, plain := bib.Parse(""), strings.NewReplacer("{", "", "}", "", `\`, "", "%", "", "\n", " ")
	for p, err := range demoCorpus() {
		if err != nil {
			b.Fatal(err)
		}
		if entries--; entries < 0 {
			break
		}
		entry := strings.TrimSpace(empty.Insert(bib.RecordOf(p), fmt.Sprintf("key%d", entries)).Text)
		fmt.Fprintf(&out, "%s  abstract = {%s},\n}\n\n", strings.TrimSuffix(entry, "}"), plain.Replace(p.Abstract))
	}
	return out.String()
}

// libraryEntries is the size of the library: SCILIT_LIBRARY_PAPERS or, if unset, the size that a
// user's library reaches after years.
var libraryEntries = func() int {
	if n, err := strconv.Atoi(os.Getenv("SCILIT_LIBRARY_PAPERS")); err == nil {
		return n
	}
	return 2000
}()

// BenchmarkLibrary requests code actions, pausing as a user would, while the server indexes a .bib
// file and afterwards.
func BenchmarkLibrary(b *testing.B) {
	dir, cache := b.TempDir(), b.TempDir()
	library := filepath.Join(dir, "library.bib")
	if err := os.WriteFile(library, []byte(exported(b, libraryEntries)), 0o644); err != nil {
		b.Fatal(err)
	}
	settings, err := json.Marshal(map[string]any{
		"engine": max(os.Getenv("SCILIT_ENGINE"), "auto"), "library": map[string]any{"folders": []string{library}, "path": cache},
	})
	if err != nil {
		b.Fatal(err)
	}
	p, cmd := benchServerWith(b, string(settings))
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	a := asker{p: p, dir: dir, sources: manuscripts(b, 400)}
	a.ask(b) // the first request loads the models
	var busy, quiet []time.Duration
	took, rounds := time.Duration(0), 0
	for round := 1; len(busy) < 100 && round < 40; round++ {
		begin := time.Now()
		p.changeLibrary(b, library, round)
		for !p.isIndexed(b, round) {
			time.Sleep(pauseOfUser)
			busy = append(busy, a.ask(b))
		}
		took += time.Since(begin) - backend.Settle
		rounds++
	}
	memory := resident(b, cmd.Process.Pid)
	for range 100 {
		quiet = append(quiet, a.ask(b))
		time.Sleep(pauseOfUser)
	}
	begin := time.Now()
	p.changeLibrary(b, library, 50)
	for !p.isIndexed(b, 50) {
		time.Sleep(pauseOfUser)
	}
	alone := time.Since(begin) - backend.Settle
	for name, times := range map[string][]time.Duration{"indexing": busy, "quiet": quiet} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
			}
			percentiles(b, times)
			b.ReportMetric(float64(len(times)), "requests")
		})
	}
	b.Run("papers", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(float64(rounds*libraryEntries)/took.Seconds(), "asked-papers/s")
		b.ReportMetric(float64(libraryEntries)/alone.Seconds(), "alone-papers/s")
		b.ReportMetric(memory, "resident-MB")
	})
}

const pauseOfUser = 100 * time.Millisecond

// An asker requests code actions at a different position each time.
type asker struct {
	p       *player
	dir     string
	sources []string
	asked   int
}

func (a *asker) ask(b *testing.B) time.Duration {
	source := a.sources[a.asked%len(a.sources)]
	a.asked++
	path := filepath.Join(a.dir, fmt.Sprint(a.asked), "main.md")
	if err := a.p.Open(b.Context(), path, "markdown", source); err != nil {
		b.Fatal(err)
	}
	begin := time.Now()
	if _, err := a.p.Actions(b.Context(), path, strings.Index(source, " <!--")); err != nil {
		b.Fatal(err)
	}
	return time.Since(begin)
}

// changeLibrary changes the abstract of each paper and adds papers.
func (p *player) changeLibrary(b *testing.B, path string, more int) {
	text := strings.ReplaceAll(exported(b, libraryEntries), "abstract = {", fmt.Sprintf("abstract = {%d. ", more))
	for i := range more {
		text += fmt.Sprintf("@misc{more%d, title = {More %d}}\n", i, i)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		b.Fatal(err)
	}
	if err := p.Conn.Notify(b.Context(), "textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": "file://" + path}}); err != nil {
		b.Fatal(err)
	}
}

// isIndexed reports whether the library contains the added papers and is up to date.
func (p *player) isIndexed(b *testing.B, more int) bool {
	var answer statusResult
	if err := p.Call(context.Background(), scilit.MethodStatus, map[string]any{}, &answer); err != nil {
		b.Fatal(err)
	}
	return answer.Library != nil && answer.Library.State == "up to date" && answer.Library.Papers == libraryEntries+more
}
