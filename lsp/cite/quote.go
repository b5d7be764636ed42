package cite

import (
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Quote returns the edit that puts a passage into quotation marks and adds a citation of key,
// unless the passage cites key already. It returns an error if the markup does not allow it.
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
	for _, s := range p.Manuscript.SentencesIn(passage) {
		for _, cited := range p.Manuscript.KeysIn(doc.Span{Start: s.Start, End: s.Tail}) {
			if cited == key {
				return true
			}
		}
	}
	return false
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
