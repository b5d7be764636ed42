package latex

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func TestProbe(t *testing.T) {
	for _, f := range []string{
		"Text.\n\n% scilit: one\n|\n\nMore.",
		"Text.\n\n% scilit: one\n|",
		"% scilit: one\nText.\n|",
		"% scilit: one\nText. |",
		"% scilit: a;\n%   b; c\nText.|",
		"Old.\n\\section{New}\n|",
		"Old.\n\\section{New}\n|Fresh.",
		"A costs $5.\r\n\r\nB has $x$ it.|",
		"\\begin{frame}One.\\end{frame} Two.|",
		"\\foreignlanguage{german}{Hallo Welt.} Two.|",
		"\\begin{quote}One here.\\end{quote}\nTwo.|",
		"\\textcolor{red}{Kept text.} Two.|",
		"\\href{http://x}{linked words} are here.|",
		"\\color{red} Two.|",
		"\\vspace{1em}Two.|",
		"Line one\\\\[2pt] line two.|",
		"\\begin{abstract}We do. \\end{abstract}|",
		"\\nocite{x} Two.|",
		"\\caption{Not. here.} Two.|",
		"\\newcommand{\\foo}[1]{bar #1} Two.|",
		"\\def\\foo#1{bar. x} Two.|",
		"\\gls{nlp} is used by us.|",
		"Use \\texttt{a\\_b} and \\url{http://x.y%20z}.|",
		"We use \\ac{NLP}, e.g.\\ in \\cite{a}. Next.|",
		"See \\S\\ref{x} and \\SI{5}{\\metre} now.|",
		"It is\\footnote{Foot note here. |Yes.} good.",
		"Text\\index{a} here.|",
		"\\ifx a b \\fi Two.|",
		"\\iffalse Not. this. \\fi Two.|",
		"\\noindent We do.| Three.",
		"caf\\'e na\\\"{\\i}ve \\v{S} \\c c \\^{o} \\~n.|",
		"\\begin{itemize}\n\\item[a] One.\n\\end{itemize}|",
		"\\paragraph{Foo.} Text here.|",
		"\\bibitem{x} A. B. 2001.|",
		"\\footcite{a} \\citealp{b} \\Citet{c} \\citep*{d}\\citeyearpar{e} \\nocite{z}|",
		"\\cite{a, % note\n b}|",
		"\\verb*|x",
	} {
		before, after, _ := strings.Cut(f, "|")
		src, off := before+after, len(before)
		m := Scan(src)
		d, _ := m.DirectiveFor(off)
		at, ins := doc.InsertSentence(src, m, off, "NEW.")
		keys := m.CitedKeys()
		fmt.Printf("%q\n   ctx=%q dir=%q masked=%v keys=%q\n   -> %q\n", f, m.ContextBefore(off, 6), d.Text, m.IsMasked(off), keys, src[:at]+ins+src[at:])
	}
	for _, p := range []string{`\cite{`, `\begin{equation}`, `$`, "$5 x\r\n\r\n", `{`, `[`, `\emph{`, `\cite[`, `\verb`, "\\(", "% scilit: x\n", "-", "a\r\n\r\n", "\\'{", "\\cite{a}", "a. ", "\\section{", "\n", " ", "\\begin{figure} x \\end{figur}"} {
		src := strings.Repeat(p, (200<<10)/len(p))
		start := time.Now()
		m := Scan(src)
		el := time.Since(start)
		start = time.Now()
		doc.InsertSentence(src, m, len(src)/2, "NEW.")
		if d := time.Since(start); el > 15*time.Millisecond || d > 15*time.Millisecond {
			fmt.Printf("slow %q scan %v insert %v\n", p, el, d)
		}
	}
}
