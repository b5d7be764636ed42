package lists

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfDocuments(t *testing.T) {
	seeds := growth.Repeat(`\bibitem{a} A. B. \newblock C.`, `\bibitem{`, `{\em a b c d e `, `\emph{`,
		`\begin{thebibliography}`, `\begin{thebibliography}\bibitem{a}\end{thebibliography}`,
		"``A title in quotes'' ", "(2001). ")
	growth.Linear(t, append(seeds, growth.Text...), func(s string) {
		_, _ = OfDocument("a.tex", `\begin{thebibliography}\bibitem{a}`+s)
	})
}

func TestGrowthOfCompiledLists(t *testing.T) {
	seeds := growth.Repeat(`\entry{a}`, `\field{title}{`, `\entry{a}\field{title}{T}\endentry`)
	growth.Linear(t, append(seeds, growth.Text...), func(s string) { _, _ = Read(t.Context(), "a.bbl", []byte(s)) })
}

func TestGrowthOfRecords(t *testing.T) {
	seeds := growth.Repeat("TY  - JOUR\nTI  - A\nER  - \n", "TY  - JOUR\n",
		`{"id":"\u0061","title":"T","type":"book"}`+"\n", "a: {title: T}\n")
	growth.Linear(t, append(seeds, growth.Text...), func(s string) {
		for _, name := range []string{"a.ris", "a.json", "a.yml"} {
			_, _ = Read(t.Context(), name, []byte(s))
		}
	})
}
