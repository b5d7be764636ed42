package app

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A paragraph about hostile records has at most one sentence per paper, each with one citation and on one
// line. Papers without a sentence are left out, and the same papers give the same paragraph.
func TestAParagraphAboutHostileRecords(t *testing.T) {
	authors := []engine.Author{{Family: "Lee"}, {Family: "Chen"}}
	papers := []*engine.Paper{
		{ID: "plain", Title: "Soft constraints for parsing", Authors: authors, Year: 2004,
			Abstract: "We propose soft constraints for dependency parsing of Dutch. We show that rules improve parsing."},
		{ID: "empty"},
		{ID: "long", Title: strings.Repeat("Constraints ", 1<<12), Authors: authors,
			Abstract: strings.Repeat("We show that soft constraints improve parsing of long sentences. ", 1<<12)},
		{ID: "control", Title: "Parsing\x00 of\u202e Thai", Authors: authors,
			Abstract: "We show that\x00 \u202econstraints improve parsing.\x1b[31m We propose a parser\r\nof Thai."},
		{ID: "latex", Title: `\input{/etc/passwd} Parsing`, Authors: authors,
			Abstract: `We propose \textbf{parsers} of \end{document} Greek $x_1$ & 50\% more. We show that \cite{a} parsers err.`},
		{ID: "mark", Title: "Marks", Authors: authors,
			Abstract: "We show that " + engine.Mark + " parsers need " + engine.Mark + " marks in all sentences."},
	}
	write := func() (said []string) {
		e, written := engine.New(engine.Parts{}), NewParagraph(new(Drafts))
		for _, p := range papers {
			d, err := written.Draft(t.Context(), e, CiteSite{Keywords: "parsing", Textual: true}, p)
			if err != nil {
				t.Fatalf("%s: %v", p.ID, err)
			}
			if d.MarkOnly {
				continue
			}
			written.Add(d)
			said = append(said, d.Text)
			if strings.Count(d.Text, engine.Mark) != 1 || strings.ContainsAny(d.Text, "\r\n") || len(d.Text) > 600 {
				t.Errorf("%s: %.700q", p.ID, d.Text)
			}
		}
		return said
	}
	first := write()
	if len(first) == 0 || len(first) >= len(papers) {
		t.Errorf("%d sentences about %d papers: %q", len(first), len(papers), first)
	}
	if again := write(); strings.Join(again, "\n") != strings.Join(first, "\n") {
		t.Errorf("%q, and before %q", again, first)
	}
}

// A second paper with the same result is cited for a different statement.
func TestAParagraphSaysNothingTwice(t *testing.T) {
	authors := []engine.Author{{Family: "Lee"}, {Family: "Chen"}}
	const result = "We show that soft constraints improve dependency parsing of Dutch. "
	e, written := engine.New(engine.Parts{}), NewParagraph(new(Drafts))
	site := CiteSite{Keywords: "constraints", Textual: true}
	for _, p := range []*engine.Paper{
		{ID: "a", Title: "Dutch", Authors: authors, Abstract: result},
		{ID: "b", Title: "Dutch", Authors: authors, Abstract: result + "We find that annotators disagree about relative clauses in speech."},
	} {
		d, err := written.Draft(t.Context(), e, site, p)
		if err != nil || d.MarkOnly {
			t.Fatalf("%+v, %v", d, err)
		}
		if p.ID == "b" && !strings.Contains(d.Text, "nnotators disagree") {
			t.Errorf("%q after %q", d.Text, written.said[0].Text)
		}
		written.Add(d)
	}
}
