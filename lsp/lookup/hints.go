package lookup

import (
	"context"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

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

// maxRecalled is the maximum number of works for which one call to Recall looks up hints.
const maxRecalled = 500

// Recall looks for hints about the entries of a .bib in the cached replies, without sending a
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
