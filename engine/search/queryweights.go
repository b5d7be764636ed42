package search

import _ "embed" // for the weights

// queryData says how the parts of a query weigh, and how much of it the models read; tuned
// on contexts-dev.
//
//go:embed query.json
var queryData []byte

type queryWeights struct {
	Format  int     `json:"format"`
	Keyword float64 `json:"keyword"` // a term of the keywords, against one of the last sentence
	Decay   float64 `json:"decay"`   // each sentence further from the cursor weighs this much of the next one
	Bigram  float64 `json:"bigram"`  // a bigram against a unigram

	EmbeddedSentences               int `json:"embedded_sentences"`                 // before the cursor
	EmbeddedSentencesBesideKeywords int `json:"embedded_sentences_beside_keywords"` // the same where there are keywords
	EmbeddedBytes                   int `json:"embedded_bytes"`                     // about what an embedder reads

	ReadSentences int `json:"read_sentences"` // by the cross-encoder, as it was trained
}

var builtInQueryWeights = builtIn[queryWeights]("query.json", queryData)
