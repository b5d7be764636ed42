package paper

// A Paper is one stored record. Every reference the product ever shows or
// inserts is made from one (invariant 1).
type Paper struct {
	ID     string // unique inside its corpus
	Corpus string // the name of the corpus it was read from
	// CorpusID is the ID of that corpus, which no other one has; "" where it has none.
	CorpusID string `json:",omitempty"`
	// Also are the names of other corpora that have the work too, where a search
	// found it in several.
	Also []string `json:",omitempty"`

	// Own reports whether the user's library has the work. The engine alone sets it.
	Own bool `json:"-"`
	// Key is the citation key that the user's own library has for the work, ""
	// where it was read from something that has none.
	Key string `json:",omitempty"`
	// Entry is the BibTeX of the work as its user wrote it, "" where there is none
	// that could stand in another file. The engine leaves it only to records of the
	// user's library.
	Entry string `json:",omitempty"`
	// File is the path of the PDF that the work was read from, which an editor may
	// open. No index stores it: the user's library alone sets it, when it is asked.
	File string `json:"-"`

	Title     string
	Authors   []Author
	Abstract  string
	Venue     string
	DOI       string // bare and lower case, without a resolver's address
	ArXiv     string // identifier without version, e.g. "1706.03762"
	URL       string
	License   string
	Year      int // 0 where unknown
	Month     int // 1..12, 0 where unknown
	Volume    string
	Issue     string
	Pages     string
	Publisher string
	// EntryType is that of BibTeX, such as "inproceedings"; "" where the source does not say.
	EntryType string `json:",omitempty"`

	Body       []Section // full text, nil where there is none
	References []Reference
}

// An Author is a person's name as the record spells it.
type Author struct {
	Given, Family string
}

// A Section is one section of a full text.
type Section struct {
	Title      string
	Paragraphs []Paragraph
}

// A Paragraph is a run of sentences.
type Paragraph []Sentence

// A Sentence is one sentence of a full text with the marks it cites by.
type Sentence struct {
	Text  string
	Cites []CiteSpan
}

// A CiteSpan is a citation mark inside a sentence: byte offsets into
// Sentence.Text, and the index of the cited work in Paper.References, or -1.
type CiteSpan struct {
	Start, End int
	Reference  int
}

// A Reference is a work that a paper cites, as its reference list has it.
type Reference struct {
	Title, Venue, DOI string
	Authors           []Author
	Year              int
}

// A Ref names a work by whatever is known of it; the first field that
// finds a record wins, in the order given here.
type Ref struct {
	ID     string // a Paper.ID
	Corpus string // the ID or the name of the only corpus that may answer; any where empty
	Key    string // a Paper.Key
	DOI    string
	ArXiv  string
	Title  string // compared normalised
	Author string // family name of the first author; confirms Title where both sides have one
	Keyed  bool   // only records that have a citation key may answer
	// Unkeyed is set where only records without a citation key may answer.
	Unkeyed bool
}
