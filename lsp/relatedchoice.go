package lsp

import (
	"context"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
	"github.com/scilit-lsp/scilit-lsp/lsp/protocol"
)

// maxOffered is how many papers are offered for a topic.
const maxOffered = 10

// relatedOffer is what related work could be written about: papers for each topic, to
// be sent back as relatedParams.Papers.
type relatedOffer struct {
	Version int32              `json:"version"` // of the document that was looked at
	Topics  []app.OfferedTopic `json:"topics"`
}

// related answers scilit/related.
func (s *server) related(ctx context.Context, p relatedParams) (*relatedOffer, error) {
	d, err := s.files.Document(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if v := p.TextDocument.Version; v != nil && *v != d.Version {
		return nil, protocol.ErrContentModified
	}
	releaseOrder(ctx)
	selected := doc.Span{Start: s.offset(d, p.Range.Start), End: s.offset(d, p.Range.End)}
	topics, err := s.topicsIn(ctx, d, selected, p.Keywords)
	if err != nil {
		return nil, err
	}
	offer := &relatedOffer{Version: d.Version}
	for _, topic := range topics.places {
		offered, err := s.offerFor(ctx, topic)
		if err != nil {
			return nil, err
		}
		offer.Topics = append(offer.Topics, offered)
	}
	return offer, nil
}

func (s *server) offerFor(ctx context.Context, topic citeSite) (offered app.OfferedTopic, err error) {
	query := s.query(ctx, topic, maxOffered)
	found, err := s.discover(ctx, query, nil)
	if err != nil {
		return offered, err
	}
	papers, err := s.listed(ctx, found.Papers[:min(maxOffered, len(found.Papers))], app.About(found, query))
	return app.OfferedTopic{Keywords: topic.keywords(), Relaxation: app.RelaxationOf(found), Papers: app.OrEmpty(papers)}, err
}

// writeChosen writes about the papers that the user took, in the user's order.
func (w *relatedWriter) writeChosen(ctx context.Context, topics topics, chosen []app.ChosenPaper, t *task) error {
	if len(chosen) > maxRelated {
		return fmt.Errorf("%s are too many for one paragraph: choose at most %d", text.Count(len(chosen), "paper"), maxRelated)
	}
	for i, c := range chosen {
		if c.Topic < 0 || c.Topic >= len(topics.places) {
			return fmt.Errorf("there is no topic %d: the text has %d", c.Topic+1, len(topics.places))
		}
		paper, err := w.s.paper(ctx, engine.WorkRef{ID: c.Paper, Corpus: c.Corpus})
		if err != nil {
			return err
		}
		t.step(app.Byline(paper), i, len(chosen))
		outcome, err := w.cite(ctx, topics.places[c.Topic], paper)
		if err != nil {
			return err
		}
		if outcome == nothingToSay {
			w.unsaid = append(w.unsaid, label(paper))
		}
	}
	return nil
}
