package format

// Prefixes of field terms, which contain a colon because words do not. Title words are stored twice:
// as stems to match whole words, and as written to match prefixes.
const (
	AuthorPrefix = "a:"
	TitlePrefix  = "t:"
	VenuePrefix  = "v:"
	WordPrefix   = "w:"
	DoiPrefix    = "d:"
	ArxivPrefix  = "x:"
	KeyPrefix    = "k:"
)
