package corpus

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

var update = flag.Bool("update", false, "write the golden files")

const samplesFolder = "testdata/samples"

func samples(t testing.TB) (all []string) {
	t.Helper()
	err := filepath.WalkDir(samplesFolder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			all = append(all, path)
		}
		return err
	})
	if err != nil || len(all) == 0 {
		t.Fatal(all, err)
	}
	return all
}

// TestWhatEachSampleBecomes compares the papers, rejected records and notes of every sample with
// testdata/golden.
func TestWhatEachSampleBecomes(t *testing.T) {
	for _, path := range samples(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			got := readSample(t, path)
			golden := filepath.Join("testdata/golden", filepath.Base(path)+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(strings.ReplaceAll(string(want), "\r\n", "\n"), got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func readSample(t *testing.T, path string) string {
	var b strings.Builder
	library := Library{Reader: inProcess{}, Report: func(f FileReport) {
		fmt.Fprintf(&b, "%s: %d papers, %d left out\n", f.Format, f.Papers, f.Rejected)
		if f.Note != "" {
			fmt.Fprintf(&b, "%s\n", filepath.ToSlash(f.Note))
		}
	}}
	for p, err := range library.Papers(context.Background(), path) {
		var bad *RecordError
		switch {
		case errors.As(err, &bad):
			fmt.Fprintf(&b, "left out: %s\n\n", filepath.ToSlash(bad.Error()))
		case err != nil:
			t.Fatal(err)
		default:
			checkPaper(t, p)
			describe(&b, p)
		}
	}
	return b.String()
}

// describe writes a paper in a form that can be compared with its sample. It truncates long texts, and
// encloses citation marks in « and » with the number of their reference.
func describe(b *strings.Builder, p *engine.Paper) {
	fmt.Fprintf(b, "%s\n  id %s | doi %s | arxiv %s | %d-%02d\n", p.Title, p.ID, p.DOI, p.ArXiv, p.Year, p.Month)
	if p.Key != "" {
		fmt.Fprintf(b, "  cited as %s, its entry has %d bytes\n", p.Key, len(p.Entry))
	}
	fmt.Fprintf(b, "  by %s\n", authorList(p.Authors))
	fmt.Fprintf(b, "  in %s | volume %s | issue %s | pages %s | %s\n", p.Venue, p.Volume, p.Issue, p.Pages, p.Publisher)
	fmt.Fprintf(b, "  url %s | license %s\n", p.URL, short(p.License))
	if p.Retracted {
		b.WriteString("  retracted\n")
	}
	fmt.Fprintf(b, "  abstract (%d) %s\n", len(p.Abstract), short(p.Abstract))
	for _, section := range p.Body {
		fmt.Fprintf(b, "  § %s: %d paragraphs\n", section.Title, len(section.Paragraphs))
		for _, s := range section.Paragraphs[0][:min(2, len(section.Paragraphs[0]))] {
			fmt.Fprintf(b, "    %s\n", short(marked(s)))
		}
	}
	for i, r := range p.References {
		if i < 4 || i == len(p.References)-1 {
			fmt.Fprintf(b, "  [%d] %s | %s | %s | %d | %s\n", i, authorList(r.Authors), r.Title, r.Venue, r.Year, r.DOI)
			for _, c := range r.Contexts {
				fmt.Fprintf(b, "      cited in: %s\n", short(c))
			}
		}
	}
	b.WriteString("\n")
}

func authorList(all []engine.Author) string {
	var names []string
	for i, a := range all {
		if i == 6 {
			names = append(names, fmt.Sprintf("and %d more", len(all)-i))
			break
		}
		names = append(names, a.Family+", "+a.Given)
	}
	return strings.Join(names, "; ")
}

func marked(s engine.Sentence) string {
	text := s.Text
	for i := len(s.Cites) - 1; i >= 0; i-- {
		c := s.Cites[i]
		text = fmt.Sprintf("%s«%d:%s»%s", text[:c.Start], c.Reference, text[c.Start:c.End], text[c.End:])
	}
	return text
}

func short(s string) string {
	if runes := []rune(s); len(runes) > 240 {
		return string(runes[:240]) + "…"
	}
	return s
}
