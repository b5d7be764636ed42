package format

// Prefixes of the terms of fields; no word has a colon. Title words are stored as stems, for
// whole words, and as written, for prefixes.
const (
	AuthorPrefix = "a:"
	TitlePrefix  = "t:"
	VenuePrefix  = "v:"
	WordPrefix   = "w:"
	DoiPrefix    = "d:"
	ArxivPrefix  = "x:"
	KeyPrefix    = "k:"
)
