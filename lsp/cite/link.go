package cite

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A BareLink is a DOI, an arXiv identifier, or a URL that contains one, written in the text instead
// of a citation.
type BareLink struct {
	doc.Span        // includes the command or the brackets around the link
	Work     string // the identifier, such as "10.1000/x" or "arXiv:2101.00001"
	IsArXiv  bool
}

// longestLink is the number of bytes searched for the end of a link on each side of the cursor.
const longestLink = 500

// linkEnds are the characters that terminate a link.
const linkEnds = " \t\r\n{}<>\"[]|`"

// LinkAt returns the bare link at an offset in running text.
func LinkAt(d *workspace.Document, offset int) (BareLink, bool) {
	if d.Markup == nil || offset < 0 || offset > len(d.Text) {
		return BareLink{}, false
	}
	word := wordAt(d.Text, offset)
	link, ok := identified(d.Text[word.Start:word.End])
	if !ok {
		return BareLink{}, false
	}
	if link.Span, ok = withBrackets(d.Text, word); !ok {
		return BareLink{}, false
	}
	m := d.Manuscript()
	if _, cited := m.CitationAt(offset); cited || m.IsCode(offset) || m.IsCode(link.Start+1) {
		return BareLink{}, false
	}
	return link, true
}

// wordAt returns the word at offset, delimited by linkEnds, without surrounding punctuation.
func wordAt(source string, offset int) doc.Span {
	from, to := max(0, offset-longestLink), min(len(source), offset+longestLink)
	start := from + strings.LastIndexAny(source[from:offset], linkEnds) + 1
	end := to
	if n := strings.IndexAny(source[offset:to], linkEnds); n >= 0 {
		end = offset + n
	}
	word := source[start:end]
	start += len(word) - len(strings.TrimLeft(word, "('“‘"))
	word = source[start:end]
	for {
		trimmed := strings.TrimRight(word, ".,;:!?'”’")
		if strings.HasSuffix(trimmed, ")") && strings.Count(trimmed, ")") > strings.Count(trimmed, "(") {
			trimmed = trimmed[:len(trimmed)-1]
		}
		if trimmed == word {
			return doc.Span{Start: start, End: start + len(word)}
		}
		word = trimmed
	}
}

// unescaped removes LaTeX and Markdown escapes from identifiers.
var unescaped = strings.NewReplacer(`\_`, "_", `\%`, "%", `\&`, "&", `\#`, "#")

// identified parses the identifier in a link. It does not accept a bare number as an arXiv
// identifier.
func identified(word string) (BareLink, bool) {
	word = unescaped.Replace(word)
	if id := paper.MentionedArXiv(word); id != "" {
		return BareLink{Work: "arXiv:" + id, IsArXiv: true}, true
	}
	if doi := paper.BareDOI(word); doi != "" {
		return BareLink{Work: doi}, true
	}
	return BareLink{}, false
}

// IsIdentifier reports whether a citation key is itself a DOI or an arXiv identifier.
func IsIdentifier(key string) bool { return paper.DOI(key) != "" || paper.ArXiv(key) != "" }

// linkCommands are the LaTeX commands that typeset a URL.
var linkCommands = []string{`\url`, `\nolinkurl`, `\burl`, `\doi`}

// withBrackets extends the range of a link over the markup around it. It returns false if the link
// is the target of a hyperlink with different text.
func withBrackets(source string, word doc.Span) (doc.Span, bool) {
	before, after := source[:word.Start], source[word.End:]
	switch {
	case strings.HasSuffix(before, "<") && strings.HasPrefix(after, ">"):
		return doc.Span{Start: word.Start - 1, End: word.End + 1}, true
	case strings.HasSuffix(before, "[[") && strings.HasPrefix(after, "]]"):
		return doc.Span{Start: word.Start - 2, End: word.End + 2}, true
	case strings.HasSuffix(before, "{"):
		for _, command := range linkCommands {
			if strings.HasSuffix(before, command+"{") && strings.HasPrefix(after, "}") {
				return doc.Span{Start: word.Start - len(command) - 1, End: word.End + 1}, true
			}
		}
		return doc.Span{}, false
	}
	isTarget := strings.HasSuffix(before, "](") || strings.HasSuffix(before, `("`) || strings.HasSuffix(before, "]: ") ||
		strings.HasSuffix(before, "[")
	return word, !isTarget
}

// citeLink replaces a bare link with a citation of its paper.
func (w *Writer) citeLink(ctx context.Context, d *workspace.Document, o Request) (Change, error) {
	link, ok := LinkAt(d, o.Offset)
	if !ok || link.Work != o.Key {
		return Change{}, ErrChanged
	}
	p, ok := w.SiteAt(ctx, d, link.Start)
	if !ok {
		return Change{}, ErrNoSite
	}
	paper, err := w.Paper(ctx, o.Paper)
	if err != nil {
		return Change{}, err
	}
	c, key, err := w.cite(ctx, d, paper)
	if err != nil {
		return Change{}, err
	}
	c.Range, c.Text = link.Span, d.Markup.Cite(p.Style, []string{key}, false)
	return c, nil
}
