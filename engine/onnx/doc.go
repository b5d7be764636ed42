// Package onnx puts language models behind the engine's interfaces.
//
// A model is a folder: a model.json that says what the model is and gives the
// size and SHA-256 of each of its files, the network in ONNX form, and its
// tokenizer. [Locate] finds model folders and the onnxruntime library on the
// machine and remembers every place where it looked, so that a person can be
// told why a model is not used. [Open] turns what was found into an
// [Embedder]; nothing is loaded before the first text comes.
//
// The network runs in onnxruntime, a C library that is loaded at run time and
// reached through cgo, by package ort. A build without cgo has the same API, and
// Open answers that the build cannot run models. Everything else is pure Go: the
// WordPiece [Tokenizer], and the [StaticEmbedder], whose word vectors are part of
// the binary, which serves where there is no model or no library.
//
// Each text is run by itself, one text a core. Batches would need padding and
// are no faster on a CPU; worse, these networks choose the 8-bit scale of their
// activations at run time over the whole batch, so that a text's vector would
// depend on the texts that happen to be beside it.
package onnx
