// Package chat holds a conversation about papers for each document, and describes the topic of a
// manuscript.
package chat
