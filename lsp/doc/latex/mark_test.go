package latex

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc/doctest"
)

var newMark = doc.Mark{Keys: []string{"new"}}

var markup = doctest.Markup{Scan: Scan, InsertMark: InsertMark, Inset: ScanInset}

func TestACitationThatWasBegunIsFilled(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		`Works \citep{¦}.`:                              `Works \citep{new}.`,
		`Works \ci¦tep{}.`:                              `Works \citep{new}.`,
		`Works ¦\citep{}.`:                              `Works \citep{new}.`,
		`Works \citep{}¦.`:                              `Works \citep{new}.`,
		`Works \citep{old,¦}.`:                          `Works \citep{old,new}.`,
		`Works \citep{ol¦d,}.`:                          `Works \citep{old,new}.`,
		`Works \citep{old, ¦}.`:                         `Works \citep{old, new}.`,
		`Works \citep{,¦old}.`:                          `Works \citep{new,old}.`,
		`Works \citep[see][p.~3]{¦}.`:                   `Works \citep[see][p.~3]{new}.`,
		`Works \citep[s¦ee][]{}.`:                       `Works \citep[see][]{new}.`,
		`\Citet*{¦} show it.`:                           `\Citet*{new} show it.`,
		`\Citet¦{} show it.`:                            `\Citet{new} show it.`,
		`Works \parencites{a}{¦}.`:                      `Works \parencites{a}{new}.`,
		`Works \parencites(pre)[1]{a¦}[2]{}.`:           `Works \parencites(pre)[1]{a}[2]{new}.`,
		`Works \cites{¦}.`:                              `Works \cites{new}.`,
		`Works \footcite{¦}.`:                           `Works \footcite{new}.`,
		`Works \citep{¦`:                                `Works \citep{new}`,
		`Works \citep{old,¦` + "\nMore.":                `Works \citep{old,new}` + "\nMore.",
		`Works \citep{old¦` + "\nMore.":                 `Works \citep{old,new}` + "\nMore.",
		`Works \citep¦.`:                                `Works \citep{new}.`,
		`Works \citep[see][]¦.`:                         `Works \citep[see][]{new}.`,
		"Works \\citep{old, % c, d\n¦}.":                "Works \\citep{old, % c, d\nnew}.",
		"Works \\citep{¦}.\r\nMore.":                    "Works \\citep{new}.\r\nMore.",
		`As \citet{a¦} show, it works.`:                 `As \citet{a,new} show, it works.`,
		`As \citep[p.~3]{a¦} says, it is.`:              `As \citep[p.~3]{new,a} says, it is.`,
		`Works \parencites[1]{a}[2]{b}¦.`:               `Works \parencites[1]{a}[2]{b}{new}.`,
		`Füße 😀 \citep{¦}.`:                             `Füße 😀 \citep{new}.`,
		`Text\footnote{See \citep{¦}.} goes on.`:        `Text\footnote{See \citep{new}.} goes on.`,
		"\\begin{verbatim}\n\\cite{}¦\n\\end{verbatim}": "\\begin{verbatim}\n\\cite{}\n\\end{verbatim}\n\\cite{new}",
	})
}

func TestAKeyThatWasBegunGivesWay(t *testing.T) {
	mark := doc.Mark{Keys: []string{"conneau2018you"}, Fits: func(typed string) bool { return strings.HasPrefix("conneau2018you", typed) }}
	markup.Marks(t, mark, map[string]string{
		`Works \citep{conn¦}.`:      `Works \citep{conneau2018you}.`,
		`Works \citep{old,c¦onn}.`:  `Works \citep{old,conneau2018you}.`,
		`Works \citep{conn¦, old}.`: `Works \citep{conneau2018you, old}.`,
		`Works \citep{conn¦`:        `Works \citep{conneau2018you}`,
		`Works \citep{other¦}.`:     `Works \citep{other,conneau2018you}.`,
	})
}

func TestAMarkBelongsToItsSentence(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		`It is hard.¦\footnote{Or not.} Next one.`:                        `It is hard~\cite{new}.\footnote{Or not.} Next one.`,
		`It is hard.\footnote{Or not.}¦ Next one.`:                        `It is hard~\cite{new}.\footnote{Or not.} Next one.`,
		`It is hard\footnote{Or not.}.¦ Next one.`:                        `It is hard~\cite{new}\footnote{Or not.}. Next one.`,
		`It is¦ hard.\footcite{x} Next one.`:                              `It is hard.\footcite{x,new} Next one.`,
		`It is hard.\footcite{x}¦ Next one.`:                              `It is hard.\footcite{x,new} Next one.`,
		`It is hard.~\cite{x}¦ Next one.`:                                 `It is hard.~\cite{x,new} Next one.`,
		`It is hard.\footcite{x} Next¦ one.`:                              `It is hard.\footcite{x} Next one~\cite{new}.`,
		`\textbf{Heading.¦} Text here.`:                                   `\textbf{Heading.}~\cite{new} Text here.`,
		`\textbf{Heading.}¦ Text here.`:                                   `\textbf{Heading.}~\cite{new} Text here.`,
		`{\bf Head¦ing.} Text here.`:                                      `{\bf Heading.}~\cite{new} Text here.`,
		`\textcolor{red}{\emph{It is so.¦}} Text here.`:                   `\textcolor{red}{\emph{It is so.}}~\cite{new} Text here.`,
		`It is \emph{hard¦}. Next.`:                                       `It is \emph{hard}~\cite{new}. Next.`,
		"``It is hard.''¦ Next one.":                                      "``It is hard.''~\\cite{new} Next one.",
		"He said ``hard''.¦ Next one.":                                    "He said ``hard''~\\cite{new}. Next one.",
		`It is hard (see below).¦ Next.`:                                  `It is hard (see below)~\cite{new}. Next.`,
		`One. (It is hard.)¦ Next.`:                                       `One. (It is hard~\cite{new}.) Next.`,
		`We follow Smith et al.¦`:                                         `We follow Smith et al.~\cite{new}.`,
		`We get $x = 1$.¦ Next.`:                                          `We get $x = 1$~\cite{new}. Next.`,
		`\begin{itemize}\item One $x$¦` + "\n" + `\item Two\end{itemize}`: `\begin{itemize}\item One $x$~\cite{new}` + "\n" + `\item Two\end{itemize}`,
		"\\item One here¦ % why\n\\item Two":                              "\\item One here~\\cite{new} % why\n\\item Two",
		"\\item[Term] One here¦\n\\item Two":                              "\\item[Term] One here~\\cite{new}\n\\item Two",
		"It is hard¦ % not. this\nand long.\r\nNext.":                     "It is hard % not. this\nand long~\\cite{new}.\r\nNext.",
		`See Fig.~\ref{x}¦`:                                               `See Fig.~\ref{x}~\cite{new}`,
		`Ein Satz über Größe.¦ Noch einer.`:                               `Ein Satz über Größe~\cite{new}. Noch einer.`,
		`It is more by 5\,\%.¦`:                                           `It is more by 5\,\%~\cite{new}.`,
		`¦\textbf{Heading.} Text.`:                                        `\textbf{Heading.}~\cite{new} Text.`,
		`¦It is so.`:                                                      `It is so~\cite{new}.`,
		`Is it so?¦`:                                                      `Is it so~\cite{new}?`,
	})
}

func TestANoteGoesBehindTheStop(t *testing.T) {
	const preamble = "\\documentclass{article}\\usepackage{biblatex}\n\\begin{document}\nFirst one.\\footcite{a}\n\n"
	for fixture, want := range map[string]string{
		`It is hard.¦ Next one.`:               `It is hard.\footcite{new} Next one.`,
		`It is hard.¦\footnote{Or not.} Next.`: `It is hard.\footcite{new}\footnote{Or not.} Next.`,
		`\textbf{Heading.¦} Next.`:             `\textbf{Heading.}\footcite{new} Next.`,
		`One\footnote{It is hard.¦} here.`:     `One\footnote{It is hard~\cite{new}.} here.`,
		"\\item One here¦\n\\item Two":         "\\item One here\\footcite{new}\n\\item Two",
	} {
		markup.Marks(t, newMark, map[string]string{preamble + fixture + "\n\\end{document}": preamble + want + "\n\\end{document}"})
	}
}

func TestNotesCaptionsAndCellsAreCitedIn(t *testing.T) {
	markup.Marks(t, newMark, map[string]string{
		`Text.\footnote{It is so. Or¦ not.} More.`:                                                                  `Text.\footnote{It is so. Or not~\cite{new}.} More.`,
		`Text.\footnote{It is so.¦ Or not.} More.`:                                                                  `Text.\footnote{It is so~\cite{new}. Or not.} More.`,
		`Text.\footnote{¦} More.`:                                                                                   `Text.\footnote{\cite{new}} More.`,
		"\\begin{figure}\n\\caption[Short.]{A plot¦.}\n\\end{figure}":                                               "\\begin{figure}\n\\caption[Short.]{A plot~\\cite{new}.}\n\\end{figure}",
		"\\begin{table}\\begin{tabular}{l|r}\n\\hline\nBERT¦ & 3 \\\\\n\\end{tabular}\\end{table}":                  "\\begin{table}\\begin{tabular}{l|r}\n\\hline\nBERT~\\cite{new} & 3 \\\\\n\\end{tabular}\\end{table}",
		"\\begin{tabular}{lr}\nA & ¦B \\\\\nC & D\n\\end{tabular}":                                                  "\\begin{tabular}{lr}\nA & B~\\cite{new} \\\\\nC & D\n\\end{tabular}",
		"\\begin{tabular}{lr}\nA &¦& B \\\\\n\\end{tabular}":                                                        "\\begin{tabular}{lr}\nA &\\cite{new}& B \\\\\n\\end{tabular}",
		"\\begin{tabular}{lr}\n\\multicolumn{2}{c}{Mod¦els} \\\\\n\\end{tabular}":                                   "\\begin{tabular}{lr}\n\\multicolumn{2}{c}{Models~\\cite{new}} \\\\\n\\end{tabular}",
		"\\begin{tabularx}{\\textwidth}{lX}\nA \\& B¦ & \\cite{x} \\\\ % c & d\n\\end{tabularx}":                    "\\begin{tabularx}{\\textwidth}{lX}\nA \\& B~\\cite{new} & \\cite{x} \\\\ % c & d\n\\end{tabularx}",
		"\\begin{table}\\begin{tabular}{l}\\toprule\nElmo \\cite{a}¦ \\\\ \\bottomrule\n\\end{tabular}\\end{table}": "\\begin{table}\\begin{tabular}{l}\\toprule\nElmo \\cite{a,new} \\\\ \\bottomrule\n\\end{tabular}\\end{table}",
	})
}

func TestAMarkWithWordsOfItsOwn(t *testing.T) {
	several := doc.Mark{Keys: []string{"x", "y"}, Before: "see", After: "p.~3"}
	markup.Marks(t, several, map[string]string{
		`It works.¦`:                        `It works see~\cite[p.~3]{x,y}.`,
		`It works \cite{¦}.`:                `It works see~\cite[p.~3]{x,y}.`,
		`As \citet{b}. It works.¦`:          `As \citet{b}. It works~\citep[see][p.~3]{x,y}.`,
		`It works \citep{¦}.`:               `It works \citep[see][p.~3]{x,y}.`,
		`It works~\citep{a}.¦`:              `It works~\citep{a}~\citep[see][p.~3]{x,y}.`,
		`It \textcite{b} works~\cites{a}.¦`: `It \textcite{b} works~\cites{a}[see][p.~3]{x,y}.`,
	})
	markup.Marks(t, doc.Mark{Keys: []string{"x"}, After: "Fig. [2]"}, map[string]string{`It works.¦`: `It works~\cite[{Fig. [2]}]{x}.`})
}

func TestASentenceGoesBehindItsNotes(t *testing.T) {
	for fixture, want := range map[string]string{
		`It is hard.¦\footcite{x} Next one.`:             `It is hard.\footcite{x} New. Next one.`,
		`It is hard.¦\footnote{Or. Not.} Next one.`:      `It is hard.\footnote{Or. Not.} New. Next one.`,
		`It is hard.¦ \footnote{Or. Not.} Next one.`:     `It is hard. \footnote{Or. Not.} New. Next one.`,
		`\textbf{Heading.¦} Text here.`:                  `\textbf{Heading.} New. Text here.`,
		`\emph{One. T¦wo.} Three.`:                       `\emph{One. Two.} New. Three.`,
		`\emph{On¦e. Two} is three. Four.`:               `\emph{One. Two} is three. New. Four.`,
		`\textbf{Heading.}\footnote{x¦} Text here.`:      `\textbf{Heading.}\footnote{x. New.} Text here.`,
		"\\item One here¦\n\\item Two":                   "\\item One here. New.\n\\item Two",
		"\\item One here:¦\n\\item Two":                  "\\item One here: New.\n\\item Two",
		"We set¦\n\\[ x = 1. \\]\n\nNext.":               "We set\n\\[ x = 1. \\] New.\n\nNext.",
		`Text.\footnote{It is so.¦ Or not.} More.`:       `Text.\footnote{It is so. New. Or not.} More.`,
		`Text.\footnote{It is so.¦} More.`:               `Text.\footnote{It is so. New.} More.`,
		"\\begin{figure}\\caption{A plot¦}\\end{figure}": "\\begin{figure}\\caption{A plot. New.}\\end{figure}",
	} {
		before, after, _ := strings.Cut(fixture, "¦")
		source := before + after
		at, insert := doc.InsertSentence(source, markup.ViewAt(source, len(before)), len(before), "New.")
		if got := source[:at] + insert + source[at:]; got != want {
			t.Errorf("%q\n got %q\nwant %q", fixture, got, want)
		}
	}
}

// checkInsertions inserts a citation at each possible offset of a text and scans the
// result: the new key and all others are cited, and the braces are balanced as
// before.
func checkInsertions(t *testing.T, source string) {
	whole := Scan(source)
	for offset := range len(source) + 1 {
		m := whole
		if inset, ok := whole.InsetAt(offset); ok && whole.IsMasked(offset) {
			m = ScanInset(source, whole, inset, offset)
		}
		if !m.Citable(offset) {
			continue
		}
		mark := doc.Mark{Keys: []string{"new:key"}}
		within := doc.Mark{Keys: mark.Keys, Within: true}
		at, insert := doc.InsertSentence(source, m, offset, `New by \citet{new:key} one.`)
		for what, e := range map[string]doc.Edit{"mark": InsertMark(source, m, offset, mark),
			"mark within": InsertMark(source, m, offset, within), "sentence": doc.Insertion(at, insert)} {
			after := e.Apply(source)
			if err := doc.CheckCited(whole, Scan(after), "new:key"); err != nil {
				t.Errorf("%s at %d of %q: %v: %q", what, offset, source, err, after)
			}
			closed := strings.Count(e.Text, "}") - strings.Count(e.Text, "{")
			if closed != 0 && e.Span != (doc.Span{Start: e.Start, End: e.Start}) && closed != 1 {
				t.Errorf("%s at %d of %q: braces of %q", what, offset, source, e.Text)
			}
		}
		if t.Failed() {
			return
		}
	}
}

func TestNoInsertionBreaksWhatIsThere(t *testing.T) {
	files, _ := filepath.Glob("testdata/fuzz/*/*")
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			quoted, isString := strings.CutPrefix(strings.TrimSpace(line), "string(")
			if source, err := strconv.Unquote(strings.TrimSuffix(quoted, ")")); isString && err == nil {
				checkInsertions(t, source)
			}
		}
	}
	for _, source := range manuscripts {
		checkInsertions(t, source)
		checkInsertions(t, strings.ReplaceAll(source, "\n", "\r\n"))
	}
}

var manuscripts = []string{
	"\\documentclass{article}\n\\usepackage{natbib}\n\\begin{document}\n\\section{A \\emph{title}.}\n\\noindent It is hard.\\footnote{Or not \\citep{a}. Who knows.} " +
		"``Yes.'' We get $x_1 = \\{2\\}$. See Fig.~\\ref{f} % why? \\cite{no}\nand so on.\n% scilit: x\n\n\\begin{itemize}\n\\item One\n\\item[\\textbf{T.}] Two \\verb|x{y|\n\\end{itemize}\n" +
		"\\begin{figure}\n\\includegraphics{a}\n\\caption[s]{A plot of \\citet{b}.}\\label{f}\n\\end{figure}\n\\begin{verbatim}\n\\cite{no} Text. More.\n\\end{verbatim}\n" +
		"\\begin{tabular}{l|r}\n\\toprule\nA & B \\\\ \\cmidrule(lr){1-2}\nC \\& D & $x$ \\cite{c} \\\\\n\\end{tabular}\n\\[ x = 1. \\]\n\\bibliography{refs}\n\\end{document}\n",
	"Text {\\em One. Two} is \\textcolor{red}{red.}\\footcite{x} Next \\parencites[1]{a}[2]{b}. Na\\\"{\\i}ve \\'etude \\LaTeX{} is.\n\\paragraph{Run in.} More \\gls{nlp}\\label{x}\n\\begin{equation}\nx\n\\end{equation}\nwhere $y$ is.",
}

// TestAMarkWithinItsSentence selects words at the cursor that the citation belongs to.
func TestAMarkWithinItsSentence(t *testing.T) {
	markup.Marks(t, doc.Mark{Keys: []string{"new"}, Within: true}, map[string]string{
		`We use MERT¦ to tune the weights.`:                            `We use MERT~\cite{new} to tune the weights.`,
		`We use MERT¦, as usual.`:                                      `We use MERT~\cite{new}, as usual.`,
		`We use \emph{MERT¦} to tune.`:                                 `We use \emph{MERT}~\cite{new} to tune.`,
		`We use \emph{MERT}¦ to tune.`:                                 `We use \emph{MERT}~\cite{new} to tune.`,
		`We use \emph{MERT¦ and more} to tune.`:                        `We use \emph{MERT~\cite{new} and more} to tune.`,
		`We use MERT¦~\citep{a} to tune.`:                              `We use MERT~\citep{a,new} to tune.`,
		`We use MERT¦ \citep{a} to tune \citep{b}.`:                    `We use MERT \citep{a,new} to tune \citep{b}.`,
		`We use MERT¦ of \citet{a} to tune.`:                           `We use MERT~\citep{new} of \citet{a} to tune.`,
		`We use MERT¦ \citet{a} says.`:                                 `We use MERT~\citep{new} \citet{a} says.`,
		`We use MERT¦\footnote{Or not.} to tune.`:                      `We use MERT~\cite{new}\footnote{Or not.} to tune.`,
		`(We use MERT¦) to tune.`:                                      `(We use MERT~\cite{new}) to tune.`,
		"We use MERT¦ % not\nto tune.":                                 "We use MERT~\\cite{new} % not\nto tune.",
		`We use $x¦ + y$ to tune.`:                                     `We use $x + y$ to tune~\cite{new}.`,
		`We use ME¦RT to tune.`:                                        `We use MERT to tune~\cite{new}.`,
		`We use na¦\"ive tuning.`:                                      `We use na\"ive tuning~\cite{new}.`,
		`We don¦'t tune snake\_case.`:                                  `We don't tune snake\_case~\cite{new}.`,
		`We don't tune snake¦\_case.`:                                  `We don't tune snake\_case~\cite{new}.`,
		`We use MERT,¦ which tunes.`:                                   `We use MERT~\cite{new}, which tunes.`,
		`We use MERT ¦which tunes.`:                                    `We use MERT~\cite{new} which tunes.`,
		"We use ``MERT¦'' to tune.":                                    "We use ``MERT''~\\cite{new} to tune.",
		`We use MERT¦/\emph{BLEU} to tune.`:                            `We use MERT/\emph{BLEU} to tune~\cite{new}.`,
		`We use MERT \citep{a}¦ to tune.`:                              `We use MERT \citep{a,new} to tune.`,
		"We use MERT¦\n\\citep{a} to tune.":                            "We use MERT\n\\citep{a,new} to tune.",
		"We use MERT % see it¦\nto tune.":                              "We use MERT % see it\nto tune~\\cite{new}.",
		`One.\cite{a} Two.\cite{b} We use MERT¦, to tune.`:             `One.\cite{a} Two.\cite{b} We use MERT,\cite{new} to tune.`,
		`We use MERT to tune¦.`:                                        `We use MERT to tune~\cite{new}.`,
		`¦We use MERT to tune.`:                                        `We use MERT to tune~\cite{new}.`,
		`We use MERT to tune. ¦Next one.`:                              `We use MERT to tune~\cite{new}. Next one.`,
		`We use MERT \citep{¦} to tune.`:                               `We use MERT \citep{new} to tune.`,
		`We use \LaTeX\ ¦to write.`:                                    `We use \LaTeX~\cite{new}\ to write.`,
		`We use \LaTeX¦\ to write.`:                                    `We use \LaTeX~\cite{new}\ to write.`,
		`We use \LaTeX¦ to write.`:                                     `We use \LaTeX~\cite{new} to write.`,
		`We use 5\,¦\% of it.`:                                         `We use 5\,\% of it~\cite{new}.`,
		`We use 5\,¦ of it.`:                                           `We use 5\,~\cite{new} of it.`,
		`We use MERT\\¦ and more.`:                                     `We use MERT~\cite{new}\\ and more.`,
		`See \verb|a b|¦ for it.`:                                      `See \verb|a b|~\cite{new} for it.`,
		`We use \gls¦ {x} to tune.`:                                    `We use \gls {x} to tune~\cite{new}.`,
		`We use \v¦ c to tune.`:                                        `We use \v c to tune~\cite{new}.`,
		`We get \[ x \] ¦where it is.`:                                 `We get \[ x \] where it is~\cite{new}.`,
		`We use MERT¦ \citeyearpar{a} to tune.`:                        `We use MERT~\cite{new} \citeyearpar{a} to tune.`,
		"We use `MERT¦' to tune.":                                      "We use `MERT'~\\cite{new} to tune.",
		"We get\n\\begin{equation}\nx\n\\end{equation}\n¦where it is.": "We get\n\\begin{equation}\nx\n\\end{equation}\nwhere it is~\\cite{new}.",
	})
}
