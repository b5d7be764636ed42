package search

import _ "embed" // for the weights

// queryData holds the weights of the parts of a query and the input limits of the models, tuned on
// contexts-dev.
//
//go:embed query.json
var queryData []byte

type queryWeights struct {
	Format  int     `json:"format"`
	Keyword float64 `json:"keyword"` // weight of a keyword term, relative to a term of the last sentence
	Decay   float64 `json:"decay"`   // factor per sentence of distance from the cursor
	Bigram  float64 `json:"bigram"`  // weight of a bigram, relative to a unigram

	EmbeddedSentences               int `json:"embedded_sentences"`                 // before the cursor
	EmbeddedSentencesBesideKeywords int `json:"embedded_sentences_beside_keywords"` // the same, with keywords
	EmbeddedBytes                   int `json:"embedded_bytes"`                     // approximate limit of an embedder

	ReadSentences int `json:"read_sentences"` // input of the cross-encoder, as in training
}

var builtInQueryWeights = builtIn[queryWeights]("query.json", queryData)
