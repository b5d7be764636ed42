package corpus

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A madePDF is a PDF with lines in Helvetica at given positions. The samples also contain a PDF
// made by pdfTeX.
type madePDF struct {
	info  string
	pages []string
}

func (m *madePDF) page(lines ...string) {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(line)
	}
	m.pages = append(m.pages, b.String())
}

func at(size, x, y float64, text string) string {
	text = strings.NewReplacer(`(`, `\(`, `)`, `\)`).Replace(text)
	return fmt.Sprintf("BT /F1 %g Tf 1 0 0 1 %g %g Tm (%s) Tj ET\n", size, x, y, text)
}

func (m *madePDF) bytes() []byte {
	var b bytes.Buffer
	offsets := []int{}
	object := func(format string, args ...any) {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n"+format+"\nendobj\n", append([]any{len(offsets)}, args...)...)
	}
	b.WriteString("%PDF-1.4\n")
	kids := ""
	for i := range m.pages {
		kids += fmt.Sprintf("%d 0 R ", 5+2*i)
	}
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[%s]/Count %d>>", kids, len(m.pages))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding/FirstChar 32/LastChar 126/Widths[%s]>>", strings.Repeat("500 ", 95))
	object("<</Title(%s)>>", m.info)
	for i, content := range m.pages {
		object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R>>>>/Contents %d 0 R>>", 6+2*i)
		object("<</Length %d>>stream\n%s\nendstream", len(content), content)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(offsets)+1)
	for _, offset := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", offset)
	}
	fmt.Fprintf(&b, "trailer<</Size %d/Root 1 0 R/Info 4 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(offsets)+1, xref)
	return b.Bytes()
}

func paperPDF() *madePDF {
	m := &madePDF{info: "Pooling Words Into Sentences"}
	m.page(at(18, 100, 700, "Pooling Words Into Sentences"),
		at(11, 100, 670, "Ida Ito1, Xu van der Berg2"), at(9, 100, 655, "University of Somewhere, ida@example.org"),
		"BT /F1 20 Tf 0 1 -1 0 30 200 Tm (arXiv:2405.01234v2  [cs.CL]  3 May 2024) Tj ET\n",
		at(10, 100, 630, "Abstract. We pool words by their maxi-"), at(10, 100, 618, "mum and compare with the mean (doi:10.1234/Pool.5)."),
		at(13, 100, 590, "1 Introduction"), at(10, 100, 570, "Max pooling is popular [2]. Mean pooling"), at(10, 100, 558, "is better [1, 2]."))
	m.page(at(13, 100, 700, "References"), at(10, 100, 680, "[1] A. Conneau and G. Lample. What you can cram into a vector."),
		at(10, 115, 668, "In Proceedings of ACL, 2018."), at(10, 100, 656, "[2] N. Reimers (2019). Sentence-BERT. EMNLP."))
	return m
}

// inProcess reads PDFs in the test's own process.
type inProcess struct{}

func (inProcess) ReadPDF(ctx context.Context, pdf io.Reader) (PDFPaper, error) {
	raw, err := io.ReadAll(pdf)
	if err != nil {
		return PDFPaper{}, err
	}
	done := make(chan PDFPaper, 1)
	go func() { done <- EmbeddedPDF(ctx, raw) }()
	select {
	case found := <-done:
		return found, nil
	case <-time.After(10 * time.Minute): // fuzzing finds files whose reading never ends
		return PDFPaper{}, fmt.Errorf("%w: it took more than ten minutes", ErrKilled)
	}
}

func readMade(t *testing.T, raw []byte) (p *engine.Paper, note string, problem error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "made.pdf")
	if err := os.WriteFile(path, raw, 0o644); err != nil {
		t.Fatal(err)
	}
	for read, err := range (Library{Reader: inProcess{}, Report: func(f FileReport) { note = f.Note }}).Papers(context.Background(), path) {
		if err != nil {
			problem = err
			continue
		}
		checkPaper(t, read)
		p = read
	}
	return p, note, problem
}

func TestAPaperIsFoundByItsLooks(t *testing.T) {
	p, note, err := readMade(t, paperPDF().bytes())
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	describe(&b, p)
	for _, part := range []string{
		"Pooling Words Into Sentences\n", "doi 10.1234/pool.5 | arxiv 2405.01234 | 2024-05", "by Ito, Ida; van der Berg, Xu\n",
		"We pool words by their maximum and compare", "§ Introduction: 1 paragraphs", "Max pooling is popular «1:[2]».",
		"[0] Conneau, A.; Lample, G. | What you can cram into a vector | Proceedings of ACL | 2018 |", "Reimers, N. | Sentence-BERT |",
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %q in\n%s", part, b.String())
		}
	}
	if !strings.Contains(note, "title: certain") || !strings.Contains(note, "2 references, 2 with a title; DOI 10.1234/pool.5; arXiv 2405.01234") {
		t.Error(note)
	}
}

func TestPrintedReferences(t *testing.T) {
	for printed, want := range map[string]string{
		"Popovic MR, Curt A, Hughes A-M, & Dietz V. Stimulation for grasping: indications. Spinal Cord. 2001;39:403-12.": "Popovic, MR; Curt, A; Hughes, A-M; Dietz, V | Stimulation for grasping: indications | Spinal Cord | 2001",
		"Ito, I. and Bee, C. (2019). Pooling words. In Proceedings of ACL, pages 1-9.":                                   "Ito, I.; Bee, C. | Pooling words | Proceedings of ACL | 2019",
		"I. Ito and C. Bee, “Pooling words,” in Proc. ACL, 2019, pp. 1–9.":                                               "Ito, I.; Bee, C. | Pooling words |  | 2019",
		"Ida Ito, Cy Bee, et al. Pooling words. CoRR, abs/1905.1, 2019. https://doi.org/10.1234/x.":                      "Ito, Ida; Bee, Cy | Pooling words | CoRR | 2019",
	} {
		r := printedReference(printed)
		if got := fmt.Sprintf("%s | %s | %s | %d", authorList(r.Authors), r.Title, r.Venue, r.Year); got != want {
			t.Errorf("%s\n got %s\nwant %s", printed, got, want)
		}
	}
}

func TestAPDFThatCannotBeReadIsReported(t *testing.T) {
	whole := paperPDF().bytes()
	empty := &madePDF{}
	empty.page()
	for name, raw := range map[string][]byte{
		"cut off": whole[:len(whole)/2], "no text": empty.bytes(), "only a head": []byte("%PDF-1.7\n"),
		"a page that is its own parent": bytes.Replace(whole, []byte("/Kids[5 0 R 7 0 R ]"), []byte("/Kids[2 0 R 2 0 R ]"), 1),
	} {
		p, _, err := readMade(t, raw)
		if p != nil || err == nil || !strings.Contains(err.Error(), "made.pdf: ") {
			t.Errorf("%s: %v %v", name, p, err)
		}
	}
}

func FuzzPDF(f *testing.F) {
	f.Add(paperPDF().bytes())
	f.Add([]byte("%PDF-1.4\n1 0 obj<</Length 1>>stream"))
	f.Fuzz(func(t *testing.T, raw []byte) { readWhole(t, append([]byte("%PDF-1.4\n"), raw...)) })
}

// FuzzPDFContent fuzzes the content of a page. Mutating whole PDFs seldom reaches the content.
func FuzzPDFContent(f *testing.F) {
	f.Add("BT /F1 12 Tf 1 0 0 1 9 9 Tm [(a) -500 (b)] TJ ET q Q 5 cm")
	f.Fuzz(func(t *testing.T, content string) {
		m := &madePDF{}
		m.page(content)
		readWhole(t, m.bytes())
	})
}
