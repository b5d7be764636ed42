package app

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// This file has the questions of doors that see no document: a text comes with each.

// A TextQuestion asks for papers worth citing after a text.
type TextQuestion struct {
	Text     string `json:"text"`
	Keywords string `json:"keywords,omitempty"` // in the language of directives
	Title    string `json:"title,omitempty"`    // of the manuscript; its own record is left out
	From     int    `json:"from,omitempty"`     // no paper older than this year
	To       int    `json:"to,omitempty"`       // no paper newer than this year
	// Corpora are IDs or names of those that are searched; all where none is named.
	Corpora []string `json:"corpora,omitempty"`
	Page
}

// A ClaimQuestion asks what a paper has for and against the last sentence of a text.
type ClaimQuestion struct {
	PaperRef
	Text  string `json:"text"`
	Title string `json:"title,omitempty"` // of the manuscript
}

// A DraftQuestion asks for sentences that cite a paper after a text.
type DraftQuestion struct {
	PaperRef
	Text     string `json:"text,omitempty"`
	Keywords string `json:"keywords,omitempty"` // what a sentence should name, and "intent: method"
	Variants int    `json:"variants,omitempty"` // 1 to 3; 1 where it is not given
}

// A RelatedQuestion asks for papers for each topic of a paragraph, and for its sentences.
type RelatedQuestion struct {
	Topics []string `json:"topics"` // the keywords of each
	Text   string   `json:"text,omitempty"`
	Title  string   `json:"title,omitempty"`
	// Papers are what is written about, in this order; where none is given, the best of each topic.
	Papers []ChosenPaper `json:"papers,omitempty"`
	// Write asks for the sentences too.
	Write bool `json:"write,omitempty"`
}

// A CiteQuestion asks for the references of papers in a format.
type CiteQuestion struct {
	Papers []PaperRef `json:"papers"`
	Format string     `json:"format,omitempty"` // "bibtex" where it is not given; "biblatex", "csl-json", "ris" or "plain"
	Style  string     `json:"style,omitempty"`  // of plain references: "apa" where it is not given, "ieee", "chicago-author-date" or "mla"
}

// A QuestionError says which field of a question cannot be answered as it is, and why.
type QuestionError struct{ Field, Reason string }

func (e *QuestionError) Error() string { return e.Field + ": " + e.Reason }

func wrong(field, format string, args ...any) error {
	return &QuestionError{field, fmt.Sprintf(format, args...)}
}

// Bounds on what one question may ask for.
const (
	MaxPaged      = 100 // papers that can be paged through, as in SciLit
	MaxVariants   = 3
	MaxReferences = 200
	DefaultPage   = 10 // papers where no limit is given
	maxYear       = 9999
)

func (q *TextQuestion) check() error {
	switch {
	case q.Offset < 0 || q.Limit < 0 || q.Limit > MaxPaged:
		return wrong("limit", "offset %d and limit %d: give an offset from 0 and a limit of at most %d", q.Offset, q.Limit, MaxPaged)
	case q.From < 0 || q.From > maxYear || q.To < 0 || q.To > maxYear:
		return wrong("from", "%d to %d: give years", q.From, q.To)
	case len(q.Corpora) > MaxAskedCorpora:
		return wrong("corpora", "%d corpora are too many for one search: name at most %d, or none to search all", len(q.Corpora), MaxAskedCorpora)
	case q.From > 0 && q.To > 0 && q.From > q.To:
		return wrong("from", "%d is after %d: no paper can be of such a year", q.From, q.To)
	case q.Text == "" && q.Keywords == "" && q.Named == "":
		return wrong("text", "there is nothing to search by: give a text, keywords or a name")
	}
	if q.Limit == 0 {
		q.Limit = DefaultPage
	}
	return nil
}

// query asks the engine for all pages.
func (q *TextQuestion) query() engine.Query {
	query := CiteSite{Context: LastSentences(q.Text), Keywords: q.Keywords}.Query(MaxPaged, engine.Manuscript{Title: q.Title})
	query.YearFrom, query.YearTo = q.From, q.To
	if q.Named != "" {
		query.Keywords = ""
	}
	return query
}

func (q *DraftQuestion) check() error {
	if q.Variants < 0 || q.Variants > MaxVariants {
		return wrong("variants", "%d: there are 1 to %d", q.Variants, MaxVariants)
	}
	q.Variants = max(1, q.Variants)
	return nil
}

func (q *RelatedQuestion) check() error {
	if len(q.Topics) == 0 || len(q.Topics) > MaxRelated {
		return wrong("topics", "%d are given: give 1 to %d", len(q.Topics), MaxRelated)
	}
	if err := CheckRelated(len(q.Papers)); err != nil {
		return wrong("papers", "%v", err)
	}
	for _, p := range q.Papers {
		if p.Topic < 0 || p.Topic >= len(q.Topics) {
			return wrong("papers", "there is no topic %d: topics are counted from 0", p.Topic)
		}
	}
	return nil
}
