package growth

import "slices"

// Text contains seeds for scanners of text: characters with a special meaning, opening delimiters
// that are never closed, and closing delimiters that were never opened.
var Text = slices.Clip(append(Repeat(
	"a", " ", "\n", "\r\n", "\r", "\t", "\x00", "\xff", "é", "e\u0301", "字", "a ", "a\n", "ab. ", "A. ", "1. ", "a, ", "'", "\"", "’",
	"{", "}", "{}", "(", ")", "()", "[", "]", "[]", "<", ">", "<>", "{{}", "((a)", "[[a]", "\\", "\\\\", "/", "|", ";", ":", ",", ".", "-", "--", "#", "%", "&", "&amp;", "$", "$a", "$ ", "$$", "$$a ", "^", "_", "~", "=", "+", "*", "@", "!", "?",
	"@{", "@a", "@a{", "@a{b,", "@a{b,c={", "@a{b,c=\"", "@a(", "%\n", "a%\n", "%a\n\n", "\n\n", "\n \n", " \n", "\n\t", "a\n\n",
	`\a`, `\a{`, `\a{}`, `\a[`, `\a[]`, `\a{b}`, `\verb`, `\verb|`, `\verb|a`, `\(`, `\[`, `\)`, `\cite{`, `\cite{a`, `\cite{a,`, `\cite[`, `\cites`, `\cites{a}`, `\begin{a}`, `\end{a}`, `\begin{verbatim}`, `\begin{equation}`, `\begin{equation}\begin{equation*}`,
	`\section{`, `\section{a}`, `\item[`, `\title{`, `\title{a}`, `\input{a}`, `\"`, `\"{`, `\"{\"`, `\'\i`, `\href{`, `\newcommand{\a}{`, `\def\a{`, `\bibitem{`, `\bibitem{a} b\newblock `,
	"<!--", "-->", "<!-- scilit:", "<a", "<a>", "</a>", "<a b=\"", "<a b='c' ", "<!", "<?", "<![CDATA[", "&#", "`", "``", "` ", "a`b ", "```", "```\n", "~~~\n", "![", "![](", "](", "[a](", "[@", "[@a", "[@a;", "[^", "[^a]:", "^[", "> ", ">", "- ", "* ", "+ ", "# ", "|a", "---\n", "***", "*a ", "**a", "_a_", ":::", "- - ", "> > ", "a\n---\n", "a\n===\n",
	`{"a":`, `{"a":"`, `"\`, `[{`, `[[`, `{}`, "{\"", "{\"a\":1}\n", "TY  - JOUR\n", "TI  - a\n", "ER  - \n", "  a\n",
	"and ", " and ", "and and ", "and others ", "{and} ", ",,", "a; ", "a | ", "-a ", "\"a\" ", "author: ", "2010..", "2010..2012 ", "intent: ",
),
	Seed{"$", "a ", ""}, Seed{"`", "a ", ""}, Seed{"[", "a ", ""}, Seed{"<!--", "a\n", ""}, Seed{"{", "a ", ""},
	Seed{"\"", "a ", ""}, Seed{"", "{", "}"}, Seed{"---\n", "a: b\n", ""}, Seed{"---\n", "- ", ""},
	Seed{"---\na: ", "[", ""}, Seed{"---\na: ", "{a: ", ""}))
