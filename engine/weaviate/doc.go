// Package weaviate is a corpus in a cluster of Weaviate nodes, for more papers than one
// machine holds: an engine.Retriever and an engine.Indexer over its HTTP and GraphQL.
//
// An object is a paper. Its UUID is made of the paper's ID, so that writing it twice, or
// again after an interruption, leaves one object. Filters go to the cluster as far as it
// can evaluate them: terms are the vocabulary of the disk index, years are numbers. A pair
// of words is a term by its hash, so that the vocabulary, and with it the cost of a
// posting, stays bounded; longer phrases are verified on the texts that come back.
// The cluster finds candidates, by its vectors and its BM25. Their scores are computed
// here, of their texts and vectors and of how many papers the cluster has of each term,
// as the disk index computes its own.
//
// A reply comes from a stranger: its size is bounded, and nothing in it becomes a score.
// README.md has the layout, figures and sizes.
package weaviate
