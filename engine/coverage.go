package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// An Outcome is the status of one corpus after a request.
type Outcome string

// Outcomes of a request. A corpus that failed or was skipped may contain more results.
const (
	OutcomeAnswered Outcome = "answered"
	OutcomeFailed   Outcome = "failed"
	OutcomeSkipped  Outcome = "not_asked" // the settings do not permit sending the query to the corpus
)

// A CorpusOutcome is the outcome of a request for one corpus.
type CorpusOutcome struct {
	Corpus  string  `json:"corpus"` // name of the corpus, or host of its server
	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason,omitempty"` // why the corpus did not answer; "" if it answered
}

// A Coverage lists all corpora of a request with their outcomes, in the order of the settings
// (invariant 13).
type Coverage []CorpusOutcome

// Answered returns the names of the corpora that answered.
func (c Coverage) Answered() []string {
	names := []string{}
	for _, o := range c {
		if o.Outcome == OutcomeAnswered {
			names = append(names, o.Corpus)
		}
	}
	return names
}

// Missing returns the corpora that failed or were not queried.
func (c Coverage) Missing() (missing Coverage) {
	for _, o := range c {
		if o.Outcome != OutcomeAnswered {
			missing = append(missing, o)
		}
	}
	return missing
}

// WithoutReasons returns the outcomes without their reasons, which may reveal details about the machine.
func (c Coverage) WithoutReasons() Coverage {
	public := slices.Clone(c)
	for i := range public {
		public[i].Reason = ""
	}
	return public
}

// coverage returns the outcome of each source, and a notice for each source that did not answer.
func (e *Engine) coverage(ctx context.Context, replies []reply[Result]) (all Coverage, notices []Notice) {
	names := e.corpusNames(ctx, replies)
	for i, r := range replies {
		o := CorpusOutcome{Corpus: names[i], Outcome: OutcomeAnswered}
		if o.Corpus == "" {
			o.Corpus = fmt.Sprintf("corpus %d of %d", r.from.number+1, len(e.sources))
		}
		if r.err != nil {
			n := leftOut(names[i], o.Corpus, r.err)
			notices = append(notices, n)
			o.Outcome, o.Reason = OutcomeFailed, r.err.Error()
			if n.Code == NoticeKeywords {
				o.Outcome = OutcomeSkipped
			}
		}
		all = append(all, o)
	}
	return all, notices
}

// corpusNames returns the name of each source. The name is "" if the source does not report it within a
// tenth of the timeout. A local corpus's name is read from a candidate, which saves a call.
func (e *Engine) corpusNames(ctx context.Context, replies []reply[Result]) []string {
	names := make([]string, len(replies))
	var unnamed []*source
	var positions []int
	for i, r := range replies {
		if r.err == nil && r.from.unlimited && len(r.answer.Candidates) > 0 {
			names[i] = r.answer.Candidates[0].Paper.Corpus
			continue
		}
		unnamed, positions = append(unnamed, r.from), append(positions, i)
	}
	ctx, cancel := context.WithTimeout(ctx, e.parts.Patience/namePatience)
	defer cancel()
	for i, r := range infosOf(ctx, unnamed) {
		names[positions[i]] = r.answer.Name
	}
	return names
}

// leftOut returns the notice for a corpus that did not answer.
func leftOut(name, shown string, failure error) Notice {
	n := Notice{Code: NoticeFailed, Subject: shown, Text: fmt.Sprintf("the corpus %s was not "+
		"searched: %v", shown, failure)}
	if name == "" {
		n.Text = fmt.Sprintf("%s was not searched: %v", shown, failure)
	}
	switch {
	case errors.Is(failure, errLate):
		n.Code = NoticeLate
	case errors.Is(failure, ErrKeywordsOnly):
		n.Code = NoticeKeywords
	}
	return n
}

func (e *Engine) failures(ctx context.Context, replies []reply[Result]) (notices []Notice) {
	failed := slices.DeleteFunc(slices.Clone(replies), func(r reply[Result]) bool { return r.err == nil })
	_, notices = e.coverage(ctx, failed)
	return notices
}
