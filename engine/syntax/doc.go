// Package syntax parses sentences of scientific English into dependency trees. Each token has a
// Penn Treebank tag, a head and a grammatical relation to the head. The relations are ClearNLP's
// variant of Stanford Dependencies. Parsing is deterministic and takes time linear in the length of
// the sentence.
//
// The tagger and the parser are averaged perceptrons, trained on the CRAFT corpus by
// models/train/syntax. models/syntax/README.md is the model card.
package syntax
