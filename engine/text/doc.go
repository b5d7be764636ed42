// Package text splits scientific prose into sentences, tokens, stems and index terms.
//
// All functions are safe for concurrent use. Offsets are in bytes. Tokens are in lower case without
// accents ("Gödel" and "godel" are the same token). A hyphen separates tokens, so that a search
// finds "pre-training" and "pre training". Each Han, Hiragana, Katakana and Hangul character is a
// token.
package text
