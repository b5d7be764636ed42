package choice

// A Place is the site of a citation.
type Place struct {
	Context  []string // the sentences before it, oldest first
	Keywords []string
	Title    string // of the manuscript, or ""
	Section  string // the heading above it, or ""
	Intent   string // one of keyword.Intents, or ""
}

// A Statement is a sentence of a paper.
type Statement struct {
	Text    string
	Section string  // the heading of its section, AbstractSection or TitleSection
	Cosine  float64 // with the last sentence of the context; 0 if unknown
}

// Sections that are not in the full text.
const (
	AbstractSection = "Abstract"
	TitleSection    = "Title"
)

// A Work is a paper with the statements to choose from, in its order.
type Work struct {
	Title      string
	Statements []Statement
}

// MaxStatements is the number of statements that are scored. The others rank last.
const MaxStatements = 256

// Bounds of the input. The rest is not read.
const (
	maxSentence = 1200 // bytes of a statement, a title and a sentence of the context
	maxContext  = 6    // sentences, the last ones
	maxKeywords = 32
	maxKeyword  = 200 // bytes
)

// unread is the score of empty statements and of those beyond MaxStatements. It is below all others.
const unread = -100.0

// Scores returns a score for each statement of a work. Only their differences matter: one of 1 is a
// factor e in the odds that the author means this statement and not the other.
func Scores(p Place, w Work) []float64 { return trained().Scores(p, w) }

// Forms returns the share of authors who cite in each form, in the order of AllForms, for a
// statement at a place. An empty statement stands for one that is unknown.
func Forms(p Place, statement string) []float64 { return trained().Shares(p, statement) }
