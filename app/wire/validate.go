package wire

import (
	"cmp"
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A RequestError reports an invalid field of a request and the reason.
type RequestError struct{ Field, Reason string }

func (e *RequestError) Error() string { return e.Field + ": " + e.Reason }

func Invalid(field, format string, args ...any) error {
	return &RequestError{field, fmt.Sprintf(format, args...)}
}

// Limits on a request.
const (
	MaxPaged      = 100 // number of papers on all pages, the same limit as in SciLit
	MaxVariants   = 6
	MaxReferences = 200
	MaxPapers     = 50   // number of papers named in a question
	MaxCorpora    = 50   // number of corpora named in a request
	DefaultPage   = 10   // default number of papers per page
	maxNamedQuery = 2000 // length of an identifier or a title, in bytes
	maxYear       = 9999
)

func (q *SuggestRequest) Validate() error {
	switch {
	case q.Offset < 0 || q.Limit < 0 || q.Limit > MaxPaged:
		return Invalid("limit", "offset %d or limit %d is out of range: use an offset of at least 0 and a limit "+
			"of at most %d", q.Offset, q.Limit, MaxPaged)
	case q.From < 0 || q.From > maxYear || q.To < 0 || q.To > maxYear:
		return Invalid("from", "the years %d to %d are not valid: use years from 1 to %d, or 0 for no limit",
			q.From, q.To, maxYear)
	case len(q.Corpora) > MaxCorpora:
		return Invalid("corpora", "the request names %d corpora: name at most %d, or none to search all",
			len(q.Corpora), MaxCorpora)
	case q.From > 0 && q.To > 0 && q.From > q.To:
		return Invalid("from", "the first year, %d, is after the last, %d: swap them", q.From, q.To)
	case len(q.Named) > maxNamedQuery:
		return Invalid("named", "the name is %d bytes long: give an identifier, a title, or words from the title and the "+
			"authors' names, in at most %d bytes",
			len(q.Named), maxNamedQuery)
	case q.Text == "" && q.Keywords == "" && q.Named == "":
		return Invalid("text", "the request is empty: give text, keywords or a name")
	}
	q.Limit = cmp.Or(q.Limit, DefaultPage)
	return nil
}

func (q *DraftRequest) Validate() error {
	if q.Variants < 0 || q.Variants > MaxVariants {
		return Invalid("variants", "%d sentences were requested: request 1 to %d", q.Variants, MaxVariants)
	}
	q.Variants = max(1, q.Variants)
	return nil
}

func (q *RelatedRequest) Validate() error {
	if len(q.Topics) == 0 || len(q.Topics) > MaxRelated {
		return Invalid("topics", "the request has %d topics: send 1 to %d", len(q.Topics), MaxRelated)
	}
	if err := CheckRelated(len(q.Papers)); err != nil {
		return Invalid("papers", "%v", err)
	}
	for _, p := range q.Papers {
		if p.Topic < 0 || p.Topic >= len(q.Topics) {
			return Invalid("papers", "topic %d does not exist: use a number from 0 to %d", p.Topic, len(q.Topics)-1)
		}
	}
	return nil
}

// MaxRelated is the maximum number of papers in one paragraph of related work. A larger selection
// is probably a mistake.
const MaxRelated = 20

// CheckRelated returns an error if there are too many papers for one paragraph.
func CheckRelated(papers int) error {
	if papers <= MaxRelated {
		return nil
	}
	return fmt.Errorf("one paragraph cannot cite %s: choose at most %d", text.Count(papers, "paper"), MaxRelated)
}
