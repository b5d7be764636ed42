package verify

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// maxCandidates is the maximum number of records to compare with one entry.
const maxCandidates = 60

// An entry is a reference prepared for comparison with many records.
type entry struct {
	Reference
	title  titleEvidence
	people []person
	venue  venueReading
}

// A relation contains the similarities between a record and an entry.
type relation struct {
	paper      *paper.Paper
	title      titleGrade
	normal     string // title of the record in normal form
	similarity float64
	authors    authorship
	doi, arxiv bool // the record has the same identifier as the entry
	preprint   bool
	venue      venueReading
	retracted  bool
	poor       bool // the record is too incomplete or damaged to contradict an entry
}

// Compare grades a reference by comparing it with candidate records. year is the current year; if
// 0, the date is not checked. The caller may add findings and must then call Settle.
func Compare(r Reference, candidates []*paper.Paper, year int) Result {
	e := newEntry(r)
	result := Result{Key: r.Key}
	relations := e.relate(candidates)
	e.judge(&result, relations)
	e.selfCheck(&result, year)
	return result
}

func newEntry(r Reference) entry {
	return entry{Reference: r, title: readTitle(r.Title), people: readPeople(r.Authors), venue: readVenue(r.Venue)}
}

func (e *entry) relate(candidates []*paper.Paper) (all []relation) {
	seen := make(map[[2]string]bool)
	for _, p := range candidates {
		if p == nil || seen[[2]string{p.Corpus, p.ID}] || len(all) == maxCandidates {
			continue
		}
		seen[[2]string{p.Corpus, p.ID}] = true
		all = append(all, e.relationTo(p))
	}
	return all
}

func (e *entry) relationTo(p *paper.Paper) relation {
	title := readTitle(p.Title)
	r := relation{paper: p, normal: title.normal, authors: compareAuthors(e.people, e.Others, p.Authors),
		venue: readVenue(p.Venue), preprint: isPreprintRecord(p)}
	r.title, r.similarity = compareTitles(e.title, title)
	r.doi = e.DOI != "" && sameDOI(e.DOI, paper.DOI(p.DOI))
	r.arxiv = e.ArXiv != "" && e.ArXiv == cmp.Or(paper.ArXiv(p.ArXiv), paper.MentionedArXiv(p.DOI))
	r.poor = isPoor(p)
	r.retracted = (p.Retracted || notice.MatchString(p.Title)) && !notice.MatchString(e.Title)
	return r
}

// isPreprintRecord reports whether a record describes a preprint on any preprint server.
func isPreprintRecord(p *paper.Paper) bool {
	return isPreprintVenue(p.Venue) || p.Venue == "" && (isPreprintDOI(p.DOI) || p.DOI == "" && p.ArXiv != "")
}

// A kinship states how likely a record is to describe the entry's work.
type kinship int

const (
	otherWork kinship = iota
	perhaps           // the titles agree, but nothing else confirms the match
	sameWork
)

// The minimum length of a title that identifies a work, in words or letters. Shorter titles, such
// as "Introduction", are common to many works.
const minTitleWords, minTitleLetters = 3, 16

// Records with the same title but different authors may describe the same work if they are at most
// maxYearsApart years apart. A title of at least telling words identifies a work unless authors, year
// and venue all differ. A title of at least distinct words always does.
const maxYearsApart, telling, distinct = 3, 6, 8

func (e *entry) kinship(r relation) kinship {
	identified := r.doi || r.arxiv
	switch {
	case !identified && erratum.MatchString(r.paper.Title) && !erratum.MatchString(e.Title):
		return otherWork
	case r.title == sameTitle || r.title == respelled && len(e.title.words) >= telling:
		return e.kinshipByTitle(r, identified)
	case r.title >= similarTitle && identified && !r.authors.strangers():
		return sameWork
	case r.title >= cutTitle && r.authors.related() && e.together(r), r.title == respelled && !r.authors.strangers():
		return sameWork
	case r.title == similarTitle && r.similarity >= minAlike && r.authors.agree() && e.together(r):
		return sameWork
	case identified && r.authors.related() && r.authors.code == "" && e.title.normal != "":
		return sameWork // such as a preprint with a different title
	case identified && (r.title == unlikeScript || e.title.normal == "") && !r.authors.strangers():
		return sameWork
	}
	return otherWork
}

// elsewhen reports whether a record with the same short title has a different year and venue.
func (e *entry) elsewhen(r relation) bool {
	return len(e.title.words) < telling && e.Year != r.paper.Year &&
		(e.Reference.Venue == "" || r.paper.Venue == "" || compareVenues(e.venue, r.venue) != "")
}

// minAlike is the minimum share of common letters in titles that may belong to the same work.
const minAlike = 0.72

// together reports whether the years are equal, missing, or similar with matching venues.
func (e *entry) together(r relation) bool {
	if e.Year == 0 || r.paper.Year == 0 || e.Year == r.paper.Year {
		return true
	}
	return abs(e.Year-r.paper.Year) <= maxYearsApart &&
		(e.Preprint || r.preprint || compareVenues(e.venue, r.venue) == "")
}

// contradicts reports whether a record differs from the entry in both year and venue.
func (e *entry) contradicts(r relation) bool {
	return e.Year > 0 && r.paper.Year > 0 && abs(e.Year-r.paper.Year) > 1 &&
		e.Reference.Venue != "" && r.paper.Venue != "" &&
		compareVenues(e.venue, r.venue) != ""
}

func (e *entry) kinshipByTitle(r relation, identified bool) kinship {
	short := len(e.title.words) < minTitleWords && len(e.title.normal) < minTitleLetters
	apart := e.Year > 0 && r.paper.Year > 0 && abs(e.Year-r.paper.Year) > maxYearsApart && len(e.title.words) < telling
	switch {
	case identified:
		return sameWork
	case r.authors.strangers() && len(e.title.words) < distinct && e.contradicts(r):
		return perhaps
	case r.authors.strangers() && r.poor:
		return perhaps
	// letters to the editor often have the title of the paper they discuss
	case r.authors.strangers() && pagesCode(e.Pages, r.paper.Pages) != "":
		return perhaps
	case e.elsewhen(r) && (e.title.normal != r.normal || !r.authors.agree()):
		return perhaps
	// authors of theses often publish a paper with the same title
	case strings.HasSuffix(e.Type, "thesis") && !(r.authors.agree() && e.Year == r.paper.Year),
		e.title.normal != r.normal && !r.authors.agree() && e.Year != r.paper.Year:
		return perhaps
	case r.authors.shared > 0:
		return sameWork
	case short, r.authors.strangers() && (apart || e.title.normal != r.normal):
		return perhaps
	}
	return sameWork
}

func abs(n int) int { return max(n, -n) }

// judge selects the record of the work, and compares its fields with those of the entry.
func (e *entry) judge(result *Result, relations []relation) {
	var best *judged
	var maybe, closest *relation
	for i := range relations {
		r := &relations[i]
		switch e.kinship(*r) {
		case sameWork:
			if j := e.compare(r); best == nil || j.lessThan(best) {
				best = j
			}
		case perhaps:
			maybe = cmp.Or(maybe, r)
		default:
			if r.similarity >= minSimilar && (closest == nil || r.similarity > closest.similarity) {
				closest = r
			}
		}
	}
	switch {
	case best != nil:
		result.Records, result.Fields, result.Matched = append(result.Records, best.of.paper), best.fields, true
		result.Findings = append(result.Findings, best.findings...)
	case maybe != nil:
		result.Records = append(result.Records, maybe.paper)
		result.add(Unconfirmed, "possibly a different work: compare the entry with the record of %s", Describe(maybe.paper))
	case closest != nil:
		result.Records = append(result.Records, closest.paper)
	}
	e.publication(result, relations, best)
	e.strayIdentifiers(result, relations, best)
	e.confirm(result, relations, best)
	if len(result.Findings) == 0 && best == nil {
		e.missed(result, closest)
	}
}

// publication adds a finding if a cited preprint has been published.
func (e *entry) publication(result *Result, relations []relation, best *judged) {
	if best == nil || !e.Preprint {
		return
	}
	if !best.of.preprint {
		if code, _ := e.venueCode(best.of); code == Published {
			result.Published = best.of.paper
		}
		return
	}
	for i := range relations {
		if r := &relations[i]; !r.preprint && r.authors.shared > 0 && e.kinship(*r) == sameWork {
			if code, message := e.venueCode(r); code == Published {
				result.add(code, "%s", message)
				result.Published = r.paper
				return
			}
		}
	}
}

func (e *entry) missed(result *Result, closest *relation) {
	switch {
	case e.title.normal == "":
		result.add(Incomplete, "the entry has no title, and no record has its identifiers: add a title or a DOI")
	case closest != nil:
		result.add(NoRecord, "no source has a record of this work; the closest record is %s", Describe(closest.paper))
	default:
		result.add(NoRecord, "no source has a record of this work; it may still exist")
	}
}

// strayIdentifiers adds findings for identifiers that belong to the record of another work.
func (e *entry) strayIdentifiers(result *Result, relations []relation, best *judged) {
	for _, kind := range []struct {
		code  Code
		name  string
		value string
		has   func(r relation) bool
	}{
		{DOIOther, "DOI", e.DOI, func(r relation) bool { return r.doi }},
		{ArXivOther, "arXiv identifier", e.ArXiv, func(r relation) bool { return r.arxiv }},
	} {
		holders := slices.DeleteFunc(slices.Clone(relations), func(r relation) bool { return !kind.has(r) })
		if len(holders) == 0 ||
			slices.ContainsFunc(holders, func(r relation) bool { return e.kinship(r) == sameWork }) {
			continue
		}
		other := holders[0].paper
		result.add(kind.code, "the %s %s belongs to %s", kind.name, kind.value, Describe(other))
		if !slices.Contains(result.Records, other) {
			result.Records = append(result.Records, other)
		}
		if best == nil {
			result.Fields = append(result.Fields, e.fieldsAgainst(other, kind.code)...)
		}
	}
}

// fieldsAgainst compares an entry with the other work to which its identifier belongs.
func (e *entry) fieldsAgainst(p *paper.Paper, code Code) []Field {
	name, value, found := "doi", e.DOI, p.DOI
	if code == ArXivOther {
		name, value, found = "arxiv", e.ArXiv, p.ArXiv
	}
	return []Field{
		{Name: "title", Have: e.Title, Found: p.Title, Source: p.Corpus},
		{Name: "author", Have: names(e.Authors), Found: names(p.Authors), Source: p.Corpus},
		{Name: name, Have: value, Found: found, Source: p.Corpus, Code: code},
	}
}

func digits(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}
