// Package display formats papers for users: authors, years and links.
package display
