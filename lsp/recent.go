package lsp

import (
	"context"
	"fmt"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/recent"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/cite"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// commandRecent names the command that lists recently published papers related to sentences of a
// manuscript. Its argument is an entriesParams.
const commandRecent = "scilit.publishedSince"

// A recentPlace is a recent paper and a sentence to which it is related, in the form returned to
// editors. A paper can have up to three such sentences.
type recentPlace struct {
	Title    string         `json:"title"`
	Year     int            `json:"year,omitempty"`
	DOI      string         `json:"doi,omitempty"`
	Cites    string         `json:"cites,omitempty"` // title of a work that both the sentence and the paper cite
	Sentence string         `json:"sentence"`
	URI      uri.URI        `json:"uri"`
	Range    protocol.Range `json:"range"`
}

// shownRecent is the maximum number of titles in a message.
const shownRecent = 5

// recent handles scilit.publishedSince. It reads the papers that earlier updates of grown corpora
// found, and sends no requests. It also shows the titles, since many editors ignore the result of a
// command.
func (s *diagnostics) recent(ctx context.Context, p *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	asked, d, err := s.entriesOf(ctx, p)
	if err != nil {
		return nil, err
	}
	opened, err := s.engines.Wait(ctx)
	if err != nil {
		return nil, explained(err)
	}
	var embedder recent.Embedder
	if s.opts.Titles != nil {
		embedder = s.opts.Titles()
	}
	found, failed := cite.RecentPlaces(ctx, opened.Engine, embedder, backend.LocalCorpora(s.currentSettings()),
		cite.CitingPlaces(ctx, s.files, d))
	if len(failed) > 0 && len(found) == 0 {
		return nil, explained(failed[0])
	}
	all, titles := []recentPlace{}, []string{}
	for i, r := range found {
		all = append(all, recentPlace{r.Paper.Title, r.Paper.Year, r.Paper.DOI, text.OneLine(r.Cites), text.OneLine(r.Text),
			uri.File(r.Path), s.protocolRange(r.Doc.Snapshot, r.Span)})
		if i == 0 || found[i-1].Paper.ID != r.Paper.ID {
			titles = append(titles, r.Paper.Title)
		}
	}
	if !asked.Quiet {
		s.inform(ctx, recentMessage(titles))
	}
	return anyOf(all), nil
}

// recentMessage returns the message that lists the titles of the recently published papers.
func recentMessage(titles []string) string {
	if len(titles) == 0 {
		return "no new papers related to this manuscript are known: run `scilit-lsp corpus update` to look for them"
	}
	shown := titles[:min(len(titles), shownRecent)]
	more := ""
	if n := len(titles) - len(shown); n > 0 {
		more = fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("new papers related to this manuscript (%d): “%s”%s", len(titles),
		strings.Join(shown, "”, “"), more)
}
