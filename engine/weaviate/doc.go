// Package weaviate stores a corpus in a Weaviate cluster, for more papers than fit on one machine.
// It implements engine.Retriever with Weaviate's HTTP and GraphQL APIs, and copies an index into the
// cluster.
//
// Each paper is an object. The object's UUID is a hash of the paper's ID, so that writing a paper
// twice leaves one object. The cluster evaluates as much of a filter as it can: the terms of the disk
// index, and years as numbers. Word pairs are stored as hashes to limit the vocabulary. Longer
// phrases are verified in the returned texts.
//
// The cluster finds candidates by vector search and BM25. This package computes their scores in the
// same way as the disk index, from their texts, their vectors and the estimated term frequencies.
//
// Responses are not trusted. Their size is limited, and their scores are ignored. README.md describes
// the layout and measurements.
package weaviate
