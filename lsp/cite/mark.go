package cite

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// maxTogether is the maximum number of papers in one citation. A larger selection is probably a
// mistake.
const maxTogether = 50

// CheckMark returns an error if a citation mark has too many papers, or if its prefix or locator
// would break the markup.
func (p Site) CheckMark(papers int, mark doc.Mark) error {
	switch {
	case papers > maxTogether:
		return fmt.Errorf("one citation cannot contain %d papers: choose at most %d", papers, maxTogether)
	case !closed(mark.Before) || !closed(mark.After), strings.ContainsAny(mark.Before+mark.After, "\r\n@%;"):
		return errors.New("a prefix or page cannot contain a line break, @, %, ; or an unmatched brace, and cannot " +
			"end with a backslash: remove these characters")
	case !p.Doc.Markup.UsesCommands && strings.ContainsAny(mark.Before+mark.After, "[]"):
		return errors.New("a prefix or page cannot contain square brackets, because they delimit this citation: remove them")
	}
	return nil
}

// closed reports whether the braces in a text are balanced.
func closed(s string) bool {
	depth := 0
	for i := 0; i < len(s) && depth >= 0; i++ {
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				return false // the backslash would escape the character that follows the text
			}
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth == 0
}

var pageAfterStop = regexp.MustCompile(`\.\s+(\d)`)

// Words formats a prefix or locator for the document's markup. It inserts a non-breaking space
// where a line break would be wrong, as in "p. 3".
func (p Site) Words(given string) string {
	return pageAfterStop.ReplaceAllString(strings.TrimSpace(given), "."+p.Doc.Markup.Tie+"$1")
}

// Quote returns the edit that puts a passage in quotation marks and adds a citation of key, unless
// the passage already cites key. It returns an error if the edited text would lack a citation.
func (p Site) Quote(passage doc.Span, key string) (doc.Edit, error) {
	passage = p.wholeGroups(passage)
	text := p.Quotes.Around(p.Doc.Text[passage.Start:passage.End])
	if !p.cites(passage, key) {
		text += p.Doc.Markup.Tie + p.Doc.Markup.Cite(p.Style, []string{key}, false)
	}
	edit := doc.Edit{Span: passage, Text: text}
	return edit, doc.CheckCited(p.Doc.Manuscript(), p.Doc.Markup.Scan(edit.Apply(p.Doc.Text)), key)
}

// cites reports whether a sentence of the passage cites a key.
func (p Site) cites(passage doc.Span, key string) bool {
	return slices.ContainsFunc(p.Manuscript.SentencesIn(passage), func(s doc.Sentence) bool {
		return slices.Contains(p.Manuscript.KeysIn(doc.Span{Start: s.Start, End: s.Tail}), key)
	})
}

// wholeGroups extends a passage to the ends of any formatted range that it covers only partly.
func (p Site) wholeGroups(passage doc.Span) doc.Span {
	for _, g := range p.Manuscript.Groups {
		inside := passage.Start >= g.Start && passage.End <= g.Closing
		if g.Start < passage.End && passage.Start < g.End && !inside {
			passage.Start, passage.End = min(passage.Start, g.Start), max(passage.End, g.End)
		}
	}
	return passage
}
