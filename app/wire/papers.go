// Package wire defines the JSON requests and replies that all front ends share. `make generate`
// derives the types of the VS Code extension from it.
package wire

// A PaperRef identifies a paper in a corpus.
type PaperRef struct {
	Paper  string `json:"paper"`
	Corpus string `json:"corpus"`
}

// A Quote is a verbatim sentence of a paper.
type Quote struct {
	Text    string `json:"text"`
	Section string `json:"section"`
}

// A ListedPaper is a paper in a list that is shown to the user.
type ListedPaper struct {
	ID      string   `json:"id"`
	Corpus  string   `json:"corpus"`
	Title   string   `json:"title"`
	Byline  string   `json:"byline"` // such as "Martins et al. 2009"
	Authors []string `json:"authors"`
	Year    int      `json:"year,omitempty"`
	Venue   string   `json:"venue,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	URL     string   `json:"url,omitempty"`
	Link    string   `json:"link,omitempty"` // an http or https URL that is safe to open
	// File is the absolute path of the PDF in the user's library.
	File  string  `json:"file,omitempty"`
	Score float64 `json:"score"` // score with four decimals, comparable only within one list
	// Relevance is the probability that the author of the text would cite exactly this paper here,
	// with four decimals. It is 0 if unknown. It is small even for the best paper, since most sites
	// have many suitable papers.
	Relevance  float64 `json:"relevance"`
	Fit        string  `json:"fit,omitempty"` // phrase that describes the relevance
	Highlights []Quote `json:"highlights"`
}

// Ref returns the reference to the paper.
func (l ListedPaper) Ref() PaperRef { return PaperRef{Paper: l.ID, Corpus: l.Corpus} }

// PaperDetails contains the fields of a record, except the full text.
type PaperDetails struct {
	ListedPaper
	Abstract  string   `json:"abstract"`
	Known     string   `json:"known"` // "full text", "abstract" or "title"
	ArXiv     string   `json:"arxiv,omitempty"`
	Volume    string   `json:"volume,omitempty"`
	Issue     string   `json:"issue,omitempty"`
	Pages     string   `json:"pages,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Type      string   `json:"type,omitempty"`      // BibTeX type, such as "inproceedings"
	Key       string   `json:"key,omitempty"`       // citation key in the user's library
	Retracted bool     `json:"retracted,omitempty"` // set if the source marks the paper as retracted
	Also      []string `json:"also,omitempty"`      // names of other corpora that contain the paper
}

// A PaperText is the stored text of a paper.
type PaperText struct {
	PaperDetails
	Text       []TextSection `json:"text"`
	References []string      `json:"references"` // references in the form "Martins et al. 2009: Title"
}

// A TextSection contains the passages of one section, in order.
type TextSection struct {
	Title    string        `json:"title"`
	Passages []TextPassage `json:"passages"`
}

// A TextPassage is a paragraph, or a part of a long paragraph. All parts of a paragraph have the
// same Index.
type TextPassage struct {
	Index int    `json:"index"` // number of the paragraph, as in ExplainedPassage
	Text  string `json:"text"`
}

// An Entry is a paper's entry in a .bib file, or the entry that would be added.
type Entry struct {
	Key   string `json:"key"`
	Entry string `json:"entry"`
	InBib bool   `json:"inBib"`
}

// OrEmpty returns an empty slice for nil, so that it encodes as [] rather than null.
func OrEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
