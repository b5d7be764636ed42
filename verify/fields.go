package verify

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A judged is a record of the entry's work, with its differences from the entry.
type judged struct {
	of       *relation
	findings []Finding
	fields   []Field
	weight   int // total severity of the differences
}

// lessThan orders records of the same work: by severity, then with the user's own records last,
// then by corpus and ID. The order is total, so that results are deterministic.
func (j *judged) lessThan(other *judged) bool {
	switch {
	case j.weight != other.weight:
		return j.weight < other.weight
	case j.of.paper.Own != other.of.paper.Own:
		return !j.of.paper.Own
	case j.of.paper.Corpus != other.of.paper.Corpus:
		return j.of.paper.Corpus < other.of.paper.Corpus
	}
	return j.of.paper.ID < other.of.paper.ID
}

// The weights of findings. One mismatch outweighs any realistic number of doubts.
const weighMismatch, weighCheck = 100, 1

// compare compares all fields of the entry with those of a record of its work.
func (e *entry) compare(r *relation) *judged {
	j := &judged{of: r}
	p := r.paper
	if r.retracted {
		j.note(Retracted, fmt.Sprintf("the record, titled %q, marks the work as retracted or withdrawn", p.Title))
	}
	j.field("title", e.Title, p.Title, e.titleCode(r), e.titleMessage(r))
	j.field("author", names(e.Authors), names(p.Authors), e.authorCode(r), r.authors.detail)
	j.field("year", digits(e.Year), digits(p.Year), e.yearCode(r), fmt.Sprintf("the record's year is %d", p.Year))
	venue, message := e.venueCode(r)
	j.field("venue", e.Reference.Venue, p.Venue, venue, message)
	if venue == "" && !r.preprint && !e.Preprint {
		j.field("volume", e.Volume, p.Volume, volumeCode(e.Volume, p.Volume), "the record has volume "+p.Volume)
		j.field("pages", e.Pages, p.Pages, pagesCode(e.Pages, p.Pages), "the record has pages "+p.Pages)
	}
	j.field("doi", e.DOI, p.DOI, e.doiCode(r), e.doiMessage(r))
	j.field("arxiv", e.ArXiv, p.ArXiv, e.arxivCode(r), "the record has the arXiv identifier "+p.ArXiv)
	return j
}

func (j *judged) note(code Code, message string) {
	j.findings = append(j.findings, Finding{code, message})
	switch KindOf(code).Verdict {
	case Mismatch:
		j.weight += weighMismatch
	case Check:
		j.weight += weighCheck
	}
}

func (j *judged) field(name, have, found string, code Code, message string) {
	if found != "" && (have != "" || name == "doi") {
		j.fields = append(j.fields, Field{Name: name, Have: have, Found: found, Source: j.of.paper.Corpus, Code: code})
	}
	if code != "" {
		j.note(code, message)
	}
}

func (e *entry) titleCode(r *relation) Code {
	switch r.title {
	case sameTitle:
		return ""
	case respelled:
		return TitleSpelling
	case cutTitle:
		if e.isLonger(r) && isCut(r.paper.Title) {
			return ""
		}
		return TitleCut
	case unlikeScript:
		return TitleLanguage
	}
	switch {
	case e.title.foreign != inBrackets.MatchString(r.paper.Title) && r.authors.agree():
		return TitleLanguage
	case e.otherVersion(r):
		return TitleVersion
	case r.poor && (r.doi || r.title >= similarTitle):
		return TitleCut
	}
	return TitleWords
}

func (e *entry) titleMessage(r *relation) string {
	if r.title == cutTitle && e.isLonger(r) {
		return fmt.Sprintf("the record has only the beginning of the title, %q; the record may be incomplete", r.paper.Title)
	}
	return fmt.Sprintf("the record's title is %q", r.paper.Title)
}

// isLonger reports whether the entry's title has more letters than the record's.
func (e *entry) isLonger(r *relation) bool { return len(e.title.normal) > len(r.normal) }

// otherVersion reports whether exactly one of the entry and the record is a preprint. Titles and authors
// may change on publication.
func (e *entry) otherVersion(r *relation) bool { return e.Preprint != r.preprint }

func (e *entry) authorCode(r *relation) Code {
	switch code := r.authors.code; {
	case e.otherVersion(r) && (code == AuthorsMissing || code == AuthorsExtra) && r.authors.related():
		return AuthorsVersion
	case (code == AuthorsMissing || code == AuthorsExtra || code == AuthorsDiffer) && r.poor && r.authors.shared > 0,
		code == AuthorsExtra && r.authors.included && isBare(r.paper):
		return AuthorsCut
	default:
		return code
	}
}

// yearCode compares the years of the entry and the record. A publication may appear up to two years
// after its preprint, or one year before.
func (e *entry) yearCode(r *relation) Code {
	if e.Year == 0 || r.paper.Year == 0 || e.Year == r.paper.Year {
		return ""
	}
	later := e.Year - r.paper.Year
	if e.Preprint {
		later = -later
	}
	posted, _ := paper.ArXivDate(r.paper.ArXiv)
	switch {
	case e.reissued(r) && !r.authors.strangers():
		return YearEdition
	case r.doi && abs(later) <= maxOnline && e.venue.kind() != "conference" && r.venue.kind() != "conference":
		return YearNear // articles may appear online before they are printed
	case e.Preprint != r.preprint && later >= -1 && later <= 2, posted == e.Year:
		return ""
	case abs(later) == 1, abs(later) <= maxYearsApart && e.venue.kind() != r.venue.kind() && e.venue.kind() != "" &&
		r.venue.kind() != "", e.Preprint != r.preprint && later > 2 && later <= maxDelay:
		return YearNear
	}
	return YearDiffers
}

// maxOnline is the maximum number of years between the online and the printed publication.
const maxOnline = 2

// reissued reports whether the entry or the record is of a kind that often has editions, reprints
// or reports from other years.
func (e *entry) reissued(r *relation) bool {
	switch e.Type {
	case "book", "inbook", "incollection", "collection", "mvbook", "booklet", "manual", "techreport", "report",
		"unpublished", "mastersthesis", "phdthesis", "thesis":
		return true
	}
	switch r.paper.EntryType {
	case "book", "inbook", "incollection", "techreport", "report":
		return true
	}
	return isReport(e.Reference.Venue)
}

// isReport reports whether a venue is a series of reports, which often appear elsewhere later.
func isReport(venue string) bool {
	n := paper.NormalTitle(venue)
	series := []string{"workingpaper", "discussionpaper", "technicalreport", "techreport", "researchreport"}
	return slices.ContainsFunc(series, func(s string) bool { return strings.Contains(n, s) })
}

// maxDelay is the maximum number of years between a preprint and its publication.
const maxDelay = 4

// venueCode compares the venues of the entry and the record. It is not a mistake to cite the preprint of a
// published work, or to cite a publication for which only a preprint was found.
func (e *entry) venueCode(r *relation) (Code, string) {
	switch {
	case e.Preprint && !r.preprint && r.paper.Venue != "":
		return Published, fmt.Sprintf("the work was published in %s",
			strings.TrimSpace(r.paper.Venue+" "+digits(r.paper.Year)))
	case r.preprint && !e.Preprint && e.Reference.Venue != "":
		return VenueUnknown, "only a preprint of the work was found, so the venue could not be confirmed"
	case e.Preprint || r.preprint || e.Reference.Venue == "" || r.paper.Venue == "":
		return "", ""
	}
	code := compareVenues(e.venue, r.venue)
	switch {
	case code == VenueDiffers && !r.doi && (e.reissued(r) || r.poor):
		code = VenueUnlike
	case code == VenueUnlike && r.doi &&
		(e.venue.contradicts(r.venue) || e.venue.otherJournal(r.venue) ||
			e.Type == "article" && (e.venue.disjoint(r.venue) || e.venue.unlisted(r.venue))):
		code = VenueDiffers
	}
	return code, fmt.Sprintf("the record's venue is %s", r.paper.Venue)
}

// doiCode compares the DOIs of the entry and the record. If the record has none, it checks whether the
// prefix of the entry's DOI fits the venue's publishers.
func (e *entry) doiCode(r *relation) Code {
	known := paper.DOI(r.paper.DOI)
	switch {
	case e.DOI == "" || r.doi || isPreprintDOI(e.DOI):
		return ""
	case known != "" && !isPreprintDOI(known) && !e.elsewhere(r):
		return DOIDiffers
	case known != "" && isPreprintDOI(known) && e.Reference.Venue == "" && !isKnownPrefix(e.DOI):
		return DOIPrefix
	case known != "" && isPreprintDOI(known):
		return DOIUnknown
	case known == "" && (!r.preprint && r.venue.excludes(e.DOI) || e.venue.excludes(e.DOI)):
		return DOIPrefix
	}
	return ""
}

// elsewhere reports whether the entry and the record describe two publications of the same work,
// each with a separate DOI.
func (e *entry) elsewhere(r *relation) bool {
	return e.Reference.Venue != "" && r.paper.Venue != "" && compareVenues(e.venue, r.venue) != "" &&
		prefixOf(e.DOI) != prefixOf(r.paper.DOI) && !e.venue.excludes(e.DOI)
}

func (e *entry) doiMessage(r *relation) string {
	if r.paper.DOI != "" && e.Reference.Venue == "" && !isKnownPrefix(e.DOI) {
		return fmt.Sprintf("the DOI's prefix %s belongs to no known publisher, the entry has no venue, "+
			"and the record has the DOI %s", prefixOf(e.DOI), r.paper.DOI)
	}
	if r.paper.DOI != "" {
		return fmt.Sprintf("the record has the DOI %s", r.paper.DOI)
	}
	venue := e.Reference.Venue
	if !r.preprint && r.venue.excludes(e.DOI) {
		venue = r.paper.Venue
	}
	return fmt.Sprintf("the DOI's prefix %s does not belong to a publisher of %s, and no record of the work has the DOI",
		prefixOf(e.DOI), venue)
}

func (e *entry) arxivCode(r *relation) Code {
	known := paper.ArXiv(r.paper.ArXiv)
	if e.ArXiv == "" || known == "" || known == e.ArXiv {
		return ""
	}
	return ArXivDiffers
}

var firstNumber = regexp.MustCompile(`\d+`)

// volumeCode compares two volume numbers. It treats "12A" and "12" as equal.
func volumeCode(have, found string) Code {
	a, b := firstNumber.FindString(have), firstNumber.FindString(found)
	if a == "" || b == "" || strings.TrimLeft(a, "0") == strings.TrimLeft(b, "0") {
		return ""
	}
	return VolumeDiffers
}

// pagesCode compares the first pages of two ranges. It does not compare ranges from page 1,
// overlapping ranges, or a single number with a range.
func pagesCode(have, found string) Code {
	a, b := firstNumber.FindAllString(have, 2), firstNumber.FindAllString(found, 2)
	if len(a) == 0 || len(b) == 0 || a[0] == b[0] || len(a) != len(b) || a[0] == "1" || b[0] == "1" || overlap(a, b) {
		return ""
	}
	return PagesDiffer
}

func overlap(a, b []string) bool {
	if len(a) < 2 || len(b) < 2 {
		return false
	}
	return atoi(a[0]) <= atoi(b[1]) && atoi(b[0]) <= atoi(a[1])
}

func atoi(s string) int {
	n, _ := strconv.Atoi(s) // an error cannot occur, since s has only digits and page numbers fit into an int
	return n
}

// maxNames is the maximum number of authors in a displayed field.
const maxNames = 50

func names(authors []paper.Author) string {
	var all []string
	for _, a := range authors[:min(len(authors), maxNames)] {
		all = append(all, strings.TrimSpace(a.Given+" "+a.Family))
	}
	if len(authors) > maxNames {
		all = append(all, "others")
	}
	return strings.Join(all, " and ")
}
