package eval

import (
	"encoding/json"
	"io"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/search"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// A QueryText contains the input of the models for a query. Training uses the same code as the
// engine, so that both see the same inputs.
type QueryText struct {
	Embedding string           `json:"embedding"` // input of the embedder
	Pair      search.PairQuery `json:"pair"`      // input of the cross-encoder
}

// WriteQueryTexts reads contexts and writes one QueryText per context as JSON, one per line.
func WriteQueryTexts(in io.Reader, out io.Writer) error {
	return writeTexts(in, out, func(c Context) QueryText {
		q := c.query(RetrievalOptions{})
		return QueryText{search.EmbeddingText(q.Context, q.Phrases()), search.PairQueryOf(q)}
	})
}

// A PaperText contains the input of the models for a paper.
type PaperText struct {
	Embedding string `json:"embedding"`
	Pair      string `json:"pair"`
	Hash      uint64 `json:"hash"` // key of the paper in the citation graph; 0 if its title has no words
}

// A TitledPaper is an input line of WritePaperTexts.
type TitledPaper struct {
	Title    string `json:"title"`
	Abstract string `json:"abstract"`
}

// WritePaperTexts reads papers and writes one PaperText per paper as JSON, one per line.
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
	records, err := Collect(recordsOf[In](in, "standard input: record"))
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
