//go:build unix

package corpus

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// BenchmarkRead repeats the records of each sample until SCILIT_BENCH_PAPERS papers have been read, or
// a hundredth of that for full texts. PDFs, which hold one paper per file, are read repeatedly. It
// measures CPU time, since the machine may be busy, and the process's peak memory; therefore
// `make bench-readers` runs each format in a separate process.
func BenchmarkRead(b *testing.B) {
	b.Run("PDF", benchmarkPDF)
	for _, c := range []struct{ name, sample, before, record, after string }{
		{"SciLit", "scilit.jsonl", ``, `(?s).*`, ``},
		{"S2ORC", "s2orc-2019.jsonl", ``, `(?s)^.*?\n`, ``},
		{"S2AG", "s2ag-s2orc.jsonl", ``, `(?s).*`, ``},
		{"arXiv", "arxiv.jsonl", ``, `(?s)^.*?\n.*?\n`, ``},
		{"CSL", "csl.json", `[`, `(?s)\{.*\}`, `]`},
		{"Zotero", "betterbibtex.json", `{"config":{},"version":{},"items":[`, `(?s)\{\s*"key".*?\n    \},`, `]}`},
		{"JATS", "jats.nxml.gz", `<pmc-articleset>`, `(?s)<article .*</article>`, `</pmc-articleset>`},
		{"TEI", "grobid.tei.xml.gz", `<teiCorpus>`, `(?s)<TEI .*</TEI>`, `</teiCorpus>`},
		{"PubMed", "pubmed.xml", `<PubmedArticleSet>`, `(?s)<PubmedArticle>.*</PubmedArticle>`, `</PubmedArticleSet>`},
		{"ACL", "acl.xml", `<collection id="2020.acl"><volume id="main">`, `(?s)<paper id="20">.*?</paper>`, `</volume></collection>`},
		{"RIS", "library.ris", ``, `(?s)TY  -.*?ER  - \n`, ``},
		{"BibTeX", "library.bib", ``, `(?s)@inproceedings\{conneau.*?\n\}\n`, ``},
	} {
		b.Run(c.name, func(b *testing.B) {
			record := regexp.MustCompile(c.record).Find(plainSample(b, c.sample))
			papers, in, bytes := benchPapers(), 0, 0
			if len(record) > 50_000 {
				papers = max(1, papers/100)
			}
			began := processorTime(b)
			for b.Loop() {
				source := &endless{record: append(record, '\n'), papers: papers, in: &in}
				for _, err := range Read(context.Background(), c.name, io.MultiReader(strings.NewReader(c.before), source, strings.NewReader(c.after))) {
					var bad *RecordError
					if err != nil && !errors.As(err, &bad) {
						b.Fatal(err)
					}
					in++
				}
				bytes += source.bytes
				papers += in
			}
			took := processorTime(b) - began
			b.ReportMetric(float64(in)/took, "papers/cpu-s")
			b.ReportMetric(float64(bytes)/1e6/took, "MB/cpu-s")
			b.ReportMetric(peakMB(b), "MB-peak")
		})
	}
}

func benchmarkPDF(b *testing.B) {
	raw := plainSample(b, "paper.pdf")
	began, in := processorTime(b), 0
	for b.Loop() {
		for range max(1, benchPapers()/100) {
			if found := EmbeddedPDF(b.Context(), raw); found.Paper == nil {
				b.Fatal(found.Reason)
			}
			in++
		}
	}
	took := processorTime(b) - began
	b.ReportMetric(float64(in)/took, "papers/cpu-s")
	b.ReportMetric(float64(in*len(raw))/1e6/took, "MB/cpu-s")
	b.ReportMetric(peakMB(b), "MB-peak")
}

func benchPapers() int {
	if n, err := strconv.Atoi(os.Getenv("SCILIT_BENCH_PAPERS")); err == nil {
		return n
	}
	return 100
}

func plainSample(b *testing.B, name string) []byte {
	file, err := os.Open(filepath.Join(samplesFolder, name))
	if err != nil {
		b.Fatal(err)
	}
	defer file.Close()
	plain, err := unpacked(file)
	if err != nil {
		b.Fatal(err)
	}
	raw, err := io.ReadAll(plain)
	if err != nil {
		b.Fatal(err)
	}
	return raw
}

// endless is a reader that repeats a record until the given number of papers has been read.
type endless struct {
	record, rest []byte
	papers       int
	in           *int
	bytes        int
}

func (e *endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(e.rest) == 0 {
			if *e.in >= e.papers {
				return n, io.EOF
			}
			e.rest = e.record
		}
		part := copy(p[n:], e.rest)
		e.rest, n = e.rest[part:], n+part
	}
	e.bytes += n
	return n, nil
}

// processorTime returns the CPU time used by the process, in seconds.
func processorTime(b *testing.B) float64 {
	u := usage(b)
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

func peakMB(b *testing.B) float64 {
	if runtime.GOOS == "darwin" {
		return float64(usage(b).Maxrss) / 1e6
	}
	return float64(usage(b).Maxrss) * 1024 / 1e6
}

func usage(b *testing.B) (u syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u
}
