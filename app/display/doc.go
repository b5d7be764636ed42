// Package display formats papers for people: authors, years and links.
package display
