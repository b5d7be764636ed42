package format

// Prefixes of field terms; words contain no colon. Title words are stored twice: as stems, for
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
