package app

import (
	"context"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/bib/reference"
	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Related are papers for the topics of a paragraph, and its sentences.
type Related struct {
	Topics    []OfferedTopic    `json:"topics"`
	Sentences []RelatedSentence `json:"sentences"` // in the order of the paragraph; empty unless they were asked for
}

// A RelatedSentence is about one paper of a topic.
type RelatedSentence struct {
	Topic int `json:"topic"` // counted from 0
	Drafted
	PaperRef
}

// Related answers with papers for each topic, and writes about the chosen ones.
func (e *Engines) Related(ctx context.Context, q RelatedQuestion) (Related, error) {
	answer := Related{Topics: []OfferedTopic{}, Sentences: []RelatedSentence{}}
	if err := q.check(); err != nil {
		return answer, err
	}
	for _, topic := range q.searched() {
		found, err := e.Suggest(ctx, TextQuestion{Text: q.Text, Keywords: topic, Title: q.Title})
		if err != nil {
			return answer, err
		}
		answer.Topics = append(answer.Topics, OfferedTopic{topic, found.Relaxation, found.Papers})
	}
	if !q.Write {
		return answer, nil
	}
	chosen := q.Papers
	if len(chosen) == 0 {
		chosen = bestOf(answer.Topics)
	}
	sentences, err := e.paragraph(ctx, q, chosen)
	answer.Sentences = OrEmpty(sentences)
	return answer, err
}

// searched are the topics that papers are looked for: none where all are chosen.
func (q RelatedQuestion) searched() []string {
	if q.Write && len(q.Papers) > 0 {
		return nil
	}
	return q.Topics
}

// bestOf is the best paper of each topic that no topic before it has.
func bestOf(topics []OfferedTopic) (chosen []ChosenPaper) {
	taken := make(map[PaperRef]bool)
	for i, topic := range topics {
		at := slices.IndexFunc(topic.Papers, func(p ListedPaper) bool { return !taken[PaperRef{p.ID, p.Corpus}] })
		if at < 0 {
			continue
		}
		ref := PaperRef{topic.Papers[at].ID, topic.Papers[at].Corpus}
		taken[ref] = true
		chosen = append(chosen, ChosenPaper{i, ref})
	}
	return chosen
}

// paragraph writes a sentence about each paper that follows the one before.
func (e *Engines) paragraph(ctx context.Context, q RelatedQuestion, chosen []ChosenPaper) (all []RelatedSentence, err error) {
	used, err := e.Get(ctx)
	if err != nil {
		return nil, Nothing(err)
	}
	written := NewParagraph(new(Drafts))
	for _, c := range chosen {
		p, err := e.Paper(ctx, c.PaperRef)
		if err != nil {
			return nil, err
		}
		site := CiteSite{Context: LastSentences(q.Text), Keywords: q.Topics[c.Topic], Textual: true}
		d, err := written.Draft(ctx, used, site, p)
		if err != nil {
			return nil, err
		}
		if !d.MarkOnly {
			written.Add(d)
		}
		all = append(all, RelatedSentence{c.Topic, draftedOf(p, []engine.Draft{d}), c.PaperRef})
	}
	return all, nil
}

// Cited are references of papers as one text.
type Cited struct {
	Format string   `json:"format"`
	Style  string   `json:"style,omitempty"`
	Text   string   `json:"text"`
	Keys   []string `json:"keys"` // of the entries, parallel to the papers
}

// Cite writes the references of papers.
func (e *Engines) Cite(ctx context.Context, q CiteQuestion) (Cited, error) {
	answer, err := q.answer()
	if err != nil {
		return answer, err
	}
	papers, err := e.papers(ctx, q.Papers)
	if err != nil {
		return answer, err
	}
	var file *bib.File
	answer.Keys, file = entriesOf(papers)
	var works []reference.Work
	for i := range file.Entries {
		works = append(works, reference.Of(&file.Entries[i]))
	}
	answer.Text, err = reference.Export(works, answer.Format, reference.Style(answer.Style))
	return answer, err
}

// answer is one without its text.
func (q CiteQuestion) answer() (Cited, error) {
	answer := Cited{Format: q.Format, Style: q.Style}
	if answer.Format == "" {
		answer.Format = "bibtex"
	}
	if answer.Format == "plain" && answer.Style == "" {
		answer.Style = string(reference.APA)
	}
	switch {
	case len(q.Papers) == 0 || len(q.Papers) > MaxReferences:
		return answer, wrong("papers", "%d are given: give 1 to %d", len(q.Papers), MaxReferences)
	case !slices.Contains(reference.Formats, answer.Format):
		return answer, wrong("format", "%q is none of %v", q.Format, reference.Formats)
	case answer.Style != "" && !reference.Known(answer.Style):
		return answer, wrong("style", "%q is none of %v", q.Style, reference.Styles)
	}
	return answer, nil
}

// entriesOf are the entries of papers in a .bib of their own, one a work.
func entriesOf(papers []*engine.Paper) (keys []string, file *bib.File) {
	planner := bib.NewPlanner([]*bib.File{bib.Parse("")}, 0, "")
	for _, p := range papers {
		keys = append(keys, planner.Cite(NewWorkOf(p)))
	}
	added, _ := planner.Insertion()
	return keys, bib.Parse(added.Text)
}
