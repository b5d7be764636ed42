package latex

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func seeds() []growth.Seed {
	all := append(growth.Text, growth.Repeat(
		`\verb|a|`, `\verb{`, `\lstinline|`, `\footnote{\cite{a}}`, `\footnote{`, `\begin{figure}\cite{a}`, `\begin{figure}\end{figure}`, `\begin{a}\begin{b}\end{a}`,
		`\usepackage{a}`, `\usepackage[a]{b}`, `\textcolor{a}{`, `\textcolor{`, `\'{`, `\'e`, `\v `, `\v c`, "``a''", "$$a$", `$\$`, `$a\`+"\n\n", `\(\[`, `% scilit: a`+"\n", "a % scilit: b\n",
		"%!TeX root = a\n", `\import{a}{b}`, `\nocite{*}`, `\cite%`+"\n", `\cite[a](b)`, `\cites[a]{b}`, `\title{\a{`, "\\a [", "\\\\[", "\\\\[a]", `\par `, "\\begin {", "\\begin{verbatim}%\n")...)
	all = append(all, growth.Repeat(`\( \\) `, `$ \$ `, `\verb|%|\cite{`, `\verb|%|\cite[`)...)
	all = append(all,
		growth.Seed{Unit: `\begin{figure}`, After: `\end{figure}`},
		growth.Seed{Unit: `\begin {figure}\begin{figure}`, After: `\end{figure}`},
		growth.Seed{Unit: `\cite{`, After: strings.Repeat("}", 40_000)},
		growth.Seed{Unit: `\a[`, After: strings.Repeat("]", 40_000)})
	all = append(all, growth.Repeat(`\newcommand{\a}{\cite}`, `\newcommand{\a}[1]{\cite{#1}}\a{b}`, `\newcommand{\a}{`, `\def\a#1{`,
		`\let\a\cite`, `\let\a=`, `\NewDocumentCommand{\a}{o m}{`, `\input a `, `\input `, "<<a>>=\n", "<<a>>=\nb\n@\n", "\n<<a")...)
	all = append(all, growth.Within("\\documentclass{a}\n", growth.Text, "")...)
	return append(all, growth.Within(`\begin{table}`, growth.Text, `\end{table}`)...)
}

func TestGrowthOfScan(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) { Scan(s) })
}

func TestGrowthOfAnswers(t *testing.T) {
	growth.Linear(t, seeds(), func(s string) {
		m := Scan(s)
		for _, at := range []int{0, len(s) / 2, len(s)} {
			Typing(s, m, at)
			InsertMark(s, m, at, doc.Mark{Keys: []string{"key"}})
			doc.InsertSentence(s, m, at, "A sentence.")
			doc.InsertParagraph(s, m, at, true, []string{"A sentence.", "Another."})
			doc.Rewrap(s, m, at, s)
			m.ContextBefore(at, 5)
			m.DirectiveFor(at)
		}
		_ = m.Check(s)
		Escape(s, true)
	})
}

func TestDeepNestingIsRead(t *testing.T) {
	const deep = 1 << 20
	for _, s := range []string{strings.Repeat("{", deep), strings.Repeat(`\begin{a}`, deep/10), strings.Repeat(`\footnote{`, deep/10), strings.Repeat(`\cite[`, deep/6), strings.Repeat(`\begin{figure}`, deep/10)} {
		if err := Scan(s).Check(s); err != nil {
			t.Error(err)
		}
	}
}
