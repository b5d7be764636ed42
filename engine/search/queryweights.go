package search

import (
	_ "embed"

	"github.com/scilit-lsp/scilit-lsp/internal/weights"
)

// queryData holds the weights of the parts of a query and the input limits of the models, tuned on
// contexts-dev.
//
//go:embed query.json
var queryData []byte

type queryWeights struct {
	Format  int     `json:"format"`
	Keyword float64 `json:"keyword"` // weight of a keyword term, relative to a term of the last sentence
	Decay   float64 `json:"decay"`   // factor for each sentence between a term and the cursor
	Bigram  float64 `json:"bigram"`  // weight of a bigram, relative to a unigram

	EmbeddedSentences               int `json:"embedded_sentences"`                 // number of sentences before the cursor that are embedded
	EmbeddedSentencesBesideKeywords int `json:"embedded_sentences_beside_keywords"` // replaces EmbeddedSentences if the query has keywords
	EmbeddedBytes                   int `json:"embedded_bytes"`                     // maximum size of the embedded text in bytes, approximating the embedders' limit

	ReadSentences int `json:"read_sentences"` // number of sentences before the cursor that the cross-encoder reads, as in training
}

var builtInQueryWeights = weights.Embedded[queryWeights]("search: query.json", queryData, dataFormat, nil)
