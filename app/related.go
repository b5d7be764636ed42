package app

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Related returns papers for each topic and, if requested, sentences about the chosen ones.
func (s *Service) Related(ctx context.Context, q wire.RelatedRequest) (wire.RelatedReply, error) {
	answer := wire.RelatedReply{Topics: []wire.TopicPapers{}, Sentences: []wire.RelatedSentence{}}
	if err := q.Validate(); err != nil {
		return answer, err
	}
	for _, topic := range searchedTopics(q) {
		found, err := s.Suggest(ctx, wire.SuggestRequest{Text: q.Text, Keywords: topic, Title: q.Title})
		if err != nil {
			return answer, err
		}
		answer.Topics = append(answer.Topics, wire.TopicPapers{
			Keywords: topic, Relaxation: found.Relaxation, Papers: found.Papers,
		})
	}
	if !q.Write {
		return answer, nil
	}
	chosen := q.Papers
	if len(chosen) == 0 {
		chosen = bestOf(answer.Topics)
	}
	sentences, err := s.paragraph(ctx, q, chosen)
	answer.Sentences = wire.OrEmpty(sentences)
	return answer, err
}

// searchedTopics returns the topics to search. It returns none if the user has already chosen the
// papers.
func searchedTopics(q wire.RelatedRequest) []string {
	if q.Write && len(q.Papers) > 0 {
		return nil
	}
	return q.Topics
}

// bestOf returns, for each topic, the best paper that was not chosen for an earlier topic.
func bestOf(topics []wire.TopicPapers) (chosen []wire.ChosenPaper) {
	taken := make(map[wire.PaperRef]bool)
	for i, topic := range topics {
		at := slices.IndexFunc(topic.Papers, func(p wire.ListedPaper) bool { return !taken[p.Ref()] })
		if at < 0 {
			continue
		}
		ref := topic.Papers[at].Ref()
		taken[ref] = true
		chosen = append(chosen, wire.ChosenPaper{Topic: i, PaperRef: ref})
	}
	return chosen
}

// paragraph drafts a paragraph about papers. Each sentence continues from the previous one.
func (s *Service) paragraph(
	ctx context.Context, q wire.RelatedRequest, chosen []wire.ChosenPaper,
) (all []wire.RelatedSentence, err error) {
	used, err := s.Get(ctx)
	if err != nil {
		return nil, backend.Unavailable(err)
	}
	written := NewParagraph(new(Drafts))
	var sentences []int // indexes in all of the sentences of the paragraph
	for _, c := range chosen {
		p, err := s.Paper(ctx, c.PaperRef)
		if err != nil {
			return nil, err
		}
		site := CiteSite{Context: LastSentences(q.Text), Keywords: q.Topics[c.Topic], Textual: true}
		part, err := written.Draft(ctx, used, site, p)
		if err != nil {
			return nil, err
		}
		reply := wire.RelatedSentence{Topic: c.Topic, DraftReply: newDraftReply(p, []engine.Draft{part.Draft}),
			PaperRef: c.PaperRef}
		switch {
		case part.Joins >= 0:
			reply.Joins = &sentences[part.Joins]
		case !part.MarkOnly:
			written.Add(part)
			sentences = append(sentences, len(all))
		}
		all = append(all, reply)
	}
	return all, nil
}
