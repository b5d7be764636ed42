package wire

// A PaperRef names a paper of a corpus.
type PaperRef struct {
	Paper  string `json:"paper"`
	Corpus string `json:"corpus"`
}

// A Quote is a verbatim sentence of a paper.
type Quote struct {
	Text    string `json:"text"`
	Section string `json:"section"`
}

// A ListedPaper is a paper as a list shows it.
type ListedPaper struct {
	ID      string   `json:"id"`
	Corpus  string   `json:"corpus"`
	Title   string   `json:"title"`
	Byline  string   `json:"byline"` // "Martins et al. 2009"
	Authors []string `json:"authors"`
	Year    int      `json:"year,omitempty"`
	Venue   string   `json:"venue,omitempty"`
	DOI     string   `json:"doi,omitempty"`
	URL     string   `json:"url,omitempty"`
	Link    string   `json:"link,omitempty"` // http or https, safe to open
	// File is the absolute path of the PDF in the user's library.
	File  string  `json:"file,omitempty"`
	Score float64 `json:"score"` // comparable inside one list only; four decimals
	// Relevance is the probability that the author of such a text cites this very paper here, with
	// four decimals; 0 if unknown. It is small even for the best, since many papers fit most sites.
	Relevance  float64 `json:"relevance"`
	Fit        string  `json:"fit,omitempty"` // the relevance in words
	Highlights []Quote `json:"highlights"`
}

// PaperDetails are the fields of a record without its full text.
type PaperDetails struct {
	ListedPaper
	Abstract  string   `json:"abstract"`
	Known     string   `json:"known"` // "full text", "abstract" or "title"
	ArXiv     string   `json:"arxiv,omitempty"`
	Volume    string   `json:"volume,omitempty"`
	Issue     string   `json:"issue,omitempty"`
	Pages     string   `json:"pages,omitempty"`
	Publisher string   `json:"publisher,omitempty"`
	Type      string   `json:"type,omitempty"`      // of BibTeX, such as "inproceedings"
	Key       string   `json:"key,omitempty"`       // in the user's own library
	Retracted bool     `json:"retracted,omitempty"` // according to its source
	Also      []string `json:"also,omitempty"`      // other corpora with the paper
}

// A PaperText is the text of a paper in an index.
type PaperText struct {
	PaperDetails
	Text       []TextSection `json:"text"`
	References []string      `json:"references"` // "Martins et al. 2009: Title"
}

// A TextSection has the passages of a section in order.
type TextSection struct {
	Title    string        `json:"title"`
	Passages []TextPassage `json:"passages"`
}

// A TextPassage is a paragraph, or a part of a long one with the same Index.
type TextPassage struct {
	Index int    `json:"index"` // as that of ExplainedPassage
	Text  string `json:"text"`
}

// An Entry is the entry of a paper as a .bib has it, or would get it.
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
