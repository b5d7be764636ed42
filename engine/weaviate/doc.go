// Package weaviate stores a corpus in a Weaviate cluster, for more papers than fit on one machine.
// It implements engine.Retriever and engine.Indexer over Weaviate's HTTP and GraphQL APIs.
//
// Each paper is an object. Its UUID is a hash of the paper's ID, so that writing it twice leaves
// one object. The cluster evaluates as much of a filter as it can, on the terms of the disk index
// and on years as numbers. Word pairs are stored as hashes to limit the vocabulary. Longer phrases
// are verified on the returned texts.
//
// The cluster finds candidates by vector search and BM25. This package computes their scores as
// the disk index does, from their texts, their vectors and the estimated term frequencies.
//
// Replies are not trusted: their size is limited, and no score is taken from them. README.md
// describes the layout and measurements.
package weaviate
