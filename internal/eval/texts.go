package eval

import (
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A QueryText holds a query in the form that models read. Training uses this type, so that training
// and inference cannot differ.
type QueryText struct {
	Embedding string           `json:"embedding"` // the embedder's input
	Pair      search.PairQuery `json:"pair"`      // the cross-encoder's input
}

// WriteQueryTexts reads contexts and writes one QueryText per line, as JSON.
func WriteQueryTexts(in io.Reader, out io.Writer) error {
	return writeTexts(in, out, func(c Context) QueryText {
		q := c.query(RetrievalOptions{})
		return QueryText{search.EmbeddingText(q.Context, q.Phrases()), search.PairQueryOf(q)}
	})
}

// A PaperText holds a paper in the form that models read.
type PaperText struct {
	Embedding string `json:"embedding"`
	Pair      string `json:"pair"`
	Hash      uint64 `json:"hash"` // key in the citation graph; 0 if the title has no words
}

// A TitledPaper is one input line of WritePaperTexts.
type TitledPaper struct {
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
}

// WritePaperTexts reads titles with abstracts and writes one PaperText per line, as JSON.
func WritePaperTexts(in io.Reader, out io.Writer) error {
	return writeTexts(in, out, func(t TitledPaper) PaperText {
		p := engine.Clean(&engine.Paper{Title: t.Title, Abstract: t.Abstract})
		seen := PaperText{Embedding: p.TitleAndAbstract(), Pair: search.PairDocument(p)}
		if text.FoldedWords(p.Title) != "" {
			seen.Hash = search.TitleHash(p.Title)
		}
		return seen
	})
}

func writeTexts[In, Out any](in io.Reader, out io.Writer, textOf func(In) Out) error {
	records, err := ReadJSONLines[In](in, "standard input")
	if err != nil {
		return err
	}
	lines := json.NewEncoder(out)
	for _, record := range records {
		if err := lines.Encode(textOf(record)); err != nil {
			return err
		}
	}
	return nil
}
