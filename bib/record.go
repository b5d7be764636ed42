package bib

// A Record is what a new entry is made from. All text is plain Unicode.
type Record struct {
	// Type is an entry type ("article") or a Crossref type
	// ("journal-article"); it is guessed from the rest where empty.
	Type      string
	Authors   []Name
	Title     string
	Year      int // 0 where unknown
	Month     int // 1..12, 0 where unknown
	Venue     string
	DOI       string
	ArXiv     string
	URL       string
	Volume    string
	Issue     string
	Pages     string
	Publisher string
}
