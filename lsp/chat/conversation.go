// Package chat holds a conversation about papers for each document, and describes the topic of a
// manuscript.
package chat

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A Turn is a question about a document and its answer.
type Turn struct {
	Number   int // starts at 1 and is never reused within a document
	Question string
	Answer   wire.AskReply
}

// Conversations holds the conversations of all documents in memory. It is safe for
// concurrent use.
type Conversations struct {
	mu         sync.Mutex
	byDocument *lru.Cache[string, *conversation]
}

// A conversation holds the latest turns of one document.
type conversation struct {
	last  int // number of the latest turn
	turns []Turn
}

// Limits on the stored conversations.
const (
	maxDocuments = 100
	maxTurns     = 50 // per document
	maxRecalled  = 6  // number of turns sent with the next question
)

// New returns an empty set of conversations.
func New() *Conversations {
	byDocument, _ := lru.New[string, *conversation](maxDocuments) // fails only for sizes below one
	return &Conversations{byDocument: byDocument}
}

// Of returns the turns of a document, oldest first.
func (c *Conversations) Of(document string) []Turn {
	c.mu.Lock()
	defer c.mu.Unlock()
	if found, ok := c.byDocument.Get(document); ok {
		return slices.Clone(found.turns)
	}
	return nil
}

// History returns the latest turns of a document, to be sent with the next question.
func (c *Conversations) History(document string) (history []wire.Exchange) {
	turns := c.Of(document)
	for _, t := range turns[max(0, len(turns)-maxRecalled):] {
		history = append(history, t.Answer.Exchange(t.Question))
	}
	return history
}

// Add stores a question and its answer, and returns the turn number.
func (c *Conversations) Add(document, question string, answer wire.AskReply) (number int) {
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

// Forget deletes the turns of a document and returns how many it deleted. Turn numbers are not
// reused.
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

// A Sentence is a sentence of an answer and the papers of its passages.
type Sentence struct {
	wire.AnswerSentence
	Papers []wire.PaperRef // without duplicates, in the order of the passages
}

var errGone = errors.New("this answer is no longer available: ask again")

// Sentence returns a sentence of an answer; sentence counts from 1.
func (c *Conversations) Sentence(document string, turn, sentence int) (Sentence, error) {
	turns := c.Of(document)
	at := slices.IndexFunc(turns, func(t Turn) bool { return t.Number == turn })
	if at < 0 {
		return Sentence{}, errGone
	}
	answer := turns[at].Answer
	if sentence < 1 || sentence > len(answer.Sentences) {
		return Sentence{}, fmt.Errorf("sentence %d does not exist: the last one in the answer is sentence %d", sentence,
			len(answer.Sentences))
	}
	said := Sentence{AnswerSentence: answer.Sentences[sentence-1]}
	for _, p := range answer.Passages {
		ref := wire.PaperRef{Paper: p.ID, Corpus: p.Corpus}
		if slices.Contains(said.Passages, p.Number) && !slices.Contains(said.Papers, ref) {
			said.Papers = append(said.Papers, ref)
		}
	}
	return said, nil
}
