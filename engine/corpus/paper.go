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

// complete normalises a record as documented at Paper, or returns the reason why it is unusable.
func complete(p *engine.Paper) (reason string) {
	*p = *engine.Clean(p)
	p.ID, p.Title = text.Clean(p.ID), oneLine(p.Title)
	if paper.NormalTitle(p.Title) == "" {
		return "the paper has no title: add one, or remove the record"
	}
	p.Abstract, p.Venue, p.Publisher = oneLine(p.Abstract), oneLine(p.Venue), oneLine(p.Publisher)
	p.Normalise()
	p.Authors = withParticles(p.Authors)
	for i := range p.References {
		p.References[i].Authors = withParticles(p.References[i].Authors)
	}
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

// keyShape matches the keys that BibTeX, biber and Pandoc accept, except those without a letter. A CSL
// id may also be a number or a URL, which is not a usable key.
var keyShape = regexp.MustCompile(`^[\w:.+/-]*\pL[\pL\w:.+/-]*$`)

// citationKey returns the first usable key, or "".
func citationKey(keys ...Scalar) string {
	for _, key := range keys {
		if s := string(key); keyShape.MatchString(s) && !strings.Contains(s, "://") {
			return s
		}
	}
	return ""
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// likelyYear returns the year, or 0 if it is implausible, such as -1 for an unknown year.
func likelyYear(year int) int {
	if year > 1000 && year < 3000 {
		return year
	}
	return 0
}

var fourDigits = regexp.MustCompile(`\b(?:1[5-9]|20)\d\d\b`)

// yearIn returns the first plausible year in a text, or 0.
func yearIn(s string) int {
	year, _ := strconv.Atoi(fourDigits.FindString(s))
	return year
}

// monthOf parses a month such as "5", "05", "May" or "may.". It returns 0 for any other text.
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

// monthIn returns the month of an ISO date, or 0 if it has none.
func monthIn(date string) int {
	if len(date) >= len("2006-01") && date[4] == '-' {
		return monthOf(date[5:7])
	}
	return 0
}

func pageRange(first, last string) string {
	if last == "" || last == first {
		return first
	}
	return first + "-" + last
}

// Person parses a name with [paper.ParseName].
func Person(name string) engine.Author { return paper.ParseName(oneLine(name)) }

func withParticles(authors []engine.Author) []engine.Author {
	for i, a := range authors {
		authors[i] = a.WithParticles()
	}
	return authors
}

// madeID derives an ID from the DOI, or else from title, first author and year.
func madeID(p *engine.Paper) string {
	if p.DOI != "" {
		return p.DOI
	}
	first := text.Fold(paper.FirstFamily(p.Authors))
	sum := sha256.Sum256([]byte(text.FoldedWords(p.Title) + "\x00" + first + "\x00" + strconv.Itoa(p.Year)))
	return "sha256:" + hex.EncodeToString(sum[:8])
}
