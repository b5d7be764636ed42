package lists

import (
	"testing"

	"github.com/scilit-lsp/scilit-lsp/internal/growth"
)

func TestGrowthOfLists(t *testing.T) {
	seeds := growth.Repeat(`\bibitem{a} A. B. \newblock C.`, `\bibitem{`, `{\em a b c d e `, `\emph{`, `\entry{a}`, `\field{title}{`,
		`\begin{thebibliography}`, `\begin{thebibliography}\bibitem{a}\end{thebibliography}`, "TY  - JOUR\nTI  - A\nER  - \n",
		"TY  - JOUR\n", `{"id":"\u0061","title":"T","type":"book"}`+"\n", "a: {title: T}\n", "``A title in quotes'' ", "(2001). ")
	growth.Linear(t, append(seeds, growth.Text...), func(s string) {
		for _, name := range []string{"a.bbl", "a.ris", "a.json", "a.yml"} {
			_, _ = Read(t.Context(), name, []byte(s))
		}
		_, _ = OfDocument("a.tex", `\begin{thebibliography}\bibitem{a}`+s)
	})
}
