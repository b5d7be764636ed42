package chat

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app"
)

// A Turn is a question that was asked from a document, and its answer.
type Turn struct {
	Number   int // from 1, not used again in the same document
	Question string
	Answer   app.Answered
}

// Conversations are those of all documents. They are kept in memory alone, and safe for
// concurrent use.
type Conversations struct {
	mu         sync.Mutex
	byDocument *lru.Cache[string, *conversation]
}

// A conversation keeps its last turns.
type conversation struct {
	last  int // number that was given
	turns []Turn
}

// How much is kept.
const (
	maxDocuments = 100
	maxTurns     = 50 // of a document
	maxRecalled  = 6  // turns that a question is asked with
)

// New has no conversation yet.
func New() *Conversations {
	byDocument, err := lru.New[string, *conversation](maxDocuments)
	if err != nil { // of sizes below one
		panic(err)
	}
	return &Conversations{byDocument: byDocument}
}

// Of are the turns of a document that are kept, oldest first.
func (c *Conversations) Of(document string) []Turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byDocument.Get(document); ok {
		return slices.Clone(found.turns)
	}
	return nil
}

// History is the end of a document's conversation, as the next question is asked with.
func (c *Conversations) History(document string) (history []app.Exchange) {
	turns := c.Of(document)
	for _, t := range turns[max(0, len(turns)-maxRecalled):] {
		history = append(history, app.Exchange{Question: t.Question, Answer: t.Answer.Text})
	}
	return history
}

// Add keeps a question with its answer, and returns the number of the turn.
func (c *Conversations) Add(document, question string, answer app.Answered) (number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byDocument.Get(document)
	if !ok {
		found = new(conversation)
		c.byDocument.Add(document, found)
	}
	found.last++
	found.turns = append(found.turns, Turn{found.last, question, answer})
	found.turns = slices.Clone(found.turns[max(0, len(found.turns)-maxTurns):])
	return found.last
}

// Forget removes the turns of a document. Their numbers are not used again.
func (c *Conversations) Forget(document string) (turns int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	found, ok := c.byDocument.Get(document)
	if !ok {
		return 0
	}
	turns, found.turns = len(found.turns), nil
	return turns
}

// A Said sentence with the papers whose passages show it.
type Said struct {
	app.AnswerSentence
	Papers []app.PaperRef // each once, in the order in which the passages are named
}

var errGone = errors.New("this answer is not kept any more: ask again")

// Sentence is a sentence of an answer; sentence counts from 1.
func (c *Conversations) Sentence(document string, turn, sentence int) (Said, error) {
	turns := c.Of(document)
	at := slices.IndexFunc(turns, func(t Turn) bool { return t.Number == turn })
	if at < 0 {
		return Said{}, errGone
	}
	answer := turns[at].Answer
	if sentence < 1 || sentence > len(answer.Sentences) {
		return Said{}, fmt.Errorf("there is no sentence %d: the answer has %d", sentence, len(answer.Sentences))
	}
	said := Said{AnswerSentence: answer.Sentences[sentence-1]}
	for _, p := range answer.Passages {
		ref := app.PaperRef{Paper: p.ID, Corpus: p.Corpus}
		if slices.Contains(said.Passages, p.Number) && !slices.Contains(said.Papers, ref) {
			said.Papers = append(said.Papers, ref)
		}
	}
	return said, nil
}
