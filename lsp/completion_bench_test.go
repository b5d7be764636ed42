package lsp

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/internal/fakeeditor"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// largestBib is the number of entries in the largest library reported by users, a file of 25 MB.
const largestBib = 72_000

// writeLargestBib writes entries that combine the authors, the title, and the venue and year of
// three records in the demo corpus.
func writeLargestBib(b *testing.B, path string) {
	b.Helper()
	var papers []*engine.Paper
	for p, err := range demoCorpus() {
		if err != nil {
			b.Fatal(err)
		}
		papers = append(papers, p)
	}
	empty := bib.Parse("")
	var out strings.Builder
	for i := range largestBib {
		step := i/len(papers) + 1
		record := bib.RecordOf(papers[i%len(papers)])
		record.Title = papers[(i*7+step*13)%len(papers)].Title
		place := papers[(i*11+step*29)%len(papers)]
		record.Venue, record.Year = place.Venue, place.Year
		record.DOI = fmt.Sprintf("10.1000/bench.%d", i)
		out.WriteString(empty.Insert(record, fmt.Sprintf("%s%d", empty.NewKey(record, ""), i)).Text + "\n")
	}
	if err := os.WriteFile(path, []byte(out.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	b.Logf("%s: %d entries, %.1f MB", filepath.Base(path), largestBib, float64(out.Len())/1e6)
}

// BenchmarkCompletionOfTheLargestBib types a key into sentences: the opening brace
// and three letters of a word. It also reports the server's processor time per
// completion, which depends less on the machine's other work.
func BenchmarkCompletionOfTheLargestBib(b *testing.B) {
	p, cmd := benchServer(b)
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	writeLargestBib(b, filepath.Join(dir, "refs.bib"))
	times := map[string][]time.Duration{}
	var used time.Duration
	for i, source := range manuscripts(b, 20) {
		path := filepath.Join(dir, "main.tex")
		before := strings.TrimSuffix(source[:strings.Index(source, " <!--")], ".") + ` \cite{`
		if i > 0 {
			_ = p.Conn.Notify(b.Context(), protocol.MethodTextDocumentDidClose, map[string]any{"textDocument": map[string]any{"uri": uri.File(path)}})
		}
		if err := p.Open(b.Context(), path, "latex", before+"}.\n\\bibliography{refs}\n"); err != nil {
			b.Fatal(err)
		}
		if i == 0 {
			first := time.Now()
			if _, err := p.Complete(b.Context(), path, len(before)); err != nil {
				b.Fatal(err)
			}
			b.Logf("the first completion after the start: %v", time.Since(first))
			time.Sleep(10 * time.Second) // wait until the titles are embedded
			used = processorTime(b, cmd.Process.Pid)
		}
		word := strings.Fields(source)[i%7]
		p.typeKey(b, path, len(before), word[:min(3, len(word))], times)
	}
	used = processorTime(b, cmd.Process.Pid) - used
	b.Run("processor", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(float64(used.Microseconds())/1000/float64(len(times["brace"])+len(times["letter"])), "cpu-ms")
		b.ReportMetric(0, "ns/op")
	})
	for name, times := range times {
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

// processorTime returns the processor time of a process, with a resolution of 10 ms.
func processorTime(b *testing.B, pid int) time.Duration {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		b.Skip(err)
	}
	fields := strings.Fields(string(raw[bytes.LastIndexByte(raw, ')'):]))
	user, _ := strconv.Atoi(fields[12])
	system, _ := strconv.Atoi(fields[13])
	return time.Duration(user+system) * 10 * time.Millisecond
}

// typeKey types a word and requests completions after each letter.
func (p *player) typeKey(b *testing.B, path string, offset int, word string, times map[string][]time.Duration) {
	ask := func(name string) {
		taken := times[name]
		timed(b, &taken, func() error { _, err := p.Complete(b.Context(), path, offset); return err })
		times[name] = taken
	}
	ask("brace")
	for _, letter := range word {
		s := p.Files[path]
		at := s.Position(offset, fakeeditor.Encoding)
		p.Files[path] = s.Apply([]doc.Change{{Range: &doc.Range{Start: at, End: at}, Text: string(letter)}}, s.Version+1, fakeeditor.Encoding)
		if err := p.TellChange(b.Context(), path); err != nil {
			b.Fatal(err)
		}
		offset += len(string(letter))
		ask("letter")
	}
}
