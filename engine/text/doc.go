// Package text breaks scientific prose into what the engine counts and
// compares: sentences, tokens, stems, index terms and normalised titles.
//
// All functions are pure and safe for concurrent use. Offsets are bytes.
// Words are lower case with accents folded ("Gödel" and "godel" are one
// token); a hyphen separates tokens ("pre-training" is two), so that a search
// finds both spellings; each Han, Hiragana, Katakana and Hangul character is a
// token of its own.
package text
