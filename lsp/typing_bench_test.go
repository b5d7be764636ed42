package lsp

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// typedNames lists texts to type for papers that only the index contains.
var typedNames = []string{"conneau", "devlin 2019", "sentence emb", "10.18653/v1/p18-1198"}

// BenchmarkCompletionOfTheIndex types names, titles and identifiers into sentences,
// letter by letter, with a .bib file of one entry and the large index named by
// SCILIT_INDEX. It reports the server's processor time per letter.
func BenchmarkCompletionOfTheIndex(b *testing.B) {
	p, cmd := benchServer(b)
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	times := map[string][]time.Duration{}
	dir := b.TempDir()
	var used time.Duration
	letters := 0
	for i, source := range manuscripts(b, 5*len(typedNames)) {
		if i == len(typedNames) { // all index files have been read once
			used, times = processorTime(b, cmd.Process.Pid), map[string][]time.Duration{}
		}
		before := strings.TrimSuffix(source[:strings.Index(source, " <!--")], ".") + ` \cite{`
		path := filepath.Join(dir, fmt.Sprint(i), "main.tex")
		if err := p.Open(b.Context(), path, "latex", before+"}.\n\\begin{filecontents}{refs.bib}\\end{filecontents}\\bibliography{refs}\n"); err != nil {
			b.Fatal(err)
		}
		name := typedNames[i%len(typedNames)]
		p.typeKey(b, path, len(before), name, times)
		if i >= len(typedNames) {
			letters += len(name)
		}
	}
	used = processorTime(b, cmd.Process.Pid) - used
	for name, times := range times {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
			}
			percentiles(b, times)
		})
	}
	b.Run("processor", func(b *testing.B) {
		for b.Loop() {
		}
		b.ReportMetric(float64(used.Microseconds())/1000/float64(letters), "cpu-ms")
		b.ReportMetric(0, "ns/op")
	})
}
