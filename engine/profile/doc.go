// Package profile describes works by the sentences that cite them. A mention holds the words of all
// sentences in which one paper cites one work. The mentions of a work in all papers are its profile.
// The package extracts mentions from full texts and combines their scores.
package profile
