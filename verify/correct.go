package verify

import (
	"cmp"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// A Correction is an edit of an entry that the record of its work makes certain.
type Correction struct {
	Code        Code   // code of the finding that the edit resolves; "" for a missing DOI
	Field       string // name of the changed field; "" for the published version of a preprint
	Have, Found string
	Source      string // corpus that contains the record
	Edits       []bib.Edit
}

// A corrector compares an entry with the record of its work to find corrections that are certain.
type corrector struct {
	file    *bib.File
	of      *bib.Entry
	entry   entry
	record  relation
	checked bool // the record has the same identifier as the entry
	codes   []Code
}

// Corrections returns the corrections of an entry that are certain. Each changes one field. A value in the
// record is certain if the record has the entry's identifier and agrees with the entry in the fields that
// identify the work. An identifier in the record is certain if all other fields agree.
func Corrections(file *bib.File, e *bib.Entry, r *Result) (all []Correction) {
	c, ok := correctorOf(file, e, r)
	if !ok || c.entry.Preprint != c.record.preprint {
		return nil
	}
	seen := make(map[string]bool)
	for _, f := range r.Findings {
		name := c.fieldOf(f.Code)
		if name == "" || seen[name] || !c.isCertain(f.Code) {
			continue
		}
		if one, ok := c.correct(f.Code, name); ok {
			all, seen[name] = append(all, one), true
		}
	}
	if c.entry.DOI == "" && e.Lookup("doi") == nil && c.agrees() && len(c.entry.title.words) >= telling {
		if one, ok := c.correct("", "doi"); ok {
			all = append(all, one)
		}
	}
	return all
}

func correctorOf(file *bib.File, e *bib.Entry, r *Result) (c corrector, ok bool) {
	if r == nil || !r.Matched || len(r.Records) == 0 || !e.Complete || file.IsForeign() {
		return c, false
	}
	c = corrector{file: file, of: e, entry: newEntry(FromEntry(e))}
	c.record = c.entry.relationTo(r.Records[0])
	c.checked = c.record.doi || c.record.arxiv
	for _, f := range r.Findings {
		c.codes = append(c.codes, f.Code)
	}
	return c, !isPoor(r.Records[0])
}

// fieldOf returns the name of the field to correct for a finding, or "".
func (c *corrector) fieldOf(code Code) string {
	field := KindOf(code).Field
	if written := FieldFor(c.of, field); written != nil {
		return written.Name
	}
	return ""
}

// isCertain reports whether the record makes the correction of a finding certain.
func (c *corrector) isCertain(code Code) bool {
	r := &c.record
	sameTitle, samePeople := r.title == sameTitle, r.authors.code == "" && r.authors.shared > 0
	work := c.checked && sameTitle && r.authors.related()
	switch code {
	case TitleWords, TitleSpelling:
		return c.checked && samePeople && c.sameYear() && c.sameVenue() && c.of.Lookup("subtitle") == nil
	case AuthorsDiffer:
		return c.checked && sameTitle && c.sameYear()
	case AuthorsMissing, AuthorsExtra:
		return work
	case YearDiffers, YearFuture:
		return work || c.entry.DOI == "" && sameTitle && samePeople && c.sameVenue() &&
			len(c.entry.title.words) >= telling
	case VenueDiffers:
		return work && r.doi && c.sameYear() && c.sameKind()
	case VolumeDiffers, PagesDiffer:
		return work && r.doi
	case DOIOther, DOIDiffers, DOIPrefix, DOIUnresolved, DOIMalformed:
		return c.agrees()
	case ArXivOther, ArXivDiffers, ArXivUnresolved:
		return sameTitle && samePeople
	}
	return false
}

// agrees reports whether the title, authors, year and venue of the entry agree with the record.
func (c *corrector) agrees() bool {
	return c.record.title == sameTitle && c.record.authors.code == "" && c.record.authors.shared > 0 && c.sameYear() &&
		c.sameVenue() && !c.record.preprint
}

func (c *corrector) sameYear() bool { return c.entry.Year > 0 && c.entry.Year == c.record.paper.Year }

func (c *corrector) sameVenue() bool {
	return c.entry.Reference.Venue != "" && c.record.paper.Venue != "" &&
		compareVenues(c.entry.venue, c.record.venue) == ""
}

// sameKind reports whether the venue of the record fits the type of the entry.
func (c *corrector) sameKind() bool {
	typ := bib.TypeOf(bib.RecordOf(c.record.paper))
	return typ == c.of.Type || typ == "inproceedings" && c.of.Type == "conference"
}

// correct returns the correction that takes a field from the record. ok is false if the record lacks a
// value.
func (c *corrector) correct(code Code, name string) (Correction, bool) {
	p := c.record.paper
	value := c.file.NewValue(name, bib.RecordOf(p))
	if name == "author" {
		value = c.people()
	}
	have := c.of.Field(name)
	one := Correction{Code: code, Field: name, Have: have, Found: valueOf(name, p), Source: p.Corpus}
	if value == "" || one.Found == "" || name == "doi" && isPreprintDOI(paper.DOI(p.DOI)) != isPreprintDOI(c.entry.DOI) {
		return Correction{}, false
	}
	edits, ok := c.file.Revise(c.of, "", []bib.Change{{Name: name, Value: value}})
	one.Edits = edits
	return one, ok
}

// people returns the record's authors. It spells names that are also in the entry as the entry does, since
// the record may have shorter forms.
func (c *corrector) people() string {
	p, field := c.record.paper, c.of.Lookup("author")
	known := readPeople(p.Authors)
	if field == nil || len(known) != len(p.Authors) || len(c.entry.people) != len(c.entry.Authors) || c.entry.Others {
		return ""
	}
	kept := slices.Repeat([]int{-1}, len(known))
	m := match(c.entry.people, known)
	for i, j := range m.of {
		if j >= 0 {
			kept[j] = i
		}
	}
	return c.of.NewNames(field, bib.RecordOf(p).Authors, kept)
}

func valueOf(field string, p *paper.Paper) string {
	switch field {
	case "title":
		return p.Title
	case "author":
		return names(p.Authors)
	case "year", "date":
		return digits(p.Year)
	case "volume":
		return p.Volume
	case "pages":
		return p.Pages
	case "doi":
		return paper.DOI(p.DOI)
	case "eprint":
		return paper.ArXiv(p.ArXiv)
	}
	return p.Venue
}

// PublishedVersion returns the correction that converts the entry of a preprint to an entry of its
// published version. It changes type, venue, year, volume, pages and DOI, and keeps the arXiv
// identifier and all other fields. ok is false unless title and authors agree.
func PublishedVersion(file *bib.File, e *bib.Entry, r *Result) (one Correction, ok bool) {
	if r == nil || r.Published == nil || !r.Has(Published) || !e.Complete || file.IsForeign() {
		return one, false
	}
	c := corrector{file: file, of: e, entry: newEntry(FromEntry(e))}
	p := r.Published
	c.record = c.entry.relationTo(p)
	rec := bib.RecordOf(p)
	typ := bib.TypeOf(rec)
	venue := map[string]string{"article": "journal", "inproceedings": "booktitle"}[typ]
	same := c.record.title == sameTitle && c.record.authors.code == "" && c.record.authors.shared > 0
	if !same || venue == "" || p.Year == 0 || p.Venue == "" || c.record.preprint || !c.entry.Preprint {
		return one, false
	}
	changes, ok := c.publication(venue, rec)
	if !ok {
		return one, false
	}
	one = Correction{Code: Published, Have: c.entry.Reference.Venue, Source: p.Corpus,
		Found: strings.TrimSpace(p.Venue + " " + strconv.Itoa(p.Year))}
	one.Edits, ok = file.Revise(e, typ, changes)
	return one, ok
}

// publication returns the changes that convert the fields of an entry to those of a publication. ok
// is false if a field that names the preprint server would remain.
func (c *corrector) publication(venue string, rec bib.Record) (changes []bib.Change, ok bool) {
	set := func(name, from string) bool {
		value := c.file.NewValue(name, rec)
		if value != "" {
			changes = append(changes, bib.Change{Name: name, From: from, Value: value})
		}
		return value != ""
	}
	if venue == "journal" && c.file.UsesJournalTitle() {
		venue = "journaltitle"
	}
	server := ""
	for _, name := range []string{"journal", "journaltitle", "booktitle", "howpublished", "publisher"} {
		f := c.of.Lookup(name)
		switch {
		case f == nil:
		case !isPreprintVenue(c.of.Value(f)) && name != "howpublished" && name != "publisher" || server != "":
			return nil, false
		case isPreprintVenue(c.of.Value(f)):
			server = name
		}
	}
	year := "year"
	if c.of.Lookup("date") != nil {
		year = "date"
	}
	if !set(venue, server) || !set(year, "") || c.of.Lookup("year") != nil && year == "date" {
		return nil, false
	}
	set("volume", "")
	set("pages", "")
	if doi := paper.DOI(rec.DOI); doi != "" && (c.of.Lookup("doi") == nil || isPreprintDOI(c.entry.DOI)) {
		set("doi", "")
	} else if c.of.Lookup("doi") != nil && !sameDOI(c.entry.DOI, doi) {
		return nil, false
	}
	if c.entry.ArXiv != "" && c.of.Lookup("eprint") == nil {
		changes = append(changes, c.file.Eprint(cmp.Or(c.entry.ArXiv, rec.ArXiv))...)
	}
	return changes, true
}

// ErrOthersChange is returned if correcting a file would change its other entries.
var ErrOthersChange = errors.New("the corrections would also change other entries")

// Correct returns the source of a file after corrections, or an error if they change another entry.
func Correct(file *bib.File, all []Correction) (string, error) {
	var edits []bib.Edit
	for _, c := range all {
		edits = append(edits, c.Edits...)
	}
	source := bib.Apply(file.Source(), edits)
	after := bib.Parse(source)
	same := len(after.Entries) == len(file.Entries) && len(after.Problems()) <= len(file.Problems())
	for i := 0; same && i < len(file.Entries); i++ {
		before, now := &file.Entries[i], &after.Entries[i]
		edited := slices.ContainsFunc(edits, func(e bib.Edit) bool { return e.Start >= before.Start && e.End <= before.End })
		same = before.Key == now.Key && before.Complete == now.Complete && (edited || before.Text() == now.Text())
	}
	if !same {
		return "", ErrOthersChange
	}
	return source, nil
}
