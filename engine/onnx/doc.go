// Package onnx implements the engine's model interfaces.
//
// A model is a folder: a model.json with its kind and the size and SHA-256 of each file, the
// network in ONNX form, and its tokenizer. [Locate] finds model folders and the onnxruntime
// library, and records every place that it searched, so that a program can report why a model is
// not used. [Open] returns an [Embedder] for the result; nothing is loaded before the first
// text.
//
// The network runs in onnxruntime, a C library that is loaded at run time and called through
// cgo. A build without cgo has the same API, and Open returns an error. Everything else is pure
// Go: the WordPiece [Tokenizer], and the [StaticEmbedder], whose word vectors are part of the
// binary.
//
// Each text is run separately, one per core. Batches would need padding and are no faster on a
// CPU. These networks also choose the 8-bit scale of their activations per batch, so that a
// text's vector would depend on its neighbours.
package onnx
