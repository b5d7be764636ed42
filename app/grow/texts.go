package grow

import (
	"context"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// maxTexts is the maximum number of full texts that a run reads to find citing sentences.
const maxTexts = 500

// readTexts requests the full texts of chosen works, in the order in which they were chosen.
// Searches then find the works that these texts cite by the citing sentences.
func (g *Grower) readTexts(ctx context.Context, citations online.CitationIndex) error {
	texts := 0
	for _, at := range g.frontier.kept {
		n := &g.frontier.nodes[at]
		if !n.is(hasText) || n.is(isRead) || g.removed[g.recordIDs[at]] {
			continue
		}
		if texts++; texts > maxTexts {
			break
		}
		a, err := g.send(ctx, citations, question{Text: g.frontier.keys[at]})
		if err != nil {
			return err
		}
		if a.Unread {
			g.unread++
		}
	}
	return nil
}

// putText requests one full text. If the text is missing or damaged, the answer is marked as unread
// rather than an error, since other texts may be readable.
func (g *Grower) putText(ctx context.Context, citations online.CitationIndex, q question) (a answer, err error) {
	texts, ok := citations.(online.TextIndex)
	at := g.places[g.frontier.at[q.Text]]
	records, err := readPlaces(g.journal, []place{at}, entry.record)
	if err != nil {
		return a, err
	}
	if r := records[at]; ok && r != nil {
		a.Citations, err = texts.Sentences(ctx, q.Text, r)
	}
	if kind := online.KindOf(err); kind == online.NotFound || kind == online.Malformed || refusesContent(err) {
		return answer{Unread: true}, nil
	}
	return a, err
}
