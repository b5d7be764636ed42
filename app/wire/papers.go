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

// A ListedPaper is a paper as displayed in a list.
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
	Link    string   `json:"link,omitempty"` // http or https, safe to open
	// File is the absolute path of the PDF in the user's library.
	File  string  `json:"file,omitempty"`
	Score float64 `json:"score"` // comparable only within one list; four decimals
	// Relevance is the probability that the author of such a text would cite exactly this paper here,
	// with four decimals; 0 if unknown. It is small even for the best paper, since most sites have
	// many suitable ones.
	Relevance  float64 `json:"relevance"`
	Fit        string  `json:"fit,omitempty"` // the relevance in words
	Highlights []Quote `json:"highlights"`
}

// PaperDetails are the fields of a record other than the full text.
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
	Key       string   `json:"key,omitempty"`       // in the user's library
	Retracted bool     `json:"retracted,omitempty"` // according to its source
	Also      []string `json:"also,omitempty"`      // other corpora with the paper
}

// A PaperText is the stored text of a paper.
type PaperText struct {
	PaperDetails
	Text       []TextSection `json:"text"`
	References []string      `json:"references"` // "Martins et al. 2009: Title"
}

// A TextSection contains the passages of a section in order.
type TextSection struct {
	Title    string        `json:"title"`
	Passages []TextPassage `json:"passages"`
}

// A TextPassage is a paragraph, or a part of a long one. All parts have the same Index.
type TextPassage struct {
	Index int    `json:"index"` // as in ExplainedPassage
	Text  string `json:"text"`
}

// An Entry is the entry that a .bib has, or would get, for a paper.
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
