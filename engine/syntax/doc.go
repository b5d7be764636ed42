// Package syntax parses sentences of scientific English into dependency trees: tokens with Penn
// Treebank tags, and for each token its head and grammatical relation (Stanford Dependencies as
// ClearNLP writes them). Parsing is pure, deterministic and linear in the length of the sentence.
//
// The tagger and the parser are averaged perceptrons, trained on the CRAFT corpus by
// models/train/syntax. models/syntax/README.md is the model card.
package syntax
