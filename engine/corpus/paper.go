package corpus

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// complete brings what a reader found into the forms that Paper promises, and
// says why it cannot be used.
func complete(p *engine.Paper) (reason string) {
	*p = *engine.Clean(p)
	p.ID, p.Title = text.Clean(p.ID), oneLine(p.Title)
	if paper.NormalTitle(p.Title) == "" {
		return "a paper without a title: add one or leave the record out"
	}
	p.Abstract, p.Venue, p.Publisher = oneLine(p.Abstract), oneLine(p.Venue), oneLine(p.Publisher)
	p.Normalise()
	p.Year = likelyYear(p.Year)
	if p.Month < 1 || p.Month > 12 {
		p.Month = 0
	}
	if p.Year == 0 {
		p.Year, p.Month = paper.ArXivDate(p.ArXiv)
	}
	if p.ID == "" {
		p.ID = madeID(p)
	}
	return ""
}

// keyShape is what BibTeX, biber and Pandoc all take for a key, with a letter in
// it: the Id of a CSL record may also be a number or an address.
var keyShape = regexp.MustCompile(`^[\w:.+/-]*\pL[\pL\w:.+/-]*$`)

// citationKey is the first that can be one, "" where none can.
func citationKey(keys ...Loose) string {
	for _, key := range keys {
		if s := string(key); keyShape.MatchString(s) && !strings.Contains(s, "://") {
			return s
		}
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// likelyYear keeps only what can be one: files write 0 and -1 for unknown.
func likelyYear(year int) int {
	if year > 1000 && year < 3000 {
		return year
	}
	return 0
}

var fourDigits = regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b`)

// yearIn is the first year that stands in a text, 0 where there is none.
func yearIn(s string) int {
	year, _ := strconv.Atoi(fourDigits.FindString(s))
	return year
}

// monthOf reads "5", "05", "May" and "may.", 0 where it is none of them.
func monthOf(s string) int {
	s = strings.TrimSpace(s)
	if n, err := strconv.Atoi(s); err == nil {
		return n
	}
	if len(s) < 3 {
		return 0
	}
	for m := time.January; m <= time.December; m++ {
		if strings.EqualFold(m.String()[:3], s[:3]) {
			return int(m)
		}
	}
	return 0
}

// monthIn reads the month of an ISO date.
func monthIn(date string) int {
	if len(date) >= len("2006-01") && date[4] == '-' {
		return monthOf(date[5:7])
	}
	return 0
}

// person reads a name written "Family, Given", "Family, Given, Suffix" or
// "Given Family". Small words before the family name belong to it.
func person(name string) engine.Author {
	name = oneLine(name)
	if family, given, ok := strings.Cut(name, ","); ok {
		given, suffix, _ := strings.Cut(given, ",")
		return engine.Author{Given: oneLine(given + " " + suffix), Family: strings.TrimSpace(family)}
	}
	words := strings.Fields(name)
	at := len(words) - 1
	if at > 1 && suffix.MatchString(words[at]) {
		at--
	}
	for at > 1 && words[at-1] == strings.ToLower(words[at-1]) && isLetters(words[at-1]) {
		at--
	}
	if at < 1 {
		return engine.Author{Family: name}
	}
	return engine.Author{Given: strings.Join(words[:at], " "), Family: strings.Join(words[at:], " ")}
}

// suffix is the part of a family name behind it.
var suffix = regexp.MustCompile(`^(?:[JS]r\.?|I{2,3}|IV)$`)

func isLetters(s string) bool { return strings.ToLower(s) != strings.ToUpper(s) }

// madeID names a paper that has no Id: by its DOI, else by what tells works apart.
func madeID(p *engine.Paper) string {
	if p.DOI != "" {
		return p.DOI
	}
	first := ""
	if len(p.Authors) > 0 {
		first = text.Fold(p.Authors[0].Family)
	}
	sum := sha256.Sum256([]byte(text.FoldedWords(p.Title) + "\x00" + first + "\x00" + strconv.Itoa(p.Year)))
	return "sha256:" + hex.EncodeToString(sum[:8])
}
