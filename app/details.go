package app

import (
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/evidence"
)

// PaperDetails are what a record says of a paper, but for its full text.
type PaperDetails struct {
	ListedPaper
	Abstract  string   `json:"abstract"`
	Known     string   `json:"known"` // "full text", "abstract" or "title": what is known of the paper's text
	ArXiv     string   `json:"arxiv,omitempty"`
	Volume    string   `json:"volume,omitempty"`
	Issue     string   `json:"issue,omitempty"`
	Pages     string   `json:"pages,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Type      string   `json:"type,omitempty"`      // of BibTeX, such as "inproceedings"
	Key       string   `json:"key,omitempty"`       // in the user's own library
	Retracted bool     `json:"retracted,omitempty"` // as its source says
	Also      []string `json:"also,omitempty"`      // names of other corpora that have it
}

// DetailsOf are those of a paper, with some of its sentences.
func DetailsOf(p *engine.Paper, highlights []engine.Highlight) PaperDetails {
	return PaperDetails{
		ListedPaper: Listed(engine.Found{Paper: p}, highlights), Abstract: p.Abstract, Known: evidence.KnownOf(p), ArXiv: p.ArXiv,
		Volume: p.Volume, Issue: p.Issue, Pages: p.Pages, Publisher: p.Publisher, Type: p.EntryType, Key: p.Key, Retracted: p.Retracted, Also: p.Also,
	}
}
