package lookup

import (
	"context"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// EntryAt returns the entry at an offset, or nil if none exists or if it is incomplete.
func EntryAt(file *bib.File, offset int) *bib.Entry {
	i := slices.IndexFunc(file.Entries, func(e bib.Entry) bool { return doc.Span(e.Span).Contains(offset) })
	if i < 0 || !file.Entries[i].Complete {
		return nil
	}
	return &file.Entries[i]
}

const arXivPrefix = "arXiv:"

// Identifier returns the DOI of an entry's work, or else its arXiv identifier with the prefix
// "arXiv:", or "".
func Identifier(e *bib.Entry) string {
	doi, arXiv := e.Identifiers()
	if doi == "" && arXiv != "" {
		return arXivPrefix + arXiv
	}
	return doi
}

// Scheme returns "DOI" or "arXiv", depending on the entry's identifier, or "".
func Scheme(e *bib.Entry) string {
	switch id := Identifier(e); {
	case id == "":
		return ""
	case strings.HasPrefix(id, arXivPrefix):
		return "arXiv"
	}
	return "DOI"
}

// Published returns the DOIs of the published version of a preprint, if known.
func (c *Client) Published(e *bib.Entry) (dois []string) {
	for _, hint := range c.Hints(e) {
		if hint.Kind == "published" && hint.DOI != "" {
			dois = append(dois, hint.DOI)
		}
	}
	return dois
}

const maxCitable = 10 // maximum number of papers that the user can choose from

// Citable returns the first confirmed papers in an answer, at most maxCitable.
func Citable(answer wire.OnlineAnswer) (papers []wire.OnlinePaper) {
	for _, p := range answer.Papers {
		if p.Confirmed && len(papers) < maxCitable {
			papers = append(papers, p)
		}
	}
	return papers
}

// Hints returns the known hints about an entry's work.
func (c *Client) Hints(e *bib.Entry) []wire.OnlineHint {
	hints, _ := c.hints.Get(strings.ToLower(Identifier(e)))
	return hints
}

func (c *Client) learn(identifier string, hints []wire.OnlineHint) {
	if identifier == "" {
		return
	}
	c.hints.Add(strings.ToLower(identifier), hints)
	c.opts.Learnt()
}

// learning stores the hints about the confirmed papers in an answer.
func (c *Client) learning(answer wire.OnlineAnswer, err error) (wire.OnlineAnswer, error) {
	if err != nil {
		return answer, err
	}
	for _, p := range answer.Papers {
		if doi := paper.DOI(p.DOI); doi != "" && p.Confirmed && len(p.Hints) > 0 {
			c.learn(doi, p.Hints)
		}
	}
	return answer, nil
}

const maxRecalled = 500 // maximum number of works whose hints one call to Recall looks up

// Recall searches the cached replies for hints about the entries of a .bib, without sending a
// request. again reports whether it found hints or whether more entries remain; the caller should
// then call it again.
func (c *Client) Recall(ctx context.Context, file *bib.File) (again bool) {
	literature, err := c.literature(ctx)
	if err != nil {
		return false
	}
	unknown := c.unknown(file)
	if len(unknown) == 0 {
		return false
	}
	known := literature.Known(ctx, unknown)
	if ctx.Err() != nil {
		return false
	}
	again = len(unknown) == maxRecalled
	for _, id := range unknown {
		c.hints.ContainsOrAdd(strings.ToLower(id), known[id]) // a concurrent request may have stored newer hints
		again = again || len(known[id]) > 0
	}
	return again
}

// unknown returns the first works of a .bib whose hints have not been looked up yet.
func (c *Client) unknown(file *bib.File) (ids []string) {
	// one .bib may fill only a quarter of the cache
	for i := range file.Entries[:min(len(file.Entries), maxHinted/4)] {
		id := Identifier(&file.Entries[i])
		if id != "" && len(ids) < maxRecalled && !c.hints.Contains(strings.ToLower(id)) {
			ids = append(ids, id)
		}
	}
	return ids
}
