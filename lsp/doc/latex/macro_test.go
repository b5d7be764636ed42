package latex

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

func TestMacrosOfTheDocumentCite(t *testing.T) {
	for _, source := range []string{
		`\newcommand{\cn}{\cite}|\cn{a, b}`,
		`\newcommand\cn{\cite}|\cn{a,b}`,
		`\newcommand{\cn}{\cite}|\cn[p.~3]{a,b}`,
		`\newcommand{\cn}[1]{(\cite{#1})}|\cn{a,b}`,
		`\newcommand*{\cn}[1]{\textsuperscript{\citep{#1}}}|\cn{a,b}`,
		`\newcommand{\cn}[2][]{\citep[see][#1]{#2}}|\cn[p. 3]{a,b}`,
		`\newcommand{\cn}[2]{#1~\cite{#2}}|\cn{Text}{a,b}`,
		`\renewcommand{\cn}[1]{\textcite{#1}}|\cn{a,b}`,
		`\def\cn{\citep}|\cn{a,b}`,
		`\def\cn#1{\cite{#1}}|\cn{a,b}`,
		`\def\cn#1#2{#1 \cite{#2}}|\cn{x}{a,b}`,
		`\let\cn\cite|\cn{a,b}`,
		`\let\cn=\citep|\cn{a,b}`,
		`\NewDocumentCommand{\cn}{o m}{\cite[#1]{#2}}|\cn[p. 3]{a,b}`,
		`\NewDocumentCommand\cn{O{} m}{\cite[#1]{#2}}|\cn{a,b}`,
		`\NewDocumentCommand{\cn}{s m m}{#2 \cite{#3}}|\cn{x}{a,b}`,
		`\DeclareRobustCommand{\cn}[1]{\cite{#1}}|\cn{a,b}`,
		`\DeclareCiteCommand{\cn}{\usebibmacro{prenote}}{x}{y}{z}|\cn{a,b}`,
		`\newcommand{\other}{\citet}\newcommand{\cn}{\other}|\cn{a,b}`,
	} {
		preamble, body, _ := strings.Cut(source, "|")
		m := Scan("\\documentclass{article}\n" + preamble + "\n\\begin{document}\nWe " + body + " show it.\n\\end{document}\n")
		if got := strings.Join(m.CitedKeys(), " "); got != "a b" {
			t.Errorf("%s: cited %q", source, got)
		}
		if got := strings.Join(Scan("We "+body+" show it.").CitedKeys(), " "); got != "" {
			t.Errorf("%s: undefined, but cited %q", body, got)
		}
		if got := strings.Join(ScanWith("We "+body+" show it.", m.CiteMacros).CitedKeys(), " "); got != "a b" {
			t.Errorf("%s: defined elsewhere, but cited %q", source, got)
		}
	}
}

func TestOtherMacrosDoNotCite(t *testing.T) {
	for _, source := range []string{
		`\newcommand{\cn}{text}\cn{a}`, `\newcommand{\cn}[1]{\emph{#1}}\cn{a}`, `\let\cn\relax \cn{a}`,
		`\newcommand{\cn}{\cite}\renewcommand{\cn}{x}\cn{a}`, `\newcommand{\cn}`, `\def`, `\newcommand{\cn}[1]{\cite{#`,
		`\newcommand{\cn}[1]{#1, as we say}\cn{a}`,
	} {
		if got := Scan(source).CitedKeys(); len(got) > 0 {
			t.Errorf("%s: cited %q", source, got)
		}
	}
}

func TestInputWithoutBraces(t *testing.T) {
	for source, want := range map[string]string{
		"\\input body\n": "body.tex", "\\input  parts/one.tex % x": "parts/one.tex", `\input{body}`: "body.tex",
		`\input body\relax`: "body.tex", `\input`: "", `\input `: "", `\input %`: "",
	} {
		got := ""
		for _, ref := range Scan(source).Includes {
			got += ref.Path
		}
		if got != want {
			t.Errorf("%q includes %q, want %q", source, got, want)
		}
	}
	m := Scan("\\input body\nText.")
	if want := (doc.Span{Start: 7, End: 11}); m.Includes[0].Span != want {
		t.Errorf("span %v, want %v", m.Includes[0].Span, want)
	}
}

// Paths may begin with macros defined in the document, and kaobook cites in the margin.
func TestMacrosInPaths(t *testing.T) {
	for source, want := range map[string]string{
		`\def \PATH {.}\import{\PATH/01_intro/}{01_intro}`:                                          "./01_intro/01_intro.tex",
		`\newcommand{\parts}{chapters}\input{\parts/one}`:                                           "chapters/one.tex",
		`\newcommand*\parts{chapters/}\include{\parts{}one}`:                                        "chapters/one.tex",
		`\newcommand{\bibs}{lists}\bibliography{\bibs/a,b}`:                                         "lists/a.bib b.bib",
		`\newcommand{\bibs}{lists}\addbibresource{\bibs/a.bib}`:                                     "lists/a.bib",
		`\newcommand{\parts}{\jobname}\input{\parts/one}`:                                           `\parts/one.tex`,
		`\input{\unknown/one}`:                                                                      `\unknown/one.tex`,
		`\newcommand{\x}{` + strings.Repeat("y", 400) + `}\input{` + strings.Repeat(`\x`, 20) + `}`: strings.Repeat(`\x`, 20) + ".tex",
	} {
		m := Scan(source)
		var got []string
		for _, ref := range append(m.Includes, m.Bibliographies...) {
			got = append(got, ref.Path)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
	}
	if got := strings.Join(Scan(`We \sidecite{a} and \sidetextcite[p.~3]{b}, \margincite{c}.`).CitedKeys(), " "); got != "a b c" {
		t.Errorf("cited %q", got)
	}
}
