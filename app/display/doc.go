// Package display formats the authors, years and links of papers for users.
package display
