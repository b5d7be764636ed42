package choice

// A Place is the site of a citation.
type Place struct {
	Context  []string // sentences before the citation, oldest first
	Keywords []string
	Title    string // title of the manuscript, or ""
	Section  string // heading of the section that contains it, or ""
	Intent   string // purpose of the citation, one of keyword.Intents, or ""
}

// A Statement is a sentence of a paper.
type Statement struct {
	Text    string
	Section string  // heading of its section; AbstractSection or TitleSection outside the full text
	Cosine  float64 // cosine to the last sentence of the context; 0 if unknown
}

// Sections of statements outside the full text.
const (
	AbstractSection = "Abstract"
	TitleSection    = "Title"
)

// A Work is a paper with the statements to choose from, in document order.
type Work struct {
	Title      string
	Statements []Statement
}

// MaxStatements is the maximum number of statements that are scored. Any others rank last.
const MaxStatements = 256

// Limits on the input. Anything beyond them is ignored.
const (
	maxSentence = 1200 // size of a statement, a title or a sentence of the context, in bytes
	maxContext  = 6    // number of sentences of the context; the last ones are used
	maxKeywords = 32
	maxKeyword  = 200 // in bytes
)

// unread is the score of empty statements and of those beyond MaxStatements. It is below all others.
const unread = -100.0

// Scores returns a score for each statement of a work. Only their differences matter: a difference
// of 1 corresponds to a factor of e in the odds that the author refers to one statement rather than
// the other.
func Scores(p Place, w Work) []float64 { return trained().Scores(p, w) }
