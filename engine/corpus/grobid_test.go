package corpus

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

// fakeGROBID simulates a GROBID service according to its documentation. It returns TEI that GROBID
// 0.8.3 generated from another paper.
func fakeGROBID(t *testing.T, answer func(request int, w http.ResponseWriter)) *GROBID {
	requests := 0
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests++
		pdf, _, err := r.FormFile("input")
		if err != nil || r.URL.Path != "/api/processFulltextDocument" || r.FormValue("consolidateCitations") != "0" || r.FormValue("consolidateHeader") != "0" {
			t.Errorf("%s: %v %v", r.URL, err, r.Form)
			return
		}
		if start := make([]byte, 5); true {
			if _, err := io.ReadFull(pdf, start); err != nil || string(start) != "%PDF-" {
				t.Errorf("%q %v", start, err)
			}
		}
		answer(requests, w)
	}))
	t.Cleanup(server.Close)
	g, err := NewGROBID(server.URL+"/", network.New(nil))
	if err != nil {
		t.Fatal(err)
	}
	g.busy.First = time.Millisecond
	return g
}

func realTEI(t *testing.T) []byte {
	file, err := os.Open(filepath.Join(samplesFolder, "grobid.tei.xml.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	plain, err := unpacked(file)
	if err != nil {
		t.Fatal(err)
	}
	tei, err := io.ReadAll(plain)
	if err != nil {
		t.Fatal(err)
	}
	return tei
}

// readPDFBy reads the sample PDF with a converter and returns the title and the note.
func readPDFBy(t *testing.T, pdfs Converter) (title, note string, err error) {
	library := Library{PDFs: pdfs, Reader: inProcess{}, Report: func(f FileReport) { note = f.Note }}
	for p, failed := range library.Papers(context.Background(), filepath.Join(samplesFolder, "paper.pdf")) {
		if failed != nil {
			err = failed
			continue
		}
		title = p.Title
	}
	return title, note, err
}

func TestABusyGROBIDIsAskedAgain(t *testing.T) {
	tei := realTEI(t)
	title, note, err := readPDFBy(t, fakeGROBID(t, func(request int, w http.ResponseWriter) {
		if request < 3 {
			http.Error(w, "busy", http.StatusServiceUnavailable)
			return
		}
		w.Write(tei)
	}))
	if err != nil || title != "Incorporating External Knowledge to Enhance Tabular Reasoning" || !strings.HasPrefix(note, "extracted by GROBID: title, 3 authors") {
		t.Error(title, note, err)
	}
}

func TestWhatGROBIDCannotReadIsReadFromTheEmbeddedText(t *testing.T) {
	for _, status := range []int{http.StatusNoContent, http.StatusInternalServerError} {
		title, note, err := readPDFBy(t, fakeGROBID(t, func(_ int, w http.ResponseWriter) { w.WriteHeader(status) }))
		if err != nil || !strings.HasPrefix(title, "Boolean Filters") || !strings.Contains(note, "title: likely") {
			t.Error(status, title, note, err)
		}
	}
}

func TestAGROBIDThatDoesNotAnswerEndsTheReading(t *testing.T) {
	g := fakeGROBID(t, nil)
	g.address = "http://127.0.0.1:1/api"
	_, _, err := readPDFBy(t, g)
	var bad *RecordError
	if !errors.Is(err, ErrConverter) || errors.As(err, &bad) || !strings.Contains(err.Error(), "start GROBID, or omit --grobid") {
		t.Error(err)
	}
}

func TestAGROBIDElsewhereMustBeAllowed(t *testing.T) {
	if _, err := NewGROBID("http://grobid.example:8070", network.New(nil)); !errors.Is(err, network.ErrNotAllowed) {
		t.Error(err)
	}
	if _, err := NewGROBID("http://grobid.example:8070", network.New([]string{"grobid.example"})); err != nil {
		t.Error(err)
	}
}
