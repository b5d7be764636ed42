package markdown

import (
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// TestMarksAreReadByPandoc inserts a citation at each possible offset of manuscripts
// and reads the results with pandoc.
func TestMarksAreReadByPandoc(t *testing.T) {
	tool, err := exec.LookPath("pandoc")
	if err != nil || testing.Short() {
		t.Skip("pandoc is not installed")
	}
	const document = "It is hard.¦[^1] Or not.^[See ¦there.] “Yes.”¦ *A ¦heading.* We get $x_1$¦. As @b [p. 3] says.\n\n- One¦\n- Two [@¦]\n\n" +
		"![A ¦plot.](f.png)\n\n| A | B |\n|---|---|\n| x¦ | y [@c]¦ |\n\nIt is [see @d; @¦, p. 3].\n\n[^1]: It ¦is so.\n"
	source := strings.ReplaceAll(document, "¦", "")
	at := 0
	for part := range strings.SplitSeq(document[:strings.LastIndex(document, "¦")+len("¦")], "¦") {
		if at += len(part); part == "" {
			continue
		}
		m := markup.ViewAt(source, at)
		edits := []doc.Edit{InsertMark(source, m, at, doc.Mark{Keys: []string{"new"}, Before: "see", After: "p. 3"})}
		if !m.TakesOnlyMarks() {
			place, text := doc.InsertSentence(source, m, at, "As @new says, they are so.")
			edits = append(edits, doc.Insertion(place, text))
		}
		for _, e := range edits {
			checkCitations(t, tool, e.Apply(source))
		}
	}
}

// checkCitations compares the keys that pandoc and Scan find in a text.
func checkCitations(t *testing.T, tool, source string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), tool, "-f", "markdown", "-t", "json")
	cmd.Stdin = strings.NewReader(source)
	out, err := cmd.Output()
	if err != nil || !json.Valid(out) {
		t.Fatal(err)
	}
	for _, key := range []string{"b", "c", "d", "new"} {
		if !strings.Contains(string(out), `"citationId":"`+key+`"`) {
			t.Errorf("%s is not cited in %s", key, source)
		}
	}
}
