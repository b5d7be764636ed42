package latex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// cursor removes the `|` from a fixture and returns its offset.
func cursor(t *testing.T, fixture string) (source string, offset int) {
	t.Helper()
	before, after, ok := strings.Cut(fixture, "|")
	if !ok {
		t.Fatalf("no cursor in %q", fixture)
	}
	return before + after, len(before)
}

func TestContextBeforeTheCursor(t *testing.T) {
	for name, c := range map[string]struct {
		fixture string
		want    []string
	}{
		"plain sentences":           {"One is here. Two is here.| Three.", []string{"One is here.", "Two is here."}},
		"inside a sentence":         {"One is here. Two is| here.", []string{"One is here.", "Two is here."}},
		"same section only":         {"Old text.\n\\section{New}\nFresh text.|", []string{"Fresh text."}},
		"paragraphs of a section":   {"First one.\n\nSecond one.|", []string{"First one.", "Second one."}},
		"commands keep their text":  {`\emph{Max} \textbf{pooling} is {\em bad}.|`, []string{"Max pooling is bad."}},
		"maths is left out":         {`Let $x_1 + 5\%$ be \(y\) small.| `, []string{"Let be small."}},
		"display maths":             {"We set\n\\begin{equation}\nx = 1.\n\\end{equation}\nand stop.|", []string{"We set and stop."}},
		"floats are left out":       {"One.\n\\begin{figure}[t]\nNo. Text.\\caption{Not this.}\n\\end{figure}\nTwo.|", []string{"One.", "Two."}},
		"comments are left out":     {"One % not. this.\ntwo.|", []string{"One two."}},
		"escaped percent":           {`It is 5\% more \& better.|`, []string{"It is 5% more & better."}},
		"citations are marks":       {`As \citet[p.~3]{a,b} show, it works~\cite{c}.|`, []string{"As [CITE] show, it works [CITE]."}},
		"accents":                   {`Na\"ive G\"{o}del, Ha\v{c}ek, \'{\i} and \o{} \ss.|`, []string{"Naïve Gödel, Haček, í and ø ß."}},
		"ligatures":                 {"``A''---b--c~d.|", []string{"“A”—b–c d."}},
		"lines are one sentence":    {"One sentence\nover lines.|", []string{"One sentence over lines."}},
		"references and footnotes":  {`See Sec.~\ref{x}\footnote{Not. This.} now.|`, []string{"See Sec. now."}},
		"preamble":                  {"\\documentclass{article}\n\\title{No.}\n\\begin{document}\nYes.|\n\\end{document}", []string{"Yes."}},
		"list items":                {"\\begin{itemize}\n\\item One here\n\\item Two here|\n\\end{itemize}", []string{"One here", "Two here"}},
		"unclosed maths":            {"It costs $5 here.\n\nAnd more.|", []string{"It costs 5 here.", "And more."}},
		"unclosed brace":            {`An \emph{open one.|`, []string{"An open one."}},
		"Windows line ends":         {"One line\r\nends.\r\n\r\nTwo.|", []string{"One line ends.", "Two."}},
		"verbatim":                  {`Use \verb|x. Y. %z| now.`, []string{"Use now."}},
		"nothing before the cursor": {"|Text.", nil},
		"a section without text":    {"Old text.\n\\section{New}\n|Fresh text.", nil},
		"unclosed maths, Windows":   {"It costs $5.\r\n\r\nLet $x$ be.|", []string{"It costs 5.", "Let be."}},
		"how to set, and what":      {`\textcolor{red}{We} \href{http://x}{link} \foreignlanguage{german}{Text}.|`, []string{"We link Text."}},
		"abbreviations by name":     {`We use \gls{nlp}.|`, []string{"We use nlp."}},
		"line break with a length":  {`One\\[2pt] line.|`, []string{"One line."}},
	} {
		if name == "verbatim" {
			m := Scan(c.fixture)
			if diff := cmp.Diff(c.want, m.ContextBefore(len(c.fixture), 6)); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
			continue
		}
		source, offset := cursor(t, c.fixture)
		if diff := cmp.Diff(c.want, Scan(source).ContextBefore(offset, 6)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestDirectiveThatCountsAtTheCursor(t *testing.T) {
	for name, c := range map[string]struct{ fixture, want string }{
		"line above":                 {"% scilit: NLP; NMT\nText here.|", "NLP; NMT"},
		"end of the line":            {"Text here.| % scilit: pooling", "pooling"},
		"line below":                 {"Text here.|\n% scilit: pooling", "pooling"},
		"one a sentence":             {"% scilit: one\nText.\n% scilit: two\nMore.|\n% scilit: three", "three"},
		"sentence above":             {"% scilit: one\nText.|\n% scilit: two\nMore.\n% scilit: three", "two"},
		"not of the next sentence":   {"Text.\n% scilit: one\nMore.|", ""},
		"not of the one before":      {"Text.| More here.\n% scilit: one", ""},
		"of the whole line":          {"Text.| More here. % scilit: one\nLast.", "one"},
		"not of the next line":       {"Text. More here. % scilit: one\nLast.|", ""},
		"inside a sentence":          {"Text. More % scilit: one\nis he|re.", "one"},
		"the last of two":            {"Text.\n% scilit: one\n% scilit: two\n|", "two"},
		"behind a wrapped sentence":  {"Text that| goes\non. % scilit: one", "one"},
		"of the text with a note":    {"Text.\\footnote{A note|.}\n% scilit: one", "one"},
		"empty line below":           {"Text.\n\n% scilit: one\n|\n\nMore.", "one"},
		"end of the file":            {"% scilit: one\nText.\n|", "one"},
		"other paragraph":            {"% scilit: one\nText.\n\nMore.|", ""},
		"on the directive":           {"Text.\n\n% SciLit:  on|e  ", "one"},
		"several percent signs":      {"%%% scilit: x\nText.|", "x"},
		"escaped percent is no sign": {`5\% scilit: x.|`, ""},
	} {
		source, offset := cursor(t, c.fixture)
		d, _ := markup.ViewAt(source, offset).DirectiveFor(offset)
		if d.Text != c.want {
			t.Errorf("%s: %q, want %q", name, d.Text, c.want)
		}
		if got := source[d.Keywords.Start:d.Keywords.End]; got != d.Text {
			t.Errorf("%s: span says %q", name, got)
		}
	}
}

func TestCitationsOfEveryPackage(t *testing.T) {
	for source, want := range map[string]string{
		`\cite{a}`:                           "cite a",
		`\citep[see][p. 3]{a, b}`:            "citep a b",
		`\Citet*{a}`:                         "Citet textual a",
		`\parencites(pre)(post)[1]{a}[2]{b}`: "parencites a b",
		`\textcites{a}{b}`:                   "textcites textual a b",
		`\autocite{DBLP:conf/acl/X-1_2}`:     "autocite DBLP:conf/acl/X-1_2",
		"\\cite{a,\n  b}":                    "cite a b",
		"\\cite{a, % or, b\n c}":             "cite a c",
		`\citeauthor{a}`:                     "citeauthor textual a",
		`\cite{}`:                            "cite",
		`\citation`:                          "",
		`\cite`:                              "",
		"% \\cite{a}":                        "",
	} {
		var got string
		for _, c := range Scan("Text " + source + ".").Citations {
			got = c.Command
			if c.Textual {
				got += " textual"
			}
			for _, k := range c.Keys {
				got += " " + k.Name
				if name := ("Text " + source)[k.Start:k.End]; name != k.Name {
					t.Errorf("%s: span of %s says %q", source, k.Name, name)
				}
			}
		}
		if got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
}

func TestWhatThePreambleSays(t *testing.T) {
	m := Scan("% !TeX root = ../main.tex\n\\documentclass{article}\n\\usepackage[english,ngerman]{babel}\n" +
		"\\usepackage[style=authoryear]{biblatex}\n\\addbibresource[x=y]{refs/a.bib}\n\\addbibresource{b.bib}\n" +
		"\\begin{document}\n\\input{intro}\\include{chap.two/x}\\bibliography{c,d.bib}\n\\end{document}\nIgnored. Text.")
	if m.Language != "de" || m.Style.Parenthetical != "parencite" || m.Style.Textual != "textcite" || m.Root.Path != "../main.tex" {
		t.Errorf("language %s, style %v, root %v", m.Language, m.Style, m.Root)
	}
	if diff := cmp.Diff([]string{"refs/a.bib", "b.bib", "c.bib", "d.bib"}, paths(m.Bibliographies)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"intro.tex", "chap.two/x.tex"}, paths(m.Includes)); diff != "" {
		t.Error(diff)
	}
	if len(m.Sentences) != 0 {
		t.Errorf("text where there is none: %v", m.Sentences)
	}
}

func paths(refs []doc.FileRef) (all []string) {
	for _, r := range refs {
		all = append(all, r.Path)
	}
	return all
}

func TestStyleFollowsTheDocument(t *testing.T) {
	for source, want := range map[string]doc.CiteStyle{
		`\usepackage{natbib}\cite{a}`:                    {Parenthetical: "citep", Textual: "citet"},
		`\documentclass{acl} \citep{a} \citet{b}`:        {Parenthetical: "citep", Textual: "citet"},
		`\usepackage{biblatex} \autocite{a}`:             {Parenthetical: "autocite", Textual: "textcite"},
		`Text \cite{a}.`:                                 {Parenthetical: "cite"},
		`Text.`:                                          {},
		`\documentclass{article}\usepackage{cite} Text.`: {Parenthetical: "cite"},
	} {
		if got := Scan(source).Style; got != want {
			t.Errorf("%s: %v, want %v", source, got, want)
		}
	}
}

func TestBareMark(t *testing.T) {
	for fixture, want := range map[string]string{
		`Pooling works|.`:               `Pooling works~\cite{new}.`,
		`Pooling| works.`:               `Pooling works~\cite{new}.`,
		`Pooling works \cite{a}.|`:      `Pooling works \cite{a,new}.`,
		`As \citet{a} show, it works.|`: `As \citet{a} show, it works~\citep{new}.`,
		`Is it so?|`:                    `Is it so~\cite{new}?`,
	} {
		source, offset := cursor(t, fixture)
		m := Scan(source)
		if got := InsertMark(source, m, offset, newMark).Apply(source); got != want {
			t.Errorf("%s: got %s", fixture, got)
		}
	}
}

func TestEscape(t *testing.T) {
	for plain, want := range map[string]string{
		`5 % of A&B_c #1 $x`:  `5 \% of A\&B\_c \#1 \$x`,
		`"Gödel" – {naïve} ~`: "``G\\\"{o}del'' -- \\{na\\\"{\\i}ve\\} \\textasciitilde{}",
		`Straße, Łódź`:        `Stra\ss{}e, \L{}\'{o}d\'{z}`,
	} {
		if got := Escape(plain, true); got != want {
			t.Errorf("Escape(%q) = %q, want %q", plain, got, want)
		}
	}
}

func TestSentenceGoesWhereItIsPrinted(t *testing.T) {
	for fixture, want := range map[string]string{
		"One.| Two.":                          "One. New. Two.",
		"% scilit: a|\nText.":                 "% scilit: a\nNew.\nText.",
		"Old.\n\n% sci|lit: a\n":              "Old.\n\n% scilit: a\nNew.\n",
		"Text. % scilit: a|":                  "Text. New. % scilit: a",
		"\\section{A}|\nText.":                "\\section{A}\nNew.\nText.",
		"Text.\n|\n":                          "Text.\nNew.\n",
		"  One\r\n  two.\r\n  % scilit: a|":   "  One\r\n  two. New.\r\n  % scilit: a",
		"\\begin{abstract}|\n\\end{abstract}": "\\begin{abstract}\nNew.\n\\end{abstract}",
	} {
		source, offset := cursor(t, fixture)
		at, insert := doc.InsertSentence(source, Scan(source), offset, "New.")
		if got := source[:at] + insert + source[at:]; got != want {
			t.Errorf("%q: got %q, want %q", fixture, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("\\section{A} Text \\cite[x]{a,b}. % scilit: x\n$x$ \\begin{figure}\\end{figure}")
	f.Add("\\'{\\i}\\verb|x|\\[ \\] {{{ %")
	f.Fuzz(func(t *testing.T, source string) {
		m := Scan(source)
		if err := m.Check(source); err != nil {
			t.Fatal(err)
		}
		for offset := range len(source) + 1 {
			if at, insert := doc.InsertSentence(source, m, offset, "New one."); at < 0 || at > len(source) || insert == "" {
				t.Fatalf("insertion at %d", at)
			}
			if e := InsertMark(source, m, offset, newMark); e.Start < 0 || e.End < e.Start || e.End > len(source) {
				t.Fatalf("mark at %v", e.Span)
			}
		}
	})
}

func BenchmarkScanAMegabyte(b *testing.B) {
	paragraph := "Max pooling performs worse than \\emph{mean} pooling~\\cite{a,b}. We show that $x = 1$ holds in Fig.~\\ref{x}.\nIt is so. % scilit: pooling\n\n"
	source := strings.Repeat(paragraph, 1<<20/len(paragraph))
	b.SetBytes(int64(len(source)))
	for b.Loop() {
		Scan(source)
	}
}

func TestTheTitleIsKnown(t *testing.T) {
	for source, want := range map[string]string{
		"\\title{On \\textbf{Bold} Parsing%\n of~Trees\\\\ Again}": "On Bold Parsing of Trees Again",
		"\\title[Short]{The Long One}":                             "The Long One",
		"\\section{Title}":                                         "",
	} {
		if got := Scan(source).Title; got != want {
			t.Errorf("title of %q is %q, want %q", source, got, want)
		}
	}
}
