// Package chat keeps the conversation about papers that belongs to each document, and says
// what the manuscript is about that questions come up in.
package chat
