package corpus

import (
	"context"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

// formatSeeds returns seeds with the growth texts at the given places in a record.
func formatSeeds(places ...[2]string) (all []growth.Seed) {
	for _, place := range places {
		all = append(all, growth.Within(place[0], growth.Text, place[1])...)
	}
	return all
}

func readText(s string) {
	for range Read(context.Background(), "f", strings.NewReader(s)) {
	}
}

func TestGrowthOfAnyFile(t *testing.T) { growth.Linear(t, growth.Text, readText) }

func TestGrowthOfRIS(t *testing.T) {
	seeds := formatSeeds([2]string{"TY  - JOUR\nTI  - ", "\nER  - \n"}, [2]string{"TY  - JOUR\nTI  - T\nAU  - ", "\nER  - \n"}, [2]string{"TY  - JOUR\n", "\nTI  - a\nER  - \n"})
	growth.Linear(t, append(seeds, growth.Within("TY  - JOUR\nTI  - T\n", growth.Repeat("AU  - A\n", "UR  - 10.1234/a\n", "AB  - a\n", " more\n", "TY  - JOUR\n", "\nER  - \nTY  - X\nTI  - T\n"), "")...), readText)
}

func TestGrowthOfBibTeX(t *testing.T) {
	seeds := formatSeeds([2]string{"@a{b,title={", "}}"}, [2]string{"@a{b,title={T},author={", "}}"}, [2]string{"@a{b,title={T},note={", "}}"}, [2]string{"@a{b,title={T}}", ""})
	growth.Linear(t, append(seeds, growth.Repeat("@a{b,title={T}}\n", "@a{b,title=a#a}\n", "@a{b,title={T},crossref={b}}\n")...), readText)
}

func TestGrowthOfJSON(t *testing.T) {
	seeds := formatSeeds(
		[2]string{`{"Title":"T","Author":`, `}`}, [2]string{`{"Title":`, `}`}, [2]string{`[{"title":"T","type":`, `}]`}, [2]string{`{"corpusid":1,"title":"T","body":`, `}`},
		[2]string{`{"id":"1","authors_parsed":`, `}`}, [2]string{`{"config":{},"collections":`, `,"items":[{"title":"T"}]}`}, [2]string{`{"paper_id":"1","title":"T","body_text":`, `}`})
	seeds = append(seeds,
		growth.Seed{Before: `{"corpusid":1,"title":"T","body":{"text":"` + strings.Repeat("é ", 1000) + `","annotations":{"paragraph":[`, Unit: `{"start":0,"end":2000},`, After: `{"start":0,"end":1}]}}}`},
		growth.Seed{Before: `{"corpusid":1,"title":"T","body":{"text":"`, Unit: `a. `, After: `","annotations":{"bib_ref":[{"start":0,"end":9}],"paragraph":[{"start":0,"end":8000}]}}}`},
		growth.Seed{Before: `{"paper_id":"1","title":"T","body_text":[`, Unit: `{"text":"é [1]","cite_spans":[{"start":2,"end":5,"ref_id":"B"}]},`, After: `{}]}`},
		growth.Seed{Before: `{"paper_id":"1","title":"T","body_text":[{"text":"é [1]","cite_spans":[`, Unit: `{"start":2,"end":5,"ref_id":"B"},`, After: `{}]}]}`},
		growth.Seed{Before: `{"items":[{"is-referenced-by-count":1,"DOI":"a","title":["T"],"abstract":"`, Unit: `<jats:title>`, After: `"}]}`},
		growth.Seed{Before: `{"items":[{"is-referenced-by-count":1,"DOI":"a","title":["T"],"updated-by":[`, Unit: `{"type":"x"},`, After: `{}]}]}`},
		growth.Seed{Before: `{"items":[`, Unit: `{"is-referenced-by-count":1,"DOI":"10.1/a","title":["T"]},`, After: `{}]}`},
		growth.Seed{Before: `{"cited":["doi:10.1/a"],"citing":"b","title":"T","texts":[`, Unit: `"a b",`, After: `""]}`},
		growth.Seed{Unit: `{"cited":["doi:10.1/a"],"citing":"b","title":"T","texts":["a b"]}` + "\n"},
		growth.Seed{Before: `{"paperId":"1","title":"T","data":[`, Unit: `{"contexts":["a"],"citedPaper":{"title":"U"}},`, After: `{}]}`},
		growth.Seed{Before: `{"paperId":"1","title":"T","data":[`, Unit: `{"contexts":["a"],"citingPaper":{"title":"U"}},`, After: `{}]}`},
		growth.Seed{Before: `{"authorships":[],"title":"T","abstract_inverted_index":"`, Unit: `{\"a\":`, After: `"}`},
		growth.Seed{Before: `[{"title":"T","type":"a","author":[`, Unit: `{"family":"A"},`, After: `{}]}]`})
	growth.Linear(t, seeds, readText)
}

func TestGrowthOfXML(t *testing.T) {
	seeds := formatSeeds(
		[2]string{`<article><front><article-meta><title-group><article-title>`, `</article-title></title-group></article-meta></front></article>`},
		[2]string{`<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body><sec><p>`, `</p></sec></body></article>`},
		[2]string{`<article><front><article-meta/></front><back><ref-list><ref id="a"><mixed-citation>`, `</mixed-citation></ref></ref-list></back></article>`},
		[2]string{`<TEI><teiHeader><fileDesc><titleStmt><title>T</title></titleStmt><sourceDesc><biblStruct/></sourceDesc></fileDesc></teiHeader><text><body><div><p>`, `</p></div></body></text></TEI>`},
		[2]string{`<PubmedArticleSet><PubmedArticle><MedlineCitation><Article><ArticleTitle>`, `</ArticleTitle></Article></MedlineCitation></PubmedArticle></PubmedArticleSet>`},
		[2]string{`<collection id="a"><volume id="1"><paper id="1"><title>`, `</title></paper></volume></collection>`})
	seeds = append(seeds, growth.Within(`<article><front><article-meta><title-group><article-title>T</article-title></title-group></article-meta></front><body>`, growth.Repeat(
		`<sec>`, `<sec></sec>`, `<p>`, `<p>a</p>`, `<p><xref ref-type="bibr" rid="a">1</xref></p>`, `<xref ref-type="bibr" rid="a">`, `<a b="c" d="e">`, `<!---->`, `<!-- > `, `<![CDATA[>`, `<article>`, `</article>`), `</body></article>`)...)
	seeds = append(seeds, growth.Within(`<article><front><article-meta><contrib-group>`, growth.Repeat(`<contrib><name><surname>A</surname></name></contrib>`, `<contrib>`, `<contrib><collab><contrib-group>`, `<contrib contrib-type="author">`), `</contrib-group></article-meta></front></article>`)...)
	seeds = append(seeds, growth.Within(`<dblp><article key="a/b"><title>T</title>`, growth.Repeat(
		`<author>A 0001</author>`, `<ee>10.1/a</ee>`, `<title>`, `<www>`, `<www></www>`, `<article>`, `<article key="a"><title>T</title></article>`, `&uuml;`, `&a;`, `<!ENTITY a "&a;">`, `0001 `), `</article></dblp>`)...)
	growth.Linear(t, seeds, readText)
}

func TestGrowthOfLaTeX(t *testing.T) {
	start := "\\documentclass{a}\n\\title{T}\n"
	seeds := formatSeeds([2]string{start + "\\begin{document}", "\\end{document}"}, [2]string{start + `\author{`, `}\begin{document}a\end{document}`}, [2]string{start + `\begin{document}\begin{thebibliography}{1}\bibitem{a}`, `\end{thebibliography}\end{document}`})
	units := growth.Repeat(`\title{`, `\title{a}`, `\author{`, `\author{A}`, `\author{A and B}`, `\abstract{`, `\newcommand{\a}{`, `\newcommand{\a}{b}`, `\def\a{`, `\def\a{b}`, `\begin{abstract}`, `\begin{abstract}\end{abstract}`, `\begin{figure}`, `\begin{figure}\end{figure}`, `\[`, `\(`, `\\[`, `\\`, `$$`, `$a`, "$\n\n", `\cite{`, `\cite{a,`, `\cite[`, `\section{`, `\footnote{`, `\bibliography{a}`, `\begin{thebibliography}`,
		`\entry{a}{b}{}`, `\name{author}{1}{}{{family={A},given={B}}}`, `\field{title}{`, `family={a}`, `\verb{doi}`, `\newblock `, `\input{a}`, "%\n", "% a \\\\%\n", `\item [`, `\and `, "“", "“aaaaaaaaaa", "A. ", "A, ")
	seeds = append(seeds, growth.Within(start+"\\begin{document}", units, "")...)
	seeds = append(seeds, growth.Within(start+`\begin{document}\begin{thebibliography}{1}\bibitem{a}`, units, "")...)
	seeds = append(seeds, growth.Within(start+`\entry{a}{b}{}\name{author}{1}{}{`, units, "}")...)
	growth.Linear(t, seeds, readText)
}

// TestDeepNestingIsRead checks that records with extreme nesting do not overflow the stack.
func TestDeepNestingIsRead(t *testing.T) {
	const deep = 1 << 20
	many := func(unit string) string { return strings.Repeat(unit, deep/len(unit)) }
	for _, source := range []string{
		`{"Title":"T","Author":` + many("["), `{"Title":` + many(`{"a":`), many(`[`), many(`{"Title":`), `{"corpusid":1,"title":"T","body":` + many("[") + many("]") + "}",
		`<article><front>` + many("<a>"), `<article><front>` + many("<a>") + many("</a>") + `</front></article>`, `<TEI>` + many("<div>"), many("<a>"), many("<!--"),
		"@a{b,title={" + many("{") + many("}") + "}}", "@a{b,title={" + many("{"), "@a{b,author={" + many("{"),
		"\\documentclass{a}\\title{T}\\begin{document}" + many(`\section{`) + many("}"), "\\documentclass{a}\\title{T}\\begin{document}" + many(`\footnote{`), "\\documentclass{a}\\title{T}\\begin{document}" + many(`\"{`),
		"TY  - JOUR\nTI  - T\n" + many(" more\n") + "ER  - \n",
	} {
		readText(source)
	}
}
