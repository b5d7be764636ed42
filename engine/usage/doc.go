// Package usage records which words scientific abstracts use together: verbs with their objects,
// adjectives with their nouns and nouns with their prepositions. A word may replace its synonym if
// abstracts use both with the same word. usage.bin has the pairs in the abstracts of the train
// split; `scilit-eval examples usage` writes it.
package usage
