// Package onnx implements the engine's model interfaces.
//
// A model is a folder with a model.json, an ONNX network and a tokenizer. model.json states the
// model's kind and the size and SHA-256 of each file. [Locate] finds model folders and the
// onnxruntime library, and records every place it searched, so that a program can report why a
// model is unavailable. [Open] returns an [Embedder] for the result; [OpenCrossEncoder] and [OpenJudge]
// return networks that read pairs of texts. Nothing is loaded before the first text.
//
// The network runs in onnxruntime, a C library that is loaded at run time and called through cgo. A
// build without cgo has the same API, but Open returns an error. Everything else is pure Go: the
// WordPiece [Tokenizer], and the [StaticEmbedder], whose word vectors are embedded in the binary:
// those of [StaticCitations] for search, and those of [Static] for comparing sentences.
//
// Each text is run separately, one per core. Batches would need padding and are no faster on a CPU.
// These networks also choose the 8-bit scale of their activations per batch, so that a text's
// vector would depend on its neighbours.
package onnx
