// Package paper defines the record of a work. It normalizes identifiers, decides whether two
// records describe the same work, and merges such records. Readers, the index, the engine and
// package bib use it.
package paper

import "iter"

// A Paper is a stored record. Every reference that the program writes comes from one (invariant 1).
type Paper struct {
	ID     string // identifier, unique within its corpus
	Corpus string // name of the corpus
	// CorpusID is the unique ID of the corpus, or "".
	CorpusID string `json:",omitempty"`
	// Also lists the names of other corpora in which a search found the same work.
	Also []string `json:",omitempty"`

	// Own reports whether the work is in the user's library. Only the engine sets this field.
	Own bool `json:"-"`
	// Key is the citation key in the user's library, or "".
	Key string `json:",omitempty"`
	// Entry is the BibTeX entry in the user's library, or "". The engine removes it from all other
	// records.
	Entry string `json:",omitempty"`
	// File is the path of the work's PDF, which an editor may open. Only the user's library sets
	// this field, and indexes do not store it.
	File string `json:"-"`

	Title     string
	Authors   []Author
	Abstract  string
	Venue     string
	DOI       string // in lower case, without the resolver's URL
	ArXiv     string // without version, such as "1706.03762"
	OpenAlex  string `json:",omitempty"` // such as "W2741809807"
	URL       string
	License   string
	Year      int // 0 if unknown
	Month     int // 1 to 12, or 0 if unknown
	Volume    string
	Issue     string
	Pages     string
	Publisher string
	// Retracted reports whether the source states that the work was retracted or withdrawn.
	Retracted bool `json:",omitempty"`
	// EntryType is a BibTeX type such as "inproceedings", or "".
	EntryType string `json:",omitempty"`

	Body       []Section // sections of the full text, or nil
	References []Reference
}

// TitleAndAbstract returns the text whose embedding represents the paper.
func (p *Paper) TitleAndAbstract() string {
	if p.Abstract == "" {
		return p.Title
	}
	return p.Title + ". " + p.Abstract
}

// BodyTexts yields the sentences of the full text.
func (p *Paper) BodyTexts() iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, section := range p.Body {
			for _, paragraph := range section.Paragraphs {
				for _, sentence := range paragraph {
					if !yield(sentence.Text) {
						return
					}
				}
			}
		}
	}
}

// An Author is a person's name as spelled in the record.
type Author struct {
	Given, Family string
}

// A Section is one section of a full text.
type Section struct {
	Title      string
	Paragraphs []Paragraph
}

// A Paragraph is a sequence of sentences.
type Paragraph []Sentence

// A Sentence is a sentence of a full text and its citation markers.
type Sentence struct {
	Text  string
	Cites []CiteSpan
}

// A CiteSpan is a citation marker in a sentence. It consists of byte offsets into Sentence.Text,
// and the index of the cited work in Paper.References, or -1.
type CiteSpan struct {
	Start, End int
	Reference  int
}

// A Reference is a work in a paper's list of references.
type Reference struct {
	Title, Venue, DOI string
	Authors           []Author
	Year              int
	OpenAlex          string `json:",omitempty"` // identifier in OpenAlex's citation graph
	// Contexts are sentences in which the paper cites the work, if they come from a citation index
	// rather than from the full text.
	Contexts []string `json:",omitempty"`
}

// A Ref identifies a work by any of its fields. The first field, in this order, that matches a
// record decides.
type Ref struct {
	ID     string // compared with Paper.ID
	Corpus string // ID or name of the corpus to search; "" for all corpora
	Key    string // compared with Paper.Key
	DOI    string
	ArXiv  string
	// OpenAlex is an identifier in OpenAlex's citation graph.
	OpenAlex string
	Title    string // compared in normal form
	Author   string // first author's family name, which must also match if both sides have one
	Keyed    bool   // exclude records without a citation key
	// Unkeyed excludes records with a citation key.
	Unkeyed bool
}
