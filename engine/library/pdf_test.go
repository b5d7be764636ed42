package library_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/pdfproc"
)

func readers() *pdfproc.Reader { return pdfproc.New(pdfproc.DefaultLimits(), readPDFArgument) }

// A countedReader counts the files that it reads. It may be interrupted after a file.
type countedReader struct {
	corpus.PDFReader
	reads int
	after func(reads int)
}

func (c *countedReader) ReadPDF(ctx context.Context, pdf io.Reader) (corpus.PDFPaper, error) {
	c.reads++
	found, err := c.PDFReader.ReadPDF(ctx, pdf)
	if c.after != nil {
		c.after(c.reads)
	}
	return found, err
}

// tableOfGigabytes is a PDF that used to exhaust the server's memory at every start.
const tableOfGigabytes = "%PDF-1.5\n1 0 obj\n<</Type/XRef/Size 1/W[1 2000000000 1]/Length 3>>stream\nabc\nendstream\nendobj\nstartxref\n9\n%%EOF\n"

// putPaper writes a sample PDF, and one that exhausts memory, which is read first.
func putPaper(t *testing.T, folder string) (bomb string) {
	t.Helper()
	sample, err := os.ReadFile("../corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	bomb = filepath.Join(folder, "files", "a-bomb.pdf")
	write(t, bomb, tableOfGigabytes)
	write(t, filepath.Join(folder, "files", "paper.pdf"), string(sample))
	long := time.Now().Add(-time.Hour)
	if err := os.Chtimes(bomb, long, long); err != nil {
		t.Fatal(err)
	}
	return bomb
}

func TestAPDFThatIsTooMuchIsLeftOutUntilItChanges(t *testing.T) {
	skipShort(t)
	folder := t.TempDir()
	bomb := putPaper(t, folder)
	reader := &countedReader{
		PDFReader: pdfproc.New(pdfproc.Limits{Memory: 256 << 20, Time: 10 * time.Minute}, readPDFArgument),
	}
	opts := optionsFor(folder)
	opts.PDFs = reader
	expect := func(reads int, reason string) {
		t.Helper()
		l := open(t, opts) // as at each start
		refresh(t, l)
		problems := l.Status().Problems
		if reader.reads != reads || len(problems) != 1 || problems[0].Path != bomb ||
			!strings.Contains(problems[0].Reason, reason) {
			t.Fatalf("%d files read; %+v", reader.reads, problems)
		}
		if found := titles(t, l.Dir()); len(found) != 1 {
			t.Fatalf("there is %q", found)
		}
	}
	expect(2, "memory; the file is skipped until it changes")
	expect(2, "memory; the file is skipped until it changes")
	if err := os.Chtimes(bomb, time.Time{}, time.Now().Add(-time.Minute)); err != nil { // with the same content
		t.Fatal(err)
	}
	expect(2, "memory; the file is skipped until it changes")
	write(t, bomb, "%PDF-1.5\nsomething else")
	expect(3, "not a PDF file")
}

// If an editor is closed right after reading such a file, the next start does not spend half a minute
// on it again.
func TestAFileThatWasTooMuchIsRememberedAtOnce(t *testing.T) {
	folder := t.TempDir()
	putPaper(t, folder)
	ctx, stop := context.WithCancel(t.Context())
	reader := &countedReader{PDFReader: readers(), after: func(reads int) {
		if reads == 2 {
			stop()
		}
	}}
	opts := optionsFor(folder)
	opts.PDFs = reader
	if err := open(t, opts).Refresh(ctx, nil, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	refresh(t, open(t, opts))
	if reader.reads != 3 {
		t.Errorf("%d files were read, want the bomb once and the paper twice", reader.reads)
	}
}

// A failingReader simulates a system that cannot start processes.
type failingReader struct{ fails bool }

func (f *failingReader) ReadPDF(_ context.Context, pdf io.Reader) (corpus.PDFPaper, error) {
	if f.fails {
		return corpus.PDFPaper{}, errors.New("no process can be started")
	}
	raw, err := io.ReadAll(pdf)
	return corpus.EmbeddedPDF(context.Background(), raw), err
}

func TestAPDFIsReadAgainWhereTheSystemFailed(t *testing.T) {
	folder := t.TempDir()
	sample, err := os.ReadFile("../corpus/testdata/samples/paper.pdf")
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(folder, "files", "paper.pdf"), string(sample))
	write(t, filepath.Join(folder, "files", "one.bib"), bibOf(map[string]string{"a": "Alpha"}))
	reader := &failingReader{fails: true}
	opts := optionsFor(folder)
	opts.PDFs = reader
	l := open(t, opts)
	refresh(t, l)
	if s := l.Status(); len(s.Problems) != 1 ||
		!strings.Contains(s.Problems[0].Reason, "skipped for now: no process can be started") ||
		!slices.Equal(titles(t, l.Dir()), []string{"a Alpha"}) {
		t.Errorf("%+v", s)
	}
	reader.fails = false
	refresh(t, l)
	if found := titles(t, l.Dir()); len(found) != 2 || len(l.Status().Problems) != 0 {
		t.Errorf("%q, %+v", found, l.Status())
	}
}

func TestAPDFAboveTheLimitIsNamed(t *testing.T) {
	skipShort(t)
	folder := t.TempDir()
	path := filepath.Join(folder, "files", "huge.pdf")
	write(t, path, "%PDF-1.5\n")
	if err := os.Truncate(path, corpus.MaxPDF+1); err != nil { // a sparse file
		t.Skip(err)
	}
	opts := optionsFor(folder)
	opts.PDFs = readers()
	l := open(t, opts)
	refresh(t, l)
	if s := l.Status(); len(s.Problems) != 1 ||
		!strings.Contains(
			s.Problems[0].Reason, fmt.Sprintf("larger than the limit of %d MB", corpus.MaxPDF>>20),
		) {
		t.Errorf("%+v", s)
	}
}

// A refresh never waits for a pipe or reads a device among the sources.
func TestOnlyRegularFilesAreSources(t *testing.T) {
	folder := t.TempDir()
	files := filepath.Join(folder, "files")
	write(t, filepath.Join(files, "one.bib"), bibOf(map[string]string{"a": "Alpha"}))
	makePipes(t, filepath.Join(files, "pipe.bib"), filepath.Join(files, "pipe.pdf"))
	for link, target := range map[string]string{"zero.bib": "/dev/zero", "circle.bib": "circle.bib"} {
		if err := os.Symlink(target, filepath.Join(files, link)); err != nil {
			t.Skip(err)
		}
	}
	opts := optionsFor(folder)
	opts.Sources.Folders = append(opts.Sources.Folders, filepath.Join(files, "pipe.bib"))
	l := open(t, opts)
	refresh(t, l)
	if found := titles(t, l.Dir()); !slices.Equal(found, []string{"a Alpha"}) {
		t.Errorf("%q", found)
	}
	for p, err := range (corpus.Library{}).Papers(t.Context(), filepath.Join(files, "pipe.bib")) {
		if p != nil || err == nil || !strings.Contains(err.Error(), "pipe.bib: a named pipe, not a regular file") {
			t.Errorf("a pipe named by the user: %v, %v", p, err)
		}
	}
}

// skipShort skips, in short mode, a test that limits the process that reads PDFs. Short tests run with
// the race detector, which uses more memory than the limits allow.
func skipShort(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("the race detector takes more memory than the limit")
	}
}
