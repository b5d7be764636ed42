package corpus

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Full texts extracted from pages lose blanks and keep hyphens from line breaks. Repairs preserve the
// citation marks and their positions.
func TestWordsOfPagesAreMended(t *testing.T) {
	p, err := Record(t.Context(), "SciLit JSON", []byte(`{"Id":"a","Title":"Phrases","Abstract":"We translate phrases.","Content":{"Fullbody_Parsed":[{"section_title":"Introduction","section_text":[{"paragraph_text":[
		{"sentence_text":"Our methods for translation need an example, as in previous work of thephrase (Och, 2003).","cite_spans":[{"start":"78","end":"89","ref_id":"0"}]},
		{"sentence_text":"For ex-ample, methodsfor translation (methodsfor, 2003) of the phrase are an example of previous work.","cite_spans":[{"start":"37","end":"55","ref_id":"-1"}]}
	]}]}]},"Reference":[{"Title":"Phrases"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct{ text, cited string }{
		{"Our methods for translation need an example, as in previous work of the phrase (Och, 2003).", "(Och, 2003)."},
		{"For example, methods for translation (methodsfor, 2003) of the phrase are an example of previous work.", "(methodsfor, 2003)"},
	} {
		s := p.Body[0].Paragraphs[0][i]
		if s.Text != want.text {
			t.Errorf("%q, want %q", s.Text, want.text)
		}
		if len(s.Cites) != 1 || !strings.HasPrefix(s.Text[s.Cites[0].Start:], strings.TrimSuffix(want.cited, ".")) {
			t.Errorf("%q: the citation %+v moved", s.Text, s.Cites)
		}
	}
}

// A citation mark that overlaps a repair prevents the repair.
func TestMarksInsideRepairsStay(t *testing.T) {
	p := &engine.Paper{Title: "Phrases", Body: []engine.Section{{Paragraphs: []engine.Paragraph{{
		{Text: "The phrase and the phrase"},
		{Text: "See thephrase.", Cites: []engine.CiteSpan{{Start: 4, End: 13, Reference: -1}}},
	}}}}}
	mendWords(p, bodyText)
	if got := p.Body[0].Paragraphs[0][1]; got.Text != "See thephrase." || got.Cites[0].End != 13 {
		t.Errorf("a citation mark became %q, %+v", got.Text, got.Cites)
	}
}

func TestCleanSourcesAreNotMended(t *testing.T) {
	if f := recognise([]byte("%PDF-1.5\n")); f == nil || f.pages != allText {
		t.Error("PDFs are not mended")
	}
	for _, f := range formats {
		if clean := f.name == "JATS XML" || f.name == "LaTeX source"; clean && f.pages != noText {
			t.Errorf("%s is mended, although it has no pages", f.name)
		}
	}
}
