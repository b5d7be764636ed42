// Package chat holds a conversation about papers for each document and describes the
// topic of its manuscript.
package chat
