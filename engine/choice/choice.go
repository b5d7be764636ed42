package choice

// A Place is the site of a citation.
type Place struct {
	Context  []string // the sentences before it, oldest first
	Keywords []string
	Title    string // manuscript title, or ""
	Section  string // heading above it, or ""
	Intent   string // one of keyword.Intents, or ""
}

// A Statement is a sentence of a paper.
type Statement struct {
	Text    string
	Section string  // the heading of its section, AbstractSection or TitleSection
	Cosine  float64 // cosine with the last sentence of the context; 0 if unknown
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

// MaxStatements is the maximum number of statements that are scored. The others rank last.
const MaxStatements = 256

// Limits of the input. The rest is ignored.
const (
	maxSentence = 1200 // bytes of a statement, a title and a sentence of the context
	maxContext  = 6    // sentences of the context, the last ones
	maxKeywords = 32
	maxKeyword  = 200 // bytes
)

// unread is the score of empty statements and of those beyond MaxStatements, below all others.
const unread = -100.0

// Scores returns a score for each statement of a work. Only differences matter: a difference of 1
// is a factor of e in the odds that the author means one statement rather than the other.
func Scores(p Place, w Work) []float64 { return trained().Scores(p, w) }
