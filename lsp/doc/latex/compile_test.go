package latex

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// TestMarksCompile inserts a citation at each possible offset of manuscripts and
// compiles the results with pdflatex.
func TestMarksCompile(t *testing.T) {
	tool, err := exec.LookPath("pdflatex")
	if err != nil || testing.Short() {
		t.Skip("pdflatex is not installed")
	}
	const document = "\\documentclass{article}\n\\begin{document}\nIt is hard.¦\\footnote{Or not.¦ Who¦ knows.} ``Yes.''¦ \\textbf{A¦ heading.} We get $x_1$¦.\n" +
		"\\begin{itemize}\n\\item One¦\n\\item[Term] Two \\cite{¦}\n\\end{itemize}\n\\begin{figure}\\caption[s]{A ¦plot of \\cite{b}.}\\end{figure}\n" +
		"\\begin{tabular}{l|r}\n\\hline\nA¦ & B \\\\ \\hline\n\\multicolumn{2}{c}{C \\& ¦D} \\\\\n\\end{tabular}\n\\[ x = 1. \\]¦\n\\cite{c,¦}\n\\end{document}\n"
	source := strings.ReplaceAll(document, "¦", "")
	at := 0
	for part := range strings.SplitSeq(document[:strings.LastIndex(document, "¦")+len("¦")], "¦") {
		if at += len(part); part == "" {
			continue
		}
		m := markup.ViewAt(source, at)
		edits := []doc.Edit{InsertMark(source, m, at, doc.Mark{Keys: []string{"new"}, Before: "see", After: "p.~3"})}
		if !m.TakesOnlyMarks() {
			place, text := doc.InsertSentence(source, m, at, `As \cite{new} says, 5\,\% are so.`)
			edits = append(edits, doc.Insertion(place, text))
		}
		for _, e := range edits {
			compile(t, tool, e.Apply(source))
		}
	}
}

func compile(t *testing.T, tool, source string) {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "main.tex"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	cmd := exec.CommandContext(t.Context(), tool, "-interaction=nonstopmode", "-halt-on-error", "-draftmode", "main.tex")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s\n%s", err, source, out[max(0, len(out)-600):])
	} else if !strings.Contains(string(out), "`new'") {
		t.Errorf("the citation is not set: %s", source)
	}
}
