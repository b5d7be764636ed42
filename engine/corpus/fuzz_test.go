package corpus

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// FuzzRead reads arbitrary bytes and checks that all papers are valid and all errors have a position.
func FuzzRead(f *testing.F) {
	f.Add([]byte(`{"Title":"A","Author":[{"FamilyName":3}]}` + "\n[{]}"))
	f.Add([]byte("{\"a\":\"\\\"}\n{\"Title\":1}"))
	f.Add([]byte("\x1f\x8b{"))
	for _, path := range samples(f) {
		raw, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw[:min(len(raw), 4<<10)])
	}
	f.Fuzz(func(t *testing.T, raw []byte) { readWhole(t, raw) })
}

// Each parser has its own fuzz target, whose inputs begin like a file of its format, so that the
// recogniser accepts them.
func FuzzS2ORC(f *testing.F) {
	fuzzRecords(f, "s2orc-2019.jsonl", `{"paper_id":"1","title":"T","body_text":[{"text":"é [1]","cite_spans":[{"start":2,"end":5,"ref_id":"B"}]}],"bib_entries":{"B":{}}}`)
}

func FuzzSemanticScholar(f *testing.F) {
	fuzzRecords(f, "s2ag-s2orc.jsonl", `{"corpusid":1,"title":"T","body":{"text":"é [1]","annotations":{"paragraph":"[{\"start\":0,\"end\":5}]","bib_ref":"[{\"start\":\"2\",\"end\":5}]"}}}`)
}

func FuzzArXiv(f *testing.F) { fuzzRecords(f, "arxiv.jsonl", `{"id":"1","authors_parsed":[["a"]]}`) }
func FuzzCSL(f *testing.F) {
	fuzzRecords(f, "csl.json", `[{"title":["T"],"type":"x","issued":{"date-parts":[[]]}}]`)
}
func FuzzOpenAlex(f *testing.F) {
	fuzzRecords(f, "openalex.json", `{"authorships":[{"author":{"display_name":"A B"}}],"title":"T","abstract_inverted_index":{"b":[1],"a":[0,-9]},"referenced_works":["W1",null,{},["W2"],"W1"]}`)
	f.Add([]byte(`{"authorships":[],"title":"T","abstract_inverted_index":"{\"IndexLength\":2,\"InvertedIndex\":{\"a\":[0]}}"}`))
}
func FuzzZotero(f *testing.F) {
	fuzzRecords(f, "betterbibtex.json", `{"config":{},"version":{},"items":[{"title":"T"}]}`)
}

func FuzzJATS(f *testing.F) {
	fuzzRecords(f, "", `<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body><sec><title>S</title><p>A <xref ref-type="bibr" rid="r">1</xref>.</p></sec></body><back><ref-list><ref id="r"><mixed-citation>x</mixed-citation></ref></ref-list></back></article>`)
}

func FuzzTEI(f *testing.F) {
	fuzzRecords(f, "", `<TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt><sourceDesc><biblStruct/></sourceDesc></fileDesc></teiHeader><text><body><div><head>H</head><p>A <ref type="bibr" target="#b0">1</ref>.</p></div></body></text></TEI>`)
}

func FuzzPubMed(f *testing.F) {
	fuzzRecords(f, "", `<PubmedArticleSet><PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>T</ArticleTitle></Article></MedlineCitation></PubmedArticle><PubmedArticle>`)
}

func FuzzACL(f *testing.F) {
	fuzzRecords(f, "acl.xml", `<collection id="P18"><volume id="1"><paper id="1"><title>T</title></paper></volume></collection>`)
}

func FuzzDBLP(f *testing.F) {
	fuzzRecords(f, "dblp.xml", `<dblp><article key="a/b/c" publtype="withdrawn"><author>A &uuml; 0001</author><title>T.</title><year>1990</year><ee>https://doi.org/10.1/a</ee></article>`)
	f.Add([]byte(`<!DOCTYPE dblp [<!ENTITY a "&a;&a;">]><dblp><www><title>&a;</title><book key="x"><crossref>/</crossref><title>...</title>`))
}

func FuzzCrossref(f *testing.F) {
	fuzzRecords(f, "crossref.jsonl", `{"items":[{"is-referenced-by-count":1,"DOI":"10.1/a","title":["T"],"subtitle":["S"],"updated-by":[{"type":"retraction"}],"abstract":"<jats:title>A</jats:title>"}]}`)
	f.Add([]byte(`{"message-type":"work","message":{"DOI":"10.1/a","is-referenced-by-count":0,"title":"T"}}`))
}
func FuzzRIS(f *testing.F) {
	fuzzRecords(f, "library.ris", "TY  - JOUR\nTI  - T\n more\nTY  - X\nER  -")
}
func FuzzBibTeX(f *testing.F) { fuzzRecords(f, "library.bib", "@a{k, title={T}}\n@b{l, title=\"") }

func FuzzLaTeX(f *testing.F) {
	fuzzRecords(f, "", "\\documentclass{a}\n\\title{T}\n\\begin{document}\\section{S} a \\cite{k} $x$ \\begin{thebibliography}{1}\\bibitem{k} A. B. \\newblock C. \\newblock D.")
	f.Add([]byte("\\documentclass{a}\n\\def\\x{\\x\\x}\\title{\\x}\\begin{document}\\entry{k}{a}{}\\field{title}{X}"))
}

// fuzzRecords adds the given text and a sample, if it is small, as seeds.
func fuzzRecords(f *testing.F, sample, short string) {
	f.Add([]byte(short))
	if sample != "" {
		raw, err := os.ReadFile(filepath.Join(samplesFolder, sample))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	start := []byte(short)[:min(len(short), 24)]
	f.Fuzz(func(t *testing.T, raw []byte) {
		readWhole(t, raw)
		readWhole(t, append(bytes.Clone(start), raw...))
	})
}

func readWhole(t *testing.T, raw []byte) {
	for p, err := range (Library{Reader: inProcess{}}).Read(context.Background(), "f", bytes.NewReader(raw)) {
		var bad *RecordError
		switch {
		case err == nil:
			checkPaper(t, p)
		case !errors.As(err, &bad):
			t.Fatalf("an error that ends the sequence: %v", err)
		case bad.Line < 0 || bad.Reason == "":
			t.Fatalf("%+v", bad)
		}
	}
}

// checkPaper checks the invariants of a Paper.
func checkPaper(t *testing.T, p *engine.Paper) {
	t.Helper()
	if p.ID == "" || p.Title == "" || strings.Contains(p.Title, "\n") || p.Month < 0 || p.Month > 12 {
		t.Fatalf("not a valid paper: %+v", p)
	}
	for _, section := range p.Body {
		for _, paragraph := range section.Paragraphs {
			for _, s := range paragraph {
				for _, c := range s.Cites {
					if c.Start < 0 || c.Start >= c.End || c.End > len(s.Text) || c.Reference < -1 {
						t.Fatalf("span %+v of %q", c, s.Text)
					}
					if utf8.ValidString(s.Text) && !utf8.ValidString(s.Text[c.Start:c.End]) {
						t.Fatalf("span %+v cuts a character of %q", c, s.Text)
					}
				}
			}
		}
	}
}
