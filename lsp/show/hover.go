package show

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/display"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/plan"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/keyword"
)

// A Hover holds the options for formatting hovers.
type Hover struct {
	Style reference.Style
	Links bool // include links to papers
}

// A CitedKey is a cited key and the information shown about it.
type CitedKey struct {
	Key        string
	NamesWork  bool          // the key identifies the work without an entry, such as a DOI
	Entry      *bib.Entry    // nil if no .bib contains the key
	Paper      *engine.Paper // nil if no index contains the work
	NoEngine   error         // the reason why no index is open, or nil
	Highlights []engine.Highlight
	Explained  *wire.Explanation // the relation between the paper and the citing sentence, or nil
	Problems   []string          // findings about the entry
}

// Citation returns the hover for a cited key.
func (h Hover) Citation(c CitedKey) string {
	noEngine := ""
	if c.NoEngine != nil {
		noEngine = "\n\nNo highlights: " + Inert(c.NoEngine.Error()) + "."
	}
	switch {
	case c.Paper != nil:
	case c.Entry != nil:
		why := cmp.Or(noEngine, "\n\nNo index contains this paper, so no highlights can be shown.")
		return h.Reference(c.Entry) + problems(c.Problems) + why
	case c.NamesWork:
		why := cmp.Or(noEngine, " No index contains this work, so no highlights can be shown.")
		return CodeSpan(c.Key) + " identifies a work directly, without a .bib entry." + why
	default:
		return CodeSpan(c.Key) + " has no entry in this document's .bib files. If an index contains the work, " +
			"a code action here adds one."
	}
	var b strings.Builder
	b.WriteString(h.Reference(plan.EntryOf(c.Paper)))
	b.WriteString(problems(c.Problems))
	writeHighlights(&b, c.Highlights)
	writeExplained(&b, c.Explained)
	return b.String()
}

const maxProblems = 5 // maximum number of findings in a hover

func problems(all []string) string {
	if len(all) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("\n\n**In the .bib entry**")
	for _, message := range all[:min(len(all), maxProblems)] {
		b.WriteString("\n- " + Escape(message))
	}
	if more := len(all) - maxProblems; more > 0 {
		fmt.Fprintf(&b, "\n- and %d more", more)
	}
	return b.String()
}

func writeHighlights(b *strings.Builder, highlights []engine.Highlight) {
	if len(highlights) > 0 {
		b.WriteString("\n\n**Highlights**")
	}
	for _, h := range highlights {
		fmt.Fprintf(b, "\n- %s *(%s)*", Escape(h.Text), Escape(h.Section))
	}
}

var relations = map[wire.Relation]string{
	wire.ClaimSupports: "supports this sentence", wire.ClaimRefutes: "contradicts this sentence",
	wire.ClaimRelated: "is only related to this sentence", wire.ClaimNotFound: "does not mention this in the " +
		"available text",
}

// writeExplained writes the passages that are closest to the citing sentence.
func writeExplained(b *strings.Builder, x *wire.Explanation) {
	if x == nil || len(x.Passages) == 0 {
		return
	}
	fmt.Fprintf(b, "\n\n**Evidence**: the paper %s (%s)", relations[x.Relation], Escape(x.Reason))
	for _, p := range x.Passages {
		if p.Score < shownFrom {
			break
		}
		fmt.Fprintf(b, "\n- %.2f %s *(%s)*", p.Score, Escape(p.Sentence), Escape(PassagePlace(p)))
	}
}

const shownFrom = 0.2 // minimum score at which a passage is shown in a hover

// PassagePlace returns the section and paragraph of a passage.
func PassagePlace(p wire.ExplainedPassage) string {
	if p.Index == 0 {
		return p.Section
	}
	return fmt.Sprintf("%s, paragraph %d", p.Section, p.Index)
}

// Reference returns an entry's formatted reference, with a link to the work if possible.
func (h Hover) Reference(e *bib.Entry) string {
	text := reference.Of(e).Format(h.Style, "*", Escape)
	ref := app.RefOf(e)
	if ref.DOI != "" && h.Style.BareDOI {
		return text + fmt.Sprintf("\n\n[doi:%s](https://doi.org/%s)", Escape(ref.DOI), display.LinkTarget(ref.DOI))
	}
	if link := h.link(display.WebAddress(ref.DOI, ref.ArXiv, e.Field("url"))); link != "" {
		text += "\n\nRead it at " + link
	}
	return text
}

// link returns a Markdown link to a URL from display.WebAddress, with the host as the link text. It
// returns "" if the URL has no host or if hovers do not include links.
func (h Hover) link(address string) string {
	_, host, _ := strings.Cut(address, "://")
	if end := strings.IndexAny(host, "/?#"); end >= 0 {
		host = host[:end]
	}
	if !h.Links || host == "" {
		return ""
	}
	return fmt.Sprintf("[%s](%s)", host, address)
}

// Directive returns the hover for a directive, which lists papers. sentences contains a sentence
// for each paper, or "".
func (h Hover) Directive(found engine.Discovery, intent string, sentences []string) string {
	var b strings.Builder
	describe(&b, found)
	if intent != "" {
		fmt.Fprintf(&b, "\n\nCited as: %s", Escape(intent))
	}
	for i, f := range found.Papers {
		fmt.Fprintf(&b, "\n\n%d. **%s**%s", i+1, Escape(LabelWithOrigin(f.Paper)), relevance(f))
		if link := h.link(display.WebAddress(f.Paper.DOI, f.Paper.ArXiv, f.Paper.URL)); link != "" {
			b.WriteString(", " + link)
		}
		if sentences[i] != "" {
			fmt.Fprintf(&b, "  \n   %s", Escape(sentences[i]))
		}
	}
	return b.String()
}

// relevance returns the suffix that states a paper's relevance, or "".
func relevance(f engine.Hit) string {
	switch {
	case f.Relevance == 0:
		return ""
	case f.Relevance < 0.01:
		return ", relevance below 0.01"
	}
	return fmt.Sprintf(", relevance %.2f", f.Relevance)
}

// SearchUnavailable returns the hover for a directive if no index can be searched. why states the
// reason.
func SearchUnavailable(expr keyword.Expr, mistakes []keyword.Mistake, why string) string {
	var b strings.Builder
	describeKeywords(&b, expr, mistakes)
	fmt.Fprintf(&b, "\n\nSearch is unavailable: %s.", Inert(why))
	return b.String()
}

// describe writes the parsed keywords and the number of papers that match them.
func describe(b *strings.Builder, found engine.Discovery) {
	describeKeywords(b, found.Keywords, found.Mistakes)
	fmt.Fprintf(b, "\n\nPapers that match: %d", found.Matching)
	if text := found.Relaxation.Text; text != "" {
		b.WriteString(". " + Inert(Sentence(text)))
	}
	for _, note := range engine.Texts(found.Notices) {
		fmt.Fprintf(b, "\n\n*%s*", Inert(note))
	}
}

func describeKeywords(b *strings.Builder, expr keyword.Expr, mistakes []keyword.Mistake) {
	if expr == nil {
		b.WriteString("No keywords: searching by the text only")
	} else {
		fmt.Fprintf(b, "Keywords: %s", CodeSpan(expr.String()))
	}
	for _, m := range mistakes {
		fmt.Fprintf(b, "\n\nColumn %d: %s", m.Start+1, Inert(m.Message))
	}
}
