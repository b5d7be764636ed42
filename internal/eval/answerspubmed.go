package eval

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// A PubMedQuestion is a record of the labelled part of the data set PubMedQA: a question, the
// abstract that answers it including its conclusion, and the decision yes, no or maybe.
type PubMedQuestion struct {
	ID         string   `json:"-"`
	Question   string   `json:"QUESTION"`
	Contexts   []string `json:"CONTEXTS"`
	Conclusion string   `json:"LONG_ANSWER"`
	Decision   string   `json:"final_decision"`
}

// ReadPubMedQA reads ori_pqal.json, the labelled part of PubMedQA.
func ReadPubMedQA(r io.Reader) ([]PubMedQuestion, error) {
	var records map[string]PubMedQuestion
	if err := json.NewDecoder(r).Decode(&records); err != nil {
		return nil, fmt.Errorf("PubMedQA: %w", err)
	}
	var all []PubMedQuestion
	for _, id := range slices.Sorted(maps.Keys(records)) {
		q := records[id]
		q.ID = id
		all = append(all, q)
	}
	return all, nil
}

// Paper returns the abstract as a paper, with or without its conclusion. It leaves out the title,
// because the title is the question.
func (q PubMedQuestion) Paper(concluded bool) *engine.Paper {
	parts := slices.Clone(q.Contexts)
	if concluded {
		parts = append(parts, q.Conclusion)
	}
	return &engine.Paper{ID: "pmid:" + q.ID, Corpus: "pubmedqa", Title: "PubMed " + q.ID,
		Abstract: strings.Join(parts, " ")}
}

// denied matches phrases that indicate the answer "no", and undecided matches phrases that indicate
// "maybe".
var (
	denied    = regexp.MustCompile(`(?i)\b(?:no|not|neither|nor|without|lack(?:s|ed)?|fail(?:s|ed)?|cannot|unlikely|unnecessary|unrelated|failed|similar|comparable|little|less|non-?significant|insignificant|does n[o']t|did n[o']t|n[o']t)\b`)
	undecided = regexp.MustCompile(`(?i)\b(?:further (?:stud|research|investigation|work)\w*|more (?:studies|research)|unclear|inconclusive|remains? to be|controversial|uncertain|limited evidence|in some|partial(?:ly)?|depend(?:s|ing)? on)\b`)
)

// Verdict uses simple rules to classify an answer as yes, no or maybe.
func Verdict(sentences []string) string {
	votes := 0
	for _, s := range sentences {
		switch {
		case denied.MatchString(s):
			votes--
		default:
			votes++
		}
	}
	said := strings.Join(sentences, " ")
	switch {
	case undecided.MatchString(said) && votes <= 1:
		return "maybe"
	case votes < 0:
		return "no"
	}
	return "yes"
}
