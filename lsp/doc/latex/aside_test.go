package latex

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCitationsBesideTheRunningTextAreKnown(t *testing.T) {
	for source, want := range map[string]string{
		`Text.\footnote{See \citep[p.~3]{a} % \cite{no}` + "\n" + `and \cite{b}.}`:              "a b",
		`\begin{figure}\caption{From \citet{a}.}\end{figure}`:                                   "a",
		`\begin{table}\begin{tabular}{l}\cite{a} & \cite{b,c}\end{tabular}\end{table} \cite{d}`: "a b c d",
		`\section{As in \cite{a}}`:                                                                       "a",
		`$x \text{ of \cite{a}}$ and \verb|\cite{no}|`:                                                   "a",
		`\begin{lstlisting}\cite{no}\end{lstlisting}`:                                                    "",
		`\begin{figure}\begin{verbatim}\cite{no}\end{verbatim}\cite{a}\end{figure}`:                      "a",
		`\nocite{a,b}\nocite{*}`:                                                                         "a b",
		`\documentclass{x}\newcommand\me[1]{\cite{own}\cite{#1}}\begin{document}\end{document}\cite{no}`: "own",
		`\parencite(see)(also)[a][b]{x}\parencites[1]{y}[2]{z}`:                                          "x y z",
	} {
		m := Scan(source)
		if got := strings.Join(m.CitedKeys(), " "); got != want {
			t.Errorf("%s: %q, want %q", source, got, want)
		}
		if err := m.Check(source); err != nil {
			t.Error(err)
		}
	}
}

func TestACitationInANoteIsNoPartOfItsSentence(t *testing.T) {
	source := `It works.\footnote{By \cite{a}.} So \cite{b}.`
	var aside []bool
	for _, c := range Scan(source).Citations {
		aside = append(aside, c.Aside)
	}
	if diff := cmp.Diff([]bool{true, false}, aside); diff != "" {
		t.Error(diff)
	}
}
