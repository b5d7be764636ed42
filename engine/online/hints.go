package online

import (
	"context"
	"fmt"
	"slices"
)

// A Hint is a fact about a work that matters to authors who cite it.
type Hint struct {
	Kind HintKind
	Text string // a single sentence
	DOI  string // DOI of the related publication or notice; "" if unknown
	Date string // date of the notice; "" if unknown
}

// A HintKind is the kind of a hint.
type HintKind string

// The kinds of hints.
const (
	HasBeenPublished HintKind = "published" // the preprint has a version of record
	HasBeenRetracted HintKind = "retracted"
	HasBeenWithdrawn HintKind = "withdrawn"
	HasConcern       HintKind = "concern"
	PartlyRetracted  HintKind = "partly retracted"
	HasCorrection    HintKind = "corrected"
	IsNotice         HintKind = "notice" // the record is a notice about another work
)

// Hints returns the hints about a record, most serious first.
func (r *Record) Hints() (hints []Hint) {
	add := func(kind HintKind, text string, relations ...RelationKind) bool {
		found := false
		for _, relation := range r.Relations {
			if slices.Contains(relations, relation.Kind) {
				found = true
				hints = append(hints, Hint{kind, text, relation.DOI, relation.Date})
			}
		}
		return found
	}
	if !add(HasBeenRetracted, "This work has been retracted.", RetractedBy) && r.Retracted {
		hints = append(hints, Hint{Kind: HasBeenRetracted, Text: "This work has been retracted."})
	}
	if !add(HasBeenWithdrawn, "This work has been withdrawn.", WithdrawnBy) && r.Withdrawn {
		hints = append(hints, Hint{Kind: HasBeenWithdrawn, Text: r.withdrawnText()})
	}
	add(PartlyRetracted, "Part of this work has been retracted.", PartlyRetractedBy)
	add(HasConcern, "The publisher has issued an expression of concern about this work.", ConcernBy)
	if r.Type == Preprint {
		add(HasBeenPublished, "This preprint has been published.", PublishedAs)
	}
	add(HasCorrection, "A correction to this work has been published.", CorrectedBy)
	add(IsNotice, "This is a notice about another work.", NoticeAbout)
	return hints
}

func (r *Record) withdrawnText() string {
	if r.Version > 0 && r.ArXiv != "" {
		return fmt.Sprintf("Version %d, the newest on arXiv, marks this work as withdrawn.", r.Version)
	}
	return "This preprint has been withdrawn by its authors."
}

// Published returns the version of record of a preprint. This is the version named by the record or,
// failing that, a work in Crossref with the same title and first author. The error has kind NotFound
// if neither is found.
func (c *Client) Published(ctx context.Context, r *Record) (*Record, error) {
	for _, doi := range r.Related(PublishedAs) {
		if found, err := c.Resolve(ctx, ID{Scheme: DOI, Value: doi}); err == nil || !isNotFound(err) {
			return found, err
		}
	}
	return c.publishedByTitle(ctx, r)
}

const laterYears = 4 // maximum number of years between a preprint and its version of record

func (c *Client) publishedByTitle(ctx context.Context, r *Record) (*Record, error) {
	source := c.sources["crossref"]
	if source == nil {
		return nil, &Error{Source: "crossref", Kind: Off}
	}
	if len(r.Authors) == 0 || r.Year == 0 {
		return nil, &Error{Source: "crossref", Kind: Unsupported,
			Detail: "the entry lacks an author or a year, which a lookup by title requires: add the missing field"}
	}
	all, err := source.Search(ctx, Query{Title: r.Title, Author: r.Authors[0].Family, From: r.Year,
		To: r.Year + laterYears, Limit: 5})
	if err != nil {
		return nil, err
	}
	for _, found := range all {
		if found.Type != Preprint && SameTitle(found.Title, r.Title) && sameFirstAuthor(found, r) {
			return found, nil
		}
	}
	return nil, &Error{Source: "crossref", Kind: NotFound}
}
